// ST's LIS3DH and its kin, and the LSM6DSOX, as registers.

/// ST LIS3DH, LIS2DH12, and the accelerometers of the LSM303AGR and the LSM303DLHC.
///
/// Data sheet: ST LIS2DH12, DocID025056, register description and mechanical characteristics; the
/// LIS3DH (DocID17530) has the same map, and rounds 0.98, 1.95, 3.9 and 11.72 mg to 1, 2, 4 and 12.
package final class LIS3DHModel: SensorModel {
  /// Whether sensitivities are the LIS3DH's rounded ones.
  private let isRounded: Bool

  package init(address: UInt8 = 0b0011001, isRounded: Bool = false, seed: UInt64 = 1) {
    self.isRounded = isRounded
    super.init(address: address, seed: seed)
  }

  package override func reset() {
    registers[0x0f] = 0b0011_0011
    registers[0x1e] = 0b0001_0000
    registers[0x20] = 0b0000_0111
  }

  package override var period: UInt64? {
    let isLowPower = registers[0x20] & 0b1000 != 0
    return [
      nil, 1_000_000, 100_000, 40_000, 20_000, 10_000, 5000, 2500, isLowPower ? 617 : nil, isLowPower ? 186 : 744,
      nil, nil, nil, nil, nil, nil,
    ][bits(0x20, 4, 0xf)]
  }

  /// Bits that a sample has: 8 in low power, 12 in high resolution, 10 else.
  private var width: Int { registers[0x20] & 0b1000 != 0 ? 8 : registers[0x23] & 0b1000 != 0 ? 12 : 10 }

  package override func measure() {
    let status = registers[0x27]
    // Samples wait in a queue, and nobody takes them out in order.
    let isQueued = registers[0x24] & 0b0100_0000 != 0 && registers[0x2e] & 0b1100_0000 != 0
    if !isFrozen && !isQueued {
      let scale = bits(0x23, 4, 3)
      // FDS of CTRL_REG2: of a force that stands still the high-pass filter leaves nothing.
      let passes = registers[0x21] & 0b1000 == 0 ? 1 : 0
      let microG = isRounded ? [1000, 2000, 4000, 12_000][scale] : [980, 1950, 3900, 11_720][scale]
      let test = [0, 300, -300, 0][bits(0x23, 1, 3)]
      for axis in 0..<3 where registers[0x20] >> UInt8(axis) & 1 != 0 {
        let count = counts(passes * world.milliG[axis] + tested(test, axis), 1000, over: microG, within: -2048...2047)
        let bits = (count >> (12 - width)) << (16 - width)
        if registers[0x23] & 0b0100_0000 == 0 {
          storeLowFirst(bits, at: 0x28 + 2 * axis)
        } else {
          storeHighFirst(bits, at: 0x28 + 2 * axis)
        }
      }
    }
    if !neverReady { registers[0x27] = status & 0x08 != 0 ? 0xff : 0x0f }
  }

  package override func didRead(_ register: UInt8) {
    switch register {
    case 0x29: registers[0x27] &= ~0x11
    case 0x2b: registers[0x27] &= ~0x22
    case 0x2d: registers[0x27] = 0
    default: break
    }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x1e...0x26, 0x2e, 0x30, 0x32...0x34, 0x36...0x38, 0x3a...0x3f: keep(value, in: register)
    default: return
    }
    if register == 0x20 { restart() }
  }

  package override func pointer(_ byte: UInt8) -> (register: UInt8, increments: Bool) {
    (byte & 0x7f, byte & 0x80 != 0)
  }
}

