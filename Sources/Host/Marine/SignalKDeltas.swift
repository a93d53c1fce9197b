// Writes a heading as a delta of Signal K, specification 1.5.1: paths, units and signs are those of its schema
// groups/navigation.json. All angles are in radians; east, right and up are positive. What is unknown is null.
import Foundation
import TerminalInterface

/// Converts readings to deltas, one line of JSON each.
package struct SignalKDeltas: Sendable {
  /// Seconds after which an unchanged notification is sent again, for programs that connected meanwhile.
  static let noticePeriod = 10.0
  /// The label of the source; a simulated or replayed compass has another one. A server puts the name of its connection in
  /// the label’s place, and keeps `src`.
  static let label = "binnacle"
  static let simulatedLabel = "binnacle-simulated"

  private var tellsDeviation = false
  private var notice: (condition: FieldCondition, time: Double)?

  package init() {}

  /// The delta of one reading, without its line end.
  /// - Parameter seconds: when the reading was received, since 1970.
  package mutating func line(_ said: HeadingStatement, at seconds: Double) -> String {
    var values: [(path: String, value: JSONValue)] = [
      ("navigation.headingMagnetic", Self.radians(said.magneticHeading)),
      ("navigation.headingTrue", Self.radians(said.trueHeading)),
      ("navigation.magneticVariation", Self.radians(said.variation)),
    ]
    // Without a card the compass heading is the magnetic one, and there is no deviation to be told. What was told once is taken
    // back when it is no longer known.
    tellsDeviation = tellsDeviation || said.deviation != nil
    if tellsDeviation {
      values.append(("navigation.headingCompass", Self.radians(said.deviation == nil ? nil : said.sensorHeading)))
      values.append(("navigation.magneticDeviation", Self.radians(said.deviation)))
    }
    values.append(("navigation.rateOfTurn", Self.radians(said.rateOfTurn.map { $0 / 60 })))
    values.append(("navigation.attitude", Self.attitude(said)))
    if let notification = notification(said.field, at: seconds) {
      values.append(("notifications.navigation.headingMagnetic", .object(notification)))
    }
    var source: JSONObject = ["label": .string(said.isSimulated ? Self.simulatedLabel : Self.label)]
    if said.isSimulated { source["src"] = "simulated" }
    let update: JSONObject = [
      "source": .object(source), "timestamp": .string(UTCText(secondsSince1970: seconds).text),
      "values": .array(values.map { .object(["path": .string($0.path), "value": $0.value]) }),
    ]
    return (["context": "vessels.self", "updates": .array([.object(update)])] as JSONObject).line
  }

  private static func radians(_ degrees: Double?) -> JSONValue {
    .optional(degrees) { .fixed($0 * .pi / 180, decimals: 6) }
  }

  /// Roll and pitch. Signal K's yaw is a change of the heading, which is not known: the rate of turn says what is.
  private static func attitude(_ said: HeadingStatement) -> JSONValue {
    guard said.roll != nil || said.pitch != nil else { return .null }
    var attitude = JSONObject()
    if said.roll != nil { attitude["roll"] = radians(said.roll) }
    if said.pitch != nil { attitude["pitch"] = radians(said.pitch) }
    return .object(attitude)
  }

  /// The notification, if it has changed or is due again.
  private mutating func notification(_ condition: FieldCondition, at seconds: Double) -> JSONObject? {
    if let notice, notice.condition == condition, abs(seconds - notice.time) < Self.noticePeriod { return nil }
    notice = (condition, seconds)
    let (state, method, message): (String, [JSONValue], String) =
      switch condition {
      case .normal: ("normal", [], "The magnetic field is as expected.")
      case .suspect: ("alert", ["visual"], "The magnetic field is unusual: the heading may be wrong.")
      case .disturbed: ("warn", ["visual"], "A magnet or iron disturbs the compass: the heading is wrong.")
      }
    return ["state": .string(state), "method": .array(method), "message": .string(message)]
  }
}
