// Display, axis, mounting and card on the command line; Core Location's semantics; the banner; exact units.

import Correction
import FieldMonitor
import Foundation
import Heading
import LinkProtocol
import Marine
import Quantities
import Reference
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolNavigation
@testable import ToolStream

private func instrument(_ given: [String: String]) throws -> InstrumentOptions {
  try InstrumentOptions(
    ParsedArguments(
      command: StreamCommand(), path: "stream", positionals: ["simulated"], given: given.mapValues { [$0] },
      console: SpyConsole().console))
}

@Test func orientation_everyWord_isUnderstood() throws {
  #expect(try instrument([:]).isEmpty)
  for (name, display) in InstrumentOptions.displays {
    #expect(try instrument(["orientation": name]).display == display)
  }
  #expect(try instrument(["orientation": "auto"]).display == .automatic)
  #expect(try instrument(["orientation": "landscape-left"]).display == .held(.landscapeLeft))
  #expect(throws: UsageError.self) { try instrument(["orientation": "sideways"]) }
}

@Test(arguments: [
  ("+X", AxisRemap.SignedAxis.plusX), ("x", .plusX), ("-x", .minusX), ("Y", .plusY), ("−Y", .minusY), ("+z", .plusZ),
  ("-Z", .minusZ),
])
func pointing_everyAxis_isUnderstood(text: String, axis: AxisRemap.SignedAxis) throws {
  #expect(try instrument(["pointing": text]).pointer == .axis(axis))
}

@Test func pointing_andOrientation_thatFollowTheAttitude() throws {
  #expect(try instrument(["pointing": "auto"]).pointer == .mostLevel)
  #expect(try instrument(["orientation": "auto", "orientation-flat": "portrait"]).isFlatPortrait)
  #expect(throws: UsageError.self) { try instrument(["orientation-flat": "portrait"]) }
  var hello = Hello()
  hello.capabilities = .magnetometer
  #expect(throws: CommandError.self) { try instrument(["pointing": "auto"]).check(hello, name: "port") }
}

@Test(arguments: ["", "+", "W", "+-X", "XX", "0", "forward"])
func pointing_thatIsNoAxis_isRefused(text: String) {
  #expect(throws: UsageError.self) { try instrument(["pointing": text]) }
}

@Test func mounting_isTwoAxesOrANumber() throws {
  #expect(try instrument(["mounting": "+X,+Y"]).mounting == .identity)
  #expect(try instrument(["mounting": "+Y,-X"]).mounting?.rawValue == 9)
  for number: UInt8 in 0..<24 {
    #expect(try instrument(["mounting": "\(number)"]).mounting == AxisRemap(rawValue: number))
  }
  for bad in ["24", "-1", "", "X", "X,X", "+X,-X", "X,Y,Z", "north"] {
    #expect(throws: UsageError.self, "\(bad)") { try instrument(["mounting": bad]) }
  }
}

@Test func card_isFiveNumbersAFileOrNone() throws {
  let card = try #require(try instrument(["card": "2, -1,0.5,0,-45"]).card)
  #expect(card == DeviationCard(a: 23_860_929, b: -11_930_465, c: 5_965_232, d: 0, e: -0x2000_0000))
  #expect(try instrument(["card": "none"]).card == DeviationCard.none)
  for bad in ["1,2,3,4", "1,2,3,4,5,6", "1,2,3,4,45.1", "1,2,3,4,nan", "a,b,c,d,e"] {
    #expect(throws: UsageError.self, "\(bad)") { try instrument(["card": bad]) }
  }

  let folder = try TemporaryFolder()
  func file(_ text: String) throws -> String {
    try Data(text.utf8).write(to: folder.url.appendingPathComponent("card.json"))
    return folder.path("card.json")
  }
  let whole =
    #"{"what":"swing","pass":true,"outcome":"card","aDegrees":2,"bDegrees":-1,"cDegrees":0.5,"dDegrees":0,"eDegrees":-45}"#
  #expect(try instrument(["card": try file("{\"what\":\"other\"}\n" + whole + "\n")]).card == card)
  for bad in [
    "", "{}", "card", whole.replacing("45", with: "46"), whole.replacing("\"card\"", with: "\"tooFew\""),
    whole.replacing("\"bDegrees\":-1", with: "\"bDegrees\":true"),
    whole.replacing("\"dDegrees\":0,", with: ""),
  ] {
    let path = try file(bad)
    #expect(throws: CommandError.self, "\(bad)") { try instrument(["card": path]) }
  }
  #expect(throws: CommandError.self) { try instrument(["card": folder.path("nothing.json")]) }
}

