// Device time: late, early and at the limit.

import Quantities
import Testing

@Test func instant_advanced_movesForward() {
  #expect(Instant(microseconds: 1).advanced(by: 2) == Instant(microseconds: 3))
  #expect(Instant(microseconds: 0xffff_ffff).advanced(by: 1) == Instant(microseconds: 0x1_0000_0000))
  #expect(Instant(microseconds: 1 << 40).advanced(by: UInt32.max) == Instant(microseconds: (1 << 40) + 0xffff_ffff))
}

@Test func instant_elapsed_isLimitedAtBothEnds() {
  let start = Instant(microseconds: 1_000_000)
  #expect(start.elapsed(since: start) == 0)
  #expect(start.advanced(by: 7).elapsed(since: start) == 7)
  #expect(start.elapsed(since: start.advanced(by: 7)) == 0)
  #expect(start.advanced(by: UInt32.max).elapsed(since: start) == UInt32.max)
  #expect(Instant(microseconds: 1_000_000 + (1 << 32)).elapsed(since: start) == UInt32.max)
  #expect(Instant(microseconds: UInt64.max).elapsed(since: Instant(microseconds: 0)) == UInt32.max)
}

@Test func instant_order_isThatOfTime() {
  #expect(Instant(microseconds: 1) < Instant(microseconds: 2))
  #expect(!(Instant(microseconds: 2) < Instant(microseconds: 2)))
  #expect(Instant(microseconds: 0xffff_ffff) < Instant(microseconds: 0x1_0000_0000))
}
