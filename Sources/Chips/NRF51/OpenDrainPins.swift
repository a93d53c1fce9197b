// Two pins of port 0 as open-drain lines under direct control, for I2C by software.
import CVolatile
import SensorDrivers

/// The two-wire master of the nRF51 can lock up (nRF51822 Product Anomaly Notice, items 36 and 56), so software
/// controls its pins. A pin's driver releases the line for a one (S0D1). The pin's own pull-up is on in addition to the
/// board's.
public struct OpenDrainPins: OpenDrainLines {
  /// The bit of each pin.
  private let clock: UInt32
  private let data: UInt32

  /// - Precondition: `Clock` is running.
  /// - Parameters: pins of port 0, 0…31. Both lines are released.
  public init(clockPin: UInt32, dataPin: UInt32) {
    clock = 1 &<< clockPin
    data = 1 &<< dataPin
    volatile_store(Registers.GPIO.setOutput, clock | data)
    volatile_store(Registers.GPIO.configuration(clockPin), Registers.GPIO.openDrainPulledUp)
    volatile_store(Registers.GPIO.configuration(dataPin), Registers.GPIO.openDrainPulledUp)
  }

  /// The level of the clock line; low while a device stretches the clock.
  public var clockIsHigh: Bool { volatile_load(Registers.GPIO.input) & clock != 0 }
  /// The level of the data line; low while a device pulls it low.
  public var dataIsHigh: Bool { volatile_load(Registers.GPIO.input) & data != 0 }

  /// Releases the clock line (`true`) or pulls it low.
  public mutating func setClock(_ high: Bool) { set(clock, high) }
  /// Releases the data line (`true`) or pulls it low.
  public mutating func setData(_ high: Bool) { set(data, high) }

  /// 5 µs: half a period at 100 kHz. It waits for six counts, because the current microsecond may be nearly over.
  public mutating func waitHalfPeriod() {
    let start = count()
    while count() &- start < 6 {}
  }

  private func count() -> UInt32 {
    volatile_store(Registers.Timer.capture0, 1)
    return volatile_load(Registers.Timer.captured0)
  }

  private func set(_ line: UInt32, _ high: Bool) {
    volatile_store(high ? Registers.GPIO.setOutput : Registers.GPIO.clearOutput, line)
  }
}
