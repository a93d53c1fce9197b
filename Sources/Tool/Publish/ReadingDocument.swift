// A reading as a JSON document for a home: few fields, under the names that `binnacle stream --json` gives them.
import HostSession
import LinkProtocol
import Marine
import Quantities
import TerminalInterface
import ToolStream

enum ReadingDocument {
  /// The document. No deviation is in it, so the heading is corrected.
  /// - Parameters:
  ///   - reading: `nil` when the device is lost.
  ///   - number: counts the documents of a run, so that whoever reads them notices if one is missing or comes twice.
  ///   - seconds: when the reading was received, since 1970.
  static func json(_ reading: Reading?, _ said: HeadingStatement, number: Int, at seconds: Double) -> JSONObject {
    func angle(_ degrees: Double?, _ decimals: Int = 2) -> JSONValue {
      .optional(degrees) { .fixed($0, decimals: decimals) }
    }
    func circle(_ degrees: Double?) -> JSONValue {
      // 359.996 is 0, and not 360.
      angle(degrees.map { $0 >= 359.995 ? 0 : $0 })
    }
    return [
      "time": .string(UTCText(secondsSince1970: seconds).text), "number": .integer(number),
      "magneticHeadingDegrees": circle(said.magneticHeading), "trueHeadingDegrees": circle(said.trueHeading),
      "declinationDegrees": angle(said.variation),
      "accuracyDegrees": .optional(reading?.assessment.accuracy) { .fixed(Double($0) / 100, decimals: 2) },
      "turnDegreesPerSecond": angle(said.rateOfTurn.map { $0 / 60 }),
      "pitchDegrees": angle(said.pitch), "rollDegrees": angle(said.roll),
      "disturbance": .optional(reading?.assessment.disturbance) { .string("\($0)") },
      "reasons": .array((reading.map(ReadingFormat.reasonNames) ?? []).map { .string($0) }),
      "simulated": .bool(said.isSimulated),
    ]
  }
}
