// Random worlds to calibrate in: iron, noise, motion, and the disturbances during the calibration.

import Foundation
import Quantities

/// One sample as a calibration receives it.
package struct CalibrationSample: Equatable, Sendable {
  /// Seconds from the start.
  package var seconds: Double
  /// Sensor axes, whole nanotesla, converted from the chip's counts.
  package var field: MagneticField
  /// Whether an axis exceeded the chip's range.
  package var isOverflowed: Bool
  /// Specific force, body axes; `nil` without an accelerometer.
  package var acceleration: Acceleration?
}

/// The true values behind one calibration. The same seed and index always give the same world.
///
/// The sensor sees W·b + h for the field b in its axes. W is a symmetric matrix, whose axes differ by up to 1 : 2.5,
/// times a rotation of up to 2°. No magnetometer alone can find that rotation. h is up to ten times as long as the
/// field.
package struct CalibrationWorld: Sendable {
  package let seed: UInt64
  package let index: UInt64
  package let motion: CalibrationMotion
  /// Strength of the Earth's field, nanotesla, 25,000 to 65,000, at least 10,000 of it horizontal.
  package let fieldNanotesla: Double
  /// Positive when the field points down.
  package let dipDegrees: Double
  package let hardIronNanotesla: SIMD3<Double>
  /// The rows of W.
  package let softIron: [SIMD3<Double>]
  /// The angle of the rotation in W.
  package let rotationDegrees: Double
  /// Standard deviation of the noise on each axis, 100 to 2,000.
  package let noiseNanotesla: Double
  /// How much the field changes from place to place, as a fraction of its strength, 0 to 0.02.
  package let fieldErrorShare: Double
  package let hasAccelerometer: Bool
  /// Largest field of a magnet that passes by, nanotesla; `nil` when no magnet passes.
  package let magnetNanotesla: Double?
  /// The simulated sensor, in its finest range that holds the iron, or else in its coarsest range.
  package let sensor: SensorModel

  let count: Int
  let runSeed: UInt64
  /// Seconds between two samples.
  package static let spacing = 0.05

  package init(seed: UInt64, index: UInt64) {
    self.seed = seed
    self.index = index
    var mixer = SeededGenerator(seed: seed)
    var random = SeededGenerator(seed: mixer.next() ^ (index &* 0xd1b5_4a32_d192_ed03))
    let kind = random.unit()
    let tilt = 5 + 55 * random.unit()
    motion = kind < 0.5 ? .tumbled : kind < 0.85 ? .rocked(degrees: tilt) : .flat
    var strength = 0.0
    var dip = 0.0
    repeat {
      strength = 25_000 + 40_000 * random.unit()
      dip = 156 * random.unit() - 78
    } while strength * cos(dip * Double.pi / 180) < 10_000
    fieldNanotesla = strength
    dipDegrees = dip
    hardIronNanotesla = Self.direction(&random) * 10 * strength * random.unit()
    rotationDegrees = 2 * random.unit()
    softIron = Self.softIron(ratio: 1 + 1.5 * random.unit(), rotationDegrees: rotationDegrees, &random)
    noiseNanotesla = 100 * pow(20, random.unit())
    fieldErrorShare = 0.02 * random.unit()
    hasAccelerometer = index % 2 == 0
    let magnet = strength * (0.3 + 4.7 * random.unit())
    magnetNanotesla = random.unit() < 0.1 ? magnet : nil
    count = Int((30 + 30 * random.unit()) / Self.spacing)
    sensor = Self.sensor(
      noise: noiseNanotesla, reach: hardIronNanotesla.max(by: { abs($0) < abs($1) }), field: strength)
    runSeed = random.next()
  }

  /// The field at the sensor without noise or disturbance, sensor axes, nanotesla.
  package func sensorField(_ axes: BodyAxes) -> SIMD3<Double> { sensorField(axes, error: .zero) }

  /// - Parameter error: the vector to add to the Earth's field, north-east-down, nanotesla.
  func sensorField(_ axes: BodyAxes, error: SIMD3<Double>) -> SIMD3<Double> {
    let dip = dipDegrees * Double.pi / 180
    let body = axes.body(SIMD3(cos(dip), 0, sin(dip)) * fieldNanotesla + error)
    return SIMD3((softIron[0] * body).sum(), (softIron[1] * body).sum(), (softIron[2] * body).sum())
      + hardIronNanotesla
  }

  /// The samples of the calibration, 20 per second for 30 to 60 seconds, and the largest tilt in them.
  /// - Parameter seconds: the user ends the calibration after this time.
  package func run(endingAfter seconds: Double = .infinity) -> (samples: [CalibrationSample], tiltDegrees: Double) {
    var random = SeededGenerator(seed: runSeed)
    let path = motion.path(count: count, spacing: Self.spacing, &random)
    // The hand moves through a field that differs from place to place.
    let error = WanderVector(amplitude: fieldErrorShare * fieldNanotesla, shortest: 2, longest: 15, &random)
    // The acceleration of the hand itself: at most 0.03 g.
    let jolt = WanderVector(amplitude: 30_000, shortest: 0.5, longest: 3, &random)
    let passing = PassingMagnet(
      peak: magnetNanotesla ?? 0, within: Double(count) * Self.spacing, &random)
    var samples: [CalibrationSample] = []
    samples.reserveCapacity(count)
    var tilt = 0.0
    for (number, axes) in path.enumerated() {
      let time = Double(number) * Self.spacing
      if time >= seconds { break }
      tilt = max(tilt, axes.tiltDegrees)
      let exposed = sensorField(axes, error: error.value(at: time) + passing.field(at: time))
      let (counts, isOverflowed) = sensor.counts(of: exposed + random.gaussianVector(sigma: noiseNanotesla))
      let force =
        axes.down * -1_000_000 + axes.body(jolt.value(at: time))
        + random.gaussianVector(sigma: sensor.accelerationNoiseMicroG)
      let value = SIMD3(Double(counts.x), Double(counts.y), Double(counts.z)) * 100_000 / sensor.countsPerGauss
      samples.append(
        CalibrationSample(
          seconds: time, field: MagneticField(nanotesla: wholeVector(value)), isOverflowed: isOverflowed,
          acceleration: hasAccelerometer ? Acceleration(microG: wholeVector(force)) : nil))
    }
    return (samples, tilt)
  }

  static func direction(_ random: inout SeededGenerator) -> SIMD3<Double> {
    let v = random.gaussianVector(sigma: 1)
    return v / (v * v).sum().squareRoot()
  }

  /// A symmetric matrix times a rotation. Its longest axis is `ratio` times its shortest; its gain is 0.9 to 1.1.
  private static func softIron(
    ratio: Double, rotationDegrees: Double, _ random: inout SeededGenerator
  ) -> [SIMD3<Double>] {
    let first = direction(&random)
    var second = cross(first, direction(&random))
    second /= (second * second).sum().squareRoot()
    let third = cross(first, second)
    let middle = random.unit()
    var gains = SIMD3(1, pow(ratio, middle), ratio)
    let volume: Double = gains.x * gains.y * gains.z
    let size: Double = 0.9 + 0.2 * random.unit()
    gains *= size / pow(volume, 1.0 / 3)
    let axis = direction(&random)
    let angle = rotationDegrees * Double.pi / 180
    return [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)].map { (unit: SIMD3<Double>) in
      var row: SIMD3<Double> = first * first.dot(unit) * gains.x
      row += second * second.dot(unit) * gains.y
      row += third * third.dot(unit) * gains.z
      // A row of Sym·R is Rᵀ times the row of Sym.
      let across: SIMD3<Double> = cross(axis, row) * sin(angle)
      let along: SIMD3<Double> = axis * axis.dot(row) * (1 - cos(angle))
      return row * cos(angle) - across + along
    }
  }

  /// The simulated sensor in its finest range that holds the iron plus 1.6 times the field.
  private static func sensor(noise: Double, reach: Double, field: Double) -> SensorModel {
    let models = (1...7).map {
      SensorModel(
        scale: FieldScale(rawValue: UInt8($0)), noiseNanotesla: noise, accelerationNoiseMicroG: 4_000)
    }
    // The range is ±2047 counts.
    let needed = abs(reach) + 1.6 * field
    return models.first { 2047 * 100_000 / $0.countsPerGauss.max() >= needed } ?? models[6]
  }
}

