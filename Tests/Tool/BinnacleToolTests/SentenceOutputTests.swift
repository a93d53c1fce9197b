// Readings as sentences: what HDG, HDM and HDT say of the same moment.

import Heading
import LinkProtocol
import Quantities
import TestSupport
import Testing

@testable import ToolConnection
@testable import ToolStream

/// HDG and HDM of a reading, their fields after the address.
private func sentences(
  compass: Double, magnetic: Double, card: DeviationCard = .none, held orientation: DisplayOrientation = .portrait
) -> (hdg: [String], hdm: [String]) {
  var reading = Reading()
  reading.mode = .level
  reading.heading = angle(compass)
  var judgement = HeadingAssessment()
  judgement.orientation = orientation
  judgement.magnetic = angle(magnetic) + orientation.offset
  judgement.accuracy = 200
  judgement.trueNorth = angle(magnetic + 3.7) + orientation.offset
  reading.assessment = judgement
  var output = SentenceOutput(isSimulated: true, card: card)
  func fields(_ line: String?) -> [String] {
    (line ?? "").split(separator: "*")[0].split(separator: ",", omittingEmptySubsequences: false).dropFirst().map {
      String($0)
    }
  }
  let lines = output.lines(reading)
  return (fields(lines.first { $0.contains("HDG") }), fields(lines.first { $0.contains("HDM") }))
}

/// An autopilot steers by what it is sent.
@Test(arguments: [(8999, true), (9000, false), (18_000, false)] as [(UInt16, Bool)])
func disturbedHeading_isSentUpTo90Degrees(accuracy: UInt16, isSent: Bool) {
  var reading = Reading()
  reading.mode = .level
  var assessment = HeadingAssessment()
  (assessment.magnetic, assessment.trueNorth) = (angle(20), angle(23))
  (assessment.accuracy, assessment.disturbance) = (accuracy, .disturbed)
  reading.assessment = assessment
  var output = SentenceOutput(isSimulated: false)
  let lines = output.lines(reading)
  #expect(lines.contains { $0.hasPrefix("$HCHDM") } == isSent)
  #expect(lines.contains { $0.hasPrefix("$HCHDT") } == isSent)
  #expect(lines.contains { $0.hasPrefix(isSent ? "$HCTHS,23.0,A" : "$HCTHS,,V") }, "\(lines)")
}

/// gpsd takes magtrack from HDG: smoothing that never reaches it is none.
@Test func sensorHeading_isSmoothedAsTheMagneticOneIs() {
  let (hdg, hdm) = sentences(compass: 67, magnetic: 18.4)
  #expect(hdg == ["18.4", "", "", "3.7", "E"])
  #expect(hdm == ["18.4", "M"])
}

@Test func sensorHeading_andDeviation_addUpToTheMagneticHeading() throws {
  func units(_ degrees: Double) -> Int32 { Int32((degrees / 360 * 0x1p32).rounded()) }
  let card = DeviationCard(a: units(2), b: units(-5), c: units(8), d: units(3), e: units(-1))
  for magnetic in stride(from: 0.0, to: 360, by: 7.3) {
    for lag in [-60.0, -5, 0, 5, 60] {
      let (hdg, hdm) = sentences(compass: magnetic + lag, magnetic: magnetic, card: card)
      let heading = try #require(Double(hdg[0]))
      let deviation = try #require(Double(hdg[1])) * (hdg[2] == "E" ? 1 : -1)
      let told = try #require(Double(hdm[0]))
      let off = (heading + deviation - told + 540).truncatingRemainder(dividingBy: 360) - 180
      // Three numbers with a digit after the point.
      #expect(abs(off) < 0.16, "\(hdg) \(hdm)")
      #expect(abs(deviation - card.deviationDegrees(compass: heading)) < 0.08, "\(hdg)")
    }
  }
}

/// A capture may hold readings for whoever looked at a display that was turned; an autopilot looks at none.
@Test(arguments: [DisplayOrientation.landscapeLeft, .landscapeRight, .upsideDown, .faceDown])
func sentences_ofATurnedDisplay_areThoseOfTheInstrument(orientation: DisplayOrientation) {
  let card = DeviationCard(a: 1 << 26, b: 0, c: 0, d: 0, e: 0)
  let turned = sentences(compass: 18.4, magnetic: 24, card: card, held: orientation)
  let portrait = sentences(compass: 18.4, magnetic: 24, card: card)
  #expect(turned.hdg == portrait.hdg && turned.hdm == portrait.hdm)
  #expect(turned.hdm == ["24.0", "M"] && turned.hdg[3...] == ["3.7", "E"])
}

/// A board that restarts begins at time 0, and may be older at its first reading than it ever was before.
@Test func rateOfTurn_acrossAGap_isNone() throws {
  func rates(gap: StreamGap?) -> Int {
    let spy = SpyConsole()
    let report = StreamReport(console: spy.console, mode: .human, isForeign: true)
    report.writeSentences(isSimulated: true)
    for tenth in 0..<6 {
      var reading = Reading()
      reading.mode = .level
      reading.time = Instant(microseconds: 1_000_000 + UInt64(tenth) * 100_000)
      var judgement = HeadingAssessment()
      judgement.magnetic = angle(10 + 9 * Double(tenth))
      judgement.accuracy = 200
      reading.assessment = judgement
      report.add(reading, lost: 0)
      if let gap { report.mark(gap) }
    }
    return spy.results.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("$HCROT") }.count
  }
  // Five headings are the fewest.
  #expect(rates(gap: nil) == 2)
  #expect(rates(gap: try #require(StreamGap(note: "resumed restart seconds 3.0 boot 2 port /dev/ttyACM0"))) == 0)
}
