// A simulated magnetometer and accelerometer, which turn a field into counts.

import Foundation
import Quantities

/// How a magnetometer turns a field into counts. The constants come directly from the datasheet and not from the
/// driver. A driver and the sensor that tests it can therefore not share a mistake.
package struct SensorModel: Equatable, Sendable {
  /// How the conversion removes the fraction of a count.
  package enum Conversion: Sendable {
    /// Towards zero, as QEMU's `lsm303dlhc_mag` does (its `muldiv64` truncates).
    case truncating
    /// To the nearest, as a converter with a centred transfer curve does.
    case rounding
  }

  /// The code for the size of one count; 0…7.
  package var scale: FieldScale
  package var conversion: Conversion
  /// Standard deviation of white noise on each axis before conversion, nanotesla.
  package var noiseNanotesla: Double
  /// Standard deviation of white noise on each axis of the accelerometer, micro-g.
  package var accelerationNoiseMicroG: Double
  /// Whether the sensor has an accelerometer.
  package var hasAccelerometer: Bool
  /// The errors of the accelerometer, body axes.
  package var accelerometer = AccelerometerErrors.none

  package init(
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

  /// The chip of the emulated bench in its first range: it truncates, and has neither noise nor an accelerometer.
  package static let emulatedBench = SensorModel(conversion: .truncating, hasAccelerometer: false)

  /// The count of an axis that exceeds the range: 0xF000 (LSM303DLHC datasheet DocID018771 rev. 2, output registers).
  package static let overflowCount: Int32 = -4096

  /// Counts per gauss (100,000 nT) on each axis; 100,000 for scale 0.
  package var countsPerGauss: SIMD3<Double> {
    // LSB per gauss by gain code GN2:GN0 (same datasheet, CRB_REG_M, "Gain setting").
    let gains: [(Double, Double)] = [
      (100_000, 100_000), (1100, 980), (855, 760), (670, 600), (450, 400), (400, 355), (330, 295), (230, 205),
    ]
    let (xy, z) = gains[Int(scale.rawValue)]
    return SIMD3(xy, xy, z)
  }

  /// Half a count, nanotesla. A truncating sensor reads this much too low on average (for positive fields). The device
  /// therefore sees the true hard iron less this value.
  package var halfCountNanotesla: SIMD3<Double> { 50_000 / countsPerGauss }

  /// The counts for `field` in sensor axes, nanotesla.
  package func counts(of field: SIMD3<Double>) -> (counts: Vector3, isOverflowed: Bool) {
    // The product is exact for whole nanotesla. A single division cannot round a fraction up to the next count.
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

/// One simulated sample with its true attitude.
package struct SimulatedSample: Equatable, Sendable {
  /// Seconds of the world's time.
  package var seconds: Double
  /// Sensor axes.
  package var counts: Vector3
  package var scale: FieldScale
  package var isOverflowed: Bool
  /// Body axes; `nil` without an accelerometer.
  package var acceleration: Acceleration?
  /// The attitude of the instrument at that time.
  package var truth: Attitude
}

/// A world with a sensor in it. It gives samples in the order of the requests; the same seed gives the same samples.
package struct SimulatedSensor: Sendable {
  package var world: World
  package var model: SensorModel
  private var generator: SeededGenerator

  package init(world: World, model: SensorModel = SensorModel(), seed: UInt64 = 1) {
    self.world = world
    self.model = model
    generator = SeededGenerator(seed: seed)
  }

  /// The chip that the simulated sensor imitates, with the identity bytes of that chip (LSM303DLHC datasheet
  /// DocID018771 rev. 2, sections 5.1.3 and 7.2).
  package static let identity = SensorIdentity(chip: .lsm303dlhc, address: 0x1e, identityBytes: 0x33_3448)

  /// The slowest rate of the chip that is at least `requested` thousandths of a hertz, or else its fastest rate (table
  /// 72).
  package static func milliHertz(atLeast requested: UInt32) -> UInt32 {
    let rates: [UInt32] = [750, 1500, 3000, 7500, 15_000, 30_000, 75_000, 220_000]
    return rates.first { $0 >= requested } ?? 220_000
  }

  /// The next sample, measured at `seconds` of the world's time.
  package mutating func sample(at seconds: Double) -> SimulatedSample {
    let noise = generator.gaussianVector(sigma: model.noiseNanotesla)
    let forceNoise = generator.gaussianVector(sigma: model.accelerationNoiseMicroG)
    let (counts, isOverflowed) = model.counts(of: world.sensorField(at: seconds) + noise)
    let force = wholeVector(model.accelerometer.measured(world.specificForceMicroG(at: seconds)) + forceNoise)
    return SimulatedSample(
      seconds: seconds, counts: counts, scale: model.scale, isOverflowed: isOverflowed,
      acceleration: model.hasAccelerometer ? Acceleration(microG: force) : nil, truth: world.attitude(at: seconds))
  }
}
