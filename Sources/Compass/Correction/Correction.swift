// Correction: the calibration record, its bytes, and S·(m − h).
//
// In: a measured field, and a record. Out: the corrected field, exact or rounded once.
// Free to change: the code between equations. Ask first: the layout of a record, which boards keep over updates.
