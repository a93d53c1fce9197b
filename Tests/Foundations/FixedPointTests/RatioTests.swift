// Exact ratios against 128-bit integers.

import FixedPoint
import TestSupport
import Testing

/// ⌊value · numerator / denominator + ½⌋ by definition.
func exactRatio(_ value: Int32, _ numerator: Int32, _ denominator: Int32) -> Int128 {
  let n = 2 * Int128(value) * Int128(numerator) + Int128(denominator)
  let d = 2 * Int128(denominator)
  let quotient = n / d
  return n % d < 0 ? quotient - 1 : quotient
}

@Test func ratio_wholeStatedDomain_equalsTheDefinition() {
  let seed: UInt64 = 4
  var random = SeededGenerator(seed: seed)
  for _ in 0..<200_000 {
    let denominator = 1 + Int32.random(in: 0..<(1 << 30), using: &random) >> Int32.random(in: 0...29, using: &random)
    let numerator = 1 + Int32.random(in: 0..<(1 << 30), using: &random) >> Int32.random(in: 0...30, using: &random)
    let most = Int32.max / numerator
    let value = Int32.random(in: -most...most, using: &random)
    let result = Ratio.exact(value, numerator, over: denominator)
    if Int128(result) != exactRatio(value, numerator, denominator) {
      Issue.record("\(value) · \(numerator) / \(denominator) = \(result), seed \(seed)")
      return
    }
  }
}

@Test func ratio_endsOfTheDomain_areExact() {
  let products: [Int32] = [Int32.max, -Int32.max, 0x4000_0000, -0x4000_0000, 0x3fff_ffff, -0x3fff_ffff]
  let denominators: [Int32] = [1, 2, 3, 20, 980, 1100, 0xf_ffff, 0x10_0000, 0x3fff_ffff, 0x4000_0000]
  for product in products {
    for denominator in denominators {
      #expect(
        Int128(Ratio.exact(product, 1, over: denominator)) == exactRatio(product, 1, denominator),
        "\(product) / \(denominator)")
    }
  }
}

@Test func ratio_halves_goUp() {
  #expect(Ratio.exact(1, 1, over: 2) == 1)
  #expect(Ratio.exact(-1, 1, over: 2) == 0)
  #expect(Ratio.exact(-3, 1, over: 2) == -1)
}

@Test func ratio_everyTwelveBitCount_isExactForTheSensorsGains() {
  // 100,000 nT a gauss over counts a gauss (Protocols/heading/spec.md, section 3).
  for gain in [Int32(1100), 980, 855, 760, 670, 600, 450, 400, 355, 330, 295, 230, 205] {
    for count in Int32(-2048)...2047 {
      #expect(Int128(Ratio.exact(count, 100_000, over: gain)) == exactRatio(count, 100_000, gain))
    }
  }
}

@Test func checkedRatio_isExactOrSaysThatItIsNot() {
  // 3,000 counts a gauss are 100 nT over 3: 21,474 counts are the last whose product with 100,000 fits.
  #expect(Ratio.checked(21_474, 100_000, over: 3_000) == 715_800)
  #expect(Ratio.checked(21_475, 100_000, over: 3_000) == nil)
  #expect(Ratio.checked(-21_474, 100_000, over: 3_000) == -715_800)
  #expect(Ratio.checked(-21_475, 100_000, over: 3_000) == nil)
  #expect(Ratio.checked(32_767, 100, over: 3) == 1_092_233)
  #expect(Ratio.checked(.min, 1, over: 1) == .min && Ratio.checked(.min, 2, over: 2) == nil)
  for (numerator, denominator) in [(0, 1), (-1, 1), (1, 0), (1, -1), (1, 1 << 30 + 1)] as [(Int32, Int32)] {
    #expect(Ratio.checked(1, numerator, over: denominator) == nil)
  }
}
