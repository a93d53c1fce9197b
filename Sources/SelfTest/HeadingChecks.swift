// Checks of SensorDrivers, Correction and Heading.

import Correction
import Heading
import Quantities
import SensorDrivers

extension SelfTest {
  static func sensorDecoding() -> SelfTestOutcome {
    var wrong = Mismatches()
    // X 1100, Z 980, Y −1100 counts at gain 1: 1 gauss, 1 gauss, −1 gauss (registers in the order X, Z, Y).
    let bytes: RegisterBytes = [0x04, 0x4c, 0x03, 0xd4, 0xfb, 0xb4, 0, 0]
    if let sample = LSM303DLHC.decode(bytes, scale: FieldScale(rawValue: 1)) {
      wrong.expect(sample.counts == Vector3(x: 1100, y: -1100, z: 980))
      wrong.expect(sample.field.nanotesla == Vector3(x: 100_000, y: -100_000, z: 100_000))
      wrong.expect(!sample.isOverflowed)
    } else {
      wrong.expect(false)
    }
    let overflow: RegisterBytes = [0xf0, 0x00, 0, 1, 0, 1, 0, 0]
    wrong.expect(LSM303DLHC.decode(overflow, scale: FieldScale(rawValue: 1))?.isOverflowed == true)
    return SelfTestOutcome(mismatches: wrong.count)
  }

  static func correctionOrder() -> SelfTestOutcome {
    var record = CalibrationRecord()
    record.hardIron = Vector3(x: 1000 << 8, y: -500 << 8, z: 250 << 8)
    // Twice along x, half along y: S·m − h would give (1000, 1000, 750).
    record.softIron = MatrixQ24(
      Vector3(x: 2 << 24, y: 0, z: 0), Vector3(x: 0, y: 1 << 23, z: 0), Vector3(x: 0, y: 0, z: 1 << 24))
    let corrected = record.apply(to: MagneticField(nanotesla: Vector3(x: 1000, y: 1000, z: 1000)))
    let expected = Vector3(x: 0, y: 750 << 8, z: 750 << 8)
    return SelfTestOutcome(mismatches: corrected.q8Nanotesla == expected ? 0 : 1)
  }

  static func recordRoundTrip() -> SelfTestOutcome {
    var record = CalibrationRecord()
    record.sensorChip = 1
    record.modelOrder = .ellipsoid
    record.grade = 2
    record.date = 9820
    record.temperatureEighths = -40
    record.hardIron = Vector3(x: -123_456, y: 654_321, z: 1 << 30)
    var bytes = record.bytes()
    var wrong = Mismatches()
    wrong.expect((try? CalibrationRecord(bytes: bytes.span)) == record)
    bytes[21] ^= 1
    wrong.expect((try? CalibrationRecord(bytes: bytes.span)) == nil)
    return SelfTestOutcome(mismatches: wrong.count)
  }

  static func levelQuarters() -> SelfTestOutcome {
    var wrong = Mismatches()
    wrong.expect(heading(Vector3(x: 5_000_000, y: 0, z: 9_000_000)) == 0)
    // Turned to the east, the field that points north comes from the left.
    wrong.expect(heading(Vector3(x: 0, y: -5_000_000, z: 9_000_000)) == 0x4000_0000)
    wrong.expect(heading(Vector3(x: -5_000_000, y: 0, z: 9_000_000)) == 0x8000_0000)
    wrong.expect(heading(Vector3(x: 0, y: 5_000_000, z: 9_000_000)) == 0xc000_0000)
    return SelfTestOutcome(mismatches: wrong.count)
  }

  /// Limit: 119 steps of 2^−32 turn are 1e-5 degrees, the bound of `TiltCompensation`.
  static func tiltedAgainstDouble() -> SelfTestOutcome {
    var worst: Int32 = 0
    func check(_ m: Vector3, _ a: Vector3, _ heading: UInt32, _ roll: UInt32, _ pitch: UInt32, _ dip: UInt32) {
      let field = CorrectedField(q8Nanotesla: Vector3(x: m.x << 8, y: m.y << 8, z: m.z << 8))
      guard let found = try? TiltCompensation.solve(field: field, specificForce: Acceleration(microG: a)) else {
        worst = Int32.max
        return
      }
      worst = Self.worst(worst, found.heading.rawValue, heading)
      worst = Self.worst(worst, found.roll?.rawValue ?? 0, roll)
      worst = Self.worst(worst, found.pitch.rawValue, pitch)
      worst = Self.worst(worst, found.dip.rawValue, dip)
    }
    check(
      Vector3(x: 20000, y: -3000, z: 41000), Vector3(x: 0, y: 0, z: -1_000_000), 101_775_998, 0, 0, 760_502_944)
    check(
      Vector3(x: 12000, y: 15000, z: -30000), Vector3(x: 300_000, y: -400_000, z: -860_000), 3_353_533_609,
      297_592_382, 209_404_257, 3_801_948_363)
    check(
      Vector3(x: -25000, y: 8000, z: 38000), Vector3(x: -700_000, y: 250_000, z: -650_000), 2_474_253_171,
      4_043_980_013, 3_756_343_645, 78_114_425)
    check(
      Vector3(x: 3000, y: -22000, z: 45000), Vector3(x: 500_000, y: 500_000, z: 700_000), 3_077_808_663,
      2_571_464_659, 359_903_823, 3_983_053_778)
    check(
      Vector3(x: -9000, y: -17000, z: -52000), Vector3(x: -120_000, y: -950_000, z: -280_000), 3_142_635_448,
      877_817_496, 4_212_546_450, 3_876_440_443)
    check(
      Vector3(x: 30000, y: 100, z: 900), Vector3(x: 960_000, y: -20_000, z: 270_000), 15_590_544, 2_096_941_489,
      885_842_462, 3_388_890_055)
    return SelfTestOutcome(measured: worst, limit: 119)
  }

  /// Whether there is a heading for a field in 1/256 nT.
  static func hasHeading(_ q8: Vector3, force: Vector3?) -> Bool {
    let acceleration = force.map { Acceleration(microG: $0) }
    return (try? TiltCompensation.solve(field: CorrectedField(q8Nanotesla: q8), specificForce: acceleration)) != nil
  }

  private static func heading(_ q8: Vector3) -> UInt32? {
    let solution = try? TiltCompensation.solve(field: CorrectedField(q8Nanotesla: q8), specificForce: nil)
    return solution?.heading.rawValue
  }
}
