// Dates in the forms in which people write them.
import Foundation
import Quantities

extension Place {
  /// The day of a text such as `2026-07-02`, or nil.
  package static func day(_ text: String) -> CalendarDay? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let year = Int32(parts[0]), let month = Int32(parts[1]), let day = Int32(parts[2])
    else { return nil }
    return CalendarDay(year: year, month: month, day: day)
  }

  /// Today, UTC.
  package static var today: CalendarDay {
    CalendarDay(daysSince1970: Int64((Date().timeIntervalSince1970 / 86_400).rounded(.down)))
  }

  /// `2026-07-02`.
  package static func text(year: Int32, month: Int32, day: Int32) -> String {
    String(format: "%04d-%02d-%02d", year, month, day)
  }

  /// `2026-07-02`.
  package static func text(_ date: CalendarDay) -> String {
    let (year, month, day) = date.civil
    return text(year: year, month: month, day: day)
  }
}
