// Headings from numbers without a unit: raw counts, or a field of length 1.

import Foundation
import Recordings
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// A recording in counts, scaled as its calibration requires.
package struct CountedStream {
  package let recording: Recording
  /// Nanotesla for one count.
  package let scale: Double
  private let unit: FieldUnit
  private let isCalibrated: Bool

  /// - Returns: `nil` for a recording whose unit has a size.
  /// - Parameter scale: the scale of a fit of the same rows; a file of --calibration has priority.
  package init?(_ input: RecordingInput, _ arguments: ParsedArguments, scale fitted: Double? = nil) throws {
    var options = input.options
    guard !options.fieldUnit.hasStrength else { return nil }
    unit = options.fieldUnit
    let known = try arguments.calibratedCountScale() ?? fitted
    isCalibrated = known != nil
    let vectors = try input.vectors()
    scale = known ?? CountScale.nanotesla(vectors.field.map(UnitCheck.length), unit)
    options.fieldScale = scale
    recording = try Recording(table: input.table, options: options, where: input.conditions)
  }

  /// The scale that is used, for people.
  package var remark: String { CountScale.taken(scale, unit, isCalibrated: isCalibrated) }

  /// Refuses options that compare strengths if the numbers have no strength.
  package static func refuseStrengths(_ arguments: ParsedArguments, _ unit: FieldUnit) throws {
    guard let given = [CommandOption.location, .trueNorth].first(where: arguments.flag) else { return }
    throw UsageError(
      "--\(given.name) compares the field with the Earth's, and "
        + "\(unit == .counts ? "counts have" : "such numbers have") no strength.\n"
        + "Leave it out, or name the chip: --unit CHIP@RANGE, such as --unit qmc5883l@2G, or &unit= of a csv: link.")
  }
}

extension ParsedArguments {
  /// Nanotesla per count in the file of --calibration.
  func calibratedCountScale() throws -> Double? {
    try text(.calibrationFile).flatMap { try CalibrationJSON.read(path: $0).countScale }
  }
}
