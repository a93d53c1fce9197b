// Devices that speak our protocol and yet go wrong: what they do is told, and nothing traps.
import Foundation
import HostSession
import LinkProtocol
import TestSupport
import Testing

@Suite(.repeatedAfterStandstill) struct UnreliableDevices {
  /// What is wrong with every reading, and how the user is told.
  static let readings: [(alter: @Sendable (inout [UInt8]) -> Void, told: String)] = [
    ({ $0.replaceSubrange(..<8, with: [UInt8](repeating: 0xff, count: 8)) }, "their time does not advance"),
    ({ $0.replaceSubrange(..<8, with: [UInt8](repeating: 0, count: 8)) }, "their time does not advance"),
    ({ $0 = Array($0[..<30]) }, "they are too short, or not readings of this protocol"),
  ]

  @Test(arguments: readings.indices)
  func readingsThatCannotBeUsed_areNoSilence(index: Int) throws {
    let (alter, told) = Self.readings[index]
    let cable = try Cable.overTCP()
    let program = try Program(["stream", cable.link, "--rate", "10", "--json"])
    try cable.run(cutAfter: .max) { frame in
      if frame.kind == .reading { alter(&frame.payload) }
      return true
    }
    let outcome = try program.finish(within: 20)
    #expect(outcome.status == 3, "\(outcome.remarks)")
    #expect(
      outcome.remarks.contains("sends readings, but none in 3.3 s that can be used: \(told)"), "\(outcome.remarks)")
  }

  @Test func readingOfALaterMode_isShownWithItsNumber() throws {
    let cable = try Cable.overTCP()
    let program = try Program(["stream", cable.link, "--readings", "3", "--json"])
    try cable.run(cutAfter: .max) { frame in
      if frame.kind == .reading { frame.payload[25] = 9 }
      return true
    }
    let outcome = try program.finish(within: 20)
    #expect(outcome.status == 0, "\(outcome.remarks)")
    #expect(try outcome.readings().allSatisfy { try $0.text("mode") == "other9" }, "\(outcome.lines)")
  }

  @Test func clockOfTheFarFuture_isNoTrap() throws {
    let cable = try Cable.overTCP()
    let program = try Program(["stream", cable.link, "--readings", "5", "--json"])
    try cable.run(cutAfter: .max) { frame in
      if frame.kind == .reading || frame.kind == .pong {
        frame.payload.replaceSubrange(5..<8, with: [0xff, 0xff, 0xff])
      }
      return true
    }
    let outcome = try program.finish(within: 20)
    #expect(outcome.status == 0 && outcome.lines.count == 5, "\(outcome.remarks)")
  }

  @Test func restartInTheMiddleOfASwing_isSaid() throws {
    let cable = try Cable.overTCP()
    let program = try Program(["swing", cable.link], through: ["sh", "-c", "yes '' | \"$0\" \"$@\""])
    var swings = 0
    try cable.run(cutAfter: .max) { frame in
      guard frame.kind == .acknowledged, frame.payload.first == MessageKind.swing.rawValue else { return true }
      swings += 1
      // A board that restarted has no swing under way: `take` is out of range.
      guard swings == 3 else { return true }
      frame.header.kind = MessageKind.refused.rawValue
      frame.payload = [MessageKind.swing.rawValue, 3, 3, 0, 0, 0, 1, 0, 0, 0]
      return true
    }
    let outcome = try program.finish(within: 30)
    #expect(outcome.remarks.contains("has no swing under way: it restarted"), "\(outcome.remarks)")
    #expect(outcome.remarks.contains("Swing again from the first heading."))
  }

  @Test func cablePulledWhileReturnIsAwaited_isSaidAtOnce() throws {
    let folder = try TemporaryFolder()
    let keyboard = folder.path("keyboard")
    #expect(mkfifo(keyboard, 0o600) == 0)
    let cable = try Cable.overTerminal()
    // Nobody ever presses Return there.
    let program = try Program(["swing", cable.link], through: ["sh", "-c", "exec \"$0\" \"$@\" 0<>'\(keyboard)'"])
    try cable.run(cutAfter: .max) { frame in
      frame.kind != .acknowledged || frame.payload.first != MessageKind.swing.rawValue
    }
    let outcome = try program.finish(within: 20)
    #expect(outcome.status == 3)
    #expect(outcome.remarks.contains("the compass is not calibrated"), "\(outcome.remarks)")
    #expect(outcome.remarks.contains("\(cable.link) is gone: "), "\(outcome.remarks)")
  }

  @Test func cablePulledWhileCalibrating_saysWhatIsLeft() throws {
    let cable = try Cable.overTerminal()
    let program = try Program(["calibrate", cable.link, "--yes", "--json"])
    var told = 0
    try cable.run(cutAfter: .max) { frame in
      if frame.kind == .periodicCalibration { told += 1 }
      return told < 5
    }
    let outcome = try program.finish(within: 20)
    #expect(outcome.status == 3)
    #expect(
      outcome.remarks.hasPrefix(
        "binnacle: the compass has no calibration, as before\nbinnacle: \(cable.link) is gone: "),
      "\(outcome.remarks)")
    let end = try outcome.verdict()
    #expect(try end.text("event") == "end" && !end.flag("committed") && !end.flag("stored"))
    #expect(try end.text("error").hasPrefix("\(cable.link) is gone: "))
  }

  /// Whether the device refuses the commit or restarts after it, the reason that it then has, and how that is told.
  static let endings: [(refuses: Bool, reason: UInt8, told: String)] = [
    (true, 35, "(nobody answered within 600 s)."), (true, 0, "(another program ended it, or it restarted)."),
    // Before the record was stored: the old one is back, and must not get this day's date.
    (false, 0, "(another program ended it, or it restarted)."),
  ]

  @Test(arguments: endings.indices)
  func calibrationThatIsOverBeforeItsCommit_isNoneAndSaysWhy(index: Int) throws {
    let (refuses, reason, told) = Self.endings[index]
    let cable = try Cable.overTCP()
    let program = try Program(["calibrate", cable.link, "--yes", "--json"])
    var isDecided = false
    var given = 0
    try cable.run(cutAfter: .max) { frame in
      switch (frame.kind, frame.payload.first) {
      case (.periodicCalibration, _): frame.payload[8] = 7
      case (.calibrationReport, _): frame.payload[9] = isDecided ? 0 : CalibrationReport.Flags.accepted.rawValue
      case (.refused, MessageKind.commandCalibration.rawValue):
        isDecided = true
        if !refuses {
          (frame.header.kind, frame.payload) = (MessageKind.acknowledged.rawValue, [frame.payload[0]])
        }
      case (.calibrationProgress, _):
        (frame.payload[8], frame.payload[10]) = (0, reason)
        frame.payload.replaceSubrange(46..<50, with: [0x58, 2, 0, 0])
      case (.acknowledged, MessageKind.storeRecord.rawValue): given += 1
      default: break
      }
      return true
    }
    let outcome = try program.finish(within: 20)
    #expect(outcome.status == 1 && given == 0, "\(outcome.remarks)")
    #expect(outcome.remarks == "binnacle: \(cable.link) has ended the calibration \(told)\nStart again.\n")
    let end = try outcome.verdict()
    #expect(try end.text("event") == "end" && !end.flag("committed"))
  }

  @Test func cablePulledWhileImporting_saysWhoKnows() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("compass.json")
    try Data(#"{"hardIronNanotesla": [1, 2, 3]}"#.utf8).write(to: URL(fileURLWithPath: file))
    let cable = try Cable.overTerminal()
    let program = try Program(["calibration", "import", cable.link, file])
    let given = [MessageKind.storeRecord.rawValue, MessageKind.setCalibration.rawValue]
    try cable.run(cutAfter: .max) { frame in
      frame.kind != .acknowledged || !given.contains(frame.payload.first ?? 0)
    }
    let outcome = try program.finish(within: 20)
    #expect(outcome.status == 3)
    #expect(
      outcome.remarks.hasPrefix(
        "binnacle: `binnacle calibration show` tells whether the board uses and keeps it\nbinnacle: "),
      "\(outcome.remarks)")
  }

  @Test func stateOfCalibrationThatIsNotKnown_isNoWait() throws {
    let cable = try Cable.overTCP()
    let program = try Program(["calibrate", cable.link, "--yes", "--json"])
    var told = 0
    try cable.run(cutAfter: .max) { frame in
      guard frame.kind == .periodicCalibration else { return true }
      told += 1
      if told > 3 { frame.payload[8] = 99 }
      return true
    }
    let outcome = try program.finish(within: 20)
    #expect(outcome.status == 4)
    #expect(outcome.remarks.contains("does not know: state 99."), "\(outcome.remarks)")
    #expect(outcome.remarks.contains("the compass has no calibration, as before"), "\(outcome.remarks)")
  }
}
