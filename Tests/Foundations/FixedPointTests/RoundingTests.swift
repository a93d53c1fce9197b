// Shifts against a slow definition: the exact fraction, floored, rounded or cut.

import FixedPoint
import TestSupport
import Testing

/// ⌊n / 2^s⌋ by counting in 128 bits.
func floorDivided(_ n: Int128, by shift: Int) -> Int128 {
  let divisor = Int128(1) << Int128(shift)
  let quotient = n / divisor
  return n % divisor < 0 ? quotient - 1 : quotient
}

/// `n / 2^shift` rounded as `rule` says, by definition.
func rounded(_ n: Int128, by shift: Int, _ rule: RoundingRule) -> Int128 {
  switch rule {
  case .down: return floorDivided(n, by: shift)
  case .halfUp: return floorDivided(2 * n + (Int128(1) << Int128(shift)), by: shift + 1)
  case .towardZero: return n / (Int128(1) << Int128(shift))
  }
}

/// Values at which rounding goes wrong first, for one shift.
func edges(of shift: Int) -> [Int32] {
  let half: Int64 = shift == 0 ? 0 : 1 << Int64(shift - 1)
  let near: [Int64] = [0, half, 2 * half, 3 * half, 1 << 30, Int64(Int32.max), Int64(Int32.min)]
  let signed: [Int64] = near + near.map { -$0 }
  return signed.flatMap { n -> [Int64] in [n - 1, n, n + 1] }.compactMap { Int32(exactly: $0) }
}

@Test func shift_everyRuleAndCount_equalsTheDefinition() {
  let seed: UInt64 = 1
  var random = SeededGenerator(seed: seed)
  for shift in 0...31 {
    // Small values too: random 32-bit values alone never come near zero.
    let values =
      edges(of: shift)
      + (0..<2000).map { i in
        Int32(truncatingIfNeeded: random.next()) >> Int32(i % 32)
      }
    for value in values {
      for rule in [RoundingRule.halfUp, .down, .towardZero] {
        let result = value.shifted(rightBy: Int32(shift), rounding: rule)
        #expect(Int128(result) == rounded(Int128(value), by: shift, rule), "\(value) >> \(shift) \(rule), seed \(seed)")
      }
    }
  }
}

@Test func shift_noRuleGiven_roundsHalfUp() {
  #expect(Int32(3).shifted(rightBy: 1) == 2)
  #expect(Int32(-3).shifted(rightBy: 1) == -1)
}

@Test func wideShift_everyCount_equalsTheDefinition() {
  let seed: UInt64 = 2
  var random = SeededGenerator(seed: seed)
  for shift in 1...63 {
    let half = Int64(1) << Int64(shift - 1)
    let edges = [0, 1, -1, half, half &- 1, half &+ 1, 0 &- half, half &* 3, Int64.max, Int64.min, Int64.min + 1]
    let values =
      edges
      + (0..<1000).map { i in
        Int64(truncatingIfNeeded: random.next()) >> Int64(i % 64)
      }
    for value in values {
      let result = value.shiftedHalfUp(rightBy: Int64(shift))
      #expect(Int128(result) == rounded(Int128(value), by: shift, .halfUp), "\(value) >> \(shift), seed \(seed)")
    }
  }
}

@Test func saturation_beyondTheRange_stopsAtItsEnds() {
  let seed: UInt64 = 3
  var random = SeededGenerator(seed: seed)
  let ends: [Int32] = [0, 1, -1, 32767, 32768, -32768, -32769, Int32.max, Int32.min, Int32.max - 1, Int32.min + 1]
  let values = ends + (0..<200).map { i in Int32(truncatingIfNeeded: random.next()) >> Int32(i % 20) }
  for a in values {
    #expect(a.saturatedToInt16 == Int16(clamping: a))
    #expect(a.negatedWithSaturation == Int32(clamping: -Int64(a)))
    for b in values {
      #expect(a.addingWithSaturation(b) == Int32(clamping: Int64(a) + Int64(b)), "\(a) + \(b)")
      #expect(a.subtractingWithSaturation(b) == Int32(clamping: Int64(a) - Int64(b)), "\(a) - \(b)")
    }
  }
  for wide in [Int64.min, -0x8000_0001, -0x8000_0000, -1, 0, 0x7fff_ffff, 0x8000_0000, Int64.max] {
    #expect(wide.saturatedToInt32 == Int32(clamping: wide))
  }
}
