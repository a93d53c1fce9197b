// ESP32C3: the ESP32-C3: USB serial port, I2C on two pins, flash for records, clock, watchdogs.
//
// In: register reads. Out: bytes, levels of two pins, pages of flash, time.
// Free to change: code within a bounded wait. Ask first: where records lie.
