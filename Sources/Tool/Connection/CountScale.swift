// Texts about the scale of numbers without a unit.

import Recordings
import TerminalInterface

extension CountScale {
  /// Nanotesla per count, with nine digits.
  package static func text(_ scale: Double) -> String { Digits.significant(scale, 9) }

  /// How to use a record of numbers without a unit.
  package static func remark(_ scale: Double, _ unit: FieldUnit) -> String {
    "binnacle: the record takes \(unit == .counts ? "one count" : "1") for \(text(scale)) nT: multiply what your sensor gives "
      + "by \(text(scale)) before"
  }

  /// The text about the scale that is used for rows without a unit.
  /// - Parameter isCalibrated: whether the scale comes from a calibration and not from the rows.
  package static func taken(_ scale: Double, _ unit: FieldUnit, isCalibrated: Bool = false) -> String {
    "binnacle: \(unit == .counts ? "one count is" : "1 is") taken for \(text(scale)) nT"
      + (isCalibrated ? ", as the calibration has it" : "") + ": headings are right, strengths are not"
  }
}
