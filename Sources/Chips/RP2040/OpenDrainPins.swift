// Two pins as open-drain lines under direct control, to free a stuck I2C bus.
import CVolatile
import SensorDrivers

/// The output level of each pin is always low: as an output the pin pulls the line low, as an input it releases the
/// line.
struct OpenDrainPins: OpenDrainLines {
  let clockPin: UInt32
  let dataPin: UInt32

  var clockIsHigh: Bool { isHigh(clockPin) }
  var dataIsHigh: Bool { isHigh(dataPin) }
  var areHigh: Bool { clockIsHigh && dataIsHigh }

  mutating func setClock(_ high: Bool) { set(clockPin, high) }
  mutating func setData(_ high: Bool) { set(dataPin, high) }

  /// 5 µs: half a period at 100 kHz. It waits for six counts, because the current microsecond may be nearly over.
  mutating func waitHalfPeriod() {
    let patience = Patience(microseconds: 6)
    while !patience.isOver {}
  }

  /// Connects the pins to the port instead of the peripheral, and releases both lines.
  mutating func takeControl() {
    setClock(true)
    setData(true)
    volatile_store(Registers.Software.outputClear, 1 &<< clockPin | 1 &<< dataPin)
    volatile_store(Registers.Pin.control(clockPin), Registers.Pin.software)
    volatile_store(Registers.Pin.control(dataPin), Registers.Pin.software)
  }

  /// Connects the pins to I2C0. Sensor modules have pull-ups; the pads' own pull-ups help modules that have none.
  func handToPeripheral() {
    hand(clockPin)
    hand(dataPin)
  }

  private func hand(_ pin: UInt32) {
    volatile_store(Registers.Pad.pad(pin), Registers.Pad.inputPulledUp)
    volatile_store(Registers.Pin.control(pin), Registers.Pin.i2c)
  }

  private func isHigh(_ pin: UInt32) -> Bool { volatile_load(Registers.Software.input) & 1 &<< pin != 0 }

  private func set(_ pin: UInt32, _ high: Bool) {
    volatile_store(high ? Registers.Software.directionClear : Registers.Software.directionSet, 1 &<< pin)
  }
}
