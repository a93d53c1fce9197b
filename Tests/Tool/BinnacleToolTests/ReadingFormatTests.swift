// How a row tells magnetic headings, true ones, and that there is none.

import LinkProtocol
import Quantities
import Testing

@testable import BinnacleTool

private func row(_ reference: NorthReference, trueNorth: BinaryAngle? = nil, wantsTrue: Bool = false) -> String {
  var reading = Reading()
  reading.mode = .tilted
  reading.heading = BinaryAngle(rawValue: 1 << 28)
  var assessment = HeadingAssessment()
  assessment.magnetic = reference == .none ? nil : reading.heading
  assessment.trueNorth = trueNorth
  assessment.reference = reference
  if reference == .none { assessment.doubts = .uncalibrated }
  reading.assessment = assessment
  return ReadingFormat.row(reading, lost: 0, wantsTrue: wantsTrue)
}

@Test func row_trueAndMagneticHeadings_standInTheSameColumns() {
  let magnetic = row(.magnetic)
  let trueNorth = row(.trueNorth, trueNorth: BinaryAngle(rawValue: 1 << 29))
  #expect(magnetic.contains(" 22.50° NNE   "), "\(magnetic)")
  #expect(trueNorth.contains(" 45.00° T NE  "), "\(trueNorth)")
  #expect(magnetic.count == trueNorth.count)
}

@Test func row_withoutTheTrueHeadingThatIsWanted_showsNone() {
  let missing = row(.none, wantsTrue: true)
  #expect(missing.contains("—  T") && !missing.contains("22.50") && missing.contains("uncalibrated"), "\(missing)")
  #expect(row(.magnetic, wantsTrue: true).contains("—  T"))
  #expect(row(.none).contains("22.50° NNE"), "nobody asked for true north")
  #expect(row(.trueNorth, trueNorth: .zero, wantsTrue: true).contains("  0.00° T N"))
}

@Test(arguments: [false, true])
func stream_withoutTheTrueHeadingThatIsWanted_saysWhyOnce(isWanted: Bool) {
  let spy = SpyConsole()
  let report = StreamReport(console: spy.console, mode: .human)
  if isWanted { report.demandTrueNorth() }
  var reading = Reading()
  var assessment = HeadingAssessment()
  assessment.doubts = .uncalibrated
  reading.assessment = assessment
  for _ in 0..<10 { report.add(reading, lost: 0) }
  #expect(spy.remarks.split(separator: "\n") == (isWanted ? ["binnacle: no true heading: uncalibrated"] : []))
}
