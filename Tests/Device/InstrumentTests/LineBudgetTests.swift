// What leaves the device when its streams are more than its line carries.

import Instrument
import LinkProtocol
import Quantities
import SensorDrivers
import Testing

/// An instrument on a line with a rate, and everything it sent.
private struct SlowLine: ~Copyable {
  static var baud: UInt32 { 115_200 }
  var instrument = CompassInstrument<NavigationUnit, WithoutMotion>(
    identity: DeviceIdentity(
      board: BoardName("bench"), capabilities: .magnetometer, imageHash: 0, bootCounter: 1, fault: nil, baud: Self.baud)
  )
  var decoder = FrameDecoder()
  var now: UInt64 = 0
  var bytes = 0
  var sequences: [UInt16] = []
  /// Device time of the reply with each token.
  var replies: [UInt8: UInt64] = [:]
  var statistics: Statistics?

  mutating func ask(_ kind: MessageKind, token: UInt8, _ payload: [UInt8] = []) {
    for byte in request(kind, token: token, payload) { instrument.receive(byte, at: Instant(microseconds: now)) }
  }

  /// Lets device time pass in steps, a new sample in each.
  mutating func run(microseconds: UInt64, step: UInt64 = 100) {
    let end = now + microseconds
    while now < end {
      now += step
      let instant = Instant(microseconds: now)
      let sample = FieldSample(
        time: instant, counts: Vector3(x: 100, y: 0, z: 0), scale: FieldScale(rawValue: 1),
        field: MagneticField(nanotesla: Vector3(x: 9091, y: 0, z: 0)))
      instrument.receive(.sample(sample), from: .absent, at: instant)
      instrument.run(at: instant)
      drain()
    }
  }

  private mutating func drain() {
    while let byte = instrument.nextByte() {
      bytes += 1
      guard decoder.feed(byte) == .frame else { continue }
      let header = decoder.frame.header
      sequences.append(header.sequence)
      if header.token != 0 { replies[header.token] = now }
      if header.kind == MessageKind.statistics.rawValue { statistics = Statistics(payload: decoder.frame.payload) }
    }
  }

  /// Frames missing in what came.
  var missing: Int { zip(sequences, sequences.dropFirst()).reduce(0) { $0 + Int($1.1 &- $1.0 &- 1) } }
}

private func interval(_ microseconds: UInt32) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: microseconds >> (8 * $0)) }
}

@Test func budget_streamsBeyondTheLine_leaveAtExactlyItsRate() {
  var line = SlowLine()
  line.ask(.setRate, token: 1, interval(2_834))
  line.ask(.startStreams, token: 2, [1])
  line.run(microseconds: 500_000)
  let before = line.bytes
  line.run(microseconds: 10_000_000)
  let rate = Double(line.bytes - before) / 10
  #expect(rate <= 11_520 + 26.7 && rate > 11_520 - 26.7, "\(rate) bytes a second")
}

/// A board with two lines: what the slow one could not carry, USB does.
@Test func budget_ofALineWithoutARate_holdsNothingBack() {
  var line = SlowLine()
  line.instrument.setLineHasRate(false)
  line.ask(.setRate, token: 1, interval(2_834))
  line.ask(.startStreams, token: 2, [1])
  line.run(microseconds: 5_000_000)
  #expect(line.missing == 0 && line.bytes > 5 * 20_000)
  line.instrument.setLineHasRate(true)
  line.run(microseconds: 5_000_000)
  #expect(line.missing > 500)
}

@Test func budget_whatDoesNotFit_isDroppedAndCountedOnBothSides() {
  var line = SlowLine()
  line.ask(.setRate, token: 1, interval(2_834))
  line.ask(.startStreams, token: 2, [1])
  line.run(microseconds: 5_000_000)
  line.ask(.stopStreams, token: 3, [1])
  line.run(microseconds: 500_000)
  line.ask(.getStatistics, token: 4)
  line.run(microseconds: 100_000)
  #expect(line.missing > 1000)
  #expect(line.statistics.map { Int($0.framesDropped) } == line.missing)
}

@Test func budget_repliesUnderSaturation_allComeWithin100Milliseconds() {
  var line = SlowLine()
  line.ask(.setRate, token: 1, interval(1_000))
  line.ask(.startStreams, token: 2, [1])
  line.run(microseconds: 500_000)
  for token in UInt8(10)..<200 {
    let asked = line.now
    line.ask(.ping, token: token)
    line.run(microseconds: 137_000)
    let waited = line.replies[token].map { $0 - asked }
    #expect(waited.map { $0 <= 100_000 } == true, "token \(token): \(waited.map(String.init) ?? "no reply")")
  }
}

@Test func budget_longRepliesUnderSaturation_areNeverDroppedForReadings() {
  var line = SlowLine()
  line.ask(.setRate, token: 1, interval(1_000))
  line.ask(.startStreams, token: 2, [1])
  line.run(microseconds: 300_000)
  // Three replies of 256 bytes fill most of the ring.
  for token in UInt8(10)..<13 { line.ask(.ping, token: token, [UInt8](repeating: token, count: 248)) }
  line.run(microseconds: 300_000)
  #expect((10..<13).allSatisfy { line.replies[$0] != nil })
}

@Test func budget_sequenceOfWhatLeaves_neverFallsBack() {
  var line = SlowLine()
  line.ask(.setRate, token: 1, interval(1_000))
  line.ask(.startStreams, token: 2, [1])
  for token in UInt8(10)..<100 {
    line.ask(.ping, token: token, [UInt8](repeating: 1, count: Int(token)))
    line.run(microseconds: 20_000)
  }
  #expect(zip(line.sequences, line.sequences.dropFirst()).allSatisfy { $0.1 &- $0.0 < 0x8000 && $0.0 != $0.1 })
}

@Test func budget_afterAPause_makesUpForOneFrameAtMost() {
  var line = SlowLine()
  line.ask(.setRate, token: 1, interval(1_000))
  line.ask(.startStreams, token: 2, [1])
  line.run(microseconds: 500_000)
  let before = line.bytes
  line.run(microseconds: 1_000_000, step: 1_000_000)
  line.run(microseconds: 1_000)
  #expect(line.bytes - before <= 267 + 2 * 98, "\(line.bytes - before) bytes after a pause")
}
