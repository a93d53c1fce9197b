// RecordingText: reads rows of numbers from a text of any layout. No Foundation: the page uses it, too.
//
// In: bytes of a file or a port. Out: rows, what their columns and units are, and what was recognised.
// Free to change: how a layout is recognised, if the files of Tests/Data are still read. Ask first: what is guessed
// without saying so.
