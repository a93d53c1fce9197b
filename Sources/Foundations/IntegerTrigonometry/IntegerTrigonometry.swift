// IntegerTrigonometry: angle, length, rotation, sine and cosine of vectors in integers.
//
// In: vectors of counts or mantissas. Out: `BinaryAngle`, within the bounds of docs/fixed-point.md.
// Free to change: nothing that moves a bit: every core and language gives the same bits, and proofs read the
// constants.
