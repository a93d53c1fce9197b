// Products from 16-bit halves, words of them, reciprocals and leading zeros against wider integers.

import FixedPoint
import TestSupport
import Testing

/// Random values of every length, extremes first.
private func values(_ count: Int, seed: UInt64, within limit: Int32 = Int32.max) -> [Int32] {
  var random = SeededGenerator(seed: seed)
  let ends = [
    -limit, 1 - limit, -65536, -65535, -32769, -32768, -1, 0, 1, 32767, 32768, 65535, 65536, limit - 1, limit,
  ]
  return ends
    + (0..<count).map { _ in
      let value = Int32(truncatingIfNeeded: random.next()) >> Int32.random(in: 0...30, using: &random)
      return max(-limit, min(limit, value))
    }
}

@Suite struct LongProductTests {
  @Test func productOfHalves_equalsTheLongProduct() {
    for (a, b) in [
      (values(700, seed: 1), values(700, seed: 2, within: 1 << 29)),
      (values(700, seed: 3, within: 1_859_775_393), values(700, seed: 4, within: 1 << 30)),
    ] {
      var wrong = 0
      for x in a + [a[0]] { for y in b where Int64(halves: x, y) != Int64(x) * Int64(y) { wrong += 1 } }
      #expect(wrong == 0)
    }
    for y in values(700, seed: 4, within: 1 << 29) {
      #expect(Int64(halves: Int32.min, y) == Int64(Int32.min) * Int64(y))
    }
  }

  /// Where a word is nearly not enough: upper halves of ±2^14 with lower halves of −2^15, and lower halves alone.
  private static let corners: [Int32] = {
    let most: Int32 = 1 << 30
    return [
      -most, 1 - most, 32_767 - most, 32_768 - most, -98_304, -65_536, -32_768, 0, 32_767, 32_768, 98_304,
      most - 32_769, most - 32_768, most - 1, most,
    ]
  }()

  @Test func sumsOfProductsOfHalves_equalTheLongProducts() {
    var wrong = 0
    func judge(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) {
      let (first, second) = (Int64(a) * Int64(b), Int64(c) * Int64(d))
      if Int64(halves: a, b, plus: c, d) != first + second { wrong += 1 }
      if Int64(halves: a, b, minus: c, d) != first - second { wrong += 1 }
    }
    for a in Self.corners {
      for b in Self.corners { for c in Self.corners { for d in Self.corners { judge(a, b, c, d) } } }
    }
    let random = values(40_000, seed: 11, within: 1 << 30)
    for at in 3..<random.count { judge(random[at - 3], random[at], random[at - 2], random[at - 1]) }
    #expect(wrong == 0)
  }

  @Test func sumsOfSquaresOfHalves_equalTheLongProducts() {
    var wrong = 0
    func judge(_ a: Int32, _ b: Int32, _ c: Int32) {
      let two = Int64(a) * Int64(a) + Int64(b) * Int64(b)
      if Int64(squaresOf: a, b) != two || Int64(squaresOf: a, b, c) != two + Int64(c) * Int64(c) { wrong += 1 }
      if Int64(squaresOf: a) != Int64(a) * Int64(a) { wrong += 1 }
    }
    for a in Self.corners { for b in Self.corners { for c in Self.corners { judge(a, b, c) } } }
    let random = values(40_000, seed: 12, within: 1 << 30)
    for at in 2..<random.count { judge(random[at - 2], random[at - 1], random[at]) }
    #expect(wrong == 0)
  }

  @Test func square_equalsTheLongProduct() {
    for x in values(10_000, seed: 5) + [Int32.min] { #expect(Int64(squareOf: x) == Int64(x) * Int64(x)) }
  }

  @Test func unsignedProductOfHalves_equalsTheLongProduct() {
    for x in values(300, seed: 6) {
      for y in values(300, seed: 7) {
        let (a, b) = (UInt32(bitPattern: x), UInt32(bitPattern: y))
        #expect(UInt64(halves: a, b) == UInt64(a) * UInt64(b))
      }
    }
  }

  @Test func upperWord_roundsAsItSays() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<100_000 {
      let value = Int64(bitPattern: random.next()) >> Int64.random(in: 2...62, using: &random)
      let room = Int32(value.upperBits.leadingZeros) - 1
      for left in Set([0, 1, room / 2, room - 1]) where left >= 0 && left <= 30 {
        let exact = Int128(value) << Int128(left)
        #expect(Int128(value.upperWord(shiftedLeft: left)) == (exact + (1 << 31)) >> 32, "\(value) << \(left)")
        guard left >= 1 else { continue }
        #expect(Int128(value.upperWordRoundedDown(shiftedLeft: left)) == exact >> 32, "\(value) << \(left)")
      }
    }
  }

  @Test func leadingZeros_ofEveryLength_areCounted() {
    #expect((0 as UInt32).leadingZeros == 32)
    for bit in UInt32(0)..<32 {
      #expect((UInt32(1) << bit).leadingZeros == 31 - Int32(bit))
      #expect((UInt32.max >> bit).leadingZeros == Int32(bit))
      #expect((0xaaaa_aaaa >> bit as UInt32).leadingZeros == Int32(bit))
    }
  }
}

@Suite struct ReciprocalTests {
  @Test func reciprocal_isWithinOnePartIn2To26() {
    var random = SeededGenerator(seed: 9)
    let ends = (0..<2000 as Range<UInt32>).flatMap { [1 << 31 + $0, UInt32.max - $0] as [UInt32] }
    var worst = 0.0
    for value in ends + (0..<300_000).map({ _ in UInt32(truncatingIfNeeded: random.next()) | 1 << 31 }) {
      let exact = 9_223_372_036_854_775_808 / Double(value)
      worst = max(worst, abs(Double(value.normalisedReciprocal) / exact - 1))
    }
    #expect(worst <= 1 / 67_108_864, "\(worst)")
  }
}
