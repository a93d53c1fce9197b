// A calibration of an instrument that has a gyroscope: a world of calibrations, a rest before the movement, and a hand that shakes.

import Foundation
import Quantities

@testable import Simulation

/// The samples of three sensors. The same seed and index always give the same.
public struct GyroscopeWorld: Sendable {
  /// What holds at one time, 100 times a second.
  public struct Sample: Sendable {
    /// Seconds from the start.
    public var seconds: Double
    /// Sensor axes of the gyroscope, 2^−20 rad/s.
    public var rate: AngularRate
    /// Sensor axes of the accelerometer, 50 times a second.
    public var force: Acceleration?
    /// Sensor axes of the magnetometer, 20 times a second.
    public var field: CalibrationSample?
    /// Down in body axes.
    public var down: SIMD3<Double>
    /// The field at the sensor without hard iron, noise and disturbance, nanotesla.
    public var shown: SIMD3<Double>
  }

  /// The field, the iron and the movement.
  public let world: CalibrationWorld
  /// Seconds before the movement, 4 to 9.
  public let restSeconds: Double
  /// Whether iron passes in this time.
  public let isPassed: Bool
  /// Largest acceleration of the hand, micro-g, 30,000 to 300,000.
  public let handMicroG: Double
  /// Of the gyroscope: degrees a second on each axis, and what it measures too much, as a share.
  public let biasDegrees: SIMD3<Double>
  public let scaleError: Double
  /// By which rotation vector the axes of the gyroscope and of the accelerometer are turned against the body's, radians; up to 1°.
  public let gyroscopeTurn: SIMD3<Double>
  public let accelerometerTurn: SIMD3<Double>
  private let passingSeed: UInt64

  /// Standard deviation of the rate's noise, degrees a second.
  public static let noiseDegrees = 0.05

  public init(seed: UInt64, index: UInt64) {
    world = CalibrationWorld(seed: seed, index: index)
    var random = SeededGenerator(seed: seed ^ 0x6779_726f, index: index)
    restSeconds = 4 + 5 * random.unit()
    isPassed = random.unit() < 0.5
    handMicroG = 30_000 * pow(10, random.unit())
    biasDegrees = CalibrationWorld.direction(&random) * 1.5 * random.unit()
    scaleError = 0.02 * random.unit() - 0.01
    gyroscopeTurn = CalibrationWorld.direction(&random) * random.unit() * Double.pi / 180
    accelerometerTurn = CalibrationWorld.direction(&random) * random.unit() * Double.pi / 180
    passingSeed = random.next()
  }

  /// The samples of the rest and of a movement of so many seconds, at most as many as the world's.
  public func samples(moving seconds: Double) -> [Sample] {
    var random = SeededGenerator(seed: world.runSeed)
    let spacing = CalibrationWorld.spacing
    let path = world.motion.path(count: min(world.count, Int(seconds / spacing) + 2), spacing: spacing, &random)
    let error = WanderVector(amplitude: world.fieldErrorShare * world.fieldNanotesla, shortest: 2, longest: 15, &random)
    let hand = WanderVector(amplitude: handMicroG, shortest: 0.5, longest: 3, &random)
    var passingRandom = SeededGenerator(seed: passingSeed)
    let peak = isPassed ? world.fieldNanotesla * passingRandom.range(0.1, 0.6) : 0
    let passing = PassingMagnet(peak: peak, within: restSeconds, &passingRandom)
    let rest = Int(restSeconds * 20) * 5
    var samples: [Sample] = []
    for number in 0..<(rest + 5 * (path.count - 1)) {
      let moved = number - rest
      let time = Double(number) / 100
      // The rate of a sample is the mean since the one before.
      let step = max(0, moved - 1) / 5
      var axes = path[step]
      var rate = SIMD3<Double>.zero
      if moved > 0 {
        rate = SimulatedGyroscope.turn(from: axes.columns, to: path[step + 1].columns) / spacing
        axes.turn(rate, seconds: Double(moved - 5 * step) / 100)
      }
      samples.append(
        Sample(
          seconds: time, rate: measured(rate, &random),
          force: number % 2 == 0 ? force(axes, moved >= 0 ? hand.value(at: time) : .zero, &random) : nil,
          field: number % 5 == 0
            ? field(axes, error.value(at: time) + (moved < 0 ? passing.field(at: time) : .zero), time, &random) : nil,
          down: axes.down, shown: world.sensorField(axes) - world.hardIronNanotesla))
    }
    return samples
  }

  private func measured(_ rate: SIMD3<Double>, _ random: inout SeededGenerator) -> AngularRate {
    let turned = (rate + cross(gyroscopeTurn, rate)) * (1 + scaleError)
    let errors = (biasDegrees + random.gaussianVector(sigma: Self.noiseDegrees)) * Double.pi / 180
    return AngularRate(q20: wholeVector((turned + errors) * 1_048_576))
  }

  private func force(_ axes: BodyAxes, _ hand: SIMD3<Double>, _ random: inout SeededGenerator) -> Acceleration {
    let body = axes.down * -1_000_000 + axes.body(hand)
    let turned = body + cross(accelerometerTurn, body)
    return Acceleration(
      microG: wholeVector(turned + random.gaussianVector(sigma: world.sensor.accelerationNoiseMicroG)))
  }

  private func field(
    _ axes: BodyAxes, _ error: SIMD3<Double>, _ time: Double, _ random: inout SeededGenerator
  ) -> CalibrationSample {
    let exposed = world.sensorField(axes, error: error) + random.gaussianVector(sigma: world.noiseNanotesla)
    let (counts, isOverflowed) = world.sensor.counts(of: exposed)
    let value = SIMD3(Double(counts.x), Double(counts.y), Double(counts.z)) * 100_000 / world.sensor.countsPerGauss
    return CalibrationSample(
      seconds: time, field: MagneticField(nanotesla: wholeVector(value)), isOverflowed: isOverflowed, acceleration: nil)
  }
}

extension BodyAxes {
  fileprivate var columns: [SIMD3<Double>] { [north, east, down] }
}
