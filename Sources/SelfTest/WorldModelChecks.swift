// A check of Geomagnetism.

import FixedPoint
import Geomagnetism
import Quantities

extension SelfTest {
  /// Rows 1, 45, 58, 100 of the official test values of WMM2025. Limit: 26/256 nT are 0.1 nT.
  static func worldModelRows() -> SelfTestOutcome {
    var worst: Int32 = 0
    func difference(_ a: Int32, _ b: Int32) {
      let distance = Int32(truncatingIfNeeded: (a &- b).magnitude)
      if distance > worst { worst = distance }
    }
    func check(_ position: Position, _ q22Years: Int32, _ expected: Vector3) {
      let moment = WorldMagneticModel.Moment(q22Years: q22Years)
      guard let field = try? WorldMagneticModel.field(at: position, moment: moment) else {
        worst = Int32.max
        return
      }
      difference(field.q8Nanotesla.x, expected.x)
      difference(field.q8Nanotesla.y, expected.y)
      difference(field.q8Nanotesla.z, expected.z)
    }
    // 89° N 121° W, 28 km, 2025.0; 43° S 50° E, 57 km, 2027.0; 13° S 59° W, 0 km, 2027.5; 18° S 138° E, 77 km, 2029.5.
    check(
      Position(latitude: 1_061_811_359, longitude: -1_443_586_230, height: 28_000_000), -10_485_760,
      Vector3(x: -65_380, y: -379_510, z: 14_385_738))
    check(
      Position(latitude: -513_009_983, longitude: 596_523_236, height: 57_000_000), -2_097_152,
      Vector3(x: 2_868_160, y: -3_216_240, z: -8_504_670))
    check(
      Position(latitude: -155_096_041, longitude: -703_897_418), 0,
      Vector3(x: 5_469_657, y: -1_723_536, z: -1_564_752))
    check(
      Position(latitude: -214_748_365, longitude: 1_646_404_130, height: 77_000_000), 8_388_608,
      Vector3(x: 8_128_383, y: 632_898, z: -8_913_253))
    return SelfTestOutcome(measured: worst, limit: 26)
  }
}
