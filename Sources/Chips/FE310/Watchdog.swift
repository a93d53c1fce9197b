// Two watchdogs. The machine timer's interrupt writes a fault record after two seconds. If that fails, the watchdog of
// the always-on domain resets the chip after four seconds.
import CStartup
import CVolatile

/// The main loop must feed it in every pass.
public struct Watchdog: ~Copyable {
  /// The number that stands for its interrupt in a fault record.
  public static var exceptionNumber: UInt32 { Registers.Timer.exceptionNumber }

  let ticks: UInt32

  public init() {
    ticks = Emulator.isHere ? 2_000_000 &* Emulator.ticksPerMicrosecond : 2 &* Registers.Timer.ticksPerSecond
    // 65535 × 2 / 32768 s: the longest time that 16 bits at half speed can hold.
    Self.write(65_535, to: Registers.Watchdog.compare)
    Self.write(
      Registers.Watchdog.halfSpeed | Registers.Watchdog.resets | Registers.Watchdog.runsAlways,
      to: Registers.Watchdog.configuration)
    feed()
    startup_enable_timer_interrupt()
  }

  /// Whether the always-on watchdog caused the last reset.
  public static func didReset() -> Bool {
    volatile_load(Registers.Power.cause) & Registers.Power.resetMask == Registers.Power.resetByWatchdog
  }

  /// Restarts the watchdog's time.
  public func feed() {
    // The 64-bit compare register is written in two halves. In this order it never holds a time in the past (privileged
    // architecture, "Machine Timer Registers").
    let low = volatile_load(Registers.Timer.timeLow)
    let high = volatile_load(Registers.Timer.timeHigh)
    let (sum, carries) = low.addingReportingOverflow(ticks)
    volatile_store(Registers.Timer.compareLow, .max)
    volatile_store(Registers.Timer.compareHigh, carries ? high &+ 1 : high)
    volatile_store(Registers.Timer.compareLow, sum)
    Self.write(Registers.Watchdog.food, to: Registers.Watchdog.feed)
  }

  private static func write(_ value: UInt32, to register: UInt32) {
    volatile_store(Registers.Watchdog.key, Registers.Watchdog.unlock)
    volatile_store(register, value)
  }
}
