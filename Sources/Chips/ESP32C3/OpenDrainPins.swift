// Two pins as the lines of an I2C bus that is controlled by software.
//
// The chip's I2C master needs a list of commands for each transaction. Two pins are simpler, and fast enough for 100
// kHz.
import CVolatile
import SensorDrivers

/// Two pins as open-drain lines, with the pull-ups of the pads.
public struct OpenDrainPins: OpenDrainLines {
  let clock: UInt32
  let data: UInt32

  /// - Parameters: GPIO numbers, 0…21. Both lines are released.
  public init(clockPin: UInt32, dataPin: UInt32) {
    clock = 1 &<< clockPin
    data = 1 &<< dataPin
    volatile_store(Registers.GPIO.outputSet, clock | data)
    Self.open(clockPin)
    Self.open(dataPin)
    volatile_store(Registers.GPIO.outputEnableSet, clock | data)
  }

  /// The level of the clock line; low while a device stretches the clock.
  public var clockIsHigh: Bool { volatile_load(Registers.GPIO.input) & clock != 0 }
  /// The level of the data line; low while a device pulls it low.
  public var dataIsHigh: Bool { volatile_load(Registers.GPIO.input) & data != 0 }

  /// Releases the clock line (`true`) or pulls it low.
  public mutating func setClock(_ high: Bool) { set(clock, high) }
  /// Releases the data line (`true`) or pulls it low.
  public mutating func setData(_ high: Bool) { set(data, high) }

  /// 5 µs: half a period at 100 kHz.
  public mutating func waitHalfPeriod() {
    let start = Clock.ticks()
    while Clock.ticks() &- start < 5 &* Registers.Timer.ticksPerMicrosecond {}
  }

  private static func open(_ pin: UInt32) {
    volatile_store(Registers.GPIO.pin(pin), Registers.GPIO.openDrain)
    volatile_store(Registers.GPIO.outputSelect(pin), Registers.GPIO.byRegister)
    volatile_store(Registers.GPIO.multiplexer(pin), Registers.GPIO.inputPulledUp)
  }

  private func set(_ line: UInt32, _ high: Bool) {
    volatile_store(high ? Registers.GPIO.outputSet : Registers.GPIO.outputClear, line)
  }
}
