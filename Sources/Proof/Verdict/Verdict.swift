// Verdict: the checks of `binnacle check`: sweeps, recordings, simulated worlds, the motion filter.
//
// In: a seed, a count, data. Out: figures with their limits, pass or fail.
// Free to change: code and output. Ask first: limits and seeds, which documents state.
