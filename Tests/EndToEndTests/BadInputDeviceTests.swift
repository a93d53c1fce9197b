// Devices that are no Binnacle board, or one of another version.
import Foundation
import LinkProtocol
import TestSupport
import Testing

extension BadInput {
  /// What somebody else says on the line, and how the user is told.
  static let strangers: [(name: String, bytes: [UInt8], told: String, advice: String)] = [
    ("silence", [], "nothing came", "the baud rate is right"),
    ("NMEA", Array("$GPHDT,274.07,T*03\r\n".utf8), "it speaks NMEA 0183 ($GPHDT,274.07,T*03", "--location nmea:DEVICE"),
    ("text", Array("Welcome to minicom\r\n".utf8), "it sends text (“Welcome to minicom", "it is the right port"),
    (
      "garbage", (0..<64).map { UInt8(truncatingIfNeeded: $0 * 89 + 7) | 0x80 }, "wrong baud rate, or another device",
      "the baud rate is right"
    ),
    (
      "deaf board", FakeDevice.frame(MessageKind.sensorEvent.rawValue) { for _ in 0..<15 { $0.append(UInt8(1)) } },
      "it sends frames of a board, but answers nothing", "this machine's TX leads to the board's RX"
    ),
  ]

  @Test(arguments: strangers.indices)
  func stranger_isToldApart(index: Int) throws {
    let (_, bytes, told, advice) = Self.strangers[index]
    let terminal = try TemporaryTerminal()
    let program = try Program(["stream", terminal.path])
    let talker = Talker(terminal) { _ in bytes }
    expectRefusal(
      try program.finish(within: 20), status: 5, "\(terminal.path) does not answer as a Binnacle board: ", told,
      advice)
    talker.stop()
  }

  @Test func lineThatEchoes_isToldFromABoard() throws {
    let terminal = try TemporaryTerminal()
    let program = try Program(["selftest", terminal.path])
    let talker = Talker(terminal) { heard in heard }
    expectRefusal(try program.finish(within: 20), status: 5, terminal.path, "it sends back what it is sent")
    talker.stop()
  }

  @Test(arguments: [(UInt8(2), UInt8(3)), (0, 0)])
  func otherProtocol_namesBothVersionsAndTheNextStep(minimum: UInt8, maximum: UInt8) throws {
    let server = try TemporaryServer()
    let program = try Program(["stream", server.link])
    let device = FakeDevice(on: try server.accept()) { device, request in
      var hello = Hello(board: BoardName("fake"))
      (hello.protocolMinimum, hello.protocolMaximum) = (minimum, maximum)
      (hello.firmwareMajor, hello.firmwareMinor, hello.firmwarePatch) = (7, 8, 9)
      let answer = hello
      device.send(.hello, token: request.token) { answer.append(to: &$0) }
    }
    let isNewer = minimum > 1
    expectRefusal(
      try program.finish(within: 20), status: 4, "firmware 7.8.9",
      isNewer ? "speaks protocol 2 to 3; this program speaks 1" : "speaks protocol 0; this program speaks 1",
      isNewer ? "Update the binnacle program" : "Flash the board")
    #expect(device.requests.first?.payload == [ProtocolVersion.minimum, ProtocolVersion.maximum])
  }

  @Test func otherMessageTable_isOneNotice() throws {
    let outcome = try selfTest(onDeviceWith: { $0.messageTableHash ^= 1 })
    #expect(outcome.status == 0, "\(outcome.remarks)")
    expectMessage(outcome.remarks, ["the board's message table differs from this program's"])
  }

  @Test func faultOfAnUnknownImage_saysThatNoImageMatches() throws {
    let outcome = try selfTest(onDeviceWith: {
      $0.imageHash = 0x0123_4567_89ab_cdef
      $0.bootCounter = 4
      $0.fault = FaultRecord(
        cause: .trap, bootCounter: 3, programCounter: 0x1235, linkRegister: 0x2345, programStatus: 0x0100_0000, r0: 1,
        r1: 2, r2: 3, r3: 4, r12: 5)
    })
    #expect(outcome.status == 0, "\(outcome.remarks)")
    for words in [
      "the board restarted after a Swift trap on boot 3",
      "the place in the source is not known: No image here has the hash 0123456789abcdef", "pc 0x00001235",
      "lr 0x00002345",
    ] {
      #expect(outcome.remarks.contains(words), "“\(words)” in: \(outcome.remarks)")
    }
  }

  /// The program's self-test of a device that passes its only test, and introduces itself in this way.
  private func selfTest(onDeviceWith change: (inout Hello) -> Void) throws -> Outcome {
    var hello = Hello(board: BoardName("fake"))
    hello.messageTableHash = MessageKind.tableHash
    hello.bootCounter = 1
    change(&hello)
    let answer = hello
    let server = try TemporaryServer()
    let program = try Program(["selftest", server.link, "--json"])
    let device = FakeDevice(on: try server.accept()) { device, request in
      if request.kind == MessageKind.getHello.rawValue {
        device.send(.hello, token: request.token) { answer.append(to: &$0) }
        return
      }
      device.send(.selfTestResult, token: request.token) { frame in
        for byte in [0, 1, 1, 0] as [UInt8] { frame.append(byte) }
        for _ in 0..<2 { frame.append(Int32(0)) }
        frame.append(UInt16(1))
        frame.append(UInt8(ascii: "x"))
      }
      device.send(.acknowledged, token: request.token) { Acknowledgement(kind: request.kind).append(to: &$0) }
    }
    defer { withExtendedLifetime(device) {} }
    return try program.finish(within: 20)
  }
}

/// Plays a device on a pseudo-terminal: says something again and again, or answers.
final class Talker: @unchecked Sendable {
  private let lock = NSLock()
  private var isOver = false

  /// - Parameter say: what to send, given what was heard, at least every 20 ms.
  init(_ terminal: TemporaryTerminal, say: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    // Nobody may be listening.
    _ = fcntl(terminal.controller, F_SETFL, fcntl(terminal.controller, F_GETFL) | O_NONBLOCK)
    Thread.detachNewThread { [self] in
      while !lock.withLock({ isOver }) {
        var heard = pollfd(fd: terminal.controller, events: Int16(POLLIN), revents: 0)
        poll(&heard, 1, 20)
        let bytes = say(heard.revents & Int16(POLLIN) != 0 ? terminal.receive() : [])
        if !bytes.isEmpty { terminal.send(bytes) }
        // Nobody has the other end open, and `poll` does not wait.
        if heard.revents & Int16(POLLHUP) != 0 { usleep(20_000) }
      }
    }
  }

  func stop() { lock.withLock { isOver = true } }
}
