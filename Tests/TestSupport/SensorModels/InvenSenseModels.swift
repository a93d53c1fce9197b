// InvenSense's MPU-6050, 6500, 9250 and ICM-20948, and AKM's magnetometers that sit behind their switch, as registers.

/// InvenSense MPU-6050, MPU-6500 and MPU-9250.
///
/// Register maps: RM-MPU-6000A-00, RM-MPU-6500A-00, RM-MPU-9250A-00; each register under its
/// name.
package final class MPU6050Model: SensorModel {
  /// WHO_AM_I: 0x68 for the 6050, 0x70 for the 6500, 0x71 for the 9250, 0x73 for the 9255.
  private let whoAmI: UInt8

  package init(whoAmI: UInt8 = 0x68, address: UInt8 = 0b1101000, seed: UInt64 = 1) {
    self.whoAmI = whoAmI
    super.init(address: address, seed: seed)
  }

  package override func reset() {
    registers = [UInt8](repeating: 0, count: 256)
    registers[0x75] = whoAmI
    // Asleep; the 9250 wakes by itself with a clock that it chooses.
    registers[0x6b] = whoAmI >= 0x71 ? 0x01 : 0x40
    restart()
  }

  package override var period: UInt64? {
    guard registers[0x6b] & 0x40 == 0 else { return nil }
    // 8 kHz without the low-pass, 1 kHz with it; the accelerometer of the 6050 gives 1 kHz at most.
    let isFiltered = (1...6).contains(bits(0x1a, 0, 7))
    return isFiltered ? 1000 * (1 + UInt64(registers[0x19])) : max(125 * (1 + UInt64(registers[0x19])), 125)
  }

  package override func measure() {
    if !isFrozen {
      let perG = 16_384 >> bits(0x1c, 3, 3)
      // 131, 65.5, 32.8 and 16.4 counts per degree a second, in tenths.
      let perDegree = [1310, 655, 328, 164][bits(0x1b, 3, 3)]
      for axis in 0..<3 {
        let test = registers[0x1c] >> UInt8(7 - axis) & 1 != 0 ? 500 : 0
        let turn = registers[0x1b] >> UInt8(7 - axis) & 1 != 0 ? 100_000 : 0
        // PWR_MGMT_2: this axis stands by.
        let standby = registers[0x6c] << UInt8(axis)
        if standby & 0b10_0000 == 0 {
          storeHighFirst(
            counts(world.milliG[axis] + test, perG, over: 1000, within: -32_768...32_767), at: 0x3b + 2 * axis)
        }
        // XG_OFFS_USR: 32.8 for a degree a second.
        let offset = signed(registers[0x13 + 2 * axis], registers[0x14 + 2 * axis]) * 10_000 / 328
        if standby & 0b100 == 0 {
          storeHighFirst(
            counts(world.milliDegrees[axis] + turn + offset, perDegree, over: 10_000, within: -32_768...32_767),
            at: 0x43 + 2 * axis)
        }
      }
      storeHighFirst(
        whoAmI == 0x68
          ? (world.milliCelsius - 36_530) * 340 / 1000 : (world.milliCelsius - 21_000) * 33_387 / 100_000, at: 0x41)
    }
    if !neverReady { registers[0x3a] |= 0b1 }
  }

  package override func didRead(_ register: UInt8) {
    // INT_STATUS clears by reading it; with INT_RD_CLEAR by reading anything.
    if register == 0x3a || registers[0x37] & 0b1_0000 != 0 { registers[0x3a] = 0 }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x6b:
      if value & 0x80 != 0 {
        reset()
        measurementEnds = nil
        // The 6050 needs 100 ms after DEVICE_RESET (register map).
        silentUntil = now + 100_000
        return
      }
      keep(value, in: register)
      restart()
    case 0x0d...0x10, 0x13...0x18, 0x1a...0x1f, 0x23...0x38, 0x67...0x6a, 0x6c: keep(value, in: register)
    case 0x19:
      keep(value, in: register)
      restart()
    default: break
    }
  }

  /// The chips behind it can be reached from outside: I2C_BYPASS_EN, and its own master off.
  package var letsThrough: Bool { registers[0x37] & 0b10 != 0 && registers[0x6a] & 0b10_0000 == 0 }
}

