// A heading as the sentences that other programs and instruments read.
import Foundation

/// What is told; `nil` is left empty, never filled from something else.
public struct HeadingStatement: Equatable, Sendable {
  /// After the calibration of the sensor and before any deviation card, degrees.
  public var sensorHeading: Double?
  /// East positive, degrees; magnetic heading = sensor heading + deviation.
  public var deviation: Double?
  /// Magnetic declination, east positive, degrees.
  public var variation: Double?
  /// Against magnetic north, degrees.
  public var magneticHeading: Double?
  /// Against true north, degrees.
  public var trueHeading: Double?
  /// Degrees a minute, to starboard positive.
  public var rateOfTurn: Double?
  /// Bow up positive, degrees.
  public var pitch: Double?
  /// Starboard down positive, degrees.
  public var roll: Double?
  /// A simulated or replayed source says so in THS.
  public var isSimulated = false

  public init() {}

  /// HDG, HDM, HDT, THS, ROT and XDR, each a line with checksum and line end. The talker is HC, a magnetic compass.
  ///
  /// HDT, which has no field for "not valid", is left out without a true heading; so are HDM, ROT and XDR without
  /// their values. HDG and THS are always there: empty, and with mode V, they say that there is no heading.
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

  /// 0.0…359.9: what rounds to 360.0 is 0.0.
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
