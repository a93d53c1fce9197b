// StreamCheck: the two checks of a stream: against `Reference` (numeric), and against the simulated world (truth).
//
// In: readings, and the fields that may have been valid. Out: the worst case with its input, pass or fail.
// Free to change: code. Ask first: limits, each of which has a reason.
