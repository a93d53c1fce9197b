// Formats numbers as text, in the same way in every locale.
import Foundation

/// Fixed forms of numbers.
package enum Digits {
  /// Exactly `decimals` digits after the point; never "-0.00".
  package static func fixed(_ value: Double, _ decimals: Int) -> String {
    let text = String(format: "%.\(max(0, decimals))f", value)
    let isZero = text.allSatisfy { "-0.".contains($0) }
    return isZero && text.hasPrefix("-") ? String(text.dropFirst()) : text
  }

  /// An angle from 0 to 360 degrees. It never shows 360, even after rounding: 359.996 with two decimals is "0.00".
  package static func circle(_ degrees: Double, _ decimals: Int) -> String {
    let text = fixed(degrees, decimals)
    return Double(text) == 360 ? fixed(0, decimals) : text
  }

  /// At most `digits` significant digits, with an exponent if that is shorter.
  package static func significant(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(max(1, digits))g", value + 0)
  }

  /// An integer with commas between the thousands: 4,294,967,295.
  package static func grouped(_ value: some BinaryInteger) -> String {
    let digits = String(value.magnitude)
    var output = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { output += "," }
      output.append(digit)
    }
    return value < 0 ? "-" + output : output
  }

  /// A number with its noun: "1 row", "2 rows".
  package static func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }

  /// A duration for people: "0.4 s", "38 s", "3 min 05 s", "2 h 10 min".
  package static func duration(seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "?" }
    if seconds < 9.95 { return fixed(seconds, 1) + " s" }
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    let (minutes, rest) = whole.quotientAndRemainder(dividingBy: 60)
    if minutes < 60 { return "\(minutes) min \(rest < 10 ? "0" : "")\(rest) s" }
    return "\(minutes / 60) h \(minutes % 60 < 10 ? "0" : "")\(minutes % 60) min"
  }
}