@Test func instrumentOptions_whatTheBoardCannotDo_isRefused() throws {
  var hello = Hello(board: BoardName("level"))
  for given in [["orientation": "auto"], ["pointing": "-Z"]] {
    hello.capabilities = .magnetometer
    let error = #expect(throws: CommandError.self) { try instrument(given).check(hello, name: "port") }
    #expect(error?.description.hasPrefix("port has no accelerometer") == true)
    hello.capabilities.insert(.accelerometer)
    try instrument(given).check(hello, name: "port")
  }
  hello.capabilities = .magnetometer
  try instrument(["orientation": "face-up"]).check(hello, name: "port")
  try instrument(["pointing": "-Y"]).check(hello, name: "port")
}

// MARK: - Core Location

private func coreLocation(
  _ magnetic: UInt32?, _ trueNorth: UInt32?, accuracy: UInt16?, field: Vector3 = .zero, heading: UInt32 = 0,
  disturbance: DisturbanceState = .clear
) -> String {
  var reading = Reading()
  reading.mode = .tilted
  reading.heading = BinaryAngle(rawValue: heading)
  reading.field = MagneticField(nanotesla: field)
  var assessment = HeadingAssessment()
  assessment.magnetic = magnetic.map(BinaryAngle.init)
  assessment.trueNorth = trueNorth.map(BinaryAngle.init)
  assessment.accuracy = accuracy
  assessment.disturbance = disturbance
  reading.assessment = assessment
  return CoreLocationOutput(mounting: .identity) { _ in 1_783_000_000.0625 }.json(reading).line
}

@Test func coreLocation_validHeading_isWhole() {
  #expect(
    coreLocation(1 << 30, 1 << 29, accuracy: 231, field: Vector3(x: 20_000, y: -130_000, z: 128_000)) == """
      {"magneticHeading":90.0000000,"trueHeading":45.0000000,"headingAccuracy":2.31,"x":20.0,"y":-128.0,"z":128.0,\
      "timestamp":"2026-07-02T13:46:40.062Z"}
      """)
}

@Test func coreLocation_accuracy_isNegativeIfAndOnlyIfInvalid() {
  #expect(coreLocation(nil, nil, accuracy: nil).contains(#""headingAccuracy":-1.00"#))
  #expect(coreLocation(0, nil, accuracy: 0).contains(#""headingAccuracy":0.00"#), "0 is a perfect accuracy")
}

@Test func coreLocation_ofADisturbedHeading_isInvalidFrom90Degrees() {
  func text(_ accuracy: UInt16, _ state: DisturbanceState) -> String {
    coreLocation(5, 6, accuracy: accuracy, disturbance: state)
  }
  #expect(text(9000, .disturbed).contains(#""trueHeading":-1,"headingAccuracy":-1.00"#))
  #expect(text(8999, .disturbed).contains(#""headingAccuracy":89.99"#))
  #expect(text(18_000, .clear).contains(#""headingAccuracy":180.00"#), "wide, and not disturbed: that is what is known")
}

@Test func coreLocation_trueHeading_isMinusOneIfAndOnlyIfInvalid() {
  #expect(coreLocation(5, nil, accuracy: 100).contains(#""trueHeading":-1,"#))
  #expect(coreLocation(5, 0, accuracy: 100).contains(#""trueHeading":0.0000000,"#), "due north is valid")
}

@Test func coreLocation_headings_areNever360OrNegative() {
  // The largest angle there is, 84 billionths of a degree below a turn.
  let edge = coreLocation(.max, .max, accuracy: 100)
  #expect(edge.contains(#""magneticHeading":359.9999999,"trueHeading":359.9999999,"#))
  // What is of no use is no negative number either: its accuracy tells.
  #expect(coreLocation(nil, nil, accuracy: nil, heading: 3 << 30).contains(#""magneticHeading":270.0000000,"#))
}

@Test func timestamps_areIso8601InUTC() {
  #expect(UTCText(secondsSince1970: 0).text == "1970-01-01T00:00:00.000Z")
  #expect(UTCText(secondsSince1970: 951_827_696.789).text == "2000-02-29T12:34:56.789Z")
  #expect(UTCText(secondsSince1970: -0.001).text == "1969-12-31T23:59:59.999Z")
}

// MARK: - What is told

@Test func banner_saysWhichCalibrationTheReadingsUse() {
  var record = CalibrationRecord()
  #expect(CalibrationBanner.text(record, isSimulated: true, hasIron: true).hasPrefix("uncalibrated: the iron of its"))
  #expect(CalibrationBanner.text(record, isSimulated: false, hasIron: false).contains("binnacle calibrate"))
  record.modelOrder = .ellipsoid
  record.grade = 3
  record.predictedTypicalError = 42
  record.predictedError = 123
  record.date = 9_679
  let text = "calibration in use: ellipsoid model, good, 0.4° typical, 1.2° at worst, of 2026-07-02"
  for hasIron in [false, true] {
    #expect(CalibrationBanner.text(record, isSimulated: hasIron, hasIron: hasIron, today: 9_679 + 365) == text)
  }
  #expect(
    CalibrationBanner.text(record, isSimulated: false, hasIron: false, today: 9_679 + 366) == text
      + " (366 days old: calibrate anew)")
}

