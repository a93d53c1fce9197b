// The world around a simulated instrument: the Earth's field, the iron on board, and the direction of the instrument.

import Foundation
import Quantities

/// Field, iron and path. Everything is a function of time; noise comes from the sensor's own generator.
///
/// Protocols/heading/spec.md defines frames and signs. The sensor sees S⁻¹·b + h, where b is the field rotated into its
/// axes. The calibration corrected = S·(m − h) therefore removes the effect of the iron.
package struct World: Equatable, Sendable {
  /// Horizontal part of the Earth's field, nanotesla.
  package var horizontalNanotesla: Double
  /// Positive when the field points down; within ±90.
  package var dipDegrees: Double
  /// Positive when magnetic north is east of true north.
  package var declinationDegrees: Double
  /// The vector h, nanotesla, sensor axes.
  package var hardIronNanotesla: SIMD3<Double>
  /// The rows of the matrix by which iron changes the field, sensor axes: the inverse of the calibration's S.
  package var softIron: [SIMD3<Double>]
  /// How the sensor is mounted in the instrument.
  package var mounting: AxisRemap
  package var path: AttitudePath

  package init(
    horizontalNanotesla: Double = 20_000, dipDegrees: Double = 65, declinationDegrees: Double = 0,
    hardIronNanotesla: SIMD3<Double> = .zero, softIron: [SIMD3<Double>] = World.noSoftIron,
    mounting: AxisRemap = .identity, path: AttitudePath = .still(headingDegrees: 0)
  ) {
    precondition(softIron.count == 3, "a soft-iron matrix has three rows")
    self.horizontalNanotesla = horizontalNanotesla
    self.dipDegrees = dipDegrees
    self.declinationDegrees = declinationDegrees
    self.hardIronNanotesla = hardIronNanotesla
    self.softIron = softIron
    self.mounting = mounting
    self.path = path
  }

  /// The unit matrix.
  package static let noSoftIron: [SIMD3<Double>] = [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]

  /// The world of the emulated bench: 20,000 nT horizontal, dip 65°, and a level turn without end. The hard iron is
  /// 60,000 nT on each axis, because the emulated chip refuses negative fields.
  ///
  /// X and Y stay within 40,000…80,000 nT (880 counts at 1100 LSB/gauss); Z is 102,890 nT (1,008 counts at 980
  /// LSB/gauss).
  package static func bench(circleSeconds: Double) -> World {
    World(hardIronNanotesla: SIMD3(repeating: 60_000), path: .circles(each: circleSeconds))
  }

  /// Vertical part of the Earth's field, nanotesla, downwards positive.
  package var verticalNanotesla: Double { horizontalNanotesla * tan(dipDegrees * Double.pi / 180) }

  /// The attitude at this time, seconds.
  package func attitude(at seconds: Double) -> Attitude { path.attitude(at: seconds) }

  /// Clockwise from magnetic north, 0 to 360 excluded.
  package func magneticHeadingDegrees(at seconds: Double) -> Double { attitude(at: seconds).headingDegrees }

  /// Clockwise from true north, 0 to 360 excluded.
  package func trueHeadingDegrees(at seconds: Double) -> Double {
    Attitude(headingDegrees: attitude(at: seconds).headingDegrees + declinationDegrees).headingDegrees
  }

  /// The Earth's field in body axes (forward, right, down), nanotesla.
  package func bodyField(at seconds: Double) -> SIMD3<Double> {
    Self.intoBody(SIMD3(horizontalNanotesla, 0, verticalNanotesla), attitude(at: seconds))
  }

  /// Specific force in body axes, micro-g. Gravity is the only acceleration.
  package func specificForceMicroG(at seconds: Double) -> SIMD3<Double> {
    Self.intoBody(SIMD3(0, 0, -1_000_000), attitude(at: seconds))
  }

  /// The field at the sensor, in sensor axes, nanotesla: the Earth's field, soft and hard iron; no noise.
  package func sensorField(at seconds: Double) -> SIMD3<Double> {
    let body = bodyField(at: seconds)
    var sensor = SIMD3<Double>.zero
    for (axis, value) in [(mounting.forward, body.x), (mounting.right, body.y), (mounting.down, body.z)] {
      sensor[Int(axis.axis)] = axis.isNegative ? -value : value
    }
    let rows = softIron.map { ($0 * sensor).sum() }
    return SIMD3(rows[0], rows[1], rows[2]) + hardIronNanotesla
  }

  /// Rotates a vector from north-east-down (magnetic north) to forward-right-down: yaw, then pitch, then roll.
  static func intoBody(_ v: SIMD3<Double>, _ attitude: Attitude) -> SIMD3<Double> {
    let (yawSin, yawCos) = sineAndCosine(attitude.headingDegrees)
    let (pitchSin, pitchCos) = sineAndCosine(attitude.pitchDegrees)
    let (rollSin, rollCos) = sineAndCosine(attitude.rollDegrees)
    let yawed = SIMD3(yawCos * v.x + yawSin * v.y, yawCos * v.y - yawSin * v.x, v.z)
    let pitched = SIMD3(pitchCos * yawed.x - pitchSin * yawed.z, yawed.y, pitchSin * yawed.x + pitchCos * yawed.z)
    return SIMD3(pitched.x, rollCos * pitched.y + rollSin * pitched.z, rollCos * pitched.z - rollSin * pitched.y)
  }

  /// Exact at multiples of 90°, so that a level instrument at 90° sees no forward field at all.
  private static func sineAndCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
    let quarter = (degrees / 90).rounded()
    let rest = (degrees - 90 * quarter) * Double.pi / 180
    let (s, c) = (sin(rest), cos(rest))
    switch Int(quarter) & 3 {
    case 0: return (s, c)
    case 1: return (c, -s)
    case 2: return (-s, -c)
    default: return (-c, s)
    }
  }
}

/// ⌊v + ½⌋ of each component, limited to Int32.
func wholeVector(_ v: SIMD3<Double>) -> Vector3 {
  func whole(_ x: Double) -> Int32 {
    Int32(min(max((x + 0.5).rounded(.down), Double(Int32.min)), Double(Int32.max)))
  }
  return Vector3(x: whole(v.x), y: whole(v.y), z: whole(v.z))
}
