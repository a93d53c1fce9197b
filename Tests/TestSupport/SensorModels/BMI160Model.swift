// Bosch's BMI160 as registers.

/// Bosch BMI160: accelerometer and gyroscope.
///
/// Data sheet: Bosch BST-BMI160-DS000, register map.
package final class BMI160Model: SensorModel {
  package override init(address: UInt8 = 0b1101000, seed: UInt64 = 1) { super.init(address: address, seed: seed) }
  private var accelerationEnds: UInt64?
  private var rateEnds: UInt64?
  /// When each half has started: until then another command is dropped (ERR_REG, drop_cmd_err), and CMD is not 0.
  private var accelerationStarts: UInt64?
  private var rateStarts: UInt64?
  private var lastWrite: UInt64?

  package override func reset() {
    for register in 0...0x7e { registers[register] = 0 }
    registers[0x00] = 0b1101_0001
    registers[0x40] = 0b0010_1000
    registers[0x41] = 0b0000_0011
    registers[0x42] = 0b0010_1000
    (accelerationEnds, rateEnds, accelerationStarts, rateStarts, lastWrite) = (nil, nil, nil, nil, nil)
  }

  private func periodOf(_ register: Int) -> UInt64? {
    let code = bits(register, 0, 0xf)
    // 100 Hz is 8; each step doubles.
    return code == 0 || code > 13 ? nil : code >= 8 ? 10_000 >> UInt64(code - 8) : 10_000 << UInt64(8 - code)
  }

  private func schedule() {
    measurementEnds = [accelerationEnds, rateEnds, accelerationStarts, rateStarts].compactMap { $0 }.min()
  }

  package override func measure() {
    if let start = accelerationStarts, start <= now {
      accelerationStarts = nil
      registers[0x03] |= 0b01_0000
      accelerationEnds = periodOf(0x40).map { start + $0 }
    }
    if let start = rateStarts, start <= now {
      rateStarts = nil
      registers[0x03] |= 0b0100
      rateEnds = periodOf(0x42).map { start + $0 }
    }
    if let end = accelerationEnds, end <= now {
      measureAcceleration()
      accelerationEnds = periodOf(0x40).map { end + $0 }
    }
    if let end = rateEnds, end <= now {
      measureRate()
      rateEnds = periodOf(0x42).map { end + $0 }
    }
    schedule()
  }

  private func measureAcceleration() {
    if !isFrozen {
      let perG = [3: 16_384, 5: 8192, 8: 4096, 12: 2048][bits(0x41, 0, 0xf)] ?? 16_384
      for axis in 0..<3 {
        // OFFSET_6: counts of 3.9 mg and of 0.061 degrees a second. SELF_TEST: an excitation.
        let offset = registers[0x77] & 0b0100_0000 != 0 ? Int(Int8(bitPattern: registers[0x71 + axis])) * 39 / 10 : 0
        let test = bits(0x6d, 0, 3) != 0 ? 800 : 0
        let force = world.milliG[axis] + offset + test
        storeLowFirst(counts(force, perG, over: 1000, within: -32_768...32_767), at: 0x12 + 2 * axis)
      }
    }
    if !neverReady { registers[0x1b] |= 0x80 }
  }

  private func measureRate() {
    if !isFrozen {
      let perDegree = [164, 328, 656, 1312, 2624][min(bits(0x43, 0, 7), 4)]
      for axis in 0..<3 {
        let tenBits = bits(0x77, 2 * axis, 3) << 8 | Int(registers[0x74 + axis])
        let offset = registers[0x77] & 0x80 != 0 ? ((tenBits ^ 512) - 512) * 61 : 0
        storeLowFirst(
          counts(world.milliDegrees[axis] + offset, perDegree, over: 10_000, within: -32_768...32_767),
          at: 0x0c + 2 * axis)
      }
    }
    if !neverReady { registers[0x1b] |= 0x40 }
  }

  package override func value(at register: UInt8) -> UInt8 {
    guard register == 0x7e else { return super.value(at: register) }
    return accelerationStarts != nil ? 0x11 : rateStarts != nil ? 0x15 : 0
  }

  package override func didRead(_ register: UInt8) {
    if register == 0x02 { registers[0x02] = 0 }
    if (0x12...0x17).contains(register) { registers[0x1b] &= ~0x80 }
    if (0x0c...0x11).contains(register) { registers[0x1b] &= ~0x40 }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    // While both halves are suspended writes closer than 450 µs are lost.
    let isSuspended = registers[0x03] & 0b0011_1100 == 0
    defer { lastWrite = now }
    if isSuspended, let last = lastWrite, now < last + 450 { return }
    switch register {
    case 0x7e:
      if accelerationStarts != nil || rateStarts != nil, value != 0xb6 {
        registers[0x02] |= 0b0100_0000
        return
      }
      switch value {
      case 0x10: stop(&accelerationEnds, &accelerationStarts, 0b0011_0000)
      case 0x11: accelerationStarts = now + 3800
      case 0x14: stop(&rateEnds, &rateStarts, 0b1100)
      case 0x15: rateStarts = now + 80_000
      case 0xb6: powerOn()
      default: break
      }
    case 0x40...0x4f, 0x6b...0x6d, 0x71...0x77: keep(value, in: register)
    default: return
    }
    schedule()
  }

  private func stop(_ end: inout UInt64?, _ start: inout UInt64?, _ mask: UInt8) {
    (end, start) = (nil, nil)
    registers[0x03] &= ~mask
  }
}
