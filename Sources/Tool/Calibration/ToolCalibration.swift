// ToolCalibration: `calibrate` and `calibration`: guides a person, and reads and writes calibrations in every form.
//
// In: a link, movements, files. Out: advice, a committed record, forms for other software.
// Free to change: words and pictures of the guide. Ask first: forms, signs, when a result is committed.
