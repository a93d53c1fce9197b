// FieldMonitor: whether the field is disturbed, whether the calibration has aged, and the zero-point meter.
//
// In: corrected fields, forces, the expected strength and dip. Out: state, cause, reasons, and the two variances of
// the accuracy.
// Free to change: thresholds, if the recordings and worlds of the tests hold; docs/notebook/heading.md says how far
// each can move.
