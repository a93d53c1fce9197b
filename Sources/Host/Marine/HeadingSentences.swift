// Writes a heading as sentences that other programs and instruments read.
import Foundation

/// The values for the sentences. `nil` leaves a field empty; no other value replaces it.
public struct HeadingStatement: Equatable, Sendable {
  /// After the calibration of the sensor and before any deviation card, degrees.
  public var sensorHeading: Double?
  /// East positive, degrees; magnetic heading = sensor heading + deviation.
  public var deviation: Double?
  /// Magnetic declination, east positive, degrees.
  public var variation: Double?
  /// Relative to magnetic north, degrees.
  public var magneticHeading: Double?
  /// Relative to true north, degrees.
  public var trueHeading: Double?
  /// Degrees per minute, positive to starboard.
  public var rateOfTurn: Double?
  /// Degrees, positive with the bow up.
  public var pitch: Double?
  /// Degrees, positive with starboard down.
  public var roll: Double?
  /// Whether the source is simulated or replayed, which THS reports.
  public var isSimulated = false

  public init() {}

  /// HDG, HDM, HDT, THS, ROT and XDR, each as a line with checksum and line end. The talker is HC, a magnetic compass.
  ///
  /// HDT has no field for "not valid", so it is left out if there is no true heading. HDM, ROT and XDR are also left
  /// out without their values. HDG and THS are always present: if there is no heading, HDG is empty and THS has mode V.
  public var lines: [String] {
    var sentences = [
      Sentence(
        talker: "HC", formatter: "HDG",
        fields: [Self.angle(sensorHeading)] + Self.sided(deviation) + Self.sided(variation))
    ]
    if let magneticHeading {
      sentences.append(Sentence(talker: "HC", formatter: "HDM", fields: [Self.angle(magneticHeading), "M"]))
    }
    if let trueHeading {
      sentences.append(Sentence(talker: "HC", formatter: "HDT", fields: [Self.angle(trueHeading), "T"]))
    }
    let mode = trueHeading == nil ? "V" : isSimulated ? "S" : "A"
    sentences.append(Sentence(talker: "HC", formatter: "THS", fields: [Self.angle(trueHeading), mode]))
    if let rateOfTurn {
      sentences.append(Sentence(talker: "HC", formatter: "ROT", fields: [Self.fixed(rateOfTurn, 1), "A"]))
    }
    var transducers: [String] = []
    if let pitch { transducers += ["A", Self.fixed(pitch, 1), "D", "PTCH"] }
    if let roll { transducers += ["A", Self.fixed(roll, 1), "D", "ROLL"] }
    if !transducers.isEmpty { sentences.append(Sentence(talker: "HC", formatter: "XDR", fields: transducers)) }
    return sentences.map(\.line)
  }

  /// 0.0…359.9: an angle that rounds to 360.0 gives 0.0.
  private static func angle(_ degrees: Double?) -> String {
    guard let degrees else { return "" }
    let text = fixed(degrees, 1)
    return text == "360.0" ? "0.0" : text
  }

  private static func sided(_ degrees: Double?) -> [String] {
    guard let degrees else { return ["", ""] }
    return [fixed(degrees.magnitude, 1), degrees < 0 ? "W" : "E"]
  }

  private static func fixed(_ value: Double, _ decimals: Int) -> String {
    let text = String(format: "%.\(decimals)f", value)
    return text == "-0.0" ? "0.0" : text
  }
}