/// InvenSense ICM-20948.
///
/// Data sheet: TDK InvenSense DS-000189, register map; four banks of registers by REG_BANK_SEL.
package final class ICM20948Model: SensorModel {
  private var banks: [[UInt8]] = []

  package override init(address: UInt8 = 0b1101000, seed: UInt64 = 1) { super.init(address: address, seed: seed) }

  package override func reset() {
    banks = [[UInt8]](repeating: [UInt8](repeating: 0, count: 128), count: 4)
    banks[0][0x00] = 0b1110_1010
    banks[0][0x05] = 0b0100_0000
    banks[0][0x06] = 0b0100_0001
    banks[2][0x01] = 0b0000_0001
    banks[2][0x14] = 0b0000_0001
    registers[0x7f] = 0
  }

  private var bank: Int { bits(0x7f, 4, 3) }

  /// It takes what is meant for another chip on SPI for I2C, unless I2C_IF_DIS is set.
  package var listensToSPIOnly: Bool { banks[0][0x03] & 0b1_0000 != 0 }

  package override var period: UInt64? {
    guard banks[0][0x06] & 0x40 == 0 else { return nil }
    // 1125 Hz over 1 + the divider; without the filter's choice 4500 Hz.
    guard banks[2][0x14] & 1 != 0 else { return 222 }
    let divider = UInt64(banks[2][0x10] & 0x0f) << 8 | UInt64(banks[2][0x11])
    return 8000 * (1 + divider) / 9
  }

  package override func measure() {
    if !isFrozen {
      let perG = 16_384 >> (Int(banks[2][0x14]) >> 1 & 3)
      let perDegree = [1310, 655, 328, 164][Int(banks[2][0x01]) >> 1 & 3]
      for axis in 0..<3 {
        // AX_ST_EN_REG and XGYRO_CTEN: this axis tests itself. PWR_MGMT_2: it stands by.
        let force = world.milliG[axis] + (banks[2][0x15] << UInt8(axis) & 0b1_0000 != 0 ? 500 : 0)
        let turn = world.milliDegrees[axis] + (banks[2][0x02] << UInt8(axis) & 0b10_0000 != 0 ? 100_000 : 0)
        // XG_OFFS_USR: 32.8 for a degree a second.
        let offset = signed(banks[2][0x03 + 2 * axis], banks[2][0x04 + 2 * axis]) * 10_000 / 328
        let standby = banks[0][0x07] << UInt8(axis)
        if standby & 0b10_0000 == 0 {
          store(counts(force, perG, over: 1000, within: -32_768...32_767), at: 0x2d + 2 * axis)
        }
        if standby & 0b100 == 0 {
          store(counts(turn + offset, perDegree, over: 10_000, within: -32_768...32_767), at: 0x33 + 2 * axis)
        }
      }
      store((world.milliCelsius - 21_000) * 33_387 / 100_000, at: 0x39)
    }
    if !neverReady { banks[0][0x1a] |= 0b1 }
  }

  private func store(_ value: Int, at register: Int) {
    banks[0][register] = UInt8(truncatingIfNeeded: value >> 8)
    banks[0][register + 1] = UInt8(truncatingIfNeeded: value)
  }

  package override func value(at register: UInt8) -> UInt8 {
    register == 0x7f ? registers[0x7f] : banks[bank][Int(register & 0x7f)]
  }

  package override func didRead(_ register: UInt8) {
    if bank == 0, register == 0x1a { banks[0][0x1a] = 0 }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    if register == 0x7f {
      keep(value, in: register, mask: 0x30)
      return
    }
    guard register < 0x7f, register != forgetfulRegister else { return }
    switch (bank, register) {
    case (0, 0x06) where value & 0x80 != 0:
      reset()
      measurementEnds = nil
      silentUntil = now + 11_000
      return
    case (0, 0x00), (0, 0x17...0x3a): return
    default: banks[bank][Int(register)] = value
    }
    restart()
  }

  /// The chip behind it can be reached from outside: BYPASS_EN, and its own master off.
  package var letsThrough: Bool { banks[0][0x0f] & 0b10 != 0 && banks[0][0x03] & 0b10_0000 == 0 }
}

