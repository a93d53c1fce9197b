// FE310: SiFive's FE310: UART, clock, watchdog. The smallest family, to copy for a new one.
//
// In: register reads. Out: bytes, time.
// Free to change: code within a bounded wait.
