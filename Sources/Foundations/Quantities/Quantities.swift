// Quantities: the types of values: angles, fields, forces, times, places, mountings, samples, and the table of
// chips.
//
// In: numbers with a unit. Out: values whose type names the unit.
// Free to change: helpers and names that are not public. Ask first: raw values and layouts, which are on the link
// and in records.
