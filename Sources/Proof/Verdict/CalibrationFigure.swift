// One required property of calibration, with the measured value and its limit.

/// A measured value against its limit.
package struct CalibrationFigure: Equatable, Sendable {
  /// Whether the limit is an upper or a lower one.
  package enum Bound: Equatable, Sendable {
    case atMost
    case atLeast
  }

  /// The name for programs: `integerCentre`.
  package var name: String
  /// The description for people, without a full stop.
  package var what: String
  package var bound: Bound
  package var limit: Double
  package var unit: String
  /// NaN if nothing was measured.
  package private(set) var measured = Double.nan
  /// The number of recordings, units or worlds that were measured.
  package private(set) var samples = 0
  /// The recording or world with the value nearest to the limit or furthest beyond it.
  package private(set) var worst = ""

  package init(_ name: String, _ what: String, _ bound: Bound, _ limit: Double, _ unit: String) {
    (self.name, self.what, self.bound, self.limit, self.unit) = (name, what, bound, limit, unit)
  }

  /// Adds one value. The figure keeps the value that is nearest to the limit, or furthest beyond it.
  package mutating func add(_ value: Double, of name: String) {
    samples += 1
    // A value that is not a number exceeds every limit, and stays.
    if measured.isNaN, samples > 1 { return }
    let isWorse = samples == 1 || value.isNaN || (bound == .atMost ? value > measured : value < measured)
    if isWorse { (measured, worst) = (value, name) }
  }

  /// Sets a value that was computed from `samples` samples.
  package mutating func set(_ value: Double, samples: Int, worst: String = "") {
    (measured, self.samples, self.worst) = (value, samples, worst)
  }

  /// Sets the share of `count` in `total`, in percent.
  package mutating func setShare(_ count: Int, of total: Int, worst: String = "") {
    set(total == 0 ? .nan : 100 * Double(count) / Double(total), samples: total, worst: worst)
  }

  /// Whether anything was measured. A figure without samples has neither passed nor failed.
  package var isJudged: Bool { samples > 0 }

  /// Whether the value is within its limit. A figure without samples proves nothing and does not pass.
  package var pass: Bool {
    guard isJudged else { return false }
    return bound == .atMost ? measured <= limit : measured >= limit
  }
}
