// What the examples in the comments of `import Binnacle` find around them: sensors, a store and a display.

import Binnacle

func readMagnetometer() -> MagneticField? { MagneticField(nanotesla: Vector3(x: 20_000, y: 10_000, z: -42_000)) }
func readAccelerometer() -> Acceleration? { Acceleration(microG: Vector3(x: 0, y: 0, z: 1_000_000)) }
func readGyroscope() -> AngularRate? { AngularRate(q20: Vector3(x: 0, y: 0, z: 18_301)) }
func sensorsWereExchanged() -> Bool { false }
func store(_ bytes: InlineArray<216, UInt8>) -> Bool { bytes[0] != 0 }
func show(_ heading: BinaryAngle) {}

/// Two samples of a module with X forward, Y left, Z up, and a record that corrects nothing and has the grade "poor".
func begin(_ compass: inout Compass, at now: Instant) {
  var record = CalibrationRecord()
  record.modelOrder = .sphere
  record.grade = 1
  compass.use(record)
  compass.mounting = AxisRemap(forward: .plusX, right: .minusY) ?? .identity
  compass.forceMounting = compass.mounting
  compass.add(Acceleration(microG: Vector3(x: 0, y: 0, z: 1_000_000)), at: now)
  compass.add(MagneticField(nanotesla: Vector3(x: 20_000, y: 10_000, z: -42_000)), at: now)
}
