// RP2040: the RP2040: USB serial port, UART, I2C, flash for records, clock, watchdog, loader.
//
// In: register reads, packets of a host. Out: bytes, transactions, pages of flash, time.
// Free to change: code within a bounded wait. Ask first: USB descriptors, where records lie.
