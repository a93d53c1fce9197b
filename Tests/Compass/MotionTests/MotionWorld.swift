// A world to turn an instrument in: a known attitude over time, and the samples of three sensors with known faults.

import Foundation
import Motion
import Quantities
import Reference
import Simulation

/// A body that turns about all axes, with a gyroscope, an accelerometer and a magnetometer.
struct MotionWorld {
  /// Samples a second.
  var rate = 100.0
  /// How fast it turns: the largest rate about each axis is about this, rad/s.
  var speed = 1.0
  /// Seconds at the start, and after `restAgain`, during which it lies still.
  var restUntil = 4.0
  /// What the gyroscope adds, rad/s.
  var bias = SIMD3<Double>(0.004, -0.006, 0.003)
  /// What the gyroscope measures for 1.
  var gain = 1.0
  /// µT that turn with the body, and when they appear.
  var iron = SIMD3<Double>.zero
  var ironFrom = 0.0
  /// µT that stand in the room, and between which seconds.
  var disturbance = SIMD3<Double>.zero
  var disturbed = 0.0..<0.0
  /// The field's sample is this much older than its time.
  var fieldDelay = 0.0
  /// Noise: rad/s, m/s², µT.
  var noise = SIMD3<Double>(0.002, 0.02, 0.3)
  var seed: UInt64 = 1

  static let field = SIMD3<Double>(20, 0, 43)

  /// One moment: all three sensors and the truth.
  struct Sample {
    var microseconds: UInt64
    var rate: SIMD3<Double>
    var force: SIMD3<Double>
    var field: SIMD3<Double>
    var truth: ReferenceQuaternion
  }

  /// The true rate in the body.
  private func turning(_ t: Double) -> SIMD3<Double> {
    if t < restUntil { return .zero }
    let s = t - restUntil
    let rise = min(1, s)
    return SIMD3(
      sin(2.1 * s) * cos(0.13 * s), sin(1.7 * s + 1) * sin(0.31 * s), sin(0.9 * s) + 0.5 * sin(2.9 * s))
      * (speed * rise)
  }

  /// The samples of so many seconds.
  func samples(_ seconds: Double) -> [Sample] {
    var random = SeededGenerator(seed: seed)
    func draw() -> Double {
      var sum = 0.0
      for _ in 0..<12 { sum += Double.random(in: -0.5...0.5, using: &random) }
      return sum
    }
    func vector(_ size: Double) -> SIMD3<Double> { SIMD3(draw(), draw(), draw()) * size }
    let parts = max(1, Int((2_000 / rate).rounded()))
    let step = 1 / rate / Double(parts)
    var truth = ReferenceQuaternion(rotationVector: SIMD3(0.2, -0.1, 0.7))
    // The attitudes of the last 40 ms, for a field that is late.
    var past: [ReferenceQuaternion] = []
    let late = Int((fieldDelay / step).rounded())
    return (1...Int(seconds * rate)).map { n in
      let start = truth
      for part in 0..<parts {
        let t = (Double(n - 1) + (Double(part) + 0.5) / Double(parts)) / rate
        truth = (truth * ReferenceQuaternion(rotationVector: turning(t) * step)).normalised
        past.append(truth)
      }
      if past.count > 200 { past.removeFirst(past.count - 200) }
      let t = Double(n) / rate
      let turn = start.conjugate * truth
      let size = (turn.v * turn.v).sum().squareRoot()
      let mean = size == 0 ? .zero : turn.v / size * (2 * asin(min(1, size)) * rate * (turn.w < 0 ? -1 : 1))
      let moved = t < restUntil ? SIMD3<Double>.zero : SIMD3(sin(5 * t), cos(4 * t), sin(6 * t)) * 0.5 * speed
      let room = Self.field + (disturbed.contains(t) ? disturbance : .zero)
      let sensor = past.count > late ? past[past.count - 1 - late] : truth
      return Sample(
        microseconds: UInt64((t * 1e6).rounded()), rate: mean * gain + bias + vector(noise.x),
        force: truth.conjugate.turned(moved - SIMD3(0, 0, 9.80665)) + vector(noise.y),
        field: sensor.conjugate.turned(room) + (t >= ironFrom ? iron : .zero) + vector(noise.z), truth: truth)
    }
  }
}

extension MotionWorld.Sample {
  private func rounded(_ v: SIMD3<Double>) -> Vector3 {
    Vector3(x: Int32(v.x.rounded()), y: Int32(v.y.rounded()), z: Int32(v.z.rounded()))
  }

  var time: Instant { Instant(microseconds: microseconds) }
  var angularRate: AngularRate { AngularRate(q20: rounded(rate * 1_048_576)) }
  var acceleration: Acceleration { Acceleration(microG: rounded(force * (1e6 / 9.80665))) }
  var correctedField: CorrectedField { CorrectedField(q8Nanotesla: rounded(field * 256_000)) }
}

extension MotionFilter {
  /// Takes all three sensors of a moment, and does the work that is due.
  mutating func add(_ sample: MotionWorld.Sample, isSaturated: Bool = false) {
    add(rate: sample.angularRate, at: sample.time, isSaturated: isSaturated)
    // At once, as Double does it: a field of this moment is then relieved of the hard iron that the block found.
    while work() {}
    add(force: sample.acceleration, at: sample.time)
    add(field: sample.correctedField, at: sample.time)
  }
}

extension ReferenceMotion {
  mutating func add(_ sample: MotionWorld.Sample) {
    let t = Double(sample.microseconds) / 1e6
    add(rate: sample.rate, at: t)
    add(force: sample.force, at: t)
    add(field: sample.field, at: t)
  }
}

extension ReferenceQuaternion {
  init(_ q: Quaternion) {
    let unit = 1 / 1_073_741_824.0
    self.init(w: Double(q.w) * unit, v: SIMD3(Double(q.x), Double(q.y), Double(q.z)) * unit)
  }

  /// Degrees of the rotation between the two.
  func degrees(to other: ReferenceQuaternion) -> Double { angle(to: other) * 180 / .pi }

  /// Degrees about the vertical between the two.
  func headingDegrees(to other: ReferenceQuaternion) -> Double {
    let difference = self * other.conjugate
    return 2 * atan2(abs(difference.v.z), abs(difference.w)) * 180 / .pi
  }
}

extension MotionEstimate {
  /// The stated accuracy in degrees.
  var accuracyDegrees: Double { Double(headingAccuracy) * 360 / 4_294_967_296 }
}
