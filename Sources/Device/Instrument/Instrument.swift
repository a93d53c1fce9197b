// Instrument: a device around one `Compass`, without input and output of its own, and the main loop around it.
//
// In: bytes of a host, samples of sensors, the time. Out: bytes for the host, requests to the parts of the board.
// Free to change: the division of work in a pass. Ask first: what a request answers, what survives a restart.
