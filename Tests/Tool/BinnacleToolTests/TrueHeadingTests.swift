// One rule for signs: the true heading that follows from each target's fields alone is the reading's.

import Foundation
import Heading
import LinkProtocol
import Marine
import Quantities
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolPublish
@testable import ToolStream

/// What a program computes from the fields of a target, degrees; `nil` for what it does not find.
private struct Understood {
  var computed: Double?
  /// The true heading that the target states itself, where it has a field for one.
  var stated: Double?
  var hasDeviation = false

  /// HDG: sensor heading, deviation and variation, each with E or W. HDT and THS state the true heading.
  init(sentences lines: [String]) {
    func fields(_ kind: String) -> [String]? {
      lines.first { $0.dropFirst(3).hasPrefix(kind) }?.split(separator: "*")[0]
        .split(separator: ",", omittingEmptySubsequences: false).dropFirst().map(String.init)
    }
    func signed(_ value: String, _ side: String) -> Double? { Double(value).map { side == "W" ? -$0 : $0 } }
    let hdg = fields("HDG") ?? []
    hasDeviation = !hdg[1].isEmpty
    if let sensor = Double(hdg[0]), let variation = signed(hdg[3], hdg[4]) {
      computed = sensor + (signed(hdg[1], hdg[2]) ?? 0) + variation
    }
    stated = fields("HDT").flatMap { Double($0[0]) }
    #expect(fields("THS").map { Double($0[0]) } == stated)
  }

  /// The compass heading with its deviation if there is one, otherwise the magnetic heading; and the variation.
  init(delta line: String) throws {
    let delta = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let values = try #require((delta["updates"] as? [[String: Any]])?[0]["values"] as? [[String: Any]])
    func degrees(_ path: String) -> Double? {
      (values.first { $0["path"] as? String == "navigation.\(path)" }?["value"] as? Double).map { $0 * 180 / .pi }
    }
    hasDeviation = degrees("magneticDeviation") != nil
    if let variation = degrees("magneticVariation"), let magnetic = degrees("headingMagnetic") {
      computed = magnetic + variation
      if let compass = degrees("headingCompass"), let deviation = degrees("magneticDeviation") {
        #expect(abs(difference(compass + deviation, magnetic)) < 0.001)
        computed = compass + deviation + variation
      }
    }
    stated = degrees("headingTrue")
  }

  /// 127250: heading, deviation and variation in units of 0.0001 rad, little-endian. The reference is magnetic.
  init(frames: String) throws {
    let line = try #require(frames.split(separator: "\r\n").first { $0.contains("F112") })
    let bytes = line.split(separator: " ").dropFirst(3).map { UInt16($0, radix: 16) ?? 0 }
    #expect(bytes[7] & 3 == 1)
    func word(_ index: Int) -> UInt16 { bytes[index] | bytes[index + 1] << 8 }
    func degrees(_ units: Double) -> Double { units / 10_000 * 180 / .pi }
    func signed(_ index: Int) -> Double? {
      word(index) == 0x7fff ? nil : degrees(Double(Int16(bitPattern: word(index))))
    }
    hasDeviation = signed(3) != nil
    guard word(1) != 0xffff, let variation = signed(5) else { return }
    computed = degrees(Double(word(1))) + (signed(3) ?? 0) + variation
  }

  /// The documents for homes have no deviation.
  init(document line: String) throws {
    let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    if let magnetic = object["magneticHeadingDegrees"] as? Double, let east = object["declinationDegrees"] as? Double {
      computed = magnetic + east
    }
    stated = object["trueHeadingDegrees"] as? Double
  }
}

private func difference(_ a: Double, _ b: Double) -> Double {
  let turned = (a - b).truncatingRemainder(dividingBy: 360)
  return turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned
}

/// The reading as each target tells it, with the largest error that its digits leave.
private func told(_ reading: Reading, _ card: DeviationCard) throws -> [(name: String, said: Understood, limit: Double)]
{
  var output = SentenceOutput(isSimulated: false, card: card, worst: 15)
  let statement = output.statement(reading, nil)
  var (deltas, frames) = (SignalKDeltas(), NMEA2000Frames())
  let document = ReadingDocument.json(reading, statement, number: 1, at: 0).line
  return [
    // Three numbers with one decimal; three of 10⁻⁶ rad; three of 10⁻⁴ rad; two numbers with two decimals.
    ("sentences", Understood(sentences: statement.lines), 0.151),
    ("Signal K", try Understood(delta: deltas.line(statement, at: 0)), 0.0001),
    ("NMEA 2000", try Understood(frames: frames.lines(statement, at: 0)), 0.0087),
    ("document", try Understood(document: document), 0.011),
  ]
}

private func reading(magnetic: Double, declination: Double?, accuracy: UInt16 = 200) -> Reading {
  var reading = Reading()
  reading.mode = .level
  reading.heading = angle(magnetic)
  var assessment = HeadingAssessment()
  assessment.magnetic = angle(magnetic)
  assessment.trueNorth = declination.map { angle(magnetic + $0) }
  assessment.accuracy = accuracy
  reading.assessment = assessment
  return reading
}

@Suite struct TrueHeadingTests {
  @Test(arguments: [false, true], [13.7, -21.2, 0])
  func trueHeading_fromTheFieldsOfEachTarget_isTheReadings(hasCard: Bool, declination: Double) throws {
    func units(_ degrees: Double) -> Int32 { Int32((degrees / 360 * 0x1p32).rounded()) }
    let card = hasCard ? DeviationCard(a: units(2), b: units(-5), c: units(8), d: units(3), e: units(-1)) : .none
    var withDeviation = 0
    for magnetic in stride(from: 0.0, to: 360, by: 3.7) {
      for (name, said, limit) in try told(reading(magnetic: magnetic, declination: declination), card) {
        let found = try #require(said.computed, "\(name)")
        #expect(abs(difference(found, magnetic + declination)) < limit, "\(name) at \(magnetic)°: \(found)")
        if let stated = said.stated { #expect(abs(difference(stated, magnetic + declination)) < 0.051, "\(name)") }
        if said.hasDeviation { withDeviation += 1 }
      }
    }
    // The three with a field for it, at each of the 98 headings.
    #expect(withDeviation == (hasCard ? 3 * 98 : 0))
  }

  @Test func withoutAVariation_nobodyGetsATrueHeading() throws {
    for (name, said, _) in try told(reading(magnetic: 20, declination: nil), .none) {
      #expect(said.computed == nil && said.stated == nil, "\(name)")
    }
  }

  @Test func headingThatMayBeTooFarOff_leavesNowhere() throws {
    for (name, said, _) in try told(reading(magnetic: 20, declination: 4, accuracy: 1501), .none) {
      #expect(said.computed == nil && said.stated == nil, "\(name)")
    }
  }
}
