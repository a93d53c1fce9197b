// Checks, self-tests and reports on devices that somebody has set up: none takes a setting for a fault, and none changes
// one.

import Correction
import DeviceLinks
import DeviceUnits
import Foundation
import Heading
import HostSession
import LinkProtocol
import Quantities
import Reference
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCheck
@testable import ToolCommandLine

/// One way to set a board up.
private struct Setting: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var apply: @Sendable (DeviceSession) throws -> Void

  init(_ name: String, _ apply: @escaping @Sendable (DeviceSession) throws -> Void) {
    (testDescription, self.apply) = (name, apply)
  }

  /// Iron, softening, an accelerometer's part: as a calibration leaves them.
  static let calibrated = Setting("calibrated") { session in
    var record = CalibrationRecord()
    record.modelOrder = .ellipsoid
    record.grade = 2
    record.hardIron = Vector3(x: 31_000 * 256, y: -87_000 * 256, z: 12_345 * 256)
    let one = Int32(1 << 24)
    record.softIron = MatrixQ24(
      Vector3(x: one / 10 * 11, y: one / 30, z: 0), Vector3(x: one / 30, y: one, z: one / -40),
      Vector3(x: 0, y: one / -40, z: one / 10 * 9))
    record.fieldStrength = 48_000
    var accelerometer = AccelerometerRecord()
    accelerometer.offset = Vector3(x: 20_000, y: -15_000, z: 9_000)
    record.accelerometer = accelerometer
    try session.setCalibration(record.byteArray)
  }
  static let mounted = Setting("mounted") { try $0.setMounting(#require(AxisRemap(rawValue: 17))) }
  static let filtered = Setting("filtered") { session in
    var filter = SetFilter()
    filter.minimumChange = angle(45).rawValue
    filter.heartbeat = 3_000_000
    filter.timeConstant = 2_000_000
    try session.setFilter(filter)
  }
  static let placed = Setting("placed") { session in
    try session.setLocation(Position(latitudeDegrees: -33.9, longitudeDegrees: 151.2))
    try session.setDate(CalendarDay(year: 2026, month: 7, day: 1))
    try session.setReference(.trueNorth)
  }
  static let upright = Setting("upright") { session in
    var orientation = SetOrientation()
    orientation.pointer = .minusZ
    orientation.display = .landscapeLeft
    try session.setOrientation(orientation)
  }
  static let mostLevel = Setting("mostLevel") { session in
    var orientation = SetOrientation()
    orientation.pointer = nil
    orientation.display = nil
    try session.setOrientation(orientation)
    try session.setLevelTolerance(tenths: 100)
  }
  static let deviating = Setting("deviating") {
    try $0.setDeviation(DeviationCard(a: 40_000_000, b: -30_000_000, c: 0, d: 0, e: 9_000_000))
  }
  static let motion = Setting("motion") { session in
    var settings = SetMotion(asIn: try session.motion())
    (settings.fieldDelay, settings.forceDelay) = (5_000, -2_000)
    try session.setMotion(settings)
    try session.streamMotion(true)
  }
  static let everything = Setting("everything") { session in
    for one in [calibrated, mounted, filtered, placed, upright, deviating, motion] { try one.apply(session) }
  }
  static let each = [
    Setting("asBuilt") { _ in }, calibrated, mounted, filtered, placed, upright, mostLevel, deviating, motion,
    everything,
  ]
}

/// All that a command must leave as it was.
private func settings(_ session: DeviceSession) throws -> [String] {
  let motion = try session.motion()
  return [
    "\(try session.calibration())", "\(try session.mounting())", "\(try session.headingSettings())",
    "\(motion.fieldDelay) \(motion.forceDelay) \(motion.rateDelay) \(motion.flags.contains(.usesGyroscope))",
  ]
}

@Test(.waits, arguments: Setting.each)
private func settledDevice_passesEveryCheck_andKeepsItsSettings(setting: Setting) throws {
  let board = try BenchBoard("simulated?circle=4")
  let before = try board.host { session in
    try setting.apply(session)
    return try settings(session)
  }
  let folder = try TemporaryFolder()
  for words in [
    ["check", "link", board.link, "--frames", "300"], ["check", "heading", "--on", board.link, "--samples", "300"],
    ["selftest", board.link],
    ["report-silicon", board.link, "--seconds", "5", "--samples", "100", "-o", folder.path("report.json")],
  ] {
    let spy = SpyConsole()
    let status = CommandLineTool.binnacle.run(words, console: spy.console)
    #expect(status == 0, "\(words[0]) \(words[1]): \(spy.results.suffix(1500)) \(spy.remarks)")
  }
  #expect(try board.host(settings) == before)
}

/// The check computes with the record of the device, and so finds a device that computes with another one.
@Test func checkLink_ofADeviceThatComputesWithAnotherRecord_fails() throws {
  var told = ReferenceRecord()
  told.modelOrder = 2
  for (iron, isRight) in [(Int32(0), true), (5 * 256, false)] {
    told.hardIronQ8 = SIMD3(iron, 0, 0)
    let session = DeviceSession(LoopbackDevice(name: "board", sensor: nil))
    let check = LinkCheck(session, frames: 200, sample: LinkSample(record: told))
    try check.run(progress: SpyConsole().console)
    #expect(try check.passes(session.statistics()) == isRight)
  }
}

/// A board that only reads its own sensor says so, and that is no fault of the link.
@Test func checkLink_ofABoardThatTakesNoSamples_passesWhenItSaysSo() throws {
  for (isComputed, isRight) in [(true, true), (false, false)] {
    let session = DeviceSession(LoopbackDevice(name: "board", sensor: nil))
    let check = LinkCheck(session, frames: 200, sample: LinkSample(isComputed: isComputed))
    try check.run(progress: SpyConsole().console)
    #expect(try check.passes(session.statistics()) == isRight)
  }
}
