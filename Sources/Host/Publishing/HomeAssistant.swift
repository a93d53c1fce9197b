// What Home Assistant needs to show a compass without being configured: one retained document for each of its entities
// (MQTT discovery, home-assistant.io/integrations/mqtt).
import TerminalInterface

/// The entities of one compass.
struct HomeAssistant {
  /// Where Home Assistant looks, unless it is told otherwise.
  static let usualPrefix = "homeassistant"
  /// Seconds without a reading after which Home Assistant takes the values for unknown: more than two periods of the
  /// slowest rate, one reading in 50 s.
  private static let expiry = 120

  private let prefix: String
  private let discovery: String
  /// The prefix in the letters that names in Home Assistant may have; a mark tells prefixes apart that differ in others.
  private let node: String

  init(prefix: String, discovery: String) {
    (self.prefix, self.discovery) = (prefix, discovery)
    let letters = prefix.utf8.map { byte -> Character in
      let letter = Character(UnicodeScalar(byte))
      return letter.isASCII && (letter.isLetter || letter.isNumber || letter == "-") ? letter : "_"
    }
    let name = "binnacle_" + String(letters)
    node = String(letters) == prefix ? name : "\(name)_\(Self.mark(of: prefix))"
  }

  /// FNV-1a, 32 bits (RFC 9923), in hexadecimal.
  private static func mark(of text: String) -> String {
    let hash = text.utf8.reduce(UInt32(0x811c_9dc5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return String(String(UInt64(hash) | 1 << 32, radix: 16).dropFirst())
  }

  private struct Entity {
    let component: String
    let field: String
    let name: String
    let unit: String?
    let icon: String
    var precision: Int? = 1
  }

  private static let entities = [
    Entity(
      component: "sensor", field: "magneticHeadingDegrees", name: "Magnetic heading", unit: "°", icon: "mdi:compass"),
    Entity(
      component: "sensor", field: "trueHeadingDegrees", name: "True heading", unit: "°", icon: "mdi:compass-outline"),
    Entity(component: "sensor", field: "accuracyDegrees", name: "Heading accuracy", unit: "°", icon: "mdi:plus-minus"),
    Entity(
      component: "sensor", field: "turnDegreesPerSecond", name: "Rate of turn", unit: "°/s", icon: "mdi:rotate-right"),
    Entity(component: "sensor", field: "pitchDegrees", name: "Pitch", unit: "°", icon: "mdi:angle-acute"),
    Entity(component: "sensor", field: "rollDegrees", name: "Roll", unit: "°", icon: "mdi:angle-acute"),
    Entity(
      component: "sensor", field: "disturbance", name: "Magnetic field", unit: nil, icon: "mdi:magnet", precision: nil),
  ]

  /// The topics and their retained documents.
  func messages(reading: String, health: String) -> [(topic: String, message: String)] {
    Self.entities.map { entity in
      var document: JSONObject = [
        "name": .string(entity.name), "unique_id": .string("\(node)_\(entity.field)"),
        "state_topic": .string(reading), "value_template": .string("{{ value_json.\(entity.field) }}"),
        "availability_topic": .string(health), "availability_template": "{{ value_json.state }}",
        "payload_available": "online", "payload_not_available": "offline",
        "expire_after": .integer(Self.expiry), "icon": .string(entity.icon),
      ]
      if let unit = entity.unit { document["unit_of_measurement"] = .string(unit) }
      if let precision = entity.precision { document["suggested_display_precision"] = .integer(precision) }
      document["device"] = .object(
        ["identifiers": .array([.string(node)]), "name": .string("Compass \(prefix)"), "model": "Binnacle"]
          as JSONObject)
      document["origin"] = .object(["name": "binnacle"] as JSONObject)
      return ("\(discovery)/\(entity.component)/\(node)/\(entity.field)/config", document.line)
    }
  }
}
