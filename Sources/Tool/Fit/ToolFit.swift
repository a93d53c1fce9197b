// ToolFit: `fit`: a calibration from a recording, in integers and in Double.
//
// In: a recording. Out: both results, why one was refused, and what to do.
// Free to change: layout and advice. Ask first: JSON keys.
