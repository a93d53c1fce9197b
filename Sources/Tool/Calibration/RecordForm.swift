// A calibration record for other programs: JSON, its bytes, or an array for the source of a firmware.

import Correction
import Foundation
import TerminalInterface

extension CommandOption {
  static let recordForm = CommandOption(
    "as", "FORM", "print the result alone, as json, record (its 216 bytes), c or swift (an array for your firmware)")
}

/// What `--as` names.
enum RecordForm: String, CaseIterable {
  case json, record, c, swift

  /// The form that was asked for; `nil` for none.
  static func wanted(_ arguments: ParsedArguments) throws -> RecordForm? {
    let form = try arguments.choice(.recordForm, among: allCases.map(\.rawValue)).flatMap(RecordForm.init(rawValue:))
    guard form == nil || !arguments.flag(.json) || form == .json else {
      throw UsageError("--json and --as \(form?.rawValue ?? "") are two forms of one result.\nGive one of them.")
    }
    guard form != .record || !arguments.console.results.isTerminal else {
      throw UsageError(
        "--as record writes bytes that no terminal shows.\nSend them to a file: --as record > compass.bin")
    }
    return form
  }

  /// Prints a record in this form.
  /// - Parameter json: the line for `json`.
  func write(_ record: CalibrationRecord, json: JSONObject, to console: Console) {
    switch self {
    case .json: console.line(json)
    case .record: console.results.writeBytes(record.byteArray)
    case .c: console.line(Self.c(record))
    case .swift: console.line(Self.swift(record))
    }
  }

  /// An array for C, as `binnacle_compass_set_record` takes it.
  static func c(_ record: CalibrationRecord) -> String {
    """
    // \(title(record))
    #include <stdint.h>

    static const uint8_t binnacle_record[\(CalibrationRecord.length)] = {
    \(rows(record, indent: "    "))
    };
    """
  }

  /// An array for Swift: `CalibrationRecord(bytes: binnacleCalibration.span)`.
  static func swift(_ record: CalibrationRecord) -> String {
    """
    // \(title(record))
    let binnacleCalibration: [\(CalibrationRecord.length) of UInt8] = [
    \(rows(record, indent: "  "))
    ]
    """
  }

  private static func title(_ record: CalibrationRecord) -> String {
    var facts = ["\(CalibrationText.name(record.modelOrder)) model", CalibrationText.grade(record.grade)]
    if record.predictedError != 65535 {
      facts.append("heading error \(Digits.fixed(Double(record.predictedError) / 100, 1)) degrees at worst")
    }
    if let date = record.date { facts.append(CalibrationJSON.day(date)) }
    return "Calibration record of Binnacle: " + facts.joined(separator: ", ")
  }

  private static func rows(_ record: CalibrationRecord, indent: String) -> String {
    let bytes = record.byteArray
    return stride(from: 0, to: bytes.count, by: 12).map { begin in
      indent + bytes[begin..<min(begin + 12, bytes.count)].map { String(format: "0x%02x,", $0) }.joined(separator: " ")
    }.joined(separator: "\n")
  }
}

extension Console {
  /// The same with results among the remarks, for a command whose results are something else.
  var withoutResults: Console { Console(results: remarks, remarks: remarks) }
}
