// Conversions between 32 and 64 bits against the standard library's.

import FixedPoint
import TestSupport
import Testing

let wideningEdges: [Int32] = [0, 1, -1, 2, -2, Int32.max, Int32.min, Int32.max - 1, Int32.min + 1, 0x7fff, -0x8000]

@Test func widening_everySign_keepsTheValue() {
  let seed: UInt64 = 12
  var random = SeededGenerator(seed: seed)
  for value in wideningEdges + (0..<2000).map({ _ in Int32(truncatingIfNeeded: random.next()) }) {
    let unsigned = UInt32(bitPattern: value)
    #expect(Int64(widening: value) == Int64(value), "seed \(seed)")
    #expect(UInt64(widening: unsigned) == UInt64(unsigned), "seed \(seed)")
  }
}

@Test func products_fullRange_areExact() {
  let seed: UInt64 = 13
  var random = SeededGenerator(seed: seed)
  let values = wideningEdges + (0..<100).map { i in Int32(truncatingIfNeeded: random.next()) >> Int32(i % 32) }
  for a in values {
    for b in values {
      #expect(Int64(product: a, b) == Int64(a) * Int64(b), "\(a) · \(b)")
      let x = UInt32(bitPattern: a)
      let y = UInt32(bitPattern: b)
      #expect(UInt64(product: x, y) == UInt64(x) * UInt64(y), "\(x) · \(y)")
    }
  }
}

@Test func halves_joinAndSplit() {
  let seed: UInt64 = 14
  var random = SeededGenerator(seed: seed)
  for _ in 0..<1000 {
    let value = random.next()
    #expect(value.highHalf == UInt32(value >> 32) && value.lowHalf == UInt32(value & 0xffff_ffff), "seed \(seed)")
    #expect(UInt64(high: value.highHalf, low: value.lowHalf) == value, "seed \(seed)")
    let signed = Int64(bitPattern: value)
    #expect(Int64(high: Int32(signed >> 32), low: value.lowHalf) == signed, "seed \(seed)")
  }
}
