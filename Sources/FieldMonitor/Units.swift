// The field monitor's own small units, in which squares fit into 32 bits.
import Correction
import FixedPoint
import Quantities

extension FieldMonitor {
  /// 4 nT, limited to 15 bits and sign.
  @inline(__always)
  static func units(_ field: borrowing CorrectedField) -> Vector3 {
    let v = field.q8Nanotesla
    return limited15(Vector3(x: v.x &>> 10, y: v.y &>> 10, z: v.z &>> 10))
  }

  /// 64 µg, limited to 15 bits and sign.
  @inline(__always)
  static func units(_ force: Acceleration) -> Vector3 {
    let v = force.microG
    return limited15(Vector3(x: v.x &>> 6, y: v.y &>> 6, z: v.z &>> 6))
  }

  /// One test for all three: beyond the limits is the exception.
  @inline(__always)
  static func limited15(_ v: Vector3) -> Vector3 {
    let bits = UInt32(bitPattern: (v.x &+ 32_767) | (v.y &+ 32_767) | (v.z &+ 32_767))
    return bits < 65_535 ? v : limitedEach(v)
  }

  @inline(never)
  static func limitedEach(_ v: Vector3) -> Vector3 {
    Vector3(x: limited15(v.x), y: limited15(v.y), z: limited15(v.z))
  }

  static func limited15(_ value: Int32) -> Int32 {
    value > 32_767 ? 32_767 : value < -32_767 ? -32_767 : value
  }

  /// Each component below 2^15: the sum of squares below 3·2^30.
  static func energy(_ v: Vector3) -> UInt32 {
    UInt32(bitPattern: v.x &* v.x) &+ UInt32(bitPattern: v.y &* v.y) &+ UInt32(bitPattern: v.z &* v.z)
  }
}