/// ST LSM6DSOX: accelerometer and gyroscope.
///
/// Data sheet: ST LSM6DSOX, DS12814, register description and mechanical characteristics.
package final class LSM6DSOXModel: SensorModel {
  package override init(address: UInt8 = 0b1101010, seed: UInt64 = 1) { super.init(address: address, seed: seed) }
  private var accelerationEnds: UInt64?
  private var rateEnds: UInt64?

  package override func reset() {
    for register in 0x01...0x7f { registers[register] = 0 }
    registers[0x0f] = 0b0110_1100
    registers[0x12] = 0b0000_0100
    registers[0x18] = 0b1110_0000
    accelerationEnds = nil
    rateEnds = nil
  }

  private static let periods: [UInt64?] = [
    nil, 80_000, 38_462, 19_231, 9615, 4808, 2404, 1200, 600, 300, 150, nil, nil, nil, nil, nil,
  ]
  private var accelerationPeriod: UInt64? { Self.periods[bits(0x10, 4, 0xf)] }
  /// SLEEP_G of CTRL4_C.
  private var ratePeriod: UInt64? {
    registers[0x13] & 0b0100_0000 != 0 ? nil : Self.periods[bits(0x11, 4, 0xf)]
  }

  /// FUNC_CFG_ACCESS: the registers of the sensor hub or of the embedded functions are in the place of these.
  private var showsOthers: Bool { registers[0x01] & 0b1100_0000 != 0 }

  package override func value(at register: UInt8) -> UInt8 {
    showsOthers && register != 0x01 ? 0 : super.value(at: register)
  }

  /// Each half has its own clock: the next of the two.
  private func schedule() { measurementEnds = [accelerationEnds, rateEnds].compactMap { $0 }.min() }

  package override func measure() {
    if let end = accelerationEnds, end <= now {
      measureAcceleration()
      accelerationEnds = accelerationPeriod.map { end + $0 }
    }
    if let end = rateEnds, end <= now {
      measureRate()
      rateEnds = ratePeriod.map { end + $0 }
    }
    schedule()
  }

  private func measureAcceleration() {
    if !isFrozen {
      // FS_XL: 2, 16, 4, 8 g.
      let microG = [61, 488, 122, 244][bits(0x10, 2, 3)]
      // HP_SLOPE_XL_EN: of a force that stands still nothing is left. USR_OFF_ON_OUT: counts of 2^−6 or 2^−10 g.
      let passes = registers[0x17] & 0b100 == 0 ? 1 : 0
      let perG = registers[0x15] & 0b1000 != 0 ? 64 : 1024
      let isShifted = registers[0x16] & 0b10 != 0
      let test = bits(0x14, 0, 3) == 1 ? 500 : bits(0x14, 0, 3) == 2 ? -500 : 0
      for axis in 0..<3 {
        storeLowFirst(
          counts(
            passes * world.milliG[axis] + tested(test, axis)
              + (isShifted ? Int(Int8(bitPattern: registers[0x73 + axis])) * 1000 / perG : 0),
            1000, over: microG, within: -32_768...32_767),
          at: 0x28 + 2 * axis)
      }
      storeLowFirst((world.milliCelsius - 25_000) * 256 / 1000, at: 0x20)
    }
    if !neverReady { registers[0x1e] |= 0b101 }
  }

  private func measureRate() {
    if !isFrozen {
      // A count is 8.75 mdps times 1, 2, 4, 8; half of it with FS_125.
      let eighths = registers[0x11] & 0b10 != 0 ? 35 : 70 << bits(0x11, 2, 3)
      // HP_EN_G: of a turn that stays the same nothing is left.
      let passes = registers[0x16] & 0b0100_0000 == 0 ? 1 : 0
      let test = bits(0x14, 2, 3) == 1 ? 300_000 : bits(0x14, 2, 3) == 3 ? -300_000 : 0
      for axis in 0..<3 {
        storeLowFirst(
          counts(passes * world.milliDegrees[axis] + tested(test, axis), 8, over: eighths, within: -32_768...32_767),
          at: 0x22 + 2 * axis)
      }
    }
    if !neverReady { registers[0x1e] |= 0b010 }
  }

  package override func didRead(_ register: UInt8) {
    switch register {
    case 0x21: registers[0x1e] &= ~0b100
    case 0x27: registers[0x1e] &= ~0b010
    case 0x2d: registers[0x1e] &= ~0b001
    default: break
    }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    if showsOthers && register != 0x01 { return }
    switch register {
    case 0x10:
      keep(value, in: register, mask: 0xfe)
      accelerationEnds = accelerationPeriod.map { now + $0 }
    case 0x11:
      keep(value, in: register, mask: 0xfe)
      rateEnds = ratePeriod.map { now + $0 }
    case 0x12:
      if value & 0x81 != 0 {
        reset()
        measurementEnds = nil
        // SW_RESET takes 50 µs, BOOT 10 ms.
        silentUntil = now + (value & 0x80 != 0 ? 10_000 : 50)
        return
      }
      keep(value, in: register, mask: 0x7e)
    case 0x13:
      let was = ratePeriod
      keep(value, in: register)
      if was == nil { rateEnds = ratePeriod.map { now + $0 } }
      if ratePeriod == nil { rateEnds = nil }
    case 0x01...0x0e, 0x14...0x19, 0x56...0x5f, 0x73...0x75: keep(value, in: register)
    default: return
    }
    schedule()
  }

  /// IF_INC of CTRL3_C lets the address move on.
  package override func pointerOnSPI(_ byte: UInt8) -> (register: UInt8, increments: Bool) { pointer(byte) }

  package override func pointer(_ byte: UInt8) -> (register: UInt8, increments: Bool) {
    (byte, registers[0x12] & 0b100 != 0)
  }
}
