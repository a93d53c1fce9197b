// ToolReport: `report` and `compare`: one HTML file of a capture, a recording or a fit.
//
// In: files. Out: one file, with its data as JSON in it.
// Free to change: pictures and words. Ask first: keys of the data (docs/report.md).
