// Devices that speak our protocol and yet go wrong: what they do is told, and nothing traps.
import Foundation
import HostSession
import TestSupport
import Testing
import Wire

@Suite(.repeatedAfterStandstill) struct OddDevices {
  /// What is wrong with every reading, and how the user is told.
  static let readings: [(alter: @Sendable (inout [UInt8]) -> Void, told: String)] = [
    ({ $0.replaceSubrange(..<8, with: [UInt8](repeating: 0xff, count: 8)) }, "their time does not go on"),
    ({ $0.replaceSubrange(..<8, with: [UInt8](repeating: 0, count: 8)) }, "their time does not go on"),
    ({ $0[25] = 9 }, "they are too short, or hold what no reading"),
    ({ $0 = Array($0[..<30]) }, "they are too short, or hold what no reading"),
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
      // A board that restarted knows of no swing: `take` is out of range.
      guard swings == 3 else { return true }
      frame.header.kind = MessageKind.refused.rawValue
      frame.payload = [MessageKind.swing.rawValue, 3, 3, 0, 0, 0, 1, 0, 0, 0]
      return true
    }
    let outcome = try program.finish(within: 30)
    #expect(outcome.remarks.contains("knows of no swing any more: it restarted"), "\(outcome.remarks)")
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
      outcome.remarks.hasPrefix("binnacle: the old calibration is still in use\nbinnacle: \(cable.link) is gone: "),
      "\(outcome.remarks)")
    let end = try outcome.verdict()
    #expect(try end.text("event") == "end" && !end.flag("committed") && !end.flag("stored"))
    #expect(try end.text("error").hasPrefix("\(cable.link) is gone: "))
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
    #expect(outcome.remarks.contains("the old calibration is still in use"), "\(outcome.remarks)")
  }
}
