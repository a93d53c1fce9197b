// Binnacle: the compass as one import: combines the modules of the compass, and owns no equation.
//
// In: samples with their times, a record, a place, options. Out: readings, calibrations, guidance.
// Free to change: what is not public. Ask first: public declarations, which firmware of others calls
// (docs/compatibility.md).
