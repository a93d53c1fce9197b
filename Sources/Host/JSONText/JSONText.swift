// JSONText: finds the parts of a JSON text, in time that grows with its length. No Foundation: the page uses it,
// too.
//
// In: bytes of others. Out: where each part begins and ends, or that the text is no JSON.
// Free to change: everything that keeps its limits of depth and time.
