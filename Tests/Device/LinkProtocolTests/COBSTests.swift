// Byte stuffing against the definition and against published vectors.

import TestSupport
import Testing

@testable import LinkProtocol

/// The encoding of `bytes` with its delimiter, in a buffer exactly as long as promised.
func cobsEncoded(_ bytes: [UInt8]) -> [UInt8] {
  var out = [UInt8](repeating: 0xee, count: COBSEncoder.maximumLength(of: bytes.count))
  var destination = out.mutableSpan
  let count = COBSEncoder.encode(bytes.span, into: &destination)
  return Array(out[0..<count])
}

/// What the decoder makes of `bytes`, the delimiter included; `nil` when the frame was cut.
func cobsDecoded(_ bytes: [UInt8]) -> [UInt8]? {
  var decoder = COBSDecoder()
  var out: [UInt8] = []
  for (i, byte) in bytes.enumerated() {
    switch decoder.step(byte) {
    case .nothing: continue
    case .byte(let value): out.append(value)
    case .end: return i == bytes.count - 1 ? out : nil
    case .cut: return nil
    }
  }
  return nil
}

@Test func cobs_fullBlockThenZero_keepsTheZero() {
  let run = [UInt8](1...254)
  #expect(cobsDecoded(cobsEncoded(run + [0])) == run + [0])
  #expect(cobsDecoded(cobsEncoded(run + [0, 5])) == run + [0, 5])
}

@Test func cobs_nothing_fitsItsPromisedLength() {
  #expect(COBSEncoder.maximumLength(of: 0) == 2)
}

struct COBSCase: Decodable {
  var name: String
  var decoded: String?
  var encoded: String
  var decodeOnly: Bool?
  var reject: Bool?
}

@Test func cobs_vectors_encodeAndDecode() throws {
  let cases = try linkVectors("cobs", as: VectorFile<COBSCase>.self).cases
  #expect(cases.count > 70)
  for vector in cases {
    let onWire = bytes(hex: vector.encoded) + [0]
    guard let decoded = vector.decoded.map(bytes(hex:)) else {
      #expect(vector.reject == true && cobsDecoded(onWire) == nil, "\(vector.name)")
      continue
    }
    #expect(cobsDecoded(onWire) == decoded, "\(vector.name)")
    if vector.decodeOnly != true { #expect(cobsEncoded(decoded) == onWire, "\(vector.name)") }
  }
}

@Test func cobs_randomRuns_comeBackWithinThePromisedLength() {
  let seed: UInt64 = 11
  var random = SeededGenerator(seed: seed)
  for _ in 0..<3000 {
    // Few zeros, so that runs of 254 and more are common.
    let length = Int.random(in: 0...600, using: &random)
    let zeroes = Int.random(in: 0...6, using: &random)
    var plain = (0..<length).map { _ in UInt8.random(in: 1...255, using: &random) }
    for _ in 0..<zeroes where length > 0 { plain[Int.random(in: 0..<length, using: &random)] = 0 }
    let encoded = cobsEncoded(plain)
    #expect(encoded.count <= COBSEncoder.maximumLength(of: length), "seed \(seed)")
    #expect(encoded.firstIndex(of: 0) == encoded.count - 1, "seed \(seed)")
    #expect(cobsDecoded(encoded) == plain, "seed \(seed), length \(length)")
  }
}

@Test func cobs_bufferTooSmall_writesNothing() {
  var out = [UInt8](repeating: 0xee, count: 4)
  var destination = out.mutableSpan
  let count = COBSEncoder.encode([1, 2, 3].span, into: &destination)
  #expect(count == 0)
  #expect(out == [0xee, 0xee, 0xee, 0xee])
}

@Test func cobs_longestFrame_needsTheStatedRoom() {
  #expect(COBSEncoder.maximumLength(of: FrameLimits.maximumFrame) == FrameLimits.maximumEncoded)
  #expect(cobsEncoded([UInt8](repeating: 7, count: 264)).count == FrameLimits.maximumEncoded)
}