/// A reversed accelerometer is no moving magnet: at a known place its dip has the wrong sign.
@Test func hemisphere_thatIsNotThePlaces_isNamed() {
  func remark(_ own: Double, _ local: Double, order: ModelOrder = .ellipsoid) -> String? {
    var record = CalibrationRecord()
    record.modelOrder = order
    record.dip = angle(own)
    let place = GeomagneticField(
      q8Nanotesla: .zero, horizontalQ8: 0, totalQ8: 0, declination: nil, dip: angle(local))
    return CalibrationBanner.hemisphere(record, place)
  }
  #expect(remark(-64, 64)?.contains("wrong hemisphere: the calibration's field points up (dip -64°)") == true)
  #expect(remark(-64, 64)?.contains("points down (64°)") == true)
  #expect(remark(64, -60) != nil)
  for (own, local) in [(64.0, 70.0), (-5, 60), (60, -5)] { #expect(remark(own, local) == nil, "\(own) \(local)") }
  #expect(remark(-64, 64, order: .planar) == nil)
}

@Test func banner_ofACheck_namesTheLevelThatTheDeviceWasTold() {
  #expect(CalibrationBanner.forACheck(hasIron: true, level: 20).hasSuffix("told that it is level within 2.0°"))
  #expect(CalibrationBanner.forACheck(hasIron: true, level: 1).hasSuffix("level within 0.1°"))
  #expect(!CalibrationBanner.forACheck(hasIron: false, level: nil).contains("level"))
}

@Test func shellWord_quotesWhatAShellWouldRead() {
  #expect("emulator:lm3s6965evb".shellWord == "emulator:lm3s6965evb")
  #expect("/dev/ttyUSB0".shellWord == "/dev/ttyUSB0")
  #expect("simulated?state=/tmp/a&seed=2".shellWord == "'simulated?state=/tmp/a&seed=2'")
  #expect("it's".shellWord == "'it'\\''s'")
  #expect("".shellWord == "''")
}

@Test func calibrationExport_ofAnUncalibratedBoard_quotesTheLinkInItsAdvice() throws {
  let folder = try TemporaryFolder()
  let link = "simulated?state=\(folder.path("state"))"
  let spy = SpyConsole()
  _ = CommandLineTool.binnacle.run(["calibration", "export", link], console: spy.console)
  #expect(spy.remarks.contains("binnacle calibrate '\(link)'"), "\(spy.remarks)")
}

@Test func row_aVeryGoodAccuracy_doesNotLookPerfect() {
  var reading = Reading()
  reading.mode = .tilted
  reading.heading = BinaryAngle(rawValue: .max)
  var assessment = HeadingAssessment()
  assessment.magnetic = reading.heading
  assessment.reference = .magnetic
  for (hundredths, text) in [(1, "±0.01°"), (99, "±0.99°"), (100, "±1.0°"), (1_234, "±12.3°")] as [(UInt16, String)] {
    assessment.accuracy = hundredths
    reading.assessment = assessment
    let row = ReadingFormat.row(reading, lost: 0)
    #expect(row.contains(text), "\(row)")
    #expect(row.contains("  0.00° N") && !row.contains("360"), "\(row)")
  }
}

/// Row A41: the documents behind this project convert with constants of nine digits.
@Test func units_areExactRatiosWhereNineDigitsAreNot() {
  for eighth: UInt32 in 0..<8 {
    #expect(ReferenceAngle.degrees(binary: eighth << 29) == Double(eighth) * 45)
  }
  let naive = 0.785398163 * 57.2957795
  #expect(naive != 45, "an eighth of a turn to radians and back")
  #expect(DistanceUnit.mi.text(millimetres: 1_609_344 * 1_000_000) == "1,000,000.0 mi")
  #expect(tenths(1_609_344_000.0 * 0.000621371) == "999999.7", "a million miles by the seed's constant")
}

private func tenths(_ value: Double) -> String { String(format: "%.1f", value) }

@Test func cardThatTheBoardHasLost_isToldWithWhatGivesItBack() throws {
  let card = try DeviationCardFile.card("1.5,-2,0.25,3,-4")
  let remark = try #require(ForgottenCard.remark(applied: .none, known: card))
  #expect(remark.contains("--card 1.5000,-2.0000,0.2500,3.0000,-4.0000") && remark.contains("--card none"))
  #expect(remark.split(separator: "\n").count == 2)
  // What it says can be given as it stands.
  #expect(try DeviationCardFile.card(ForgottenCard.text(card)) == card)
  #expect(ForgottenCard.remark(applied: card, known: card) == nil)
  #expect(ForgottenCard.remark(applied: .none, known: nil) == nil)
}
