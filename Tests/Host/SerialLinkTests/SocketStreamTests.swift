// TCP, found and not found.
import Foundation
import TestSupport
import Testing

@testable import SerialLink

@Test func socket_nobodyListening_cannotBeOpened() throws {
  let server = try LoopbackServer()
  close(server.descriptor)
  let error = #expect(throws: LinkError.self) { try SocketStream.connect(host: "127.0.0.1", port: server.port) }
  guard case .cannotOpen("tcp:127.0.0.1:\(server.port)", let reason) = error else {
    return unexpected(error)
  }
  #expect(reason.contains("Connection refused"))
}

@Test func socket_unknownHost_isNotFound() {
  // Longer than a name may be (RFC 1035, 2.3.4), so that no name server is asked.
  let host = String(repeating: "x", count: 300)
  let error = #expect(throws: LinkError.self) { try SocketStream.connect(host: host, port: 4000) }
  guard case .notFound = error else { return unexpected(error) }
}

@Test func socket_smallMessages_areNotHeldBack() throws {
  let (client, server) = try LoopbackServer().connected()
  Thread.detachNewThread {
    while let bytes = try? server.read(atMost: 100, deadline: .after(seconds: 5)), !bytes.isEmpty {
      // In two parts: with Nagle's algorithm the second would wait for an acknowledgement.
      for byte in bytes { try? server.write([byte], deadline: .after(seconds: 5)) }
    }
  }
  let start = MonotonicClock.nanoseconds()
  for turn in 0..<100 {
    let question = [UInt8(turn), UInt8(turn + 1)]
    try client.write(question, deadline: .after(seconds: 5))
    #expect(try client.read(exactly: 2, deadline: .after(seconds: 5)) == question)
  }
  let milliseconds = Double(MonotonicClock.nanoseconds() - start) / 1e8
  #expect(milliseconds < 10, "mean round trip \(milliseconds) ms")
  client.close()
}

@Test func tappedStream_showsEveryChunkWithItsTime() throws {
  let (left, right) = MemoryStream.pair()
  nonisolated(unsafe) var chunks: [(ChunkDirection, UInt64, [UInt8])] = []
  let tapped = TappedStream(left) { chunks.append(($0, $1, Array($2))) }
  try tapped.write([1, 2], deadline: .now)
  try right.write([3], deadline: .now)
  _ = try tapped.read(atMost: 9, deadline: .now)
  _ = try tapped.read(atMost: 9, deadline: .now)
  #expect(chunks.map(\.0) == [.sent, .received])
  #expect(chunks.map(\.2) == [[1, 2], [3]])
  #expect(chunks[0].1 <= chunks[1].1)
  #expect(chunks[1].1 <= MonotonicClock.nanoseconds())
}

@Test func deadline_orderAndRemainder() {
  #expect(Deadline.never.remaining == .infinity)
  #expect(!Deadline.never.hasPassed)
  #expect(Deadline.after(seconds: -1).hasPassed)
  #expect(Deadline.after(seconds: 1e300) == .never)
  let later = Deadline.after(seconds: 10)
  #expect(later.remaining > 9 && later.remaining <= 10)
  #expect(Deadline.now < later && later < .never)
  #expect(Deadline.never.pollMilliseconds == -1)
  #expect(Deadline.after(seconds: 0.0101).pollMilliseconds == 11)
}
