// What is kept for a broker that is away: in its order, without loss, and bounded.
import Testing

@testable import Publishing

private let second: UInt64 = 1_000_000_000
private func message(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xff)] }
private func number(_ message: [UInt8]) -> Int { Int(message[0]) << 8 | Int(message[1]) }

/// A broker that gives numbers, and confirms when the test says so.
private struct FakeBroker {
  var received: [Int] = []
  var unconfirmed: [Int32] = []
  private var last: Int32 = 0

  mutating func accept(_ bytes: [UInt8]) -> Int32 {
    received.append(number(bytes))
    last += 1
    unconfirmed.append(last)
    return last
  }
}

@Suite struct KeptMessagesTests {
  @Test func messages_leaveInTheirOrderWhenTheyAreConfirmed() {
    var (kept, broker) = (KeptMessages(seconds: 600), FakeBroker())
    for number in 0..<100 { kept.append(message(number), at: 0) }
    var turns = 0
    while kept.count > 0, turns < 100 {
      kept.flush(at: 0) { broker.accept($0) }
      #expect(broker.unconfirmed.count <= KeptMessages.windowLimit)
      for identifier in broker.unconfirmed {
        let isKnown = kept.confirm(identifier)
        #expect(isKnown)
      }
      broker.unconfirmed = []
      turns += 1
    }
    #expect(broker.received == Array(0..<100) && kept.dropped == 0)
    // What was never sent cannot be confirmed.
    let isKnown = kept.confirm(1)
    #expect(!isKnown)
  }

  @Test func connection_thatEnds_losesNothing() {
    var kept = KeptMessages(seconds: 600)
    var confirmed: Set<Int> = []
    var next = 0
    // Each connection confirms some of what it gets, not always the oldest, and ends.
    for round in 0..<200 {
      var broker = FakeBroker()
      for _ in 0..<(round % 7) {
        kept.append(message(next), at: 0)
        next += 1
      }
      kept.flush(at: 0) { broker.accept($0) }
      for (index, identifier) in broker.unconfirmed.enumerated() where (index + round) % 3 == 0 {
        let isKnown = kept.confirm(identifier)
        #expect(isKnown)
        confirmed.insert(broker.received[index])
      }
      kept.restart()
    }
    var broker = FakeBroker()
    while kept.count > 0 {
      kept.flush(at: 0) { broker.accept($0) }
      for identifier in broker.unconfirmed { _ = kept.confirm(identifier) }
      broker.unconfirmed = []
    }
    #expect(broker.received == broker.received.sorted())
    #expect(confirmed.isDisjoint(with: broker.received))
    #expect(confirmed.union(broker.received) == Set(0..<next) && kept.dropped == 0)
  }

  @Test func messages_areKeptForTheirTimeAndNoLonger() {
    var kept = KeptMessages(seconds: 10)
    for tenth in 0..<1000 { kept.append(message(tenth), at: UInt64(tenth) * second / 10) }
    // The newest ten seconds and the moment itself.
    #expect(kept.count == 101 && kept.dropped == 899)
    var broker = FakeBroker()
    kept.flush(at: 0) { broker.accept($0) }
    #expect(broker.received.first == 899)
    kept.restart()
    kept.dropOld(at: 200 * second)
    #expect(kept.count == 0 && kept.dropped == 1000)
  }

  /// A broker that answers pings and confirms nothing must not look sound for ever.
  @Test func message_thatIsNotConfirmed_isNoticedFromWhenItWasSent() {
    var (kept, broker) = (KeptMessages(seconds: 600), FakeBroker())
    kept.append(message(1), at: 0)
    #expect(!kept.hasWaited(30, at: 100 * second))
    kept.flush(at: 100 * second) { broker.accept($0) }
    #expect(!kept.hasWaited(30, at: 130 * second) && kept.hasWaited(30, at: 130 * second + 1))
    _ = kept.confirm(broker.unconfirmed[0])
    #expect(!kept.hasWaited(30, at: 200 * second))
  }

  @Test func bytes_areBounded() {
    var kept = KeptMessages(seconds: 86_400)
    let long = [UInt8](repeating: 65, count: 1 << 16)
    for _ in 0..<1000 { kept.append(long, at: 0) }
    #expect(kept.count == KeptMessages.byteLimit >> 16 && kept.dropped == 1000 - kept.count)
    var broker = FakeBroker()
    kept.flush(at: 0) { broker.accept($0) }
    kept.restart()
    kept.append(long, at: 0)
    #expect(kept.count == KeptMessages.byteLimit >> 16)
  }
}
