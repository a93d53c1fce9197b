// MEMSIC's bridges with a coil: MMC5603NJ and MMC5983MA as registers.

/// What both have in common: a bridge whose sign follows the last pulse of its coil, and that has an offset of its own.
package class MEMSICModel: SensorModel {
  /// The bridge's offset in nanotesla. SET and RESET turn the field's sign, never the offset's.
  package var offset = [3000, -5000, 7000]
  /// Beyond this field a bridge loses its magnetisation, and reads wrongly until the next pulse.
  package var strongField = 3_000_000
  /// +1 after SET, −1 after RESET.
  fileprivate(set) public var magnetisation = 1
  fileprivate(set) public var isUpset = false
  /// Pulses so far, for tests of the schedule: `S` and `R`.
  package fileprivate(set) var pulses = ""

  fileprivate func pulse(_ sign: Int) {
    magnetisation = sign
    isUpset = false
    pulses += sign > 0 ? "S" : "R"
  }

  /// What the three bridges measure, in nanotesla.
  fileprivate func bridges(removesOffset: Bool) -> [Int] {
    if world.field.contains(where: { abs($0) > strongField }) { isUpset = true }
    return (0..<3).map { axis in
      let sign = removesOffset ? 1 : magnetisation
      let field = isUpset ? world.field[axis] / 4 : world.field[axis]
      return sign * field + (removesOffset ? 0 : offset[axis])
    }
  }
}

/// MEMSIC MMC5603NJ.
///
/// Data sheet: MEMSIC MMC5603NJ, register map and descriptions; 16,384 counts a gauss. Control registers can only
/// be written, and read as 0.
package final class MMC5603Model: MEMSICModel {
  package init(seed: UInt64 = 1) { super.init(address: 0b0110000, seed: seed) }
  private var isContinuous = false

  package override func reset() {
    registers[0x39] = 0b0001_0000
    isContinuous = false
  }

  /// BW: 6.6, 3.5, 2 and 1.2 ms a measurement; a SET and a RESET with AUTO_SR besides.
  private var duration: UInt64 { [6600, 3500, 2000, 1200][bits(0x1c, 0, 3)] }

  package override func value(at register: UInt8) -> UInt8 {
    (0x1a...0x1d).contains(register) ? 0 : super.value(at: register)
  }

  package override func measure() {
    if !isFrozen {
      for (axis, nanotesla) in bridges(removesOffset: registers[0x1b] & 0b10_0000 != 0).enumerated() {
        let value = (1 << 19) + exact(nanotesla, 16_384, over: 100_000)
        let code = min(max(value, 0), (1 << 20) - 1)
        registers[2 * axis] = UInt8(code >> 12)
        registers[2 * axis + 1] = UInt8(truncatingIfNeeded: code >> 4)
        registers[6 + axis] = UInt8(truncatingIfNeeded: code << 4)
      }
    }
    registers[0x09] = UInt8(clamping: (world.milliCelsius + 75_000) / 800)
    registers[0x18] = registers[0x18] & ~0b10_0000 | (isUpset ? 0b10_0000 : 0)
    if !neverReady { registers[0x18] |= 0b0100_0000 }
    if isContinuous { measurementEnds = now + max(continuousPeriod, duration) }
  }

  private var continuousPeriod: UInt64 {
    let rate = registers[0x1a] == 255 && registers[0x1d] & 0x80 != 0 ? 1000 : Int(registers[0x1a])
    return UInt64(1_000_000 / max(rate, 1))
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x1a: keep(value, in: register)
    case 0x1b:
      keep(value, in: register)
      if value & 0b1000 != 0 { pulse(1) }
      if value & 0b1_0000 != 0 { pulse(-1) }
      if value & 0b1 != 0 {
        registers[0x18] &= ~0b0100_0000
        measurementEnds = now + duration
      }
    case 0x1c:
      if value & 0x80 != 0 {
        powerOn()
        silentUntil = now + 20_000
        return
      }
      keep(value, in: register)
    case 0x1d:
      keep(value, in: register)
      isContinuous = value & 0b1_0000 != 0 && registers[0x1b] & 0x80 != 0
      if isContinuous { measurementEnds = now + continuousPeriod }
      if value & 0b1_0000 == 0 { measurementEnds = nil }
    default: break
    }
  }
}

/// MEMSIC MMC5983MA.
///
/// Data sheet: MEMSIC MMC5983MA, register map and descriptions; 16,384 counts a gauss with 18 bits.
package final class MMC5983MAModel: MEMSICModel {
  package init(seed: UInt64 = 1) { super.init(address: 0b0110000, seed: seed) }

  package override func reset() {
    registers[0x2f] = 0b0011_0000
    registers[0x08] = 0b0001_0000
  }

  private var duration: UInt64 { [8000, 4000, 2000, 500][bits(0x0a, 0, 3)] }

  package override func value(at register: UInt8) -> UInt8 {
    (0x09...0x0c).contains(register) ? 0 : super.value(at: register)
  }

  package override var period: UInt64? {
    guard registers[0x0b] & 0b1000 != 0 else { return nil }
    return [nil, 1_000_000, 100_000, 50_000, 20_000, 10_000, 5000, 1000][bits(0x0b, 0, 7)]
  }

  package override func measure() {
    if !isFrozen {
      registers[0x06] = 0
      for (axis, nanotesla) in bridges(removesOffset: registers[0x09] & 0b10_0000 != 0).enumerated() {
        let code = min(max((1 << 17) + exact(nanotesla, 16_384, over: 100_000), 0), (1 << 18) - 1)
        registers[2 * axis] = UInt8(code >> 10)
        registers[2 * axis + 1] = UInt8(truncatingIfNeeded: code >> 2)
        registers[0x06] |= UInt8(code & 3) << UInt8(6 - 2 * axis)
      }
      registers[0x07] = UInt8(clamping: (world.milliCelsius + 75_000) / 800)
    }
    if !neverReady { registers[0x08] |= 0b1 }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    // A one clears the flag.
    case 0x08: registers[0x08] &= ~(value & 0b11)
    case 0x09:
      keep(value, in: register)
      if value & 0b1000 != 0 { pulse(1) }
      if value & 0b1_0000 != 0 { pulse(-1) }
      if value & 0b1 != 0 {
        registers[0x08] &= ~0b1
        measurementEnds = now + duration
      }
    case 0x0a:
      if value & 0x80 != 0 {
        powerOn()
        silentUntil = now + 10_000
        return
      }
      keep(value, in: register)
    case 0x0b:
      keep(value, in: register)
      restart()
    default: break
    }
  }
}
