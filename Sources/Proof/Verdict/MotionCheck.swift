// The motion filter on trials with optical truth, in integers and in Double, evaluated as BROAD does it.

import Foundation
import Motion
import Quantities
import Reference
import Synchronization

/// Runs trials.
public enum MotionCheck {
  /// Microseconds from one row to the next.
  public static let period = 3500.0
  /// Groups of rows: 286, 95 and 48 Hz.
  public static let groups = [1, 3, 6]
  /// What the mean of the trials' errors must keep to, degrees.
  public static let limits = [
    1: MotionErrors(total: 2.05, heading: 1.9, inclination: 0.75),
    3: MotionErrors(total: 2.1, heading: 1.95, inclination: 0.75),
    6: MotionErrors(total: 2.25, heading: 2.05, inclination: 0.75),
  ]
  /// What the sample must keep to at each rate, degrees.
  public static let sampleLimit = MotionErrors(total: 2.5, heading: 2.5, inclination: 0.75)
  /// The mean stated accuracy over the error that 95 % of the rows are below.
  public static let largestRatio = 1.4
  /// How far integers and Double may be apart, degrees. Where a value is at a threshold they may choose otherwise for some
  /// blocks.
  public static let largestDifference = 1.0

  /// All trials at one rate, as many beside each other as there are threads.
  public static func run(_ trials: [MotionTrial], group: Int, fault: MotionFault? = nil) -> MotionRateResult {
    let results = Mutex([MotionTrialResult?](repeating: nil, count: trials.count))
    DispatchQueue.concurrentPerform(iterations: trials.count) { n in
      let result = run(trials[n], group: group, fault: fault)
      results.withLock { $0[n] = result }
    }
    return MotionRateResult(group: group, trials: results.withLock { $0 }.compactMap { $0 })
  }

  /// One trial, whose samples are the means of `group` rows.
  public static func run(_ trial: MotionTrial, group: Int, fault: MotionFault? = nil) -> MotionTrialResult {
    let delay = period * Double(group - 1) / 2
    let rows = fault?.applied(to: trial.rows) ?? trial.rows
    var pair = FilterPair(fieldDelay: 623 + delay, forceDelay: delay)
    var squares = (integer: SIMD3<Double>.zero, double: SIMD3<Double>.zero)
    var result = MotionTrialResult(name: trial.name)
    let settling = Int((fault?.settlingSeconds ?? 0) * 1e6 / period)
    for n in 0..<rows.count / group {
      let end = (n + 1) * group
      pair.add(
        rows[n * group..<end], at: Double(end) * period * (fault?.clock ?? 1),
        largestRate: fault?.largestRate ?? .infinity)
      let (integer, double) = (ReferenceQuaternion(pair.filter.attitude), pair.reference.attitude)
      result.difference = max(result.difference, integer.angle(to: double) * 180 / .pi)
      let row = rows[end - 1]
      guard row.isMoving, let truth = row.truth, end > settling else { continue }
      let each = errors(integer, truth)
      squares.integer += each * each
      let other = errors(double, truth)
      squares.double += other * other
      result.errors.append(each.y)
      result.bounds.append(Double(pair.filter.headingAccuracy) * 360 / 4_294_967_296)
    }
    result.integer = root(squares.integer, result.errors.count)
    result.double = root(squares.double, result.errors.count)
    return result
  }

  /// Total, heading and inclination of an attitude (to north, east, down) against the truth, degrees.
  private static func errors(_ attitude: ReferenceQuaternion, _ truth: ReferenceQuaternion) -> SIMD3<Double> {
    let axes = ReferenceQuaternion(w: 0, v: SIMD3(0.5.squareRoot(), 0.5.squareRoot(), 0))
    let error = axes * attitude * truth.conjugate
    let (w, z) = (min(1, abs(error.w)), abs(error.v.z))
    return SIMD3(2 * acos(w), 2 * atan2(z, w), 2 * acos(min(1, hypot(w, z)))) * (180 / .pi)
  }

  private static func root(_ squares: SIMD3<Double>, _ count: Int) -> MotionErrors {
    let each = (squares / Double(max(1, count))).squareRoot()
    return MotionErrors(total: each.x, heading: each.y, inclination: each.z)
  }
}

/// Integers and Double side by side, on the same samples.
private struct FilterPair: ~Copyable {
  var filter: MotionFilter
  var reference: ReferenceMotion

  /// Delays in microseconds.
  init(fieldDelay: Double, forceDelay: Double) {
    filter = MotionFilter(settings: MotionSettings(fieldDelay: Int32(fieldDelay), forceDelay: Int32(forceDelay)))
    reference = ReferenceMotion(settings: .init(fieldDelay: fieldDelay / 1e6, forceDelay: forceDelay / 1e6))
  }

  /// The mean of some rows as one sample of each sensor. Double gets what the integers get.
  mutating func add(_ rows: ArraySlice<MotionTrial.Row>, at microseconds: Double, largestRate: Double) {
    var mean = [Double](repeating: 0, count: 9)
    for row in rows { for i in 0..<9 { mean[i] += row.counts[i] / Double(rows.count) } }
    let isSaturated = rows.contains { row in row.counts[0..<3].contains { abs($0) >= largestRate } }
    let time = Instant(microseconds: UInt64(microseconds))
    let seconds = Double(time.microseconds) / 1e6
    let rate = Self.vector(mean[0..<3], 2000.0 / 32_768 * .pi / 180 * 1_048_576)
    let force = Self.vector(mean[3..<6], 16.0 / 32_768 * 1e6)
    let field = Self.vector(mean[6..<9], 0.15 * 256_000)
    filter.add(rate: AngularRate(q20: rate), at: time, isSaturated: isSaturated)
    filter.add(force: Acceleration(microG: force), at: time)
    filter.add(field: CorrectedField(q8Nanotesla: field), at: time)
    while filter.work() {}
    reference.add(rate: Self.double(rate, 1 / 1_048_576), at: seconds, isSaturated: isSaturated)
    reference.add(force: Self.double(force, 9.80665e-6), at: seconds)
    reference.add(field: Self.double(field, 1 / 256_000), at: seconds)
  }

  private static func vector(_ counts: ArraySlice<Double>, _ unit: Double) -> Vector3 {
    let v = counts.map { Int32(($0 * unit).rounded()) }
    return Vector3(x: v[0], y: v[1], z: v[2])
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
