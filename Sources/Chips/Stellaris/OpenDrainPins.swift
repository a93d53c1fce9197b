// Two pins of port B as open-drain lines under direct control, to free a stuck I2C bus.
import CVolatile
import SensorDrivers

/// The pads are open drain: an output of 0 pulls the line low, an output of 1 releases it. A released pin is made an
/// input, because only then its data bit shows the level of the line and not the written value (8.2.1).
struct OpenDrainPins: OpenDrainLines {
  /// The bit of each pin.
  let clock: UInt32
  let data: UInt32

  init(clockPin: UInt32, dataPin: UInt32) {
    clock = 1 &<< clockPin
    data = 1 &<< dataPin
  }

  var clockIsHigh: Bool { isHigh(clock) }
  var dataIsHigh: Bool { isHigh(data) }
  var areHigh: Bool { isHigh(clock) && isHigh(data) }

  mutating func setClock(_ high: Bool) { set(clock, high) }
  mutating func setData(_ high: Bool) { set(data, high) }

  /// 5 µs: half a period at 100 kHz.
  mutating func waitHalfPeriod() {
    let patience = Patience(microseconds: 5)
    while !patience.isOver {}
  }

  /// Connects the pins to the port instead of the peripheral, and releases both lines.
  mutating func takeControl() {
    modify(Registers.GPIO.direction, set: clock | data, clear: 0)
    setClock(true)
    setData(true)
    modify(Registers.GPIO.alternateFunction, set: 0, clear: clock | data)
  }

  /// Connects the pins to I2C0, both open drain, as section 14.3 requires.
  func handToPeripheral() {
    modify(Registers.GPIO.digitalEnable, set: clock | data, clear: 0)
    modify(Registers.GPIO.openDrain, set: clock | data, clear: 0)
    modify(Registers.GPIO.alternateFunction, set: clock | data, clear: 0)
  }

  private func isHigh(_ line: UInt32) -> Bool {
    volatile_load(Registers.GPIO.data(Registers.GPIO.portB, mask: line)) & line != 0
  }

  private func set(_ line: UInt32, _ high: Bool) {
    let level = Registers.GPIO.data(Registers.GPIO.portB, mask: line)
    if high {
      volatile_store(level, line)
      modify(Registers.GPIO.direction, set: 0, clear: line)
    } else {
      modify(Registers.GPIO.direction, set: line, clear: 0)
      volatile_store(level, 0)
    }
  }

  private func modify(_ offset: UInt32, set: UInt32, clear: UInt32) {
    let register = Registers.GPIO.portB &+ offset
    volatile_store(register, (volatile_load(register) & ~clear) | set)
  }
}
