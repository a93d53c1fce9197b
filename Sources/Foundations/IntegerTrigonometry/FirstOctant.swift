// A vector of any direction, folded into the first octant.

/// The same vector with 0 ≤ y ≤ x, and how the octant unfolds.
struct FirstOctant {
  /// |x| and |y|, the larger one and the smaller one.
  var large: UInt32
  var small: UInt32
  /// The angle a becomes ±a + k·90°, k in bits 30 and 31, the sign in bit 0. A negated word is its complement plus one;
  /// bit 0 also serves as that one.
  var fold: UInt32

  @inline(__always)
  init(y: Int32, x: Int32) {
    large = x.magnitude
    small = y.magnitude
    fold = 0
    if y < 0 { fold = 1 }
    if x < 0 { fold ^= 0x8000_0001 }
    if small > large {
      (large, small) = (small, large)
      fold = fold & 1 == 0 ? fold &+ 0x4000_0001 : fold &- 0x4000_0001
    }
  }
}
