// ToolStream: `stream`, `capture`, `replay`: readings of devices, captures and recordings.
//
// In: a link or a file, options, locations. Out: rows, JSON, tables, sentences, a verdict.
// Free to change: rows for people. Ask first: JSON keys and columns (docs/json.md).
