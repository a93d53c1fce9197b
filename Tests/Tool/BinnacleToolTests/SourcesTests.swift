// binnacle sources: it waits until sources have settled, and tells why one is missing.

import Calibration
import Foundation
import Quantities
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCalibration
@testable import ToolCommandLine
@testable import ToolNavigation
@testable import ToolStream

private func run(_ words: [String]) throws -> (report: [String: Any], remarks: String) {
  let spy = SpyConsole()
  #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 0, "\(spy.remarks)")
  let object = try JSONSerialization.jsonObject(with: Data(spy.results.utf8))
  return (try #require(object as? [String: Any]), spy.remarks)
}

private func source(_ name: String, _ report: [String: Any]) throws -> [String: Any] {
  let sources = try #require(report["sources"] as? [String: Any])
  return try #require(sources[name] as? [String: Any])
}

private let drive = "nmea:" + Repository.path("Tests/Data/nmea/cupertino_drive.nmea")

@Test func sources_ofADrive_waitUntilItsCourseHasSettled() throws {
  let report = try run(["sources", "simulated", "--location", drive, "--settle", "1.5", "--json"]).report
  let course = try source("course", report)
  #expect(course["settled"] as? Bool == true && course["missing"] is NSNull)
  #expect(abs((course["degrees"] as? Double ?? 0) - 139.9) < 0.1)
  #expect((report["deviceTimeSeconds"] as? Double ?? 0) >= 1.5)
  let features = try #require(report["features"] as? [String: [String: String]])
  #expect(features["myLocation"] == ["collection": "course", "presentation": "course"])
}

@Test func sources_thatAreMissing_sayWhy() throws {
  let alone = try run(["sources", "simulated", "--json"]).report
  #expect(try (source("course", alone)["missing"] as? String)?.contains("--location") == true)
  #expect(try (source("head", alone)["missing"] as? String)?.contains("--head") == true)
  let board = try BenchBoard()
  let uncalibrated = try source("device", try run(["sources", board.link, "--json"]).report)
  #expect((uncalibrated["missing"] as? String)?.contains("binnacle calibrate \(board.link)") == true, "\(uncalibrated)")
  let still = try run(["sources", "simulated", "--location", "47.4,8.5", "--json"]).report
  #expect(try (source("course", still)["missing"] as? String)?.contains("does not move") == true)
}

/// A field that rests within a count has no noise, and its heading is not more accurate than the count: 91 nT of 20,000 nT
/// turn it by up to 0.18°, and by 0.15° in 95 %.
@Test func sources_ofAFieldThatRests_stateItsRounding() throws {
  let device = try source("device", try run(["sources", "simulated?circle=3600&gyro=off", "--json"]).report)
  let accuracy = try #require(device["accuracyDegrees"] as? Double)
  // Two deviations of a count's rounding, 2 · 90.9 nT/√12/20,000 nT, are 0.150°, and the accuracy's 20 bits round up.
  #expect((0.15...0.17).contains(accuracy), "±\(accuracy)°")
}

/// Nobody can lay a board flat that does not measure how it lies, or hang it upright.
@Test func sources_withoutATilt_adviseNoPose() {
  for (absence, words) in [(HeadingAbsence.Own.flatUnknown, "--background"), (.hangingUnknown, "--kayaking")] {
    let text = HeadingAbsence(absence).text
    #expect(text.contains("does not measure whether it") && text.contains("Leave out \(words)."), "\(text)")
    #expect(!text.contains("Lay it") && !text.contains("Hang it"), "\(text)")
  }
  #expect(HeadingAbsence.ofPose(isHanging: false, isMeasured: true) == HeadingAbsence(.notInView))
  #expect(HeadingAbsence.ofPose(isHanging: false, isMeasured: false) == HeadingAbsence(.flatUnknown))
  #expect(HeadingAbsence.ofPose(isHanging: true, isMeasured: true) == HeadingAbsence(.notHanging))
  #expect(HeadingAbsence.ofPose(isHanging: true, isMeasured: false) == HeadingAbsence(.hangingUnknown))
}

@Test func calibrate_southWithoutAxes_isRefused() {
  let spy = SpyConsole()
  #expect(CommandLineTool.binnacle.run(["calibrate", "simulated", "--south", "--yes"], console: spy.console) == 2)
  #expect(spy.remarks.contains("Add --axes"))
}

@Test func stream_heartbeatWithoutFilter_isRefused() {
  let spy = SpyConsole()
  let words = ["stream", "simulated", "--heartbeat", "5s", "--readings", "1"]
  #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 2)
  #expect(spy.remarks.contains("Add --filter"))
  #expect(CommandLineTool.binnacle.run(words + ["--filter", "1"], console: spy.console) == 0)
}

/// A filter passes nothing without a heading: the remark says that, and not that nothing has changed.
@Test func stream_filterWithoutReadings_saysWhy() throws {
  let folder = try TemporaryFolder()
  let calibrated = "simulated?circle=3600&state=\(folder.path("memory"))"
  // Its world has no iron. To calibrate it takes real time, which a busy machine does not have.
  let record = try folder.write(
    #"{"hardIronNanotesla": [0, 0, 0], "model": "sphere", "grade": 3, "fieldStrengthNanotesla": 47297, "dipDegrees": 65}"#,
    to: "record.json")
  let words = ["calibration", "import", calibrated, record]
  #expect(CommandLineTool.binnacle.run(words, console: SpyConsole().console) == 0)
  for (link, said) in [
    ("simulated", "of the heading, and there is none. Calibrate the compass."), (calibrated, "only what has changed"),
  ] {
    let spy = SpyConsole()
    let words = ["stream", link, "--filter", "20", "--duration", "14"]
    #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 0)
    #expect(
      spy.remarks.contains("no reading for 10 s: --filter passes ") && spy.remarks.contains(said), "\(spy.remarks)")
  }
}

