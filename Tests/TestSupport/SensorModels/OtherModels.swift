// BMM150, IST8310, RM3100 and ADXL345 as registers.

/// Bosch BMM150: its power, which is all that the probe needs. It never measures.
///
/// Data sheet: Bosch BST-BMM150-DS001, register map.
package final class BMM150Model: SensorModel {
  package override init(address: UInt8 = 0b0010000, seed: UInt64 = 1) { super.init(address: address, seed: seed) }

  private var startsAt: UInt64 = 0

  /// As after the power bit was set: everything but the power control is at its reset value.
  package override func reset() {
    registers[0x40] = 0b0011_0010
    registers[0x4c] = 0b0000_0110
    registers[0x4d] = 0b0011_1111
    registers[0x4e] = 0b0000_0111
    registers[0x51] = 0
    registers[0x52] = 0
  }

  private var isPowered: Bool { registers[0x4b] & 1 != 0 && now >= startsAt }

  /// In suspend only the power control answers.
  package override func value(at register: UInt8) -> UInt8 {
    isPowered || register == 0x4b ? super.value(at: register) : 0
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    if register == 0x4b {
      let wasOn = registers[0x4b] & 1 != 0
      keep(value, in: register, mask: 0b1)
      if !wasOn && value & 1 != 0 {
        reset()
        startsAt = now + 3000
      }
      return
    }
    guard isPowered else { return }
    switch register {
    case 0x4c...0x52: keep(value, in: register)
    default: break
    }
  }
}

/// iSentek IST8310.
///
/// Data sheet: iSentek IST8310, register description; 0.3 µT a count. Its frame is left-handed: Z is the odd one
/// (ArduPilot and PX4 turn Z, Betaflight turns Y).
package final class IST8310Model: SensorModel {
  package override init(address: UInt8 = 0b0001110, seed: UInt64 = 1) { super.init(address: address, seed: seed) }

  package override func reset() {
    registers[0x00] = 0b0001_0000
    registers[0x0b] = 0b0000_1100
  }

  package override func measure() {
    if !isFrozen {
      let signs = [1, 1, -1]
      let turn = registers[0x0c] & 0b100_0000 != 0 ? -1 : 1
      for axis in 0..<3 {
        storeLowFirst(
          counts(turn * signs[axis] * world.field[axis], 1, over: 300, within: -5333...5333), at: 3 + 2 * axis)
      }
      storeLowFirst((world.milliCelsius - 25_000) * 8 / 1000, at: 0x1c)
    }
    if !neverReady { registers[0x02] |= registers[0x02] & 1 != 0 ? 0b11 : 0b01 }
    registers[0x0a] &= ~0xf
  }

  package override func didRead(_ register: UInt8) {
    if register == 0x08 { registers[0x02] = 0 }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x0a:
      keep(value, in: register, mask: 0xf)
      // 1.5 ms and one more for each average that 0x41 asks for (two to sixteen).
      if value & 0xf == 1 { measurementEnds = now + 1500 + 280 * (1 << UInt64(bits(0x41, 3, 7))) }
    case 0x0b:
      if value & 1 != 0 {
        powerOn()
        silentUntil = now + 10_000
      } else {
        keep(value, in: register, mask: 0b1100)
      }
    case 0x0c, 0x0d, 0x41, 0x42: keep(value, in: register)
    default: break
    }
  }
}

