// Headings written as sentences, worked out by hand and read back.
import Foundation
import Marine
import TestSupport
import Testing

@Suite struct HeadingSentencesTests {
  @Test func everything_isSaidInItsSentence() throws {
    var heading = HeadingStatement()
    heading.sensorHeading = 100.04
    heading.deviation = 2
    heading.variation = -13.52
    heading.magneticHeading = 102.04
    heading.trueHeading = 88.52
    heading.rateOfTurn = -30
    heading.pitch = 1.5
    heading.roll = -0.04
    // Checksums by hand: the exclusive or of the characters between "$" and "*".
    let bodies = [
      "HCHDG,100.0,2.0,E,13.5,W", "HCHDM,102.0,M", "HCHDT,88.5,T", "HCTHS,88.5,A", "HCROT,-30.0,A",
      "HCXDR,A,1.5,D,PTCH,A,0.0,D,ROLL",
    ]
    #expect(heading.lines == bodies.map(sentence))
    #expect(heading.lines.allSatisfy { $0.utf8.count <= 82 })
    for line in heading.lines { _ = try Sentence(line: line.utf8) }
  }

  @Test func firstFieldOfHDG_isBeforeTheDeviation() throws {
    var heading = HeadingStatement()
    heading.sensorHeading = 359
    heading.deviation = 3
    heading.magneticHeading = 2
    guard
      case .sensorHeading(let sensor?, let deviation?, let variation) = Statement(
        try Sentence(line: heading.lines[0].utf8))
    else {
      Issue.record("no HDG")
      return
    }
    #expect(variation == nil)
    #expect((sensor + deviation).truncatingRemainder(dividingBy: 360) == heading.magneticHeading)
  }

  @Test func unknown_isEmptyAndNeverFilledFromElsewhere() {
    let nothing = HeadingStatement()
    #expect(nothing.lines.map { $0.prefix(while: { $0 != "*" }) } == ["$HCHDG,,,,,", "$HCTHS,,V"])
    var magnetic = HeadingStatement()
    magnetic.sensorHeading = 10
    magnetic.magneticHeading = 10
    #expect(magnetic.lines.map { $0.prefix(6) } == ["$HCHDG", "$HCHDM", "$HCTHS"])
    #expect(magnetic.lines[2].hasPrefix("$HCTHS,,V"))
  }

  @Test func dueNorth_isZeroAndThreeSixtyNever() {
    var heading = HeadingStatement()
    heading.sensorHeading = 0
    heading.magneticHeading = 359.96
    heading.trueHeading = 0
    heading.isSimulated = true
    #expect(
      heading.lines.map { $0.prefix(while: { $0 != "*" }) }
        == ["$HCHDG,0.0,,,,", "$HCHDM,0.0,M", "$HCHDT,0.0,T", "$HCTHS,0.0,S"])
  }
}
