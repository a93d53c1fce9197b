// The reasons for a missing heading, a doubtful heading, a refused request and a refused calibration.
// Protocols/reasons.json has them; the table in Made is made from it.

import FieldMonitor
import LinkProtocol
import Quantities

/// A reason: its code on the link, its name in JSON, its explanation and its remedy.
package struct Reason: Equatable, Sendable {
  /// The number on the link; for a doubt, the number of its bit.
  package var code: Int
  package var name: String
  /// One clause without a full stop.
  package var sentence: String
  /// What to do; empty if nothing can be done.
  package var remedy: String

  init(_ code: Int, _ name: String, _ sentence: String, _ remedy: String = "") {
    (self.code, self.name, self.sentence, self.remedy) = (code, name, sentence, remedy)
  }
}

/// The text for a reason of a calibration, with places for numbers, and the condition under which it is used.
package struct ReasonText: Sendable {
  var code: Int
  var text: String
  /// The measured value and the limit for which it is used; `nil`: for every value.
  private let measured, limit: Int32?
  private let leastMeasured, leastLimit: Int32
  /// Whether it is used only for a measured value that is not above the limit.
  private let within: Bool

  init(
    _ code: Int, _ text: String, measured: Int32? = nil, limit: Int32? = nil, leastMeasured: Int32 = .min,
    leastLimit: Int32 = .min, within: Bool = false
  ) {
    (self.code, self.text, self.measured, self.limit) = (code, text, measured, limit)
    (self.leastMeasured, self.leastLimit, self.within) = (leastMeasured, leastLimit, within)
  }

  func holds(_ measured: Int32, _ limit: Int32) -> Bool {
    (self.measured ?? measured) == measured && (self.limit ?? limit) == limit && measured >= leastMeasured
      && limit >= leastLimit && (!within || measured <= limit)
  }
}

/// All reasons by their kind.
package enum ReasonTable {
  /// The row of a code. A code of a later version gets a row that shows its number.
  package static func reason(_ code: Int, of rows: [Reason]) -> Reason {
    rows.first { $0.code == code }
      ?? Reason(
        code, CodeText.name(String?.none, code: UInt8(truncatingIfNeeded: code)),
        "reason \(code), which this program does not know", "Update the binnacle program.")
  }

  /// The first text for a calibration's reason whose condition is met. It has places for numbers, `{measured:form}` and
  /// `{limit:form}`. `nil` if there is none.
  package static func text(_ code: UInt8, measured: Int32, limit: Int32, of rows: [ReasonText]) -> String? {
    rows.first { $0.code == Int(code) && $0.holds(measured, limit) }?.text
  }

  /// The rows of the doubts that are set, as far as this program knows them.
  package static func rows(of set: HeadingDoubts) -> [Reason] {
    doubts.filter { set.rawValue >> UInt32($0.code) & 1 == 1 }
  }

  /// The row of the doubt that makes the magnetic heading invalid, the most important one first; `nil` if none does.
  /// The page uses the same order.
  package static func ending(_ set: HeadingDoubts) -> Reason? {
    [12, 15, 14, 13, 18, 3, 7, 0].first { set.rawValue >> UInt32($0) & 1 == 1 }.map { reason($0, of: doubts) }
  }

  /// The names of the doubts that are set. Doubts of later versions have the number of their bit.
  package static func names(of set: HeadingDoubts) -> [String] {
    (0..<32).filter { set.rawValue >> UInt32($0) & 1 == 1 }.map { bit in
      doubts.first { $0.code == bit }?.name ?? "other\(bit)"
    }
  }
}
