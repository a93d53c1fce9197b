// Geomagnetism: the World Magnetic Model, computed in slices.
//
// In: a position and a date. Out: the field there, or that the date is outside the model.
// Free to change: how the sums are divided. Ask first: coefficients, which come from the official file by a program.
