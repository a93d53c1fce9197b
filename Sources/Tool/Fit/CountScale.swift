// What is said of the scale of numbers without a unit.

import Recordings
import TerminalInterface

extension CountScale {
  static func text(_ scale: Double) -> String { Digits.significant(scale, 9) }

  static func remark(_ scale: Double, _ unit: FieldUnit) -> String {
    "binnacle: the record takes \(unit == .counts ? "one count" : "1") for \(text(scale)) nT: multiply what your sensor gives "
      + "by \(text(scale)) before"
  }

  /// What rows without a unit are computed with.
  /// - Parameter source: where the scale comes from, if not from the rows.
  static func taken(_ scale: Double, _ unit: FieldUnit, as source: String? = nil) -> String {
    "binnacle: \(unit == .counts ? "one count is" : "1 is") taken for \(text(scale)) nT"
      + (source.map { ", as \($0)" } ?? "") + ": headings are right, strengths are not"
  }
}
