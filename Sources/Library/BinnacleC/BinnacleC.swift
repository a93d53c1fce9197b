// BinnacleC: the functions of `binnacle.h`, which call `Binnacle`.
//
// In: C's pointers and numbers, whatever they are. Out: a code, and results where the caller wants them.
// Free to change: how a function is written. Ask first: the header, the size of an object; no argument may trap.
