// Angles wrap, and their difference is the short way round.

import Quantities
import TestSupport
import Testing

@Test func angle_sum_wraps() {
  let quarter = BinaryAngle.quarterTurn
  #expect(quarter + quarter == .halfTurn)
  #expect(quarter + quarter + quarter + quarter == .zero)
  #expect(.zero - quarter == quarter + quarter + quarter)
  #expect(-quarter == .zero - quarter)
  #expect(-BinaryAngle.zero == .zero && -BinaryAngle.halfTurn == .halfTurn)
  // 350° + 20° = 10°, within the rounding of the degrees.
  let sum = angle(350) + angle(20)
  #expect(abs(Int64(sum.rawValue) - Int64(angle(10).rawValue)) <= 2)
}

@Test func angle_shortestDifference_crossesNorth() {
  #expect(abs(angle(350).shortestDifference(to: angle(10)) - 238_609_294) <= 2)
  #expect(abs(angle(10).shortestDifference(to: angle(350)) + 238_609_294) <= 2)
}

@Test func angle_halfATurn_isNegative() {
  #expect(BinaryAngle.zero.shortestDifference(to: .halfTurn) == Int32.min)
  #expect(BinaryAngle.halfTurn.shortestDifference(to: .zero) == Int32.min)
  #expect(BinaryAngle.zero.shortestDifference(to: BinaryAngle(rawValue: 0x7fff_ffff)) == Int32.max)
}

@Test func angle_randomPairs_differenceLeadsBack() {
  let seed: UInt64 = 15
  var random = SeededGenerator(seed: seed)
  for _ in 0..<10_000 {
    let a = BinaryAngle(rawValue: UInt32(truncatingIfNeeded: random.next()))
    let b = BinaryAngle(rawValue: UInt32(truncatingIfNeeded: random.next()))
    let way = Int64(a.shortestDifference(to: b))
    // By definition: the representative of b − a modulo 2^32 in −2^31 ..< 2^31.
    var expected = (Int64(b.rawValue) - Int64(a.rawValue)) % (1 << 32)
    if expected >= 1 << 31 { expected -= 1 << 32 }
    if expected < -(1 << 31) { expected += 1 << 32 }
    #expect(way == expected, "seed \(seed)")
    #expect(a + BinaryAngle(rawValue: UInt32(bitPattern: a.shortestDifference(to: b))) == b, "seed \(seed)")
    #expect((a + b) - b == a, "seed \(seed)")
  }
}

@Test func angle_signed_isBelowHalfATurn() {
  #expect(BinaryAngle(rawValue: 0xffff_ffff).signed == -1)
  #expect(BinaryAngle.halfTurn.signed == Int32.min)
  #expect(BinaryAngle.quarterTurn.signed == 1 << 30)
}
