// ST's LIS2MDL (the same die is in the IIS2MDC and the LSM303AGR) and LIS3MDL as registers.

/// ST LIS2MDL, IIS2MDC, and the magnetometer of the LSM303AGR.
///
/// Data sheet: ST LIS2MDL, DS12144, register description; 1.5 mgauss a count. Its
/// axes are left-handed. X is the odd one against the accelerometer in the same package (micro:bit's CODAL library and
/// Betaflight turn X; ArduPilot turns Z).
package final class LIS2MDLModel: SensorModel {
  package init(seed: UInt64 = 1) { super.init(address: 0b0011110, seed: seed) }

  package override func reset() {
    for register in 0x45...0x6f { registers[register] = 0 }
    registers[0x4f] = 0b0100_0000
    registers[0x60] = 0b0000_0011
    registers[0x63] = 0b1110_0000
  }

  package override var period: UInt64? {
    guard bits(0x60, 0, 3) == 0 else { return nil }
    return [100_000, 50_000, 20_000, 10_000][bits(0x60, 2, 3)]
  }

  package override func measure() {
    let status = registers[0x67]
    if !isFrozen {
      let signs = [-1, 1, 1]
      let test = registers[0x62] & 0b10 != 0 ? 20_000 : 0
      for axis in 0..<3 {
        let value = counts(signs[axis] * world.field[axis] + tested(test, axis), 1, over: 150, within: -32_768...32_767)
        let offset = Int(
          Int16(bitPattern: UInt16(registers[0x46 + 2 * axis]) << 8 | UInt16(registers[0x45 + 2 * axis])))
        let result = min(max(value - offset, -32_768), 32_767)
        if registers[0x62] & 0b1000 == 0 {
          storeLowFirst(result, at: 0x68 + 2 * axis)
        } else {
          storeHighFirst(result, at: 0x68 + 2 * axis)
        }
      }
      // Eight counts a degree from 25 °C.
      storeLowFirst((world.milliCelsius - 25_000) * 8 / 1000, at: 0x6e)
    }
    if !neverReady { registers[0x67] = status & 0x08 != 0 ? 0xff : 0x0f }
  }

  package override func didRead(_ register: UInt8) {
    if register == 0x6d { registers[0x67] = 0 }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x45...0x4a, 0x61, 0x63, 0x65, 0x66: keep(value, in: register)
    case 0x62: keep(value, in: register, mask: 0x7f)
    case 0x60:
      if value & 0b0010_0000 != 0 {
        // SOFT_RST: the user registers go back to their reset values.
        reset()
        measurementEnds = nil
        return
      }
      keep(value, in: register, mask: 0b1001_1111)
      restart()
    default: break
    }
  }

  /// Reads on by itself; the top bit of the register's address is not part of it.
  package override func pointer(_ byte: UInt8) -> (register: UInt8, increments: Bool) { (byte & 0x7f, true) }
}

/// ST LIS3MDL.
///
/// Data sheet: ST LIS3MDL, DocID024204, register description.
package final class LIS3MDLModel: SensorModel {
  package override init(address: UInt8 = 0b0011100, seed: UInt64 = 1) { super.init(address: address, seed: seed) }

  package override func reset() {
    for register in 0x20...0x33 { registers[register] = 0 }
    registers[0x0f] = 0b0011_1101
    registers[0x20] = 0b0001_0000
    registers[0x22] = 0b0000_0011
    registers[0x30] = 0b1110_1000
  }

  package override var period: UInt64? {
    guard registers[0x22] & 0b10 == 0 else { return nil }
    if registers[0x20] & 0b10 != 0 {
      // FAST_ODR: the rate is that of the operative mode, 1000, 560, 300 and 155 Hz.
      return [1000, 1786, 3333, 6452][bits(0x20, 5, 3)]
    }
    // LP of CTRL_REG3 sets 0.625 Hz.
    if registers[0x22] & 0b10_0000 != 0 { return 1_600_000 }
    return [1_600_000, 800_000, 400_000, 200_000, 100_000, 50_000, 25_000, 12_500][bits(0x20, 2, 7)]
  }

  package override func measure() {
    let status = registers[0x27]
    // A single conversion ends in power-down.
    if registers[0x22] & 0b01 != 0 { registers[0x22] |= 0b10 }
    if !isFrozen {
      let perGauss = [6842, 3421, 2281, 1711][bits(0x21, 5, 3)]
      let test = registers[0x20] & 1 != 0 ? [200_000, 200_000, 50_000] : [0, 0, 0]
      for axis in 0..<3 {
        let field = world.field[axis] + tested(test[axis], axis)
        let offset = Int(
          Int16(bitPattern: UInt16(registers[0x06 + 2 * axis]) << 8 | UInt16(registers[0x05 + 2 * axis])))
        let measured = counts(field, perGauss, over: 100_000, within: -32_768...32_767)
        let value = min(max(measured - offset, -32_768), 32_767)
        if registers[0x23] & 0b10 == 0 {
          storeLowFirst(value, at: 0x28 + 2 * axis)
        } else {
          storeHighFirst(value, at: 0x28 + 2 * axis)
        }
      }
      if registers[0x20] & 0x80 != 0 { storeLowFirst((world.milliCelsius - 25_000) * 8 / 1000, at: 0x2e) }
    }
    if !neverReady { registers[0x27] = status & 0x08 != 0 ? 0xff : 0x0f }
  }

  package override func didRead(_ register: UInt8) {
    if register == 0x2d { registers[0x27] = 0 }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x20, 0x23, 0x24, 0x30, 0x32, 0x33, 0x05...0x0a: keep(value, in: register)
    case 0x21:
      if value & 0b0100 != 0 {
        reset()
        measurementEnds = nil
        return
      }
      keep(value, in: register, mask: 0b0110_0000)
    case 0x22: keep(value, in: register, mask: 0b0010_0111)
    default: return
    }
    if register == 0x20 || register == 0x22 { restart() }
  }

  /// Only with its top bit set does the register's address move on.
  package override func pointer(_ byte: UInt8) -> (register: UInt8, increments: Bool) {
    (byte & 0x7f, byte & 0x80 != 0)
  }

  /// On SPI bit 6 is the one that lets the address move on.
  package override func pointerOnSPI(_ byte: UInt8) -> (register: UInt8, increments: Bool) {
    (byte & 0x3f, byte & 0x40 != 0)
  }
}