/// A magnet on the board is all that the sensor sees, however it is held.
@Test func axes_withoutACalibration_adviseToCalibrateFirst() {
  var check = AxisCheck()
  for pose in [AxisPose.level, .noseDown, .rightSideDown, .upsideDown, .noseUp, .leftSideDown] {
    check.add(field: Vector3(x: 100_000, y: 30_000, z: -50_000), specificForce: .zero, pose: pose)
  }
  let finding = check.magnetometer(accelerometer: nil, pointsDown: true)
  #expect(finding.outcome != .certain)
  #expect(AxisGuide.words(finding, isCalibrated: false).hasSuffix("calibrate the compass first."))
  #expect(!AxisGuide.words(finding, isCalibrated: true).contains("calibrate"))
}

@Test func sources_withoutAPlace_tellTheMagneticHeading() throws {
  let folder = try TemporaryFolder()
  let link = "simulated?state=\(folder.path("memory"))"
  let spy = SpyConsole()
  #expect(CommandLineTool.binnacle.run(["calibrate", link, "--yes"], console: spy.console) == 0, "\(spy.remarks)")
  let device = try source("device", try run(["sources", link, "--json"]).report)
  #expect(device["available"] as? Bool == true && device["reference"] as? String == "magnetic")
  #expect((0..<360).contains(device["degrees"] as? Double ?? -1))
}

/// Fixes of GGA alone: 22 m/s to the east.
@Test func sources_ofFixesWithoutASpeed_haveACourse() throws {
  let folder = try TemporaryFolder()
  let bodies = (0..<8).map { second in
    let minutes = String(format: "%07.4f", Double(second) * 22 / 1852 / 0.6820)
    return "GPGGA,17000\(second).00,4700.0000,N,008\(minutes),E,1,08,1.0,400.0,M,48.0,M,,"
  }
  let log = try folder.write(bodies.map(sentence).joined(), to: "gga.nmea")
  let course = try source("course", try run(["sources", "simulated", "--location", "nmea:\(log)", "--json"]).report)
  #expect(course["available"] as? Bool == true, "\(course)")
  #expect(abs((course["degrees"] as? Double ?? 0) - 90) < 0.5)
}

/// The date comes with the RMC sentence after the first location, and is outside the world model.
@Test func sources_ofADateThatComesLater_isRemarkedOn() throws {
  let folder = try TemporaryFolder()
  let bodies = [
    "GPGGA,170000.00,4700.0000,N,00800.0000,E,1,08,1.0,400.0,M,48.0,M,,",
    "GPRMC,170000.00,A,4700.0000,N,00800.0000,E,5.0,10.0,010706,,,A",
    "GPRMC,170001.00,A,4700.0010,N,00800.0000,E,5.0,10.0,010706,,,A",
  ]
  let log = try folder.write(bodies.map(sentence).joined(), to: "old.nmea")
  let remarks = try run(["sources", "simulated", "--location", "nmea:\(log)", "--settle", "0.2", "--json"]).remarks
  #expect(remarks.contains("2006-07-01"), "\(remarks)")
}

/// Row A35: in a lanyard the axis that faces away from the wearer points, on both sides of the vertical. The circle takes
/// an hour, so that the instrument faces 0° for as long as this takes.
@Test(arguments: [
  ("pitch=75", 0.0), ("pitch=88", 0), ("pitch=90", 0), ("pitch=100", 0), ("pitch=-80", 0), ("pitch=-100", 0),
  ("roll=90", -90), ("roll=-90", 90),
])
func sources_ofAnInstrumentInALanyard_pointAwayFromTheWearer(pose: String, faces: Double) throws {
  let link = "simulated?circle=3600&\(pose)"
  let device = try source("device", try run(["sources", link, "--background", "--kayaking", "--json"]).report)
  #expect(device["available"] as? Bool == true, "\(pose): \(device)")
  let degrees = try #require(device["degrees"] as? Double)
  #expect(abs((degrees - faces).remainder(dividingBy: 360)) < 5, "\(pose): \(degrees)")
}
