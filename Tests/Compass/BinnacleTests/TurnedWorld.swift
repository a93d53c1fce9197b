// An instrument in the Earth's field, in iron, turned by hand: what its sensors measure.

import Binnacle
import Foundation
import Simulation

/// Sensors in the axes of the body, turned so that the field meets them from every side.
struct TurnedWorld {
  var random = SeededGenerator(seed: 5)
  var hardIron = SIMD3(12_000.0, -7_000, 30_000)
  var strength = 48_000.0
  /// One standard deviation on each axis, nanotesla.
  var noise = 150.0

  /// At rest and level.
  static let up = Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000))

  /// What is measured when the field comes from this direction.
  mutating func measured(_ direction: SIMD3<Double>) -> MagneticField {
    let v = direction * strength + hardIron + random.gaussianVector(sigma: noise)
    return MagneticField(nanotesla: Vector3(x: Int32(v.x), y: Int32(v.y), z: Int32(v.z)))
  }

  /// Level, with the nose so many degrees from magnetic north, at a dip of 64°.
  mutating func level(heading degrees: Double) -> MagneticField {
    let angle = degrees * .pi / 180
    return measured(SIMD3(0.438 * cos(angle), -0.438 * sin(angle), 0.899))
  }

  /// The direction of the field at a step of turning it by hand: a spiral over the sphere.
  static func direction(_ step: Int) -> SIMD3<Double> {
    let z = sin(Double(step) / 250)
    let r = (1 - z * z).squareRoot()
    return SIMD3(r * cos(Double(step) / 20), r * sin(Double(step) / 20), z)
  }

  /// Turns the instrument until the calibration wants an answer; the time of the end. Gravity is not measured.
  mutating func turn(
    _ compass: inout Compass, _ calibration: inout CompassCalibration, from start: Instant
  ) -> (end: Instant, renewals: Int) {
    var now = start
    var renewals = 0
    for step in 1..<10_000 where calibration.state != .review && calibration.state != .failed {
      now = now.advanced(by: 20_000)
      compass.add(measured(Self.direction(step)), at: now)
      for _ in 0..<20 where calibration.step(&compass, at: now) { renewals += 1 }
    }
    return (now, renewals)
  }
}

extension BinaryAngle {
  /// −180°…180°.
  var degrees: Double { Double(signed) / 4_294_967_296 * 360 }

  /// The distance from a heading in degrees.
  func isWithin(_ limit: Double, of expected: Double) -> Bool {
    abs((degrees - expected).remainder(dividingBy: 360)) < limit
  }
}

/// The result of a call. `#expect` and `#require` would copy the value that a single call is made on.
func result<Value>(_ value: Value) -> Value { value }
