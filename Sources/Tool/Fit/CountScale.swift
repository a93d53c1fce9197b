// The scale of numbers without a unit: what one count is taken for, so that records in nanotesla can hold a fit of them.

import Foundation
import Recordings
import TerminalInterface

/// Headings need no unit, but a calibration record has one. Counts are therefore taken for a power of two of nanotesla, so
/// that a firmware can shift them.
enum CountScale {
  /// Nanotesla for one of the file's unit: its size, or the power of two by which the field reads 32,768 nT and more.
  static func nanotesla(per unit: FieldUnit, radius: Double) -> Double {
    guard !unit.hasStrength else { return unit.nanotesla }
    guard radius > 0, radius.isFinite else { return 1 }
    // A size that no sensor gives has no scale either.
    return exp2(max(-60, min(60, (15 - log2(radius)).rounded(.up))))
  }

  /// The scale for rows of which no calibration says it: by the median of their lengths.
  static func nanotesla(_ lengths: [Double], _ unit: FieldUnit) -> Double {
    nanotesla(per: unit, radius: UnitCheck.median(lengths) ?? 0)
  }

  static func text(_ scale: Double) -> String { Digits.significant(scale, 9) }

  static func remark(_ scale: Double, _ unit: FieldUnit) -> String {
    "binnacle: the record takes \(unit == .counts ? "one count" : "1") for \(text(scale)) nT: multiply what your sensor gives "
      + "by \(text(scale)) before"
  }
}
