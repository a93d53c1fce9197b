// ToolConvert: `convert`: any recording, capture or log as one clean table.
//
// In: a file. Out: a table that every command reads without options.
// Free to change: remarks. Ask first: columns.
