// Reference: the mathematics of the specifications in Double. It imports no other module: a proof shares no
// constant.
//
// In: numbers. Out: what a device should have computed.
// Free to change: nothing to make a check pass: only the specification decides.