/// A magnetic dipole that moves past the instrument on a straight line.
struct PassingMagnet: Sendable {
  private let peak: Double
  private let time: Double
  /// Seconds in which the magnet moves as far as its smallest distance.
  private let pace: Double
  private let moment: SIMD3<Double>
  private let along: SIMD3<Double>
  private let across: SIMD3<Double>

  /// - Parameter peak: the largest strength of the field, nanotesla; 0 means that there is no magnet.
  init(peak: Double, within seconds: Double, _ random: inout SeededGenerator) {
    self.peak = peak
    time = seconds * (0.1 + 0.8 * random.unit())
    pace = 0.2 + 0.6 * random.unit()
    let m = random.gaussianVector(sigma: 1)
    moment = m / (m * m).sum().squareRoot()
    let a = random.gaussianVector(sigma: 1)
    along = a / (a * a).sum().squareRoot()
    let b = cross(along, random.gaussianVector(sigma: 1))
    across = b / (b * b).sum().squareRoot()
  }

  /// The field of the magnet, north-east-down, nanotesla.
  func field(at seconds: Double) -> SIMD3<Double> {
    guard peak > 0 else { return .zero }
    let position = across + along * (seconds - time) / pace
    let distance = (position * position).sum().squareRoot()
    let u = position / distance
    // The field of a dipole is (3·u·(u·m) − m)/r³; its strength is at most 2 at distance 1.
    return (u * 3 * u.dot(moment) - moment) * (peak / 2) / (distance * distance * distance)
  }
}

extension SIMD3<Double> {
  func dot(_ other: SIMD3<Double>) -> Double { (self * other).sum() }

  fileprivate func max(by areInOrder: (Double, Double) -> Bool) -> Double {
    [x, y, z].max(by: areInOrder) ?? 0
  }
}
