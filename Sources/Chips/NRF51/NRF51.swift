// NRF51: the nRF51 and nRF52833: UART, flash for records, clock, watchdog, pins.
//
// In: register reads. Out: bytes, pages of flash, time. Each address stands in Registers.swift with its page.
// Free to change: code within a bounded wait. Ask first: where records lie.
