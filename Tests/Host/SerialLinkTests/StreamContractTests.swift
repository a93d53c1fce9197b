// What every byte stream promises, checked on each kind.
import Foundation
import TestSupport
import Testing

@testable import SerialLink

/// Two ends of one kind of link.
struct LinkPair: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// How many bytes to send for a load that lasts.
  var load = 4 << 20
  let make: @Sendable () throws -> (any ByteStream, any ByteStream)

  static let all = [
    LinkPair(testDescription: "memory") { MemoryStream.pair() },
    LinkPair(testDescription: "small memory", load: 50_000) { MemoryStream.pair(capacity: 7) },
    LinkPair(testDescription: "socket pair") { try SocketStream.pair() },
    LinkPair(testDescription: "tcp") { try LoopbackServer().connected() },
    LinkPair(testDescription: "tapped") {
      let (left, right) = MemoryStream.pair()
      return (TappedStream(left) { _, _, _ in }, right)
    },
  ]
}

/// A TCP listener on a port of the system's choosing.
struct LoopbackServer {
  let descriptor: Int32
  let port: UInt16

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, size) | listen(listener, 1) | getsockname(listener, pointer, &size)
      }
    }
    try #require(status == 0)
    (descriptor, port) = (listener, UInt16(bigEndian: address.sin_port))
  }

  func connected() throws -> (any ByteStream, any ByteStream) {
    defer { close(descriptor) }
    let client = try SocketStream.connect(host: "127.0.0.1", port: port)
    let server = accept(descriptor, nil, nil)
    return (client, try SocketStream(adopting: server, name: "tcp:server"))
  }
}

private func pattern(_ count: Int, seed: UInt8 = 1) -> [UInt8] {
  var state = UInt32(seed)
  return (0..<count).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return UInt8(truncatingIfNeeded: state >> 24)
  }
}

private func secondsTaken(_ body: () throws -> Void) rethrows -> Double {
  let start = MonotonicClock.nanoseconds()
  try body()
  return Double(MonotonicClock.nanoseconds() - start) / 1e9
}

@Test(arguments: LinkPair.all) func stream_carriesBytesBothWays(_ pair: LinkPair) throws {
  let (left, right) = try pair.make()
  try left.write([1, 2, 3], deadline: .after(seconds: 5))
  #expect(try right.read(exactly: 3, deadline: .after(seconds: 5)) == [1, 2, 3])
  try right.write([0, 255], deadline: .after(seconds: 5))
  #expect(try left.read(exactly: 2, deadline: .after(seconds: 5)) == [0, 255])
}

@Test(.waits, arguments: LinkPair.all) func stream_deadline_isMetAndNotEarly(_ pair: LinkPair) throws {
  let (left, right) = try pair.make()
  for wait in [0, 0.02, 0.15] {
    let taken = try secondsTaken { () throws in
      #expect(try left.read(atMost: 10, deadline: .after(seconds: wait)) == [])
    }
    #expect(taken >= wait)
    #expect(taken < wait + 0.25, "waited \(taken) s instead of \(wait) s")
  }
  try right.write([9], deadline: .after(seconds: 5))
  #expect(try left.read(exactly: 1, deadline: .after(seconds: 5)) == [9])
  try right.write([8], deadline: .after(seconds: 5))
  Thread.sleep(forTimeInterval: 0.05)
  #expect(try left.read(atMost: 4, deadline: .now) == [8], "a passed deadline still takes what is there")
}

@Test(.waits, arguments: LinkPair.all) func stream_waitingDoesNotSpin(_ pair: LinkPair) throws {
  let (left, right) = try pair.make()
  // Of this thread alone: other tests run meanwhile.
  func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let before = processorSeconds()
  #expect(try left.read(atMost: 1, deadline: .after(seconds: 0.5)) == [])
  #expect(processorSeconds() - before < 0.05)
  right.close()
}

@Test(arguments: LinkPair.all) func stream_closedByTheOtherSide_isLostAfterItsLastByte(_ pair: LinkPair) throws {
  let (left, right) = try pair.make()
  try right.write([1, 2], deadline: .after(seconds: 5))
  right.close()
  #expect(try left.read(exactly: 2, deadline: .after(seconds: 5)) == [1, 2])
  let error = #expect(throws: LinkError.self) { try left.read(atMost: 1, deadline: .after(seconds: 5)) }
  guard case .lost = error else {
    return unexpected(error)
  }
}

@Test(.waits, arguments: LinkPair.all) func stream_closedHere_endsAWaitingRead(_ pair: LinkPair) throws {
  let (left, right) = try pair.make()
  let closer = Thread {
    Thread.sleep(forTimeInterval: 0.1)
    left.close()
  }
  closer.start()
  let taken = secondsTaken {
    let error = #expect(throws: LinkError.self) { try left.read(atMost: 1, deadline: .after(seconds: 20)) }
    guard case .lost = error else { return unexpected(error) }
  }
  #expect(taken < 5)
  #expect(throws: LinkError.self) { try left.write([1], deadline: .after(seconds: 1)) }
  right.close()
  right.close()
}

@Test(.waits, arguments: LinkPair.all) func stream_peerThatNeverReads_endsAWriteAtItsDeadline(_ pair: LinkPair) throws {
  let (left, right) = try pair.make()
  let taken = secondsTaken {
    let error = #expect(throws: LinkError.self) {
      try left.write([UInt8](repeating: 7, count: 32 << 20), deadline: .after(seconds: 0.3))
    }
    guard case .timeout = error else { return unexpected(error) }
  }
  #expect(taken >= 0.29 && taken < 5)
  right.close()
}

@Test(.waits, arguments: LinkPair.all) func stream_bothSidesWriteFirst_neitherDeadlocks(_ pair: LinkPair) throws {
  let (left, right) = try pair.make()
  let size = pair.load
  let (there, back) = (pattern(size, seed: 3), pattern(size, seed: 7))
  // The other side, like a device that blocks on its own output, writes everything before it reads anything.
  let other = FinishedFlag()
  Thread.detachNewThread {
    do {
      try right.write(back, deadline: .after(seconds: 60))
      other.finish(with: try right.read(exactly: size, deadline: .after(seconds: 60)))
    } catch {
      other.finish(with: [])
    }
  }
  let taken = try secondsTaken {
    try left.write(there, deadline: .after(seconds: 60))
    #expect(try left.read(exactly: size, deadline: .after(seconds: 60)) == back)
    #expect(other.wait() == there)
  }
  print("\(pair.testDescription): \(size) bytes each way in \(taken) s")
}

/// The result of another thread.
final class FinishedFlag: @unchecked Sendable {
  private let condition = NSCondition()
  private var result: [UInt8]?

  func finish(with bytes: [UInt8]) {
    condition.lock()
    result = bytes
    condition.broadcast()
    condition.unlock()
  }

  func wait() -> [UInt8] {
    condition.lock()
    defer { condition.unlock() }
    while result == nil { condition.wait() }
    return result!
  }
}
