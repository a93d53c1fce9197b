// Heading: roll, pitch, dip and heading from field and force, their accuracy, and when a reading is delivered.
//
// In: a corrected field, a force, the variances of the monitor, place and options. Out: an assessment with heading,
// accuracy and doubts.
// Free to change: the order of work inside a step. Ask first: equations and reasons (Protocols/heading), what an
// accuracy promises.
