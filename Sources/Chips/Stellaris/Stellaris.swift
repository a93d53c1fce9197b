// Stellaris: the LM3S: UART, I2C, memory on the bus, clock, watchdog.
//
// In: register reads. Out: bytes, transactions, time. Each address stands in Registers.swift with its page.
// Free to change: code within a bounded wait. Ask first: pins and rates, which boards rely on.
