// The Raspberry Pi Pico, whose image boots through the vendor's ROM: one short test in every run, the others in a long one.
import BoardKit
import Emulator
import Foundation
import HostSession
import LinkProtocol
import SerialLink
import TestSupport
import Testing

@Suite(.serialized, .repeatedAfterStandstill) struct Pico {
  private static let name = "pico"

  private func boot(in folder: TemporaryFolder) throws -> (EmulatedBoard, DeviceSession, Hello) {
    let board = try EmulatedBoard(
      board: Self.name, image: try Images.of(Self.name).elf.path,
      field: EmulatedField(x: 80_000, y: 60_000, z: 100_000),
      stateFolder: folder.url.path)
    let session = DeviceSession(board)
    return (board, session, try session.openWhenReady())
  }

  @Test func pico_saysWhoItIs_readsItsSensor_andKeepsARecord() throws {
    let folder = try TemporaryFolder()
    do {
      let (board, session, hello) = try boot(in: folder)
      defer { board.close() }
      #expect(hello.board == BoardName("pico") && hello.bootCounter == 1 && hello.fault == nil)
      #expect(hello.imageHash == (try Images.of(Self.name).imageHash()))
      try session.start(.readings)
      let deadline = Deadline.after(seconds: 20)
      var reading: Reading?
      while reading == nil, !deadline.hasPassed {
        guard let frame = try session.receive(deadline: deadline), frame.kind == .reading else { continue }
        reading = frame.message()
      }
      // QMC5883L: 12,000 counts a gauss.
      let counts = try #require(reading).counts
      #expect([counts.x, counts.y, counts.z] == [9600, 7200, 12_000])
      try session.stop(.readings)
      try session.store(record: record(7))
    }
    let (board, session, _) = try boot(in: folder)
    defer { board.close() }
    let (contents, found) = try session.storedRecord()
    #expect(contents.status == .present && found == record(7))
    #expect(try session.calibration() == record(7))
  }

  /// Both verdicts, at the usual rate and at one for which the sensor measures 220 times a second.
  @Test(.enabled(if: Images.long != nil), arguments: [10, 100])
  func stream_ofThePico_isWholeAndRight(rate: Int) throws {
    let outcome = try Program.run(
      "stream", "emulator:pico", "--readings", "200", "--rate", "\(rate)", "--check", "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let verdict = try outcome.verdict()
    #expect(try verdict.flag("pass") && verdict.integer("readings") == 200)
    for name in ["lost", "corrupt", "outOfOrder", "truth.unmatched", "numeric.fieldMismatches"] {
      #expect(try verdict.integer(name) == 0, "\(name)")
    }
    // Half a count is there to be seen.
    #expect(try verdict.number("truth.maxErrorDegrees") > 0.05)
  }

  @Test(.enabled(if: Images.long != nil))
  func calibrate_thePico_findsItsIronAndKeepsItOverEmulators() throws {
    let folder = try TemporaryFolder()
    let link = "emulator:pico?state=\(folder.url.path)"
    let outcome = try Program.run("calibrate", link, "--yes", "--json", within: 300)
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let end = try outcome.verdict()
    #expect(try end.flag("committed") && end.flag("stored"))
    // While it turns, the field that is new and the force that is up to 100 ms old are of different attitudes; this is found as
    // a turn of one sensor against the other, and the board says so.
    let after = try end.number("headingErrorAfterDegrees")
    #expect(try end.number("headingErrorBeforeDegrees") > 20 && after < 2)
    let shown = try Program.run("calibration", "show", link, "--json")
    #expect(shown.status == 0, "\(shown.remarks)")
    let kept = try JSON(line: #require(shown.lines.first))
    // The emulator truncates: half a count, 4 nT, is missing on average.
    let iron = try kept.numbers("hardIronNanotesla")
    for found in iron { #expect(abs(found - 60_000 + 4) < 30, "\(iron)") }
    let worst = try kept.number("predictedHeadingErrorDegrees.worst")
    #expect(after <= worst)
    #expect(try kept.flag("stored"))
  }

  /// Its own accelerometer, an emulated MPU-6050 with the errors of a usual one.
  @Test(.enabled(if: Images.long != nil))
  func calibrateAccelerometer_onThePico_makesTheTiltRight() throws {
    let outcome = try Program.run("calibrate", "emulator:pico", "--accelerometer", "--yes", "--json", within: 300)
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let end = try outcome.verdict()
    // A count is 61 µg, which is 0.0035°.
    #expect(try end.number("tiltErrorBeforeDegrees") > 3 && end.number("tiltErrorAfterDegrees") < 0.05)
  }
}
