// A time as text in UTC.
import Foundation
import Quantities

/// A moment in UTC, to milliseconds.
package struct UTCText {
  /// `2026-07-02`.
  package let day: String
  /// `12:34:56.789`.
  package let time: String

  /// - Parameter seconds: since 1970.
  package init(secondsSince1970 seconds: Double) {
    let milliseconds = Int64((seconds * 1000).rounded(.down))
    let days = Int64((Double(milliseconds) / 86_400_000).rounded(.down))
    let rest = Int(milliseconds - days * 86_400_000)
    let date = CalendarDay(daysSince1970: days).civil
    day = String(format: "%04d-%02d-%02d", date.year, date.month, date.day)
    time = String(format: "%02d:%02d:%02d.%03d", rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60, rest % 1000)
  }

  /// `2026-07-02T12:34:56.789Z` (RFC 3339).
  package var text: String { "\(day)T\(time)Z" }
}
