// The directions that were seen: 96 cells, 4 × 4 on each face of a cube.

import FixedPoint
import Quantities

extension DirectionCells {
  /// The cell of a direction of any length below 2^29; the zero vector is in cell 0.
  ///
  /// Cell = face·16 + row·4 + column; faces +x, −x, +y, −y, +z, −z; row and column count the other two axes in the order
  /// x, y, z from the most negative on.
  public static func cell(of v: Vector3) -> UInt8 {
    let x = v.x.magnitude
    let y = v.y.magnitude
    let z = v.z.magnitude
    if x >= y, x >= z { return face(0, v.x, v.y, v.z) }
    if y >= z { return face(2, v.y, v.x, v.z) }
    return face(4, v.z, v.x, v.y)
  }

  @inline(never)
  private static func face(_ base: UInt8, _ along: Int32, _ row: Int32, _ column: Int32) -> UInt8 {
    // Cells of equal angles: tan 22.5° ≈ 106/256 halves the 45° from the middle of a face to its edge.
    let length = Int32(bitPattern: along.magnitude)
    let edge = (length &>> 8) &* 106 &+ ((length & 255) &* 106) &>> 8
    func quarter(_ value: Int32) -> UInt8 {
      value < 0 ? (value < 0 &- edge ? 0 : 1) : (value < edge ? 2 : 3)
    }
    return (base &+ (along < 0 ? 1 : 0)) &* 16 &+ quarter(row) &* 4 &+ quarter(column)
  }
}
