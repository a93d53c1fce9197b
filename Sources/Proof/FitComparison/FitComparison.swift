// FitComparison: runs a fit in integers and in Double on the same samples.
//
// In: samples of a recording or a simulated world. Out: both results, and how they differ.
// Free to change: code. Ask first: what counts as equal.
