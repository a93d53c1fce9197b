// Lengths and rotations of plane vectors; angles are in the files of the tiers.
//
// The name is that of J. E. Volder, "The CORDIC Trigonometric Computing Technique", IRE Transactions on Electronic
// Computers EC-8(3), 1959. Two of the tiers are CORDIC algorithms as he describes them. The error arguments are in
// docs/fixed-point.md.

import FixedPoint
import Quantities

/// Integer trigonometry. All functions are defined for every input, `Int32.min` included.
public enum Cordic {
  /// √(x² + y²), rounded to nearest; at most √2·2^31. Exact: no other integer is nearer.
  @export(interface)
  public static func magnitude(y: Int32, x: Int32) -> UInt32 {
    // At most 2^63, which needs the sign bit.
    let squared = UInt64(bitPattern: Int64(squareOf: x) &+ Int64(squareOf: y))
    let root = squared.squareRoot
    return squared &- UInt64(halves: root, root) > UInt64(widening: root) ? root &+ 1 : root
  }

  /// The vector (x, y) turned by `angle` from the x axis towards the y axis.
  ///
  /// - Returns: (x·cos − y·sin, x·sin + y·cos), within 1 part in 2^27 of the length or one unit; a result beyond
  ///   `Int32` saturates. Quarter turns are exact.
  @export(interface)
  public static func rotated(y: Int32, x: Int32, by angle: BinaryAngle) -> (y: Int32, x: Int32) {
    // Q29: a factor for which any Int32 has an exact product.
    let turn = sineCosine(angle)
    let sine = (turn.sine &+ 1) &>> 1
    let cosine = (turn.cosine &+ 1) &>> 1
    let along = Int64(halves: x, cosine) &- Int64(halves: y, sine)
    let beside = Int64(halves: x, sine) &+ Int64(halves: y, cosine)
    return (beside.shiftedHalfUp(rightBy: 29).saturatedToInt32, along.shiftedHalfUp(rightBy: 29).saturatedToInt32)
  }
}
