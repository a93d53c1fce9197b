// SelfTest: the checks that a device runs on itself, the same on host, emulator and board.
//
// In: the number of a check. Out: the measured value, which the list compares with its limits.
// Free to change: new checks at the end of the list. Ask first: limits.
