// TerminalInterface: what the program shows to people and programs, and what it reads from outside, in bounds.
//
// In: text, numbers, files, keys of a terminal. Out: lines on standard output and error; contents with a size limit.
// Free to change: layout. Ask first: the order of keys in JSON, limits, and what of foreign text reaches a terminal.
