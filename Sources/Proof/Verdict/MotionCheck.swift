// The motion filter on trials with optical truth, in integers and in Double, evaluated as BROAD does it.

import Foundation
import Motion
import Quantities
import Reference
import Synchronization

/// Runs trials.
package enum MotionCheck {
  /// Microseconds from one row to the next.
  package static let period = 3500.0
  /// Groups of rows: 286, 95 and 48 Hz.
  package static let groups = [1, 3, 6]
  /// The limits for the mean of the trials' errors, degrees.
  package static let limits = [
    1: MotionErrors(total: 2.05, heading: 1.9, inclination: 0.75),
    3: MotionErrors(total: 2.1, heading: 1.95, inclination: 0.75),
    6: MotionErrors(total: 2.25, heading: 2.05, inclination: 0.75),
  ]
  /// The limits for the sample at each rate, degrees.
  package static let sampleLimit = MotionErrors(total: 2.5, heading: 2.5, inclination: 0.75)
  /// The goal for the mean stated accuracy, as a multiple of the error that 95 % of the rows stay below. It is not reached:
  /// docs/notebook/motion.md, "Not reached".
  package static let wantedRatio = 1.4
  /// The largest difference of the bias at the end of a rest from the mean rate of the rest, degrees per second.
  package static let largestBiasError = 0.05
  /// The same for the sample. Its rest of 6.5 s is the first one of the filter, and the gyroscope measures 0.5 °/s about the
  /// vertical during it. The field confirms the rest only after 3.8 s and again after 6.3 s, because its trend over the last
  /// seconds still contains the old bias. So the filter gets only two measurements of the vertical. The other trials begin
  /// with rests of 26 s and more, and stay within 0.05 °/s.
  package static let largestSampleBiasError = 0.07
  /// The shortest rest that counts, seconds.
  package static let shortestRest = 3.0
  /// The largest total 20 s after a start in motion, degrees.
  package static let largestAfterStart = 2.5
  /// The largest difference between integers and Double, degrees. If a value is near a threshold, the two may decide
  /// differently for some blocks.
  package static let largestDifference = 1.0

  /// Runs all trials at one rate, one on each thread.
  /// - Parameter usesField: without the field only the inclination is judged, because the heading is undetermined.
  package static func run(
    _ trials: [MotionTrial], group: Int, fault: MotionFault? = nil, usesField: Bool = true
  ) -> MotionRateResult {
    let results = Mutex([MotionTrialResult?](repeating: nil, count: trials.count))
    DispatchQueue.concurrentPerform(iterations: trials.count) { n in
      let result = run(trials[n], group: group, fault: fault, usesField: usesField)
      results.withLock { $0[n] = result }
    }
    return MotionRateResult(group: group, trials: results.withLock { $0 }.compactMap { $0 })
  }

  /// One trial, whose samples are the means of `group` rows.
  package static func run(
    _ trial: MotionTrial, group: Int, fault: MotionFault? = nil, usesField: Bool = true
  ) -> MotionTrialResult {
    let units = trial.units
    let delay = units.period * Double(group - 1) / 2
    var pair = FilterPair(
      units: units, fieldDelay: units.fieldDelay + delay, forceDelay: delay, usesField: usesField)
    var found: [(integer: ReferenceQuaternion, double: ReferenceQuaternion, truth: ReferenceQuaternion)] = []
    var result = MotionTrialResult(name: trial.name, device: trial.device, hertz: 1e6 / units.period / Double(group))
    var rest = RestMeter(period: units.period * Double(group) / 1e6)
    for sample in trial.samples(group: group, fault: fault) {
      if sample.isMoving, let found = rest.end(bias: pair.bias) { result.rests.append(found) }
      pair.add(sample)
      if !sample.isMoving { rest.add(sample.rate * units.degrees) }
      let (integer, double) = (ReferenceQuaternion(pair.filter.attitude), pair.reference.attitude)
      result.difference = max(result.difference, integer.angle(to: double) * 180 / .pi)
      guard sample.isCounted, let truth = sample.truth else { continue }
      found.append((integer, double, truth))
      result.bounds.append(Double(pair.filter.headingAccuracy) * 360 / 4_294_967_296)
    }
    if let found = rest.end(bias: pair.bias) { result.rests.append(found) }
    let truth = found.map(\.truth)
    let integer = errors(found.map(\.integer), truth, isAligned: units.isAligned)
    result.integer = root(integer)
    result.double = root(errors(found.map(\.double), truth, isAligned: units.isAligned))
    result.errors = integer.map(\.y)
    result.end = integer.last?.x ?? 0
    return result
  }

  /// The errors of the rows that count. If the truth has its own frames, the two rotations are removed first.
  private static func errors(
    _ attitudes: [ReferenceQuaternion], _ truth: [ReferenceQuaternion], isAligned: Bool
  ) -> [SIMD3<Double>] {
    let upright = attitudes.map { axes * $0 }
    let fit = isAligned ? FrameFit(upright, truth) : FrameFit()
    return zip(upright, truth).map { errors(fit.left * $0 * fit.right, $1) }
  }

  /// North, east, down to east, north, up.
  private static let axes = ReferenceQuaternion(w: 0, v: SIMD3(0.5.squareRoot(), 0.5.squareRoot(), 0))

  /// Total, heading and inclination of an attitude (to east, north, up) against the truth, degrees.
  private static func errors(_ attitude: ReferenceQuaternion, _ truth: ReferenceQuaternion) -> SIMD3<Double> {
    let error = attitude * truth.conjugate
    let (w, z) = (min(1, abs(error.w)), abs(error.v.z))
    return SIMD3(2 * acos(w), 2 * atan2(z, w), 2 * acos(min(1, hypot(w, z)))) * (180 / .pi)
  }

  private static func root(_ errors: [SIMD3<Double>]) -> MotionErrors {
    let squares = errors.reduce(SIMD3<Double>.zero) { $0 + $1 * $1 }
    let each = (squares / Double(max(1, errors.count))).squareRoot()
    return MotionErrors(total: each.x, heading: each.y, inclination: each.z)
  }
}

