// How a person moves an instrument to calibrate it: flat on a table, rocked, or tumbled in the hand.

import Foundation

/// Which attitudes the instrument reaches during a calibration.
package enum CalibrationMotion: Equatable, Sendable {
  /// Turned on a table; the tilt stays below one degree.
  case flat
  /// Turned and rocked; the tilt reaches at most this many degrees.
  case rocked(degrees: Double)
  /// Turned in all directions.
  case tumbled
}

/// The attitude of the body in the world: north, east and down, each as a vector in body axes (forward, right, down).
package struct BodyAxes: Equatable, Sendable {
  package var north: SIMD3<Double>
  package var east: SIMD3<Double>
  package var down: SIMD3<Double>

  package init(_ attitude: Attitude) {
    north = World.intoBody(SIMD3(1, 0, 0), attitude)
    east = World.intoBody(SIMD3(0, 1, 0), attitude)
    down = World.intoBody(SIMD3(0, 0, 1), attitude)
  }

  /// Rotates a vector of the world (north, east, down) into body axes.
  package func body(_ v: SIMD3<Double>) -> SIMD3<Double> { north * v.x + east * v.y + down * v.z }

  /// The angle between the body's down axis and the world's, 0 to 180.
  package var tiltDegrees: Double { acos(max(-1, min(1, down.z))) * 180 / Double.pi }

  /// Turns the body by `rate`·`seconds` about its own axes; `rate` is in radians per second.
  mutating func turn(_ rate: SIMD3<Double>, seconds: Double) {
    let angle = (rate * rate).sum().squareRoot() * seconds
    guard angle > 0 else { return }
    let axis = rate * seconds / angle
    // Seen from the body, the world turns the other way.
    func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
      v * cos(angle) - cross(axis, v) * sin(angle) + axis * (axis * v).sum() * (1 - cos(angle))
    }
    north = turned(north)
    down = turned(down)
    // Rounding errors must not accumulate: this keeps the three vectors at right angles over thousands of steps.
    down /= (down * down).sum().squareRoot()
    north -= down * (north * down).sum()
    north /= (north * north).sum().squareRoot()
    east = cross(down, north)
  }
}

/// The cross product a × b.
package func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// A smooth random function of time: the sum of a few sine waves.
struct Wander: Equatable, Sendable {
  private var waves: [(amplitude: Double, rate: Double, phase: Double)]

  /// The function stays within ±`amplitude`; its periods are between `shortest` and `longest` seconds.
  init(amplitude: Double, shortest: Double, longest: Double, _ random: inout SeededGenerator) {
    waves = (0..<3).map { _ in
      let period = shortest + (longest - shortest) * random.unit()
      return (amplitude / 3, 2 * Double.pi / period, 2 * Double.pi * random.unit())
    }
  }

  func value(at seconds: Double) -> Double {
    waves.reduce(0) { $0 + $1.amplitude * sin($1.rate * seconds + $1.phase) }
  }

  static func == (a: Wander, b: Wander) -> Bool { a.value(at: 0) == b.value(at: 0) && a.value(at: 1) == b.value(at: 1) }
}

/// Three independent `Wander` functions, one for each axis.
struct WanderVector: Equatable, Sendable {
  private var x: Wander
  private var y: Wander
  private var z: Wander

  /// The vector's length stays within `amplitude`.
  init(amplitude: Double, shortest: Double, longest: Double, _ random: inout SeededGenerator) {
    let each = amplitude / 3.0.squareRoot()
    x = Wander(amplitude: each, shortest: shortest, longest: longest, &random)
    y = Wander(amplitude: each, shortest: shortest, longest: longest, &random)
    z = Wander(amplitude: each, shortest: shortest, longest: longest, &random)
  }

  func value(at seconds: Double) -> SIMD3<Double> {
    SIMD3(x.value(at: seconds), y.value(at: seconds), z.value(at: seconds))
  }
}

extension CalibrationMotion {
  /// The body's axes at `count` times, `spacing` seconds apart.
  func path(count: Int, spacing: Double, _ random: inout SeededGenerator) -> [BodyAxes] {
    switch self {
    case .flat: Self.rocked(largest: 0.7, count: count, spacing: spacing, &random)
    case .rocked(let degrees): Self.rocked(largest: degrees, count: count, spacing: spacing, &random)
    case .tumbled: Self.tumbled(count: count, spacing: spacing, &random)
    }
  }

  /// The instrument turns at a changing rate, 10 to 20 seconds for one turn, and rocks with periods of a few seconds.
  private static func rocked(
    largest: Double, count: Int, spacing: Double, _ random: inout SeededGenerator
  ) -> [BodyAxes] {
    let start = 360 * random.unit()
    let rate = (random.unit() < 0.5 ? -1 : 1) * (18 + 18 * random.unit())
    let hurry = Wander(amplitude: 60, shortest: 6, longest: 15, &random)
    // Two oscillations at right angles; their amplitudes together give the largest tilt.
    let share = Double.pi / 2 * random.unit()
    let pitch = Oscillation(
      amplitudeDegrees: largest * cos(share), period: 2.5 + 3 * random.unit(), delay: 5 * random.unit())
    let roll = Oscillation(
      amplitudeDegrees: largest * sin(share), period: 2.5 + 3 * random.unit(), delay: 5 * random.unit())
    return (0..<count).map { index in
      let time = Double(index) * spacing
      return BodyAxes(
        Attitude(
          headingDegrees: start + rate * time + hurry.value(at: time), pitchDegrees: pitch.degrees(at: time),
          rollDegrees: roll.degrees(at: time)))
    }
  }

  /// The instrument turns about axes that wander through the body, as in a moving hand: about a quarter of a turn per
  /// second.
  private static func tumbled(count: Int, spacing: Double, _ random: inout SeededGenerator) -> [BodyAxes] {
    var axes = BodyAxes(
      Attitude(
        headingDegrees: 360 * random.unit(), pitchDegrees: 180 * random.unit() - 90,
        rollDegrees: 360 * random.unit()))
    let rate = WanderVector(amplitude: 6, shortest: 4, longest: 12, &random)
    var path: [BodyAxes] = []
    path.reserveCapacity(count)
    for index in 0..<count {
      path.append(axes)
      axes.turn(rate.value(at: Double(index) * spacing), seconds: spacing)
    }
    return path
  }
}
