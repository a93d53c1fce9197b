// CMSDK: Arm's Cortex-M System Design Kit, as on two images of the MPS2: UART, two lines for I2C, clock, watchdog.
//
// In: register reads. Out: bytes, levels of two pins, time.
// Free to change: code within a bounded wait.
