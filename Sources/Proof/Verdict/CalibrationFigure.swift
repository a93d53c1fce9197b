// One promise about calibration, with what was measured and the limit that it is held to.

/// A measured value against its limit.
public struct CalibrationFigure: Equatable, Sendable {
  /// Which way a figure is bounded.
  public enum Bound: Equatable, Sendable {
    case atMost
    case atLeast
  }

  /// For programs: `integerCentre`.
  public var name: String
  /// For people, without a full stop.
  public var what: String
  public var bound: Bound
  public var limit: Double
  public var unit: String
  /// Not a number when nothing was measured.
  public private(set) var measured = Double.nan
  /// Recordings, units or worlds that it rests on.
  public private(set) var samples = 0
  /// The recording or world that decided.
  public private(set) var worst = ""

  public init(_ name: String, _ what: String, _ bound: Bound, _ limit: Double, _ unit: String) {
    (self.name, self.what, self.bound, self.limit, self.unit) = (name, what, bound, limit, unit)
  }

  /// Takes one value; the one nearest the limit, or furthest beyond it, stays.
  public mutating func add(_ value: Double, of name: String) {
    samples += 1
    // What is not a number is beyond every limit, and stays.
    if measured.isNaN, samples > 1 { return }
    let isWorse = samples == 1 || value.isNaN || (bound == .atMost ? value > measured : value < measured)
    if isWorse { (measured, worst) = (value, name) }
  }

  /// Sets a value that rests on `samples` at once.
  public mutating func set(_ value: Double, samples: Int, worst: String = "") {
    (measured, self.samples, self.worst) = (value, samples, worst)
  }

  /// Sets `count` of `total` in percent.
  public mutating func setShare(_ count: Int, of total: Int, worst: String = "") {
    set(total == 0 ? .nan : 100 * Double(count) / Double(total), samples: total, worst: worst)
  }

  /// Whether anything was measured. A figure without samples has neither passed nor failed.
  public var isJudged: Bool { samples > 0 }

  /// Without anything measured nothing was shown, and it does not pass.
  public var pass: Bool {
    guard isJudged else { return false }
    return bound == .atMost ? measured <= limit : measured >= limit
  }
}
