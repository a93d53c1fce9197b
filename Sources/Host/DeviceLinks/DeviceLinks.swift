// DeviceLinks: opens a link by its name: a port, an emulated board, the device half in this process, lines of
// numbers.
//
// In: a link as text. Out: a byte stream; for a simulated one its true values, too.
// Free to change: code. Ask first: forms of a link, which scripts of others contain.
