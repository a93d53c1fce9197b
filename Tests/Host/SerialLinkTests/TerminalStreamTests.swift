// The plain terminal, with a pseudo-terminal playing the device.
import Foundation
import TestSupport
import Testing

@testable import SerialLink

@Test func terminal_carriesEveryByteUnchanged() throws {
  let device = try TemporaryTerminal()
  let stream = try TerminalStream(path: device.path)
  let all = (0...255).map(UInt8.init)
  device.send(all)
  #expect(try stream.read(exactly: 256, deadline: .after(seconds: 5)) == all)
  try stream.write(all, deadline: .after(seconds: 5))
  var received: [UInt8] = []
  while received.count < 256 { received += device.receive() }
  #expect(received == all)
}

@Test func terminal_passesForeignTextThrough() throws {
  let device = try TemporaryTerminal()
  let stream = try TerminalStream(path: device.path)
  let sentence = Array("$HCHDG,098.3,0.0,E,12.6,W*57\r\n".utf8)
  device.send(sentence)
  #expect(try stream.read(exactly: sentence.count, deadline: .after(seconds: 5)) == sentence)
}

@Test func terminal_silentDevice_readsNothingUntilTheDeadline() throws {
  let device = try TemporaryTerminal()
  let stream = try TerminalStream(path: device.path)
  let start = MonotonicClock.nanoseconds()
  #expect(try stream.read(atMost: 1, deadline: .after(seconds: 0.1)) == [])
  #expect(MonotonicClock.nanoseconds() - start >= 100_000_000)
}

@Test func terminal_hangUp_isLostWithin100Milliseconds() throws {
  // The best of three: on a busy machine a thread may have to wait for its turn.
  var delays: [UInt64] = []
  for _ in 0..<3 {
    let device = try TemporaryTerminal()
    let stream = try TerminalStream(path: device.path)
    device.send([1, 2, 3])
    #expect(try stream.read(exactly: 3, deadline: .after(seconds: 5)) == [1, 2, 3])
    let pulled = FinishedFlag()
    nonisolated(unsafe) var moment: UInt64 = 0
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.1)
      moment = MonotonicClock.nanoseconds()
      device.hangUp()
      pulled.finish(with: [])
    }
    let error = #expect(throws: LinkError.self) { try stream.read(atMost: 1, deadline: .after(seconds: 20)) }
    let noticed = MonotonicClock.nanoseconds()
    _ = pulled.wait()
    guard case .lost(device.path, _) = error else { return unexpected(error) }
    delays.append(noticed - moment)
    let after = #expect(throws: LinkError.self) { try stream.write([1], deadline: .after(seconds: 1)) }
    guard case .lost = after else { return unexpected(after) }
  }
  #expect(delays.min()! < 100_000_000)
}

@Test func terminal_deviceBlockedOnItsOutput_doesNotBlockOurs() throws {
  let device = try TemporaryTerminal()
  let stream = try TerminalStream(path: device.path)
  let size = 100_000
  let sent = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  let echoed = FinishedFlag()
  Thread.detachNewThread {
    device.send(sent)
    var received: [UInt8] = []
    while received.count < size {
      let part = device.receive()
      if part.isEmpty { break }
      received += part
    }
    echoed.finish(with: received)
  }
  try stream.write(sent, deadline: .after(seconds: 20))
  #expect(try stream.read(exactly: size, deadline: .after(seconds: 20)) == sent)
  #expect(echoed.wait() == sent)
}

@Test func terminal_closing_restoresItsSettings() throws {
  let device = try TemporaryTerminal()
  let witness = open(device.path, O_RDWR | O_NOCTTY)
  defer { close(witness) }
  var (before, during, after) = (termios(), termios(), termios())
  tcgetattr(witness, &before)
  let stream = try TerminalStream(path: device.path)
  tcgetattr(witness, &during)
  #expect(during.c_lflag & tcflag_t(ECHO | ICANON) == 0)
  stream.close()
  tcgetattr(witness, &after)
  #expect(after.c_lflag == before.c_lflag && before.c_lflag & tcflag_t(ICANON) != 0)
}
