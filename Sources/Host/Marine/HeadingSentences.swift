// Writes a heading as sentences that other programs and instruments read.
import Foundation

/// The sentences that carry a heading, by their formatters, in the order in which they are sent.
package enum SentenceKind: String, CaseIterable, Sendable {
  /// The sensor's heading, with deviation and variation.
  case sensorHeading = "HDG"
  case magneticHeading = "HDM"
  case trueHeading = "HDT"
  /// The true heading with its status.
  case trueHeadingStatus = "THS"
  case rateOfTurn = "ROT"
  /// Pitch and roll, as transducers.
  case attitude = "XDR"

  /// Whether the sentence is empty without a known variation.
  package var isTrue: Bool { self == .trueHeading || self == .trueHeadingStatus }
}

/// The magnetic field around the compass, for people who look at an alarm.
package enum FieldCondition: String, Sendable {
  case normal, suspect, disturbed
}

/// The values that every form of a heading has: sentences, Signal K, NMEA 2000 and documents. `nil` leaves a field empty; no
/// other value replaces it.
///
/// There is one rule for signs. If a deviation is sent, the sensor's heading is the one before it. If none is sent, the
/// sensor's heading is the magnetic one. East, right and up are positive.
package struct HeadingStatement: Equatable, Sendable {
  /// The heading before the deviation, degrees; without a deviation the magnetic heading.
  package var sensorHeading: Double?
  /// East positive, degrees; magnetic heading = sensor heading + deviation. `nil` without a deviation card.
  package var deviation: Double?
  /// Magnetic declination, east positive, degrees.
  package var variation: Double?
  /// Relative to magnetic north, degrees.
  package var magneticHeading: Double?
  /// Relative to true north, degrees.
  package var trueHeading: Double?
  /// Degrees per minute, positive to starboard.
  package var rateOfTurn: Double?
  /// Degrees, positive with the bow up.
  package var pitch: Double?
  /// Degrees, positive with starboard down.
  package var roll: Double?
  /// Whether the source is simulated or replayed, which THS reports.
  package var isSimulated = false
  /// Whether the field is as the calibration expects it.
  package var field = FieldCondition.normal

  package init() {}

  /// All kinds of sentences, from a magnetic compass.
  package var lines: [String] { lines(SentenceKind.allCases) }

  /// The sentences of these kinds, each as a line with checksum and line end, in the order of `SentenceKind`.
  ///
  /// HDT has no field for "not valid", so it is left out if there is no true heading. HDM, ROT and XDR are also left
  /// out without their values. HDG and THS are always present: if there is no heading, HDG is empty and THS has mode V.
  /// - Parameter talker: two characters; HC is a magnetic compass.
  package func lines(_ kinds: [SentenceKind], talker: String = "HC") -> [String] {
    SentenceKind.allCases.compactMap { kind in
      guard kinds.contains(kind), let fields = fields(kind) else { return nil }
      return Sentence(talker: talker, formatter: kind.rawValue, fields: fields).line
    }
  }

  /// The fields of a sentence; `nil` if it is left out.
  private func fields(_ kind: SentenceKind) -> [String]? {
    switch kind {
    case .sensorHeading: return [Self.angle(sensorHeading)] + Self.sided(deviation) + Self.sided(variation)
    case .magneticHeading: return magneticHeading.map { [Self.angle($0), "M"] }
    case .trueHeading: return trueHeading.map { [Self.angle($0), "T"] }
    case .trueHeadingStatus: return [Self.angle(trueHeading), trueHeading == nil ? "V" : isSimulated ? "S" : "A"]
    case .rateOfTurn: return rateOfTurn.map { [Self.fixed($0, 1), "A"] }
    case .attitude:
      let transducers =
        (pitch.map { ["A", Self.fixed($0, 1), "D", "PTCH"] } ?? [])
        + (roll.map { ["A", Self.fixed($0, 1), "D", "ROLL"] } ?? [])
      return transducers.isEmpty ? nil : transducers
    }
  }

  /// The largest number of bytes for one reading: every sentence is present, with its widest values.
  package static func longestReading(_ kinds: [SentenceKind]) -> Int {
    var widest = HeadingStatement()
    (widest.sensorHeading, widest.deviation, widest.variation) = (359.9, -179.9, -179.9)
    (widest.magneticHeading, widest.trueHeading, widest.rateOfTurn) = (359.9, 359.9, -9999.9)
    (widest.pitch, widest.roll) = (-90, -179.9)
    return widest.lines(kinds).reduce(0) { $0 + $1.utf8.count }
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
