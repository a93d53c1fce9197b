// The checksum against the link vectors, its catalogue value and a bit-by-bit definition.

import RawMemory
import TestSupport
import Testing

struct ChecksumCase: Decodable {
  var name: String
  var bytes: String
  var crc: UInt32
}

/// CRC-32 as its parameters define it: one bit at a time, most significant bit of the polynomial first.
func slowCRC32(_ bytes: [UInt8]) -> UInt32 {
  var register: UInt32 = 0xffff_ffff
  for byte in bytes {
    for bit in 0..<8 {
      let incoming = UInt32(byte >> UInt8(bit)) & 1
      let isOut = (register >> 31) ^ incoming == 1
      register = (register << 1) ^ (isOut ? 0x04c1_1db7 : 0)
    }
  }
  var reflected: UInt32 = 0
  for bit in UInt32(0)..<32 where register >> bit & 1 == 1 { reflected |= 1 << (31 - bit) }
  return reflected ^ 0xffff_ffff
}

@Test func crc32_checkString_givesTheCatalogueValue() {
  let text = Array("123456789".utf8)
  #expect(CRC32.of(text.span) == 0xcbf4_3926)
}

@Test func crc32_vectors_agree() throws {
  for vector in try Repository.vectors("link/vectors/crc.json", as: ChecksumCase.self) {
    let digits = Array(vector.bytes)
    let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! }
    #expect(CRC32.of(bytes.span) == vector.crc, "\(vector.name)")
  }
}

@Test func crc32_randomBytes_equalTheDefinition() {
  let seed: UInt64 = 32
  var random = SeededGenerator(seed: seed)
  for length in 0..<400 {
    let bytes = random.bytes(length)
    #expect(CRC32.of(bytes.span) == slowCRC32(bytes), "seed \(seed), length \(length)")
  }
}

@Test func crc32_everyBurstOfThirtyTwoBits_isSeen() {
  // What the polynomial's degree promises: no change confined to 32 neighbouring bits goes unnoticed.
  let seed: UInt64 = 33
  var random = SeededGenerator(seed: seed)
  let bytes = random.bytes(92)
  let sum = CRC32.of(bytes.span)
  for start in 0..<(92 * 8 - 32) {
    let burst = UInt32(truncatingIfNeeded: random.next()) | 1
    var changed = bytes
    for bit in 0..<32 where burst >> UInt32(bit) & 1 == 1 {
      changed[(start + bit) / 8] ^= 1 << UInt8((start + bit) % 8)
    }
    #expect(CRC32.of(changed.span) != sum, "seed \(seed), start \(start)")
  }
}
