// ChipRuntime: what the boards with any core share: reset, fault record, stack meter, microsecond counter.
//
// In: ticks of a timer, the image's linker symbols. Out: times, depths, the fault of the last run.
// Free to change: code, if `boards check` and the boards' tests hold.