/// Compares the bias at the end of a rest with the mean rate of the rest.
///
/// The mean omits the first and the last half second, in which somebody releases or grasps the instrument: the optical truth
/// then turns by up to 0.3°, which is 0.09 °/s in a rest of 3.4 s.
private struct RestMeter {
  /// Seconds from sample to sample.
  let period: Double
  /// Degrees a second.
  private var rates: [SIMD3<Double>] = []

  init(period: Double) { self.period = period }

  /// Adds a rate at rest, degrees per second.
  mutating func add(_ rate: SIMD3<Double>) { rates.append(rate) }

  /// The rest is over, if there was one.
  /// - Parameter bias: degrees a second.
  mutating func end(bias: SIMD3<Double>) -> MotionRest? {
    defer { rates = [] }
    let seconds = Double(rates.count) * period
    if seconds < MotionCheck.shortestRest { return nil }
    let edge = Int((0.5 / period).rounded(.up))
    let still = rates.dropFirst(edge).dropLast(edge)
    let error = bias - still.reduce(.zero, +) / Double(still.count)
    return MotionRest(seconds: seconds, biasError: (error * error).sum().squareRoot())
  }
}

/// Integers and Double side by side, on the same samples.
private struct FilterPair: ~Copyable {
  var filter: MotionFilter
  var reference: ReferenceMotion
  private let units: MotionTrialUnits

  /// Delays in microseconds.
  init(units: MotionTrialUnits, fieldDelay: Double, forceDelay: Double, usesField: Bool) {
    self.units = units
    filter = MotionFilter(
      settings: MotionSettings(fieldDelay: Int32(fieldDelay), forceDelay: Int32(forceDelay), usesField: usesField))
    reference = ReferenceMotion(
      settings: .init(fieldDelay: fieldDelay / 1e6, forceDelay: forceDelay / 1e6, usesField: usesField))
  }

  /// The bias of the gyroscope that the integers have estimated, degrees per second.
  var bias: SIMD3<Double> { Self.double(filter.estimate().bias.q20, 1 / 1_048_576 * 180 / .pi) }

  /// One sample of each sensor. Double gets what the integers get.
  mutating func add(_ sample: MotionSample) {
    let time = Instant(microseconds: sample.time)
    let seconds = Double(time.microseconds) / 1e6
    let rate = Self.vector(sample.rate, units.rate * 1_048_576)
    let force = Self.vector(sample.force, units.force / 9.80665 * 1e6)
    let field = Self.vector(sample.field, units.field * 256_000)
    filter.add(rate: AngularRate(q20: rate), at: time, isSaturated: sample.isSaturated)
    filter.add(force: Acceleration(microG: force), at: time)
    filter.add(field: CorrectedField(q8Nanotesla: field), at: time)
    while filter.work() {}
    reference.add(rate: Self.double(rate, 1 / 1_048_576), at: seconds, isSaturated: sample.isSaturated)
    reference.add(force: Self.double(force, 9.80665e-6), at: seconds)
    reference.add(field: Self.double(field, 1 / 256_000), at: seconds)
  }

  private static func vector(_ counts: SIMD3<Double>, _ unit: Double) -> Vector3 {
    let v = (counts * unit).rounded(.toNearestOrAwayFromZero)
    return Vector3(x: Int32(v.x), y: Int32(v.y), z: Int32(v.z))
  }

  private static func double(_ vector: Vector3, _ unit: Double) -> SIMD3<Double> {
    SIMD3(Double(vector.x), Double(vector.y), Double(vector.z)) * unit
  }
}

extension ReferenceQuaternion {
  /// The device's quaternion, in parts of 2^30.
  init(_ q: Quaternion) {
    self.init(
      w: Double(q.w) / 1_073_741_824,
      v: SIMD3(Double(q.x), Double(q.y), Double(q.z)) / 1_073_741_824)
  }
}
