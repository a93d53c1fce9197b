// binnacle calibrate --accelerometer on the simulated board, and the bits that every board has to come to.
import Calibration
import Correction
import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import TerminalInterface
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCalibration
@testable import ToolCommandLine
@testable import ToolConnection

@Test func calibrateAccelerometer_ofTheSimulatedBoard_makesItsTiltRight() throws {
  let spy = SpyConsole()
  let status = CommandLineTool.binnacle.run(
    ["calibrate", "simulated", "--accelerometer", "--yes", "--json"], console: spy.console)
  #expect(status == 0, "\(spy.remarks)")
  let events = try spy.results.split(separator: "\n").map { line in
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }
  func event(_ name: String) throws -> [String: Any] {
    try #require(events.last { $0["event"] as? String == name }, "no event \(name)")
  }
  let end = try event("end")
  #expect(end["committed"] as? Bool == true && end["stored"] as? Bool == true)
  let before = try #require(end["tiltErrorBeforeDegrees"] as? Double)
  let after = try #require(end["tiltErrorAfterDegrees"] as? Double)
  #expect(before > 3 && after < 0.03, "\(before)° to \(after)°")
  let report = try event("report")
  let predicted = try #require((report["predictedTiltErrorDegrees"] as? [String: Any])?["worst"] as? Double)
  #expect(predicted > after && predicted < 1.5)
  let offset = try #require(report["offsetMicroG"] as? [Double])
  for (found, true_) in zip(offset, [48_000.0, -31_000, 40_000]) { #expect(abs(found - true_) < 400, "\(offset)") }
  let kept = try #require(try event("committed")["calibration"] as? [String: Any])
  #expect(kept["model"] as? String == "none" && kept["hasAccelerometer"] as? Bool == true)
}

@Test func calibrateAccelerometer_isNotForAxesOrImproving() {
  for option in [["--axes"], ["--improve", "1m"]] {
    let spy = SpyConsole()
    let status = CommandLineTool.binnacle.run(
      ["calibrate", "simulated", "--accelerometer", "--yes"] + option, console: spy.console)
    #expect(status == 2 && spy.remarks.contains("--accelerometer"), "\(spy.remarks)")
  }
}

/// The record that the injected poses come to on every processor: Golden/accelerometer-record.txt, which the end-to-end
/// tests hold emulated boards against.
@Test func goldenRecord_ofTheInjectedPoses() throws {
  let connection = try Connection(LinkOpener.inProcess(name: "bits"))
  let session = connection.session
  let guide = try PoseGuide(connection)
  // As the command does, so that the noise is the same.
  let before = try #require(try guide.tiltError())
  try session.startCalibration(flags: guide.flags)
  var progress: CalibrationProgress?
  for _ in 0..<10_000 where progress?.state != CalibrationState.review.rawValue {
    progress = try guide.advance(progress)
  }
  #expect(progress?.state == CalibrationState.review.rawValue)
  try session.command(.commit)
  for _ in 0..<100 where try session.calibrationProgress().state == CalibrationState.committed.rawValue {}
  let text = try session.calibration().map { String(format: "%02x", $0) }.joined() + "\n"
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden/accelerometer-record.txt")
  if ProcessInfo.processInfo.environment["BINNACLE_OVERWRITE"] == "1" { try Data(text.utf8).write(to: file) }
  #expect(try text == String(contentsOf: file, encoding: .utf8), "BINNACLE_OVERWRITE=1 renews what was meant to change")
  let after = try #require(try guide.tiltError())
  #expect(before.rms > 3 && after.rms < 0.03)
  try connection.close()
}
