// A simulated magnetometer and accelerometer: field in, counts out.

import Foundation
import Quantities

/// How a magnetometer makes counts of a field. Constants of its own, taken from the datasheet anew, so that a driver
/// and the sensor it is tested with cannot share a mistake.
public struct SensorModel: Equatable, Sendable {
  /// How the fraction of a count is lost.
  public enum Conversion: Sendable {
    /// Towards zero, as QEMU's `lsm303dlhc_mag` does (its `muldiv64` cuts).
    case truncating
    /// To the nearest, as a converter with a centred transfer curve does.
    case rounding
  }

  /// What one count is worth; 0…7.
  public var scale: FieldScale
  public var conversion: Conversion
  /// Standard deviation of white noise on each axis before conversion, nanotesla.
  public var noiseNanotesla: Double
  /// Standard deviation of white noise on each axis of the accelerometer, micro-g.
  public var accelerationNoiseMicroG: Double
  /// Whether there is an accelerometer.
  public var hasAccelerometer: Bool
  /// What is wrong with it, body axes.
  public var accelerometer = AccelerometerErrors.none

  public init(
    scale: FieldScale = FieldScale(rawValue: 1), conversion: Conversion = .rounding, noiseNanotesla: Double = 0,
    accelerationNoiseMicroG: Double = 0, hasAccelerometer: Bool = true
  ) {
    precondition(scale.rawValue <= 7, "scales are 0…7")
    self.scale = scale
    self.conversion = conversion
    self.noiseNanotesla = noiseNanotesla
    self.accelerationNoiseMicroG = accelerationNoiseMicroG
    self.hasAccelerometer = hasAccelerometer
  }

  /// The chip of the emulated bench at its first range: truncates, no noise, no accelerometer.
  public static let emulatedBench = SensorModel(conversion: .truncating, hasAccelerometer: false)

  /// What an axis beyond the range reads: 0xF000 (LSM303DLHC datasheet DocID018771 rev. 2, output registers).
  public static let overflowCount: Int32 = -4096

  /// Counts per gauss (100,000 nT) on each axis; 100,000 for scale 0.
  public var countsPerGauss: SIMD3<Double> {
    // LSB per gauss by gain code GN2:GN0 (same datasheet, CRB_REG_M, "Gain setting").
    let gains: [(Double, Double)] = [
      (100_000, 100_000), (1100, 980), (855, 760), (670, 600), (450, 400), (400, 355), (330, 295), (230, 205),
    ]
    let (xy, z) = gains[Int(scale.rawValue)]
    return SIMD3(xy, xy, z)
  }

  /// Half a count, nanotesla: by this much a truncating sensor reads low on average, so that its hard iron, as the
  /// device sees it, is the true one less this (for positive fields).
  public var halfCountNanotesla: SIMD3<Double> { 50_000 / countsPerGauss }

  /// The counts for `field` in sensor axes, nanotesla.
  public func counts(of field: SIMD3<Double>) -> (counts: Vector3, isOverflowed: Bool) {
    // The product is exact for whole nanotesla, and one division cannot round a fraction up to the next count.
    let exact = field * countsPerGauss / 100_000
    let whole = conversion == .truncating ? exact.rounded(.towardZero) : (exact + 0.5).rounded(.down)
    let range = scale == .nanotesla ? -2_097_152.0...2_097_152.0 : -2048.0...2047.0
    var isOverflowed = false
    func count(_ value: Double) -> Int32 {
      if range.contains(value) { return Int32(value) }
      isOverflowed = true
      if scale == .nanotesla { return value < 0 ? -2_097_152 : 2_097_152 }
      return Self.overflowCount
    }
    return (Vector3(x: count(whole.x), y: count(whole.y), z: count(whole.z)), isOverflowed)
  }
}

/// One simulated sample with its truth.
public struct SimulatedSample: Equatable, Sendable {
  /// Seconds of the world.
  public var seconds: Double
  /// Sensor axes.
  public var counts: Vector3
  public var scale: FieldScale
  public var isOverflowed: Bool
  /// Body axes; `nil` without an accelerometer.
  public var acceleration: Acceleration?
  /// Which way the instrument pointed.
  public var truth: Attitude
}

/// A world with a sensor in it: samples in the order they are asked for, the same for the same seed.
public struct SimulatedSensor: Sendable {
  public var world: World
  public var model: SensorModel
  private var generator: SeededGenerator

  public init(world: World, model: SensorModel = SensorModel(), seed: UInt64 = 1) {
    self.world = world
    self.model = model
    generator = SeededGenerator(seed: seed)
  }

  /// The chip that the simulated sensor passes itself off as, with what it answers when asked who it is
  /// (LSM303DLHC datasheet DocID018771 rev. 2, sections 5.1.3 and 7.2).
  public static let identity = SensorIdentity(chip: .lsm303dlhc, address: 0x1e, identityBytes: 0x33_3448)

  /// The slowest rate of the chip that is at least `requested` thousandths of a hertz, or its fastest (table 72).
  public static func milliHertz(atLeast requested: UInt32) -> UInt32 {
    let rates: [UInt32] = [750, 1500, 3000, 7500, 15_000, 30_000, 75_000, 220_000]
    return rates.first { $0 >= requested } ?? 220_000
  }

  /// The next sample, taken at `seconds` of the world.
  public mutating func sample(at seconds: Double) -> SimulatedSample {
    let noise = generator.gaussianVector(sigma: model.noiseNanotesla)
    let forceNoise = generator.gaussianVector(sigma: model.accelerationNoiseMicroG)
    let (counts, isOverflowed) = model.counts(of: world.sensorField(at: seconds) + noise)
    let force = wholeVector(model.accelerometer.measured(world.specificForceMicroG(at: seconds)) + forceNoise)
    return SimulatedSample(
      seconds: seconds, counts: counts, scale: model.scale, isOverflowed: isOverflowed,
      acceleration: model.hasAccelerometer ? Acceleration(microG: force) : nil, truth: world.attitude(at: seconds))
  }
}
