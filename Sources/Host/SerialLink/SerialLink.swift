// SerialLink: a stream of bytes over a serial port, terminal, pipe, socket or pair in memory, with deadlines.
//
// In: a name or a descriptor, bytes, a deadline. Out: bytes, or the error with what to do.
// Free to change: waiting and claiming. Ask first: what counts as the loss of a line.
