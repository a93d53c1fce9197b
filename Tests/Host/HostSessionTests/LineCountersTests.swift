// What the receiving side counts.
import HostSession
import LinkProtocol
import TestSupport
import Testing

private func frame(_ sequence: UInt16) -> [UInt8] {
  FakeDevice.frame(MessageKind.mounting.rawValue, sequence: sequence) { $0.append(UInt8(1)) }
}

@Test func counters_gapsAreLostFrames() {
  let (frames, counters) = counters(afterReading: [10, 11, 14, 15, 20].flatMap(frame))
  #expect(frames.map(\.header.sequence) == [10, 11, 14, 15, 20])
  #expect(counters.frames == 5)
  #expect(counters.lost == 6)
  #expect(counters.corrupt == 0 && counters.outOfOrder == 0 && counters.overlong == 0)
}

@Test func counters_sequenceWrapsWithoutLoss() {
  let reader = FrameReader()
  for sequence in [65_534, 65_535, 0, 1] as [UInt16] {
    frame(sequence).withUnsafeBytes { raw in reader.feed(raw, at: 0) { _ in } }
  }
  #expect(reader.counters.lost == 0)
  #expect(reader.extendedSequence == 65_537)
}

@Test func counters_olderNumber_isOutOfOrderAndNoLoss() {
  let (_, repeated) = counters(afterReading: [5, 6, 6, 7].flatMap(frame))
  #expect(repeated.outOfOrder == 1)
  #expect(repeated.lost == 0)
  let (_, swapped) = counters(afterReading: [5, 7, 6].flatMap(frame))
  #expect(swapped.outOfOrder == 1)
  #expect(swapped.lost == 1)
}

@Test func counters_damagedFrame_isCorruptAndItsNumberIsLost() {
  var damaged = frame(2)
  damaged[1] ^= 0x40
  let (frames, counters) = counters(afterReading: frame(1) + damaged + frame(3))
  #expect(frames.map(\.header.sequence) == [1, 3])
  #expect(counters.corrupt == 1)
  #expect(counters.lost == 1)
}

@Test func counters_everyGoodFrameBetweenGarbageIsFound() {
  let seed: UInt64 = 20_251_121
  var generator = SeededGenerator(seed: seed)
  var bytes: [UInt8] = []
  for sequence in 0..<300 as Range<UInt16> {
    let count = Int.random(in: 0...700, using: &generator)
    bytes += (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) } + [0] + frame(sequence)
  }
  let (frames, counters) = counters(afterReading: bytes)
  #expect(frames.map(\.header.sequence) == Array(0..<300), "seed \(seed)")
  #expect(counters.lost == 0)
  #expect(counters.corrupt > 300)
  #expect(counters.overlong > 0)
}

@Test func counters_kindOfALaterVersion_isUnknownAndNoLoss() {
  let strange = FakeDevice.frame(0xfe, sequence: 2) { $0.append(UInt8(1)) }
  let (frames, counters) = counters(afterReading: frame(1) + strange + frame(3))
  #expect(frames.count == 3)
  #expect(counters.unknown == 1)
  #expect(counters.lost == 0 && counters.corrupt == 0)
}
