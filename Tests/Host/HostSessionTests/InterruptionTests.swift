// Lines that are cut and come back.
import HostSession
import LinkProtocol
import TestSupport
import Testing

private func frame(_ sequence: UInt16) -> [UInt8] {
  FakeDevice.frame(MessageKind.mounting.rawValue, sequence: sequence) { $0.append(UInt8(1)) }
}

private func feed(_ bytes: [UInt8], to reader: FrameReader) -> [HostFrame] {
  var frames: [HostFrame] = []
  bytes.withUnsafeBytes { raw in reader.feed(raw, at: 0) { frames.append($0) } }
  return frames
}

@Test func interruption_whatIsMissing_isTheGapsAndNotLost() {
  let reader = FrameReader()
  _ = feed(frame(10) + frame(11), to: reader)
  reader.beginInterruption()
  _ = feed(frame(60), to: reader)
  reader.endInterruption()
  _ = feed(frame(61) + frame(63), to: reader)
  #expect(reader.counters.lostInGaps == 48)
  #expect(reader.counters.lost == 1)
}

@Test func interruption_oldFramesWithHolesBeforeTheAnswer_belongToTheGap() {
  let reader = FrameReader()
  _ = feed(frame(10), to: reader)
  reader.beginInterruption()
  // Two old ones that the adapter kept, a hole, and the answer.
  _ = feed([20, 21, 50].flatMap(frame), to: reader)
  reader.endInterruption()
  _ = feed(frame(51), to: reader)
  #expect(reader.counters.lostInGaps == 39)
  #expect(reader.counters.lost == 0)
}

@Test func interruption_frameCutInTheMiddle_isNotCorrupt() {
  for cut in 1..<frame(11).count - 1 {
    let reader = FrameReader()
    _ = feed(frame(10) + frame(11)[..<cut], to: reader)
    reader.beginInterruption()
    let after = feed(Array(frame(30)[cut...]) + frame(31), to: reader)
    #expect(after.map(\.header.sequence) == [31])
    #expect(reader.counters.corrupt == 0, "cut at \(cut)")
    #expect(reader.counters.cut == 1, "cut at \(cut)")
  }
}

@Test func interruption_secondDamageAfterIt_isCorrupt() {
  let reader = FrameReader()
  _ = feed(frame(10), to: reader)
  reader.beginInterruption()
  var damaged = frame(32)
  damaged[1] ^= 0x40
  _ = feed([1, 2, 3, 0] + damaged + frame(33), to: reader)
  #expect(reader.counters.cut == 1)
  #expect(reader.counters.corrupt == 1)
}

@Test func restart_firstFrameOfTheNewBoot_isForgiven() {
  for (last, first) in [(60_000, 0), (5, 0), (100, 7)] as [(UInt16, UInt16)] {
    let reader = FrameReader()
    _ = feed(frame(last), to: reader)
    let frames = feed(frame(first), to: reader)
    reader.forgive(frames[0])
    _ = feed(frame(first + 1), to: reader)
    #expect(reader.counters.lost == 0, "from \(last) to \(first)")
    #expect(reader.counters.outOfOrder == 0, "from \(last) to \(first)")
  }
}
