// Byte stuffing against the definition and against published vectors.

import TestSupport
import Testing

@testable import Wire

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
