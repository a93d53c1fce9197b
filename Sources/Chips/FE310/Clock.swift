// The core's clock from the crystal, and the time since boot from the machine timer.
import CVolatile
import FixedPoint
import Quantities

/// The time has steps of 31 µs. It is monotonic as long as `now` is called at least once in eight seconds.
public struct Clock: ~Copyable {
  var last: UInt32
  var total: UInt64 = 0
  /// Microseconds per tick, as multiplier and divisor, and the remainder of the last division.
  let multiplier: UInt32
  let divisor: UInt32
  var rest: UInt32 = 0

  public init() {
    volatile_store(Registers.Clock.crystal, Registers.Clock.crystalOn)
    while volatile_load(Registers.Clock.crystal) & Registers.Clock.crystalIsReady == 0 {}
    volatile_store(Registers.Clock.phaseLockedLoop, Registers.Clock.useCrystal)
    // 1,000,000 / 32,768 = 15,625 / 512.
    (multiplier, divisor) = Emulator.isHere ? (1, Emulator.ticksPerMicrosecond) : (15_625, 512)
    last = volatile_load(Registers.Timer.timeLow)
  }

  /// Microseconds since boot. Call it at least once in each overflow of the timer.
  public mutating func now() -> Instant {
    let ticks = volatile_load(Registers.Timer.timeLow)
    // The sum is below 2^32 if fewer than 2^32 / 15,625 ticks have passed since the last call.
    rest = rest &+ (ticks &- last) &* multiplier
    let whole = rest / divisor
    rest = rest &- whole &* divisor
    last = ticks
    total = total &+ UInt64(widening: whole)
    return Instant(microseconds: total)
  }
}

/// QEMU 7.2's `sifive_e` runs mtime at 10 MHz instead of 32,768 Hz and does not model the always-on domain.
enum Emulator {
  static var ticksPerMicrosecond: UInt32 { 10 }

  /// Whether the image runs in QEMU: the memory of the always-on domain then does not keep what is written to it.
  static var isHere: Bool {
    volatile_store(Registers.Power.spareWord, .max)
    return volatile_load(Registers.Power.spareWord) != .max
  }
}
