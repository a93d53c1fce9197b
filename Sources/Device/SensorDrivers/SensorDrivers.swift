// SensorDrivers: reads sensor chips over a bus, in steps, without waiting, and supervises them.
//
// In: a `RegisterBus` and the time. Out: samples, events, faults in words of the link.
// Free to change: a chip's file, by its data sheet, if the transcripts of its tests hold. Ask first: what a fault
// reports.