/// PNI RM3100.
///
/// Data sheet: PNI RM3100, 1017252, registers and gain. It has no identity but its reset values
/// and REVID.
package final class RM3100Model: SensorModel {
  package override init(address: UInt8 = 0b0100000, seed: UInt64 = 1) { super.init(address: address, seed: seed) }

  package override func reset() {
    for register in 0...0x36 { registers[register] = 0 }
    for register in [0x05, 0x07, 0x09] { registers[register] = 200 }
    registers[0x0b] = 0x96
    registers[0x35] = 0x1b
    registers[0x36] = 0x22
  }

  /// The gain grows with the cycle count: 20, 38 and 75 counts a microtesla for 50, 100 and 200. With another count this
  /// model has no data.
  private var perMillitesla: Int? {
    [50: 20_000, 100: 38_000, 200: 75_000][Int(registers[0x04]) << 8 | Int(registers[0x05])]
  }

  package override var period: UInt64? {
    guard registers[0x01] & 1 != 0, (0x92...0x9f).contains(registers[0x0b]) else { return nil }
    // Table 5-4, the time between readings.
    let tenthsOfMilliseconds = [17, 30, 70, 130, 270, 550, 1100, 2200, 4400, 8000, 16_000, 33_000, 67_000, 130_000]
    return UInt64(tenthsOfMilliseconds[Int(registers[0x0b]) - 0x92]) * 100
  }

  package override func measure() {
    if !isFrozen, let perMillitesla {
      for axis in 0..<3 {
        let value = counts(world.field[axis], perMillitesla, over: 1_000_000, within: -8_388_608...8_388_607)
        registers[0x24 + 3 * axis] = UInt8(truncatingIfNeeded: value >> 16)
        storeHighFirst(value, at: 0x25 + 3 * axis)
      }
    }
    if !neverReady { registers[0x34] |= 0x80 }
  }

  package override func didRead(_ register: UInt8) {
    if (0x24...0x2c).contains(register) { registers[0x34] &= ~0x80 }
    // "Reading from the CMM register or writing to the TMRC register will terminate Continuous Measurement Mode."
    if register == 0x01 { endContinuousMeasurement() }
  }

  private func endContinuousMeasurement() {
    registers[0x01] &= ~1
    restart()
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x01:
      keep(value, in: register, mask: 0x7d)
      registers[0x34] &= ~0x80
      restart()
    case 0x04...0x0b: keep(value, in: register)
    case 0x33:
      // BIST: STE with a poll; the three axes answer.
      keep(value & 0x80 != 0 ? value | 0x70 : value, in: register)
    case 0x35: keep(value, in: register, mask: 0x0f)
    default: break
    }
    if register == 0x0b { endContinuousMeasurement() }
  }
}

/// Analog Devices ADXL345.
///
/// Data sheet: Analog Devices ADXL345, register map; 256 counts a g in full resolution.
package final class ADXL345Model: SensorModel {
  package override init(address: UInt8 = 0b1010011, seed: UInt64 = 1) { super.init(address: address, seed: seed) }

  /// MB, bit 6, lets the address move on; I2C needs no such bit.
  package override func pointerOnSPI(_ byte: UInt8) -> (register: UInt8, increments: Bool) {
    (byte & 0x3f, byte & 0x40 != 0)
  }

  package override func reset() {
    for register in 0...0x39 { registers[register] = 0 }
    registers[0x00] = 0b1110_0101
    registers[0x2c] = 0b0000_1010
    registers[0x30] = 0b0000_0010
  }

  package override var period: UInt64? {
    guard registers[0x2d] & 0b1000 != 0 else { return nil }
    let code = bits(0x2c, 0, 0xf)
    return code >= 6 ? 160_000 >> UInt64(code - 6) : 160_000 << UInt64(6 - code)
  }

  package override func measure() {
    let wasReady = registers[0x30] & 0x80 != 0
    if !isFrozen {
      let range = bits(0x31, 0, 3)
      let isFull = registers[0x31] & 0b1000 != 0
      let perG = isFull ? 256 : 256 >> range
      let limit = isFull ? 512 << range : 512
      let test = registers[0x31] & 0x80 != 0 ? [800, -800, 1200] : [0, 0, 0]
      for axis in 0..<3 {
        var value = counts(world.milliG[axis] + test[axis], perG, over: 1000, within: -limit...limit - 1)
        if registers[0x31] & 0b100 != 0 { value <<= isFull ? 6 - range : 6 }
        storeLowFirst(value, at: 0x32 + 2 * axis)
      }
    }
    if !neverReady { registers[0x30] |= wasReady ? 0x81 : 0x80 }
  }

  package override func didRead(_ register: UInt8) {
    if (0x32...0x37).contains(register) { registers[0x30] &= ~0x81 }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x1d...0x2a, 0x2c...0x2f, 0x31, 0x38: keep(value, in: register)
    default: return
    }
    if register == 0x2c || register == 0x2d { restart() }
  }
}
