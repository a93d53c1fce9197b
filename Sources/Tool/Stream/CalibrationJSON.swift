// A calibration record as JSON: its kind, its equation, and the exact integers.
import Correction
import DeviceUnits
import Foundation
import HostSession
import LinkProtocol
import Quantities
import Recordings
import TerminalInterface
import ToolConnection

/// A calibration as JSON, and its reading.
package enum CalibrationJSON {
  /// How the numbers of the file correct a field.
  package static let equation = "corrected = S * (m - h); m and h in nanotesla, sensor axes; h first, then S"

  /// The record with all its content.
  package static func object(_ record: CalibrationRecord, bytes: [UInt8], hello: Hello) -> JSONObject {
    var object: JSONObject = [
      "what": "calibration", "equation": .string(equation), "board": .string(hello.boardText),
      "boardIdentifier": .string(identifier(hello.boardIdentifier)),
    ]
    object.append(numbers(record))
    object["record"] = .string(bytes.map { String(format: "%02x", $0) }.joined())
    return object
  }

  /// The content of a record, except its covariance, its coverage and its sensor's serial number. `CalibrationNumbers`
  /// reads it.
  package static func numbers(_ record: CalibrationRecord) -> JSONObject {
    var object: JSONObject = [
      "sensor": .string("\(SensorChip(rawValue: record.sensorChip).name)"),
      "model": .string(CalibrationText.name(record.modelOrder)), "grade": .integer(record.grade),
    ]
    object["hardIronNanotesla"] = .array(components(record.hardIron).map { .double(Double($0) / 256) })
    let rows = [record.softIron.rows.0, record.softIron.rows.1, record.softIron.rows.2]
    object["softIron"] = .array(rows.map { row in .array(components(row).map { .double(Double($0) / 0x1p24) }) })
    object["fieldStrengthNanotesla"] = record.fieldStrength == 0 ? .null : .integer(record.fieldStrength)
    object["predictedHeadingErrorDegrees"] = .object([
      "typical": hundredths(record.predictedTypicalError), "worst": hundredths(record.predictedError),
    ])
    object["residualNanotesla"] = record.residual == 65535 ? .null : .integer(record.residual)
    object["tiltSeenDegrees"] = record.tiltSeen == 255 ? .null : .integer(record.tiltSeen)
    object["samples"] = record.sampleCount == 0 ? .null : .integer(record.sampleCount)
    object["temperatureCelsius"] = .optional(record.temperatureEighths) { .double(Double($0) / 8) }
    object["date"] = .optional(record.date) { .string(day($0)) }
    object["dipDegrees"] = .optional(record.dip) {
      .fixed($0.signed.binaryDegrees, decimals: 2)
    }
    object["hasAccelerometer"] = .bool(record.accelerometer != nil)
    object["accelerometer"] = record.accelerometer.map { .object(accelerometer($0)) } ?? .null
    return object
  }

  private static func accelerometer(_ part: AccelerometerRecord) -> JSONObject {
    let rows = [part.matrix.rows.0, part.matrix.rows.1, part.matrix.rows.2]
    return [
      "equation": "corrected = A * (a - b); a and b in micro-g, sensor axes; b first, then A",
      "model": .string(CalibrationText.name(part.modelOrder)),
      "offsetMicroG": .array(components(part.offset).map { .integer($0) }),
      "matrix": .array(rows.map { row in .array(components(row).map { .double(Double($0) / 0x1p24) }) }),
      "rotationDegrees": .array(components(part.rotation).map { .double($0.binaryDegrees) }),
    ]
  }

  /// The number of a sensor or board, as the files have it.
  package static func identifier(_ number: UInt64) -> String { String(format: "%016llx", number) }

  private static func hundredths(_ value: UInt16) -> JSONValue {
    value == 65535 ? .null : .fixed(Double(value) / 100, decimals: 2)
  }

  private static func components(_ v: Vector3) -> [Int32] { [v.x, v.y, v.z] }

  /// Days since 2000-01-01 as a date.
  package static func day(_ days: Int32) -> String { Place.text(CalendarDay(days: days)) }

  /// Days since 2000-01-01 for a date in the form of `day`; nil for any other text.
  package static func days(_ text: String) -> Int32? {
    Place.day(text).flatMap { Place.text($0) == text ? $0.days : nil }
  }
}
