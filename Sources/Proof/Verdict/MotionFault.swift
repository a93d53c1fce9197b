// Faults that are added to a trial, to test how the filter reacts when a sensor or the field changes.

import Reference

/// One fault. It begins in the middle of the trial. Faults of scale, range and clock last for the whole trial.
package enum MotionFault: String, CaseIterable, Sendable {
  case startInMotion = "start in motion"
  case hardIron10 = "hard iron +10 µT"
  case hardIron4 = "hard iron +4 µT"
  case turned30 = "field turned 20° for 30 s"
  case turned90 = "field turned 20° for 90 s"
  case east30 = "+15 µT east for 30 s"
  case east90 = "+15 µT east for 90 s"
  case biasStep = "bias step of 0.3 °/s"
  case scale1 = "scale +1 %"
  case scale3 = "scale +3 %"
  case range500 = "range of 500 °/s"
  case slowClock = "time stamps 2 % too long"
  case fastClock = "time stamps 2 % too short"

  /// The least share of rows within the stated accuracy.
  package var leastCoverage: Double {
    switch self {
    case .hardIron4, .turned90: 0.75
    default: 0.9
    }
  }

  /// The groups of rows for this fault: 95 Hz, and all three rates for the start in motion.
  package var groups: [Int] { self == .startInMotion ? MotionCheck.groups : [3] }

  /// Whether the heading must be no worse than that of VQF under the same fault.
  package var isHeldToVQF: Bool {
    switch self {
    case .scale3, .range500, .slowClock, .fastClock: true
    default: false
    }
  }

  /// The factor of all time stamps.
  var clock: Double {
    switch self {
    case .slowClock: 1.02
    case .fastClock: 0.98
    default: 1
    }
  }

  /// The largest count of the gyroscope; a row with a larger one is marked as saturated.
  var largestRate: Double { self == .range500 ? 500 * 32_768 / 2000 : .infinity }

  /// Seconds of movement before errors count.
  var settlingSeconds: Double { self == .startInMotion ? 20 : 0 }

  /// The rows with the fault.
  func applied(to rows: [MotionTrial.Row]) -> [MotionTrial.Row] {
    if self == .startInMotion {
      guard let first = rows.firstIndex(where: \.isMoving) else { return rows }
      return Array(rows.dropFirst(first + Int(5e6 / MotionCheck.period)))
    }
    var result = rows
    var truth = ReferenceQuaternion.identity
    for n in result.indices {
      truth = result[n].truth ?? truth
      let seconds = Double(n - rows.count / 2) * MotionCheck.period / 1e6
      change(&result[n].counts, truth: truth, seconds: seconds)
    }
    return result
  }

  /// - Parameter seconds: since the middle of the trial.
  private func change(_ counts: inout [Double], truth: ReferenceQuaternion, seconds: Double) {
    switch self {
    case .hardIron10: if seconds >= 0 { add(10, to: &counts) }
    case .hardIron4: if seconds >= 0 { add(4, to: &counts) }
    case .turned30: if 0..<30 ~= seconds { turn(&counts, truth) }
    case .turned90: if 0..<90 ~= seconds { turn(&counts, truth) }
    case .east30: if 0..<30 ~= seconds { addEast(&counts, truth) }
    case .east90: if 0..<90 ~= seconds { addEast(&counts, truth) }
    case .biasStep: if seconds >= 0 { for i in 0..<3 { counts[i] += 0.3 * 32_768 / 2000 } }
    case .scale1: for i in 0..<3 { counts[i] *= 1.01 }
    case .scale3: for i in 0..<3 { counts[i] *= 1.03 }
    case .range500: for i in 0..<3 { counts[i] = max(-largestRate, min(largestRate, counts[i])) }
    case .startInMotion, .slowClock, .fastClock: break
    }
  }

  /// Microtesla on each axis of the sensor.
  private func add(_ microtesla: Double, to counts: inout [Double]) {
    for i in 6..<9 { counts[i] += microtesla / 0.15 }
  }

  /// The Earth's field turned by 20° about the vertical.
  private func turn(_ counts: inout [Double], _ truth: ReferenceQuaternion) {
    let turned = ReferenceQuaternion(rotationVector: SIMD3(0, 0, 20 * Double.pi / 180))
    set(&counts, truth.conjugate.turned(turned.turned(truth.turned(field(counts)))))
  }

  private func addEast(_ counts: inout [Double], _ truth: ReferenceQuaternion) {
    set(&counts, field(counts) + truth.conjugate.turned(SIMD3(15 / 0.15, 0, 0)))
  }

  private func field(_ counts: [Double]) -> SIMD3<Double> { SIMD3(counts[6], counts[7], counts[8]) }

  private func set(_ counts: inout [Double], _ field: SIMD3<Double>) {
    for i in 0..<3 { counts[6 + i] = field[i] }
  }
}
