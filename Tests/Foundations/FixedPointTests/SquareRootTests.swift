// Integer square roots: r² ≤ n < (r + 1)², checked without floating point.

import FixedPoint
import TestSupport
import Testing

@Test func squareRoot_everySixteenBitRoot_isExactAroundItsSquare() {
  var wrong = 0
  for root in UInt64(0)...65535 {
    let square = root * root
    // From one square to just below the next the root must not change.
    if UInt32(square).squareRoot != UInt32(root) { wrong += 1 }
    if UInt32(square + 2 * root).squareRoot != UInt32(root) { wrong += 1 }
    if UInt32(square + root).squareRoot != UInt32(root) { wrong += 1 }
  }
  #expect(wrong == 0)
  #expect(UInt32.max.squareRoot == 65535)
}

@Test func squareRoot_random32And64Bits_areFloors() {
  let seed: UInt64 = 9
  var random = SeededGenerator(seed: seed)
  for i in 0..<100_000 {
    let n = random.next() >> UInt64(i % 64)
    let root = UInt128(n.squareRoot)
    let narrow = UInt32(truncatingIfNeeded: n)
    let narrowRoot = UInt64(narrow.squareRoot)
    let isFloor = root * root <= UInt128(n) && UInt128(n) < (root + 1) * (root + 1)
    let isNarrowFloor = narrowRoot * narrowRoot <= narrow && narrow < (narrowRoot + 1) * (narrowRoot + 1)
    if !isFloor || !isNarrowFloor {
      Issue.record("√\(n) = \(root), √\(narrow) = \(narrowRoot), seed \(seed)")
      return
    }
  }
}

@Test func wideSquareRoot_aroundSquares_isExact() {
  let seed: UInt64 = 10
  var random = SeededGenerator(seed: seed)
  let ends: [UInt64] = [0, 1, 2, 3, 65535, 65536, 65537, 0xffff_fffe, 0xffff_ffff]
  for root in ends + (0..<20_000).map({ _ in UInt64(UInt32(truncatingIfNeeded: random.next())) }) {
    let square = root * root
    let isExact =
      square.squareRoot == UInt32(root) && (square + 2 * root).squareRoot == UInt32(root)
      && (root == 0 || (square - 1).squareRoot == UInt32(root - 1))
    if !isExact {
      Issue.record("around \(root)², seed \(seed)")
      return
    }
  }
  #expect(UInt64.max.squareRoot == UInt32.max)
}

@Test func approximateSquareRoot_isWithinTwoParts() {
  let seed: UInt64 = 11
  var random = SeededGenerator(seed: seed)
  let ends = (0..<64 as Range<UInt64>).flatMap { bit in [1 << bit, UInt64.max >> bit, (1 << bit) + 1] as [UInt64] }
  for n in ends + (0..<100_000).map({ _ in random.next() >> UInt64.random(in: 0...63, using: &random) }) {
    let (root, exact) = (Double(n.approximateSquareRoot), Double(n).squareRoot())
    let isNear = root - exact <= exact / 33_554_432 && exact - root < 1 + exact / 33_554_432
    if !isNear { Issue.record("√\(n) = \(root), seed \(seed)") }
  }
}
