// The core's clock from the crystal, and microseconds since boot from the machine timer.
import CVolatile
import FixedPoint
import Quantities

/// Steps of 31 µs. Monotonic as long as `now` is called at least once in eight seconds.
public struct Clock: ~Copyable {
  var last: UInt32
  var total: UInt64 = 0
  /// Microseconds by ticks, as multiplier and divisor, and what the last division left over.
  let multiplier: UInt32
  let divisor: UInt32
  var rest: UInt32 = 0

  public init() {
    volatile_store(Registers.Clock.crystal, Registers.Clock.crystalOn)
    while volatile_load(Registers.Clock.crystal) & Registers.Clock.crystalIsReady == 0 {}
    volatile_store(Registers.Clock.phaseLockedLoop, Registers.Clock.takeCrystal)
    // 1,000,000 / 32,768 = 15,625 / 512.
    (multiplier, divisor) = Emulator.isHere ? (1, Emulator.ticksPerMicrosecond) : (15_625, 512)
    last = volatile_load(Registers.Timer.timeLow)
  }

  /// Microseconds since boot. Must be called at least once in each overflow of the timer.
  public mutating func now() -> Instant {
    let ticks = volatile_load(Registers.Timer.timeLow)
    // Below 2^32 as long as the ticks since the last call are fewer than 2^32 / 15,625.
    rest = rest &+ (ticks &- last) &* multiplier
    let whole = rest / divisor
    rest = rest &- whole &* divisor
    last = ticks
    total = total &+ UInt64(widening: whole)
    return Instant(microseconds: total)
  }
}

/// QEMU 7.2's `sifive_e` lets mtime run at 10 MHz instead of 32,768 Hz and models nothing of the always-on domain.
enum Emulator {
  static var ticksPerMicrosecond: UInt32 { 10 }

  /// The always-on domain's memory does not keep what is written to it.
  static var isHere: Bool {
    volatile_store(Registers.Power.spareWord, .max)
    return volatile_load(Registers.Power.spareWord) != .max
  }
}
