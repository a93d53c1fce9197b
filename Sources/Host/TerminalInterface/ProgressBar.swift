// A progress bar for long work, on a terminal only, with the rate and the remaining time.

/// Draws on standard error, and removes the bar in the end.
package final class ProgressBar {
  private let label: String
  private let unit: String
  private let total: UInt64
  private let console: Console
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var lastDrawn: ContinuousClock.Instant?

  /// - Parameters:
  ///   - label: the work, such as "atan2".
  ///   - unit: the things that are counted, in the plural, such as "pairs".
  package init(_ label: String, total: UInt64, unit: String, console: Console) {
    (self.label, self.total, self.unit, self.console) = (label, total, unit, console)
    start = clock.now
  }

  /// Shows that `done` of the total are finished; redraws at most ten times per second.
  package func update(_ done: UInt64) {
    guard console.remarks.isTerminal else { return }
    let now = clock.now
    if let lastDrawn, now - lastDrawn < .milliseconds(100) { return }
    lastDrawn = now
    let text = Self.text(label: label, done: done, total: total, unit: unit, seconds: (now - start) / .seconds(1))
    console.remarks.replaceLine(with: text)
  }

  /// Removes the bar. Call it before other text is written.
  package func finish() {
    guard lastDrawn != nil else { return }
    lastDrawn = nil
    console.remarks.replaceLine(with: "")
  }

  /// `atan2  [#########···········]  45 %  68.7 M pairs/s  33 s left`. It shows 100 % only when everything is finished.
  package static func text(label: String, done: UInt64, total: UInt64, unit: String, seconds: Double) -> String {
    let share = total == 0 ? 0 : min(1, Double(done) / Double(total))
    let filled = Int(share * 30)
    let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: 30 - filled)
    let percent = String(done >= total && total > 0 ? 100 : min(99, Int(share * 100))).padded(to: 3, .right)
    let line = "\(label)  [\(bar)] \(percent) %"
    guard done > 0, seconds > 0 else { return line }
    let rate = Double(done) / seconds
    let left = Double(total - min(done, total)) / rate
    return "\(line)  \(scaled(rate)) \(unit)/s  \(Digits.duration(seconds: left)) left"
  }

  /// A number with three or four digits and k, M or G.
  package static func scaled(_ value: Double) -> String {
    let (divisor, suffix): (Double, String) =
      value >= 999.5e6 ? (1e9, " G") : value >= 999.5e3 ? (1e6, " M") : value >= 9999.5 ? (1e3, " k") : (1, "")
    let small = value / divisor
    return Digits.fixed(small, small < 9.995 && divisor > 1 ? 2 : small < 99.95 ? 1 : 0) + suffix
  }
}
