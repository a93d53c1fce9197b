// A simulated gyroscope: it measures the rotation of a path, with errors.

import Foundation
import Quantities

/// The errors of a gyroscope. Each axis has the same scale error.
package struct GyroscopeModel: Equatable, Sendable {
  /// Degrees a second, body axes.
  package var bias: SIMD3<Double>
  /// Standard deviation of white noise of one sample, degrees a second.
  package var noise: Double
  /// The relative scale error, positive if it measures too much.
  package var scaleError: Double
  /// Seconds by which its low-pass filter delays the rate.
  package var lag: Double
  /// The largest rate, degrees a second.
  package var range: Double

  package init(
    bias: SIMD3<Double> = .zero, noise: Double = 0, scaleError: Double = 0, lag: Double = 0, range: Double = 2000
  ) {
    self.bias = bias
    self.noise = noise
    self.scaleError = scaleError
    self.lag = lag
    self.range = range
  }

  /// Within the table of the MPU-6050's data sheet (PS-MPU-6000A revision 3.4, section 6.1): zero-rate output ±20 °/s,
  /// sensitivity ±3 %, noise 0.05 °/s RMS at 100 Hz. The lag is that of its filter of 98 Hz (register map RM-MPU-6000A
  /// revision 4.2, CONFIG).
  package static let usual = GyroscopeModel(
    bias: SIMD3(0.6, -1.1, 0.9), noise: 0.05, scaleError: 0.004, lag: 0.0028)
}

/// A gyroscope in a world. It gives samples in the order of the requests; the same seed gives the same samples.
package struct SimulatedGyroscope: Sendable {
  package var model: GyroscopeModel
  private var generator: SeededGenerator
  /// The attitude at the end of the last sample's interval.
  private var last: (seconds: Double, columns: [SIMD3<Double>])?

  package init(model: GyroscopeModel = .usual, seed: UInt64 = 1) {
    self.model = model
    generator = SeededGenerator(seed: seed ^ 0x9e37_79b9)
  }

  /// The chip that it simulates: WHO_AM_I is 0x68.
  package static let identity = SensorIdentity(chip: .mpu6050Gyroscope, address: 0x68, identityBytes: 0x68)

  /// Counts per degree a second in the range of ±2000 °/s (PS-MPU-6000A, section 6.1), and the code of that scale.
  package static let countsPerDegree = 16.4
  package static let scale = RateScale(rawValue: 9)

  /// The next sample: the mean rate since the one before, as the chip averages it.
  /// - Parameters:
  ///   - path: the path of the instrument.
  ///   - seconds: the time at which it is read.
  package mutating func sample(along path: AttitudePath, at seconds: Double) -> (counts: Vector3, isSaturated: Bool) {
    let time = seconds - model.lag
    let columns = Self.columns(path.attitude(at: time))
    var degrees = SIMD3<Double>.zero
    if let last, time > last.seconds {
      degrees = Self.turn(from: last.columns, to: columns) * (180 / Double.pi / (time - last.seconds))
    }
    last = (time, columns)
    let measured = degrees * (1 + model.scaleError) + model.bias + generator.gaussianVector(sigma: model.noise)
    let limit = SIMD3(repeating: min(model.range, 32_767 / Self.countsPerDegree))
    let isSaturated = (0..<3).contains { measured[$0].magnitude > limit[$0] }
    let kept = measured.clamped(lowerBound: -limit, upperBound: limit)
    return (wholeVector(kept * Self.countsPerDegree), isSaturated)
  }

  /// North, east and down in body axes.
  fileprivate static func columns(_ attitude: Attitude) -> [SIMD3<Double>] {
    [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)].map { World.intoBody($0, attitude) }
  }

  /// The rotation vector in body axes, radians, that turns the body from one attitude to the other.
  static func turn(from before: [SIMD3<Double>], to after: [SIMD3<Double>]) -> SIMD3<Double> {
    // A vector that is constant in the world moves by −ω × v in body axes. The sum of v × change over three vectors is
    // −2·sin(angle)·axis.
    var sum = SIMD3<Double>.zero
    var trace = 0.0
    for (a, b) in zip(before, after) {
      sum += SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
      trace += (a * b).sum()
    }
    let sine = (sum * sum).sum().squareRoot() / 2
    let angle = atan2(sine, (trace - 1) / 2)
    return sine > 1e-12 ? sum * (-angle / (2 * sine)) : sum * -0.5
  }
}

extension AttitudePath {
  /// The rate of turn in body axes, degrees a second: the mean of 10 ms about this time.
  package func degreesPerSecond(at seconds: Double) -> SIMD3<Double> {
    let half = 0.005
    let before = SimulatedGyroscope.columns(attitude(at: seconds - half))
    let after = SimulatedGyroscope.columns(attitude(at: seconds + half))
    return SimulatedGyroscope.turn(from: before, to: after) * (180 / Double.pi / (2 * half))
  }
}