/// AKM AK8963, inside the MPU-9250.
///
/// Data sheet: AKM AK8963, MS1356-E-02, operation modes and registers. Its axes are the MPU-9250's with X and Y
/// exchanged and Z reversed (PS-MPU-9250A-01, orientation of axes).
package final class AK8963Model: SensorModel {
  /// The chip that it sits behind; `nil` for a board where it is alone.
  private let inside: MPU6050Model?
  /// Sensitivity adjustment of X, Y, Z.
  package var adjustment: [UInt8] = [0xb0, 0xb2, 0xa6]
  private var canBeRead = true
  private var poweredDownAt: UInt64 = 0

  package init(behind host: MPU6050Model? = nil, seed: UInt64 = 1) {
    inside = host
    super.init(address: 0b0001100, seed: seed)
  }

  package override var host: SensorModel? { inside }
  package override var isConnected: Bool { inside?.letsThrough ?? true }

  package override func reset() {
    for register in 0...0x12 { registers[register] = 0 }
    registers[0x00] = 0b0100_1000
    registers[0x01] = 0b1001_1010
    canBeRead = true
  }

  package override var period: UInt64? { [2: 125_000, 6: 10_000][bits(0x0a, 0, 0xf)] }

  /// The adjustment can be read in fuse ROM access mode only.
  package override func value(at register: UInt8) -> UInt8 {
    guard (0x10...0x12).contains(register) else { return super.value(at: register) }
    return bits(0x0a, 0, 0xf) == 0xf ? adjustment[Int(register) - 0x10] : 0
  }

  package override func measure() {
    if !neverReady { registers[0x02] |= registers[0x02] & 0b1 != 0 ? 0b11 : 0b01 }
    let mode = bits(0x0a, 0, 0xf)
    // A single measurement and the test of itself end in power-down.
    if mode == 1 || mode == 8 { registers[0x0a] &= ~0xf }
    guard !isFrozen, canBeRead else { return }
    let (frame, test) = ([world.field[1], world.field[0], -world.field[2]], mode == 8 ? 30_000 : 0)
    let is16Bit = registers[0x0a] & 0b1_0000 != 0
    for axis in 0..<3 {
      // 0.15 µT a count in 16 bits, 0.6 in 14; the true value is H · ((ASA − 128) / 256 + 1).
      let numerator = 256 * 20
      let worth = (is16Bit ? 150 : 600) * (Int(adjustment[axis]) + 128) * 20
      let limit = is16Bit ? 32_760 : 8190
      storeLowFirst(counts(frame[axis] + test, numerator, over: worth, within: -limit...limit), at: 0x03 + 2 * axis)
    }
    let sum = world.field.map { abs($0) }.reduce(0, +)
    registers[0x09] = (is16Bit ? 0b1_0000 : 0) | (sum >= 4_912_000 ? 0b1000 : 0)
  }

  package override func didRead(_ register: UInt8) {
    switch register {
    // From the first byte of data until ST2 the data are protected.
    case 0x03...0x08: canBeRead = false
    case 0x09:
      canBeRead = true
      registers[0x02] = 0
    default: break
    }
    if (0x03...0x08).contains(register) { registers[0x02] &= ~0b01 }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x0a:
      let mode = value & 0xf
      if mode == 0 {
        poweredDownAt = now
      } else if bits(0x0a, 0, 0xf) != 0 || now < poweredDownAt + 100 && poweredDownAt > 0 {
        // A mode is entered from power-down, 100 µs after it at the earliest.
        return
      }
      keep(value, in: register, mask: 0x1f)
      measurementEnds = mode == 1 || mode == 8 ? now + 7200 : period.map { now + $0 }
    case 0x0b: if value & 1 != 0 { powerOn() }
    case 0x0c, 0x0f: keep(value, in: register)
    default: break
    }
  }
}

/// AKM AK09916, inside the ICM-20948.
///
/// Data sheet: AKM AK09916C, operation modes and registers. Its axes are the ICM-20948's with Y
/// and Z reversed (DS-000189, orientation of axes).
package final class AK09916Model: SensorModel {
  /// The chip that it sits behind; `nil` for a board where it is alone.
  private let inside: ICM20948Model?
  private var canBeRead = true
  private var poweredDownAt: UInt64 = 0

  package init(behind host: ICM20948Model? = nil, seed: UInt64 = 1) {
    inside = host
    super.init(address: 0b0001100, seed: seed)
  }

  package override var host: SensorModel? { inside }
  package override var isConnected: Bool { inside?.letsThrough ?? true }

  package override func reset() {
    registers[0x00] = 0b0100_1000
    registers[0x01] = 0b0000_1001
    canBeRead = true
  }

  package override var period: UInt64? { [2: 100_000, 4: 50_000, 6: 20_000, 8: 10_000][bits(0x31, 0, 0x1f)] }

  package override func measure() {
    if !neverReady { registers[0x10] |= registers[0x10] & 0b1 != 0 ? 0b11 : 0b01 }
    let mode = bits(0x31, 0, 0x1f)
    if mode == 1 || mode == 16 { registers[0x31] = 0 }
    guard !isFrozen, canBeRead else { return }
    let signs = [1, -1, -1]
    for axis in 0..<3 {
      let test = mode == 16 ? [0, 0, -60_000][axis] : 0
      storeLowFirst(
        counts(signs[axis] * world.field[axis] + test, 1, over: 150, within: -32_752...32_752), at: 0x11 + 2 * axis)
    }
    registers[0x18] = world.field.map { abs($0) }.reduce(0, +) >= 4_912_000 ? 0b1000 : 0
  }

  package override func didRead(_ register: UInt8) {
    switch register {
    case 0x11...0x16:
      canBeRead = false
      registers[0x10] &= ~0b01
    case 0x18:
      canBeRead = true
      registers[0x10] = 0
    default: break
    }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x31:
      let mode = value & 0x1f
      if mode == 0 {
        poweredDownAt = now
      } else if bits(0x31, 0, 0x1f) != 0 || now < poweredDownAt + 100 && poweredDownAt > 0 {
        return
      }
      keep(value, in: register, mask: 0x1f)
      measurementEnds = mode == 1 || mode == 16 ? now + 8200 : period.map { now + $0 }
    case 0x32: if value & 1 != 0 { powerOn() }
    default: break
    }
  }
}
