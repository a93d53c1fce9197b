// Two pins of port 0 as open-drain lines under direct control, for I2C by software.
import CVolatile
import SensorDrivers

/// The two-wire master of the nRF51 can lock up (nRF51822 Product Anomaly Notice, items 36 and 56), so its pins are moved by
/// software. The driver of a pin lets a one go (S0D1); its own pull-up is on beside the board's.
public struct OpenDrainPins: OpenDrainLines {
  /// The bit of each pin.
  private let clock: UInt32
  private let data: UInt32

  /// - Precondition: `Clock` runs.
  /// - Parameters: pins of port 0, 0…31. Both are released.
  public init(clockPin: UInt32, dataPin: UInt32) {
    clock = 1 &<< clockPin
    data = 1 &<< dataPin
    volatile_store(Registers.GPIO.setOutput, clock | data)
    volatile_store(Registers.GPIO.configuration(clockPin), Registers.GPIO.openDrainPulledUp)
    volatile_store(Registers.GPIO.configuration(dataPin), Registers.GPIO.openDrainPulledUp)
  }

  /// The clock line as it is; low while a device stretches.
  public var clockIsHigh: Bool { volatile_load(Registers.GPIO.input) & clock != 0 }
  /// The data line as it is; low while a device holds it.
  public var dataIsHigh: Bool { volatile_load(Registers.GPIO.input) & data != 0 }

  /// Releases the clock line (`true`) or pulls it low.
  public mutating func setClock(_ high: Bool) { set(clock, high) }
  /// Releases the data line (`true`) or pulls it low.
  public mutating func setData(_ high: Bool) { set(data, high) }

  /// 5 µs: half a period at 100 kHz. The count may be at the end of a microsecond already, so it waits for six.
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
