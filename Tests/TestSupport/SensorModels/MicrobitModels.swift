// The micro:bit v1.3's pair, NXP MAG3110 and MMA8653, as registers.

/// NXP MAG3110.
///
/// Data sheet: NXP MAG3110, registers. 0.1 µT a count.
package final class MAG3110Model: SensorModel {
  package init(seed: UInt64 = 1) { super.init(address: 0b0001110, seed: seed) }

  package override func reset() {
    for register in 0...0x11 { registers[register] = 0 }
    registers[0x07] = 0b1100_0100
  }

  private var isActive: Bool { registers[0x10] & 1 != 0 }

  package override var period: UInt64? {
    guard isActive else { return nil }
    // 80 Hz with 16 samples an average, halved by each step of DR and of OS.
    return 12_500 << UInt64(bits(0x10, 5, 7) + bits(0x10, 3, 3))
  }

  package override func measure() {
    let status = registers[0x00]
    registers[0x08] = registers[0x11] & 0b10_0000 != 0 ? 1 : 2
    if !isFrozen {
      for axis in 0..<3 {
        var value = counts(world.field[axis], 1, over: 100, within: -20_000...20_000)
        // Without RAW the user's offset, in the upper fifteen bits of its registers, is taken away.
        if registers[0x11] & 0b10_0000 == 0 {
          let bits = UInt16(registers[0x09 + 2 * axis]) << 8 | UInt16(registers[0x0a + 2 * axis])
          value -= Int(Int16(bitPattern: bits)) >> 1
        }
        storeHighFirst(value, at: 1 + 2 * axis)
      }
      registers[0x0f] = UInt8(bitPattern: Int8(clamping: world.milliCelsius / 1000))
    }
    if !neverReady { registers[0x00] = status & 0b1000 != 0 ? 0xff : 0x0f }
  }

  package override func didRead(_ register: UInt8) {
    if register == 0x06 { registers[0x00] = 0 }
  }

  /// While it is active only ACTIVE itself can be written.
  package override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x10:
      guard isActive else {
        keep(value, in: register)
        restart()
        return
      }
      if value & 1 == 0 {
        registers[0x10] &= ~1
        registers[0x08] = 0
        measurementEnds = nil
      }
    case 0x09...0x0e, 0x11: if !isActive { keep(value, in: register) }
    default: break
    }
  }
}

/// NXP MMA8653FC.
///
/// Data sheet: NXP MMA8653FC, registers. Ten bits, left-justified.
package final class MMA8653Model: SensorModel {
  package init(seed: UInt64 = 1) { super.init(address: 0b0011101, seed: seed) }

  package override func reset() {
    for register in 0...0x31 { registers[register] = 0 }
    registers[0x0d] = 0b0101_1010
  }

  private var isActive: Bool { registers[0x2a] & 1 != 0 }

  package override var period: UInt64? {
    isActive ? [1250, 2500, 5000, 10_000, 20_000, 80_000, 160_000, 640_000][bits(0x2a, 3, 7)] : nil
  }

  package override func measure() {
    let status = registers[0x00]
    registers[0x0b] = 1
    if !isFrozen {
      let perG = 256 >> bits(0x0e, 0, 3)
      let test = registers[0x2b] & 0x80 != 0 ? 300 : 0
      for axis in 0..<3 {
        let value = counts(world.milliG[axis] + test, perG, over: 1000, within: -512...511)
        storeHighFirst(value << 6, at: 1 + 2 * axis)
      }
    }
    if !neverReady { registers[0x00] = status & 0b1000 != 0 ? 0xff : 0x0f }
  }

  package override func didRead(_ register: UInt8) {
    if register == 0x06 { registers[0x00] = 0 }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x2b where value & 0x40 != 0:
      powerOn()
      silentUntil = now + 1000
    case 0x2a:
      guard isActive else {
        keep(value, in: register)
        restart()
        return
      }
      if value & 1 == 0 {
        registers[0x2a] &= ~1
        registers[0x0b] = 0
        measurementEnds = nil
      }
    case 0x0e, 0x10...0x14, 0x29, 0x2b...0x31: if !isActive { keep(value, in: register) }
    default: break
    }
  }
}
