// Coordinates and dates in the forms in which people write them.
import Foundation
import Quantities

extension Place {
  /// The degrees of `37.5`, `-37.5`, `37.5S`, `37°20'N` or `37°20'15.5"N`; nil for anything else.
  ///
  /// - Parameters:
  ///   - positive: the letter of the positive side, N or E.
  ///   - negative: the letter of the other side.
  package static func degrees(_ text: String, positive: Character, negative: Character) -> Double? {
    var rest = text.filter { !$0.isWhitespace }.replacing("′", with: "'").replacing("’", with: "'")
      .replacing("″", with: "\"").replacing("”", with: "\"").replacing("''", with: "\"").replacing("−", with: "-")
    var sign = 1.0
    if let last = rest.last, let letter = last.uppercased().first, letter == positive || letter == negative {
      // A letter together with a sign could be a contradiction.
      guard !rest.hasPrefix("-"), !rest.hasPrefix("+") else { return nil }
      sign = letter == negative ? -1 : 1
      rest.removeLast()
    } else if rest.hasPrefix("-") {
      sign = -1
      rest.removeFirst()
    }
    var value = 0.0
    var hasMark = false
    let marks: [(Character, limit: Double, unit: Double)] = [
      ("°", .infinity, 1), ("'", 60, 1 / 60), ("\"", 60, 1 / 3600),
    ]
    for (mark, limit, unit) in marks {
      guard let end = rest.firstIndex(of: mark) else { continue }
      guard let part = number(rest[..<end]), part < limit else { return nil }
      value += part * unit
      hasMark = true
      rest = String(rest[rest.index(after: end)...])
      if rest.isEmpty { return sign * value }
    }
    guard !hasMark, let whole = number(rest[...]) else { return nil }
    return sign * whole
  }

  /// A number with at most one point. `Double` also accepts texts that are not coordinates, such as 0x1p3, nan or 1e9.
  private static func number(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
    return Double(text)
  }

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
