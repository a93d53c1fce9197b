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
