// Reports when no heading is published, why, and when headings are published again.
import LinkProtocol
import Quantities
import TerminalInterface

/// Sentences cannot say why a field is empty, so a remark says it: not at once, and not repeatedly.
package struct HeadingWatch {
  /// Seconds without a heading, or with headings again, before that is reported.
  static let patience = 2.0
  /// Seconds between two remarks about a missing heading.
  static let pause = 60.0

  let worst: Double
  private var isReported = false
  private var since: Instant?
  private var reportedAt: Instant?

  package init(worst: Double) { self.worst = worst }

  /// Adds a reading.
  /// - Parameters:
  ///   - hasHeading: whether a heading was published with it.
  ///   - withheld: the accuracy because of which the heading was left out.
  ///   - canSayLevel: whether the user has not stated how level the board is kept.
  ///   - isDisturbed: whether the field is disturbed.
  ///   - why: any other reason.
  /// - Returns: the remark to print.
  package mutating func add(
    at time: Instant, hasHeading: Bool, withheld: Double?, canSayLevel: Bool, isDisturbed: Bool, why: () -> String?
  ) -> String? {
    // After a restart, the board's time starts again.
    if let since, time < since { self.since = nil }
    if let reportedAt, time < reportedAt { self.reportedAt = nil }
    guard hasHeading == isReported else {
      since = nil
      return nil
    }
    let start = since ?? time
    since = start
    guard time.seconds(since: start) >= Self.patience else { return nil }
    if hasHeading {
      (isReported, since) = (false, nil)
      return "headings are sent again"
    }
    if let reportedAt, time.seconds(since: reportedAt) < Self.pause { return nil }
    (isReported, since, reportedAt) = (true, nil, time)
    guard let withheld else { return "no heading is sent: \(why() ?? "the device gives none")" }
    // As many decimals as are needed to show that it exceeds the limit, which itself has two.
    let decimals = (0..<2).first { (Double(Digits.fixed(withheld, $0)) ?? 0) > worst } ?? 2
    let level =
      canSayLevel
      ? "Say how level the board is kept, such as --level 1, or send it all the same: " : "To send it all the same: "
    let cause = isDisturbed ? ", because the field is disturbed" : ""
    return "no heading is sent: it may be off by \(Digits.fixed(withheld, decimals))°\(cause), and "
      + "\(Digits.significant(worst, 5))° are allowed (--worst).\n" + level
      + "--worst \(Digits.fixed(min(withheld.rounded(.up) + 1, 180), 0))"
  }
}
