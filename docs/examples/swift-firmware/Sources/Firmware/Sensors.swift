// Sensors that are turned by hand in the Earth's field, with iron beside them. Firmware reads its chips here.

import Binnacle

/// Counts of an MPU6050's accelerometer, and of a magnetometer on a module. The axes of both are X forward, Y left, Z up.
struct Sensors {
  private var state: UInt32 = 1

  private mutating func noise() -> Int32 {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Int32(bitPattern: state &>> 28) &- 8
  }

  /// 3,000 counts are a gauss.
  mutating func magnetometer(_ step: Int32) -> Vector3 {
    // After the turning: level, with the nose 30° east of magnetic north, at a dip of 64°.
    var field = Vector3(x: 545, y: 315, z: -1293)
    if step < 2000 {
      let rise = Cordic.sineCosine(BinaryAngle(rawValue: UInt32(bitPattern: step) &* 1_000_000))
      let turn = Cordic.sineCosine(BinaryAngle(rawValue: UInt32(bitPattern: step) &* 335_000_000))
      let across = rise.cosine &>> 20
      field = Vector3(
        x: across &* (turn.cosine &>> 20) / 728, y: across &* (turn.sine &>> 20) / 728,
        z: (rise.sine &>> 20) &* 1440 / 1024)
    }
    return Vector3(x: field.x &+ 360 &+ noise(), y: field.y &- 210 &+ noise(), z: field.z &+ 900 &+ noise())
  }

  /// 16,384 counts are 1 g (MPU-6000/MPU-6050 register map, 4.17: ±2 g).
  mutating func accelerometer() -> Vector3 { Vector3(x: noise(), y: noise(), z: 16_384 &+ noise()) }
}

/// Counts in another unit; `nil` where a count cannot be scaled exactly.
func scaled(_ counts: Vector3, _ numerator: Int32, over denominator: Int32) -> Vector3? {
  guard let x = Ratio.checked(counts.x, numerator, over: denominator),
    let y = Ratio.checked(counts.y, numerator, over: denominator),
    let z = Ratio.checked(counts.z, numerator, over: denominator)
  else { return nil }
  return Vector3(x: x, y: y, z: z)
}
