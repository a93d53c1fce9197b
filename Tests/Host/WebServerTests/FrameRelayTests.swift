// Frames on their way to pages: kept, bounded, whole.
import LinkProtocol
import SerialLink
import TestSupport
import Testing

@testable import WebServer

/// A frame as a device sends it, with its delimiter.
private func frame(_ kind: MessageKind, sequence: UInt16, payload: [UInt8] = []) -> [UInt8] {
  var frame = FrameBuffer()
  frame.begin(FrameHeader(kind: kind.rawValue, token: 0, sequence: sequence))
  frame.append(payload.span)
  var wire = [UInt8](repeating: 0, count: FrameLimits.maximumEncoded)
  var span = wire.mutableSpan
  let count = frame.encode(into: &span)
  return Array(wire[..<count].drop { $0 == 0 })
}

extension PageStream {
  /// What the server would send now.
  fileprivate func taken(_ capacity: Int = 1_000_000) -> [UInt8] {
    var bytes = [CChar](repeating: 0, count: capacity)
    let count = bytes.withUnsafeMutableBufferPointer { read(into: $0.baseAddress!, capacity, now: 1) }
    return bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
  }
}

extension FrameRelay {
  fileprivate func feed(_ bytes: [UInt8]) { bytes.withUnsafeBytes { feed($0) } }
}

@Test func relay_passesFramesOnByteForByte_howeverTheyCome() throws {
  let relay = FrameRelay()
  let page = try #require(relay.addPage())
  let all = (0..<20).flatMap { frame(.reading, sequence: $0, payload: [1, 2, 0, UInt8($0)]) }
  for byte in all { relay.feed([byte]) }
  #expect(page.taken() == [0, 0] + all)
  #expect(relay.counters.frames == 20 && relay.counters.corrupt == 0)
}

@Test func pageThatComesLater_getsWhatTheDeviceIsFirst() throws {
  let relay = FrameRelay()
  let hello = frame(.hello, sequence: 1, payload: [7, 7, 7])
  let old = frame(.calibration, sequence: 2, payload: [1])
  let new = frame(.calibration, sequence: 3, payload: [2])
  relay.feed(hello + old + frame(.reading, sequence: 4) + new)
  let page = try #require(relay.addPage())
  #expect(page.taken() == [0] + hello + new + [0])
  relay.forget()
  let other = try #require(relay.addPage())
  #expect(other.taken() == [0, 0])
}

@Test func captureThatJumps_beginsItsPagesAnew_withTheLastReadingThere() throws {
  let relay = FrameRelay()
  relay.isPlaying = true
  let page = try #require(relay.addPage())
  relay.feed(frame(.hello, sequence: 1) + frame(.reading, sequence: 2, payload: [1]))
  relay.forget()
  let there = frame(.reading, sequence: 8, payload: [2])
  let (hello, motion) = (frame(.hello, sequence: 1), frame(.periodicMotion, sequence: 7))
  let asked = frame(.motion, sequence: 2)
  (frame(.periodicMotion, sequence: 1) + hello + asked + motion + there).withUnsafeBytes {
    relay.feed($0, isSilent: true)
  }
  relay.beginPagesAnew()
  relay.feed(frame(.reading, sequence: 9))
  #expect(page.taken().isEmpty, "what waited is of another moment, and what comes is the next stream's")
  #expect(page.dropped == 0 && relay.counters.dropped == 0)
  let next = try #require(relay.addPage())
  #expect(next.taken() == [0] + hello + asked + motion + frame(.reading, sequence: 9) + [0])
}

@Test func slowPage_losesItsOldestFrames_wholeAndCounted_andNobodyElseDoes() throws {
  let relay = FrameRelay()
  let (slow, quick) = (try #require(relay.addPage()), try #require(relay.addPage()))
  // Half a frame is on its way when the page stops to take.
  let first = frame(.reading, sequence: 0, payload: [9, 9, 9, 9])
  relay.feed(first)
  var slowly = slow.taken(5)
  var quickly = quick.taken()
  let count = 3000
  for sequence in 1...count {
    relay.feed(frame(.reading, sequence: UInt16(sequence), payload: [UInt8](repeating: 5, count: 60)))
    quickly += quick.taken()
  }
  slowly += slow.taken()
  #expect(slow.dropped > 1000 && quick.dropped == 0)
  #expect(relay.counters.dropped == slow.dropped)
  #expect(slowly.count <= FrameRelay.queueLimit + first.count + 2)
  #expect(slowly.starts(with: [0, 0] + first), "a frame that was begun is completed")
  var decoder = FrameDecoder()
  var sequences: [Int] = []
  for byte in slowly where decoder.feed(byte) == .frame { sequences.append(Int(decoder.frame.header.sequence)) }
  #expect(decoder.corrupt == 0, "every frame is whole")
  #expect(sequences.count == count + 1 - slow.dropped && sequences.last == count)
  #expect(sequences == sequences.sorted())
  var other = FrameDecoder()
  var complete = 0
  for byte in quickly where other.feed(byte) == .frame { complete += 1 }
  #expect(complete == count + 1)
}

@Test func device_thatSendsNoFrames_fillsNoMemoryAndReachesNoDecoderUnbounded() throws {
  let relay = FrameRelay()
  let page = try #require(relay.addPage())
  _ = page.taken()
  // A megabyte without a delimiter, then rubbish with delimiters, then a good frame.
  relay.feed([UInt8](repeating: 0x55, count: 1_000_000))
  #expect(page.taken().isEmpty)
  var generator = SeededGenerator(seed: 5)
  relay.feed((0..<200_000).map { _ in UInt8.random(in: 0...255, using: &generator) } + [0])
  let rubbish = page.taken()
  #expect(rubbish.count <= FrameRelay.queueLimit)
  #expect(rubbish.split(separator: 0).allSatisfy { $0.count <= FrameLimits.maximumEncoded })
  #expect(relay.counters.corrupt > 100 && relay.counters.overlong > 0)
  let good = frame(.reading, sequence: 1)
  relay.feed(good)
  #expect(page.taken() == good)
}

@Test func idlePage_isKeptAlive_onceASecond() throws {
  let page = PageStream(limit: 1000)
  page.keepAlive(now: 2_000_000_000)
  #expect(page.taken() == [0])
  page.keepAlive(now: 500_000_000)
  #expect(page.taken().isEmpty)
  page.keepAlive(now: 1_100_000_000)
  #expect(page.taken() == [0])
  #expect(page.dropped == 0)
}

@Test func pages_areLimited() {
  let relay = FrameRelay()
  let pages = (0..<FrameRelay.pageLimit).compactMap { _ in relay.addPage() }
  #expect(pages.count == FrameRelay.pageLimit && relay.addPage() == nil)
  relay.remove(pages[0])
  #expect(relay.addPage() != nil)
}
