// BinnacleDevice: the functions of `binnacle_device.h`: drivers for a list of chips, and `DeviceLoop` with a bus of
// C.
//
// In: the bus, memory, clock and chips of firmware in C. Out: samples, or a whole device on a line.
// Free to change: how a function is written. Ask first: the header, the order of what is stored.
