// A session on one end of memory and a device of the test's making on the other.
import HostSession
import LinkProtocol
import SerialLink
import TestSupport
import Testing

/// The two ends; `session` waits for a reply longer than a busy machine lets it.
struct SessionBench {
  let session: DeviceSession
  let device: FakeDevice

  init(_ answer: @escaping @Sendable (FakeDevice, FakeDevice.Request) -> Void) {
    let (host, board) = MemoryStream.pair(names: ("memory:board", "memory:host"))
    session = DeviceSession(host)
    session.replyTimeout = 5
    device = FakeDevice(on: board, answer: answer)
  }
}

/// A hello of a board that has nothing wrong with it.
func plainHello() -> Hello {
  var hello = Hello(board: BoardName("fake"))
  hello.messageTableHash = MessageKind.tableHash
  hello.bootCounter = 1
  return hello
}

/// Frames out of bytes, with the counters they leave.
func counters(afterReading bytes: [UInt8]) -> (frames: [HostFrame], counters: LineCounters) {
  let reader = FrameReader()
  var frames: [HostFrame] = []
  bytes.withUnsafeBytes { raw in reader.feed(raw, at: 0) { frames.append($0) } }
  return (frames, reader.counters)
}

/// The error of a conversation that must fail.
func sessionError(_ body: () throws(SessionError) -> Void) -> SessionError? {
  do throws(SessionError) {
    try body()
    return nil
  } catch {
    return error
  }
}
