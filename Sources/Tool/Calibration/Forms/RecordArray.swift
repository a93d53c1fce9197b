// The calibration record as an array for the source of a firmware.

import Correction
import Foundation
import TerminalInterface
import ToolConnection
import ToolStream

enum RecordArray {
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
