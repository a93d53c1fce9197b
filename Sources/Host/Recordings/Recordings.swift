// Recordings: recordings and logs as samples joined by time, clean tables, archives, and captures of exact bytes.
//
// In: files and options. Out: samples, tables, the bytes of a capture.
// Free to change: how columns are asked for. Ask first: the format of a capture (Protocols/capture).
