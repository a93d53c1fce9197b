// FixedPoint: integer arithmetic with a stated rounding: shifts, saturation, ratios, roots, widening.
//
// In: integers. Out: integers; each function states its rounding and its largest error.
// Free to change: how a function computes, if every bit of its result stays. Ask first: rounding, bounds of
// docs/fixed-point.md.
