// How a row tells magnetic headings, true ones, and that there is none.

import Heading
import LinkProtocol
import Quantities
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolStream

private func row(
  _ reference: NorthReference, trueNorth: BinaryAngle? = nil, display: DisplayOrientation = .portrait,
  movement: Movement? = nil
) -> String {
  var reading = Reading()
  reading.mode = .tilted
  reading.heading = BinaryAngle(rawValue: 1 << 28)
  var assessment = HeadingAssessment()
  assessment.magnetic = reference == .none ? nil : reading.heading
  assessment.trueNorth = trueNorth
  assessment.reference = reference
  assessment.orientation = display
  if reference == .none { assessment.doubts = .uncalibrated }
  reading.assessment = assessment
  return ReadingFormat.row(reading, lost: 0, movement: movement)
}

/// Row A18: both headings and the name of the orientation stand in the row.
@Test func row_showsBothHeadingsAndHowTheDisplayIsHeld() {
  let magnetic = row(.magnetic)
  let trueNorth = row(.trueNorth, trueNorth: BinaryAngle(rawValue: 1 << 29))
  #expect(magnetic.contains(" 22.50° NNE         —"), "\(magnetic)")
  #expect(trueNorth.contains(" 22.50° NNE    45.00°"), "\(trueNorth)")
  #expect(magnetic.count == trueNorth.count && magnetic.count == ReadingFormat.head.count)
  for (orientation, name) in [
    (.landscapeLeft, "landscape left"), (.unknown, "unknown"), (.upsideDown, "upside down"), (.faceUp, "face up"),
  ] as [(DisplayOrientation, String)] {
    #expect(row(.magnetic, display: orientation).contains("  \(name) "), "\(name)")
  }
}

/// Row A18: a flat display is face up or face down, however its heading is turned.
@Test func orientation_ofAFlatDisplay_isFaceUpOrFaceDown() throws {
  var reading = Reading()
  (reading.mode, reading.flags) = (.tilted, Reading.Flags.flat.union(.specificForce))
  reading.assessment.orientation = .landscapeLeft
  for (down, word, name) in [(-1_000_000, "faceUp", "face up"), (1_000_000, "faceDown", "face down")]
    as [(Int32, String, String)]
  {
    reading.specificForce = Acceleration(microG: Vector3(x: 0, y: 100_000, z: down))
    #expect(ReadingFormat.json(reading)["orientation"] == .string(word))
    #expect(ReadingFormat.json(reading)["flat"] == .bool(true))
    #expect(ReadingFormat.row(reading, lost: 0).contains("  \(name) "))
  }
  // A fixed orientation, and one that is found from a tilted display, are told as they are.
  reading.flags = .specificForce
  #expect(ReadingFormat.json(reading)["orientation"] == .string("landscapeLeft"))
}

@Test func stream_ofAFlatDisplay_saysFaceUp() {
  let spy = SpyConsole()
  let words = ["stream", "simulated", "--orientation", "auto", "--readings", "5", "--json"]
  #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 0)
  #expect(spy.results.components(separatedBy: "\"orientation\":\"faceUp\",\"flat\":true").count == 6, "\(spy.results)")
}

@Test func row_withLocations_showsSpeedAndCourse() {
  var movement = Movement()
  #expect(row(.magnetic, movement: movement).hasSuffix("   —"))
  (movement.speed, movement.course) = (4200, BinaryAngle(rawValue: 1 << 30))
  #expect(row(.magnetic, movement: movement).hasSuffix("   4.2 m/s to 90°"))
}

/// Row A15: what kind of trouble it is, and what to do.
@Test func trouble_isToldWithWhatToDo() {
  var reading = Reading()
  reading.mode = .unavailable
  reading.reason = .sensorFault
  #expect(reading.trouble == .transient && ReadingFormat.advice(reading)?.contains("wiring") == true)
  #expect(ReadingFormat.row(reading, lost: 0).contains("initialised again. Check its wiring"))
  reading.reason = .pointsVertically
  let row = ReadingFormat.row(reading, lost: 0)
  #expect(reading.trouble == .fatal && row.contains("for good"))
  #expect(ReadingFormat.advice(reading)?.contains("pointing axis") == true)
  reading = Reading()
  reading.mode = .tilted
  var assessment = HeadingAssessment()
  assessment.doubts = .uncalibrated
  reading.assessment = assessment
  #expect(reading.trouble == .transient && ReadingFormat.advice(reading) == "Calibrate the compass.")
  assessment.magnetic = .zero
  reading.assessment = assessment
  #expect(reading.trouble == nil && ReadingFormat.advice(reading) == nil)
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

/// What cannot be helped gets no advice that helps against something else.
@Test func advice_isAboutWhatEndsTheHeading() {
  var reading = Reading()
  reading.mode = .tilted
  reading.assessment.doubts = .freeFall.union(.positionUnknown).union(.disturbed).union(.accelerated)
  #expect(ReadingFormat.advice(reading)?.contains("accelerometer") == true)
  reading.assessment.doubts = .nearPole.union(.positionUnknown).union(.disturbed)
  #expect(ReadingFormat.advice(reading)?.contains("course") == true)
  reading.mode = .unavailable
  reading.reason = .noSpecificForce
  reading.assessment.doubts = .freeFall.union(.disturbed)
  #expect(ReadingFormat.row(reading, lost: 0).contains("accelerometer gives zeros"))
  #expect(ReadingFormat.advice(reading)?.contains("accelerometer") == true)
}
