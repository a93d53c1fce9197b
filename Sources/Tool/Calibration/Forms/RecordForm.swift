// The formats of a calibration for other programs: the table of the words for `--as`. Each format has its own file in
// this folder.

import Correction
import Foundation
import TerminalInterface
import ToolCommandLine
import ToolConnection

extension CommandOption {
  package static let recordForm = CommandOption(
    "as", "FORM",
    "print the result alone: json, record (its 216 bytes), c or swift (an array for your firmware), or what another "
      + "project reads: ardupilot, px4, motioncal, fusion, adafruit, magneto; see `binnacle help forms`",
    among: RecordForm.words)
  package static let sketchPort = CommandOption(
    "send", "PORT", "with --as motioncal: send the result to the sketch at this port, as MotionCal does")
}

/// The formats that `--as` accepts.
package enum RecordForm: String, CaseIterable {
  case json, record, c, swift, ardupilot, px4, motioncal, fusion, adafruit, magneto

  /// The numbers that a format may use in the names of its parameters: `--as px4:1`. The first is the default.
  private var sensors: ClosedRange<Int>? {
    switch self {
    case .ardupilot: 1...3
    case .px4: 0...3
    default: nil
    }
  }

  /// The form in the help.
  package var usage: String {
    guard let sensors else { return rawValue }
    return "\(rawValue), \(rawValue):\(sensors.lowerBound)…\(sensors.upperBound)"
  }

  /// What the format is, and what its reader computes from the measured field m.
  package var help: String {
    switch self {
    case .json: "all that is known, with its equation; `calibration import` and `replay --calibration` take it"
    case .record: "the 216 bytes of a device's record, for `binnacle_compass_set_record`"
    case .c: "these bytes as an array for C"
    case .swift: "these bytes as an array for Swift"
    case .ardupilot:
      "COMPASS_OFS, _DIA, _ODI and _SCALE, a parameter a line, for Mission Planner, MAVProxy and QGroundControl: "
        + "[DIA, ODI]·(m + OFS), milligauss; :2 writes COMPASS_OFS2…"
    case .px4: "CAL_MAGn_xOFF, _xSCALE and _xODIAG for QGroundControl: [SCALE, ODIAG]·(m − OFF), gauss; n is 0, or :1…3"
    case .motioncal:
      "MotionCal's packet of 68 bytes, which sketches of NXPMotionSense and Adafruit_AHRS receive: W·(m − V), µT; "
        + "hexadecimal on a terminal"
    case .fusion: "softIronMatrix and hardIronOffset in C, for x-io Fusion: softIronMatrix·(m − hardIronOffset)"
    case .adafruit: "the file of Adafruit_Sensor_Calibration: mag_softiron·(m − mag_hardiron), µT"
    case .magneto: "b and A⁻¹ as Magneto shows them: A⁻¹·(m − b), in the unit of the recording"
    }
  }

  /// Whether it is text or bytes for another project, which contain only the magnetometer's calibration.
  package var isForeign: Bool {
    switch self {
    case .json, .record, .c, .swift: false
    case .ardupilot, .px4, .motioncal, .fusion, .adafruit, .magneto: true
    }
  }

  /// Whether its reader needs the field in a certain unit.
  var needsStrength: Bool {
    switch self {
    case .ardupilot, .px4, .motioncal, .adafruit: true
    case .json, .record, .c, .swift, .fusion, .magneto: false
    }
  }

  /// A format with its number: `px4:1`.
  fileprivate static func parsed(_ text: String) -> (form: RecordForm, sensor: Int)? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let form = RecordForm(rawValue: String(parts[0])) else { return nil }
    guard parts.count == 2 else { return (form, form.sensors?.lowerBound ?? 0) }
    guard let sensor = Int(parts[1]), let known = form.sensors, known.contains(sensor) else { return nil }
    return (form, sensor)
  }

  /// The words that `--as` accepts.
  fileprivate static var words: [String] {
    allCases.flatMap { form in [form.rawValue] + (form.sensors?.dropFirst().map { "\(form.rawValue):\($0)" } ?? []) }
  }
}

/// The requested format, and its destination.
package struct WantedForm {
  package let form: RecordForm
  /// The number in the names of parameters.
  package let sensor: Int
  /// The port of the sketch that receives it; `nil` for standard output.
  package let port: String?

  /// The requested format; `nil` if there is none.
  package init?(_ arguments: ParsedArguments) throws {
    port = arguments.text(.sketchPort)
    guard let text = arguments.text(.recordForm) else {
      guard port == nil else {
        throw UsageError("--send sends one form to a sketch.\nAdd --as motioncal, or leave out --send.")
      }
      return nil
    }
    guard let (form, sensor) = RecordForm.parsed(text) else {
      _ = try arguments.choice(.recordForm)
      return nil
    }
    (self.form, self.sensor) = (form, sensor)
    guard !arguments.flag(.json) || form == .json else {
      throw UsageError("--json and --as \(text) are two forms of one result.\nGive one of them.")
    }
    guard form != .record || !arguments.console.results.isTerminal else {
      throw UsageError(
        "--as record writes bytes that no terminal shows.\nSend them to a file: --as record > compass.bin")
    }
    guard port == nil || form == .motioncal else {
      throw UsageError("--send is for sketches that read MotionCal's packet.\nGive --as motioncal, or leave it out.")
    }
  }

  /// Prints a calibration in this format, or sends it.
  /// - Parameters:
  ///   - json: the line for `json`.
  ///   - record: makes the record for this program's own formats.
  ///   - correction: the numbers for the formats of other projects.
  package func write(
    json: JSONObject, correction: AppliedCorrection, to console: Console, record: () throws -> CalibrationRecord
  ) throws {
    if form.isForeign, let doubt = correction.doubt(form) { console.remark("binnacle: \(doubt)") }
    if let limit = correction.limit(form) { console.remark("binnacle: \(limit)") }
    switch form {
    case .json: console.line(json)
    case .record: console.results.writeBytes(try record().byteArray)
    case .c: console.line(RecordArray.c(try record()))
    case .swift: console.line(RecordArray.swift(try record()))
    case .ardupilot: console.line(try AutopilotParameters.ardupilot(correction, sensor: sensor))
    case .px4: console.line(try AutopilotParameters.px4(correction, sensor: sensor))
    case .fusion: console.line(FusionSource.text(correction))
    case .magneto: console.line(MagnetoText.text(correction))
    case .adafruit: console.line(try AdafruitFile.object(correction))
    case .motioncal:
      let packet = try MotionCalPacket(correction)
      if let port {
        try SketchPort.send(packet, to: port, console)
      } else if console.results.isTerminal {
        console.line(packet.bytes.map { String(format: "%02x", $0) }.joined())
      } else {
        console.results.writeBytes(packet.bytes)
      }
    }
  }
}

extension Console {
  /// The same console with results among the remarks, for a command whose results are something else.
  package var withoutResults: Console { Console(results: remarks, remarks: remarks) }
}
