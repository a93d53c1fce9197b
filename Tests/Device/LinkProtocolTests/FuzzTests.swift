// Anything into the decoder: it must not stop, must not grow, and must find the next good frame.
//
// Why every good frame that follows a delimiter is found: a zero byte puts the decoder into its initial state from
// every state it can be in (whole, cut, skipping), and a frame on the wire contains no zero but its own delimiter. So
// what the decoder makes of the bytes between two zeros does not depend on anything before the first.

import LinkProtocol
import TestSupport
import Testing

/// Runs of bytes between delimiters that are not empty; each is judged exactly once.
func judgedPieces(_ stream: [UInt8]) -> Int {
  stream.split(separator: 0, omittingEmptySubsequences: true).count - (stream.last == 0 || stream.isEmpty ? 0 : 1)
}

@Test func decoder_size_isFixed() {
  // A frame, four counters and the state of COBS: no reference, so nothing can grow.
  #expect(MemoryLayout<FrameDecoder>.size <= 264 + 8 + 3 * 4 + 8 + 8)
}

@Test func decoder_millionRandomBytes_countsEveryPiece() {
  let seed: UInt64 = 2026
  var random = SeededGenerator(seed: seed)
  // Uniform bytes have a zero every 256: none is overlong. Bytes with few zeros are, so both kinds are fed.
  for zeroEvery in [256, 2000, 20] {
    var stream = (0..<1_000_000).map { _ in
      UInt64.random(in: 0..<UInt64(zeroEvery), using: &random) == 0 ? 0 : UInt8.random(in: 1...255, using: &random)
    }
    stream.append(0)
    var decoder = FrameDecoder()
    let found = decoder.feedAll(stream)
    #expect(decoder.counters.reduce(0, +) == judgedPieces(stream), "seed \(seed), zero every \(zeroEvery)")
    #expect(decoder.frames == found.count, "seed \(seed)")
    let header = FrameHeader(kind: 0x02, token: 9, sequence: 1)
    #expect(decoder.feedAll(encodedFrame(header, [1, 2, 3])).map(\.payload) == [[1, 2, 3]], "seed \(seed)")
  }
}

/// `frame` with one to three bytes changed, lost, added or moved, or the end cut off.
func mutated(_ frame: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
  var bytes = frame
  for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
    let at = Int.random(in: 0..<bytes.count, using: &random)
    switch random.byte() % 6 {
    case 0: bytes[at] = random.byte()
    case 1: bytes[at] ^= 1 << (random.byte() & 7)
    case 2: bytes.remove(at: at)
    case 3: bytes.insert(random.byte(), at: at)
    case 4: bytes.swapAt(at, Int.random(in: 0..<bytes.count, using: &random))
    default: bytes.removeSubrange(at...)
    }
  }
  return bytes
}

@Test func decoder_mutatedFrames_costOnlyThemselves() {
  let seed: UInt64 = 100_000
  var random = SeededGenerator(seed: seed)
  var decoder = FrameDecoder()
  var judged = 0
  for run in 0..<100_000 {
    let header = FrameHeader(kind: random.byte(), token: random.byte(), sequence: UInt16(truncatingIfNeeded: run))
    let count = Int.random(in: 0...(run % 10 == 0 ? 256 : 40), using: &random)
    let original = encodedFrame(header, random.bytes(count))
    let bad = mutated(original, &random)
    let follower = FrameHeader(kind: 0x02, token: 255, sequence: UInt16(truncatingIfNeeded: run))
    let good = encodedFrame(follower, [UInt8(truncatingIfNeeded: run), 0, 255])
    let stream = bad + [0] + good
    judged += judgedPieces(stream)
    let found = decoder.feedAll(stream)
    // One comparison a run: the macro's bookkeeping would otherwise take longer than the decoder.
    let isFound = found.last?.header == follower && found.last?.payload == [UInt8(truncatingIfNeeded: run), 0, 255]
    let onlyWhole = found.dropLast().allSatisfy { encodedFrame($0.header, $0.payload) == original }
    if !isFound || !onlyWhole {
      Issue.record("seed \(seed), run \(run): good frame \(isFound ? "found" : "missed"), found \(found)")
      return
    }
  }
  #expect(decoder.counters.reduce(0, +) == judged, "seed \(seed)")
  #expect(decoder.frames >= 100_000 && decoder.corrupt > 50_000)
}

@Test func decoder_anyChunks_findTheSame() {
  let seed: UInt64 = 77
  var random = SeededGenerator(seed: seed)
  var stream: [UInt8] = []
  for number in 0..<400 {
    let header = FrameHeader(kind: random.byte(), token: 0, sequence: UInt16(number))
    stream += encodedFrame(header, random.bytes(Int.random(in: 0...256, using: &random)))
    if number % 3 == 0 { stream += random.bytes(Int.random(in: 0...300, using: &random)) }
  }
  var whole = FrameDecoder()
  let expected = whole.feedAll(stream)
  #expect(expected.count > 250)
  for _ in 0..<10 {
    var decoder = FrameDecoder()
    var found: [FoundFrame] = []
    var rest = stream[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...700, using: &random)
      found += decoder.feedAll(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(found == expected, "seed \(seed)")
    #expect(decoder.counters == whole.counters, "seed \(seed)")
  }
}

@Test func messages_randomPayloads_areReadOrRefused() {
  let seed: UInt64 = 42
  var random = SeededGenerator(seed: seed)
  for _ in 0..<2000 {
    let bytes = random.bytes(Int.random(in: 0...256, using: &random))
    let span = bytes.span
    #expect((Hello(payload: span) == nil) == (bytes.count < 117), "seed \(seed)")
    #expect(Reading(payload: span) == nil || bytes.count >= 103, "seed \(seed)")
    #expect((RawSample(payload: span) == nil) == (bytes.count < 30), "seed \(seed)")
    #expect((Statistics(payload: span) == nil) == (bytes.count < 56), "seed \(seed)")
    #expect((InjectedSample(payload: span) == nil) == (bytes.count < 36), "seed \(seed)")
    #expect(SensorEvent(payload: span) == nil || bytes.count >= 15, "seed \(seed)")
    #expect(SelfTestResult(payload: span) == nil || bytes.count >= 14, "seed \(seed)")
  }
}
