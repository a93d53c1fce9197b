// Simulation: a simulated world: field, attitude over time, and sensors with iron, noise and faults, by seed.
//
// In: a seed and options. Out: samples, and the truth behind them.
// Free to change: new worlds. Ask first: what an old seed gives, on which figures of documents rest.
