// What a "GY-271" may carry: QMC5883L, QMC5883P and HMC5883L as registers.

/// QST QMC5883L.
///
/// Data sheet: QST QMC5883L 1.0, register map. 0x0C reads 0x01 on the chips that
/// ArduPilot knows; revision 1.0 leaves it and 0x0D reserved.
package final class QMC5883LModel: SensorModel {
  package init(seed: UInt64 = 1) { super.init(address: 0b0001101, seed: seed) }

  package override func reset() {
    for register in 0...0x0b { registers[register] = 0 }
    registers[0x0c] = 0x01
    registers[0x0d] = 0xff
  }

  package override var period: UInt64? {
    bits(0x09, 0, 3) == 1 ? [100_000, 20_000, 10_000, 5000][bits(0x09, 2, 3)] : nil
  }

  package override func measure() {
    // Data that nobody has taken are skipped over.
    if registers[0x06] & 0b001 != 0 { registers[0x06] |= 0b100 }
    if !isFrozen {
      let perGauss = bits(0x09, 4, 3) == 1 ? 3000 : 12_000
      var isOver = false
      for axis in 0..<3 {
        let value = exact(world.field[axis], perGauss, over: 100_000)
        isOver = isOver || !(-32_768...32_767).contains(value)
        storeLowFirst(min(max(value, -32_768), 32_767), at: 2 * axis)
      }
      registers[0x06] = registers[0x06] & ~0b010 | (isOver ? 0b010 : 0)
      // A hundred counts a degree; the offset is not calibrated.
      storeLowFirst((world.milliCelsius - 20_000) / 10, at: 0x07)
    }
    if !neverReady { registers[0x06] |= 0b001 }
  }

  package override func didRead(_ register: UInt8) {
    if register <= 0x05 { registers[0x06] &= ~0b101 }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x09:
      keep(value, in: register)
      restart()
    case 0x0a:
      if value & 0x80 != 0 {
        reset()
        measurementEnds = nil
      } else {
        keep(value, in: register, mask: 0b0100_0001)
      }
    case 0x0b: keep(value, in: register)
    default: break
    }
  }

  /// With ROL_PNT the address goes round the data and status, 0x00 to 0x06.
  package override func next(after register: UInt8) -> UInt8 {
    registers[0x0a] & 0b0100_0000 != 0 && register == 0x06 ? 0 : register &+ 1
  }
}

/// QST QMC5883P.
///
/// Data sheet: QST QMC5883P, register map (sensitivity by its table 2: 1000, 2500, 3750, 15,000 counts
/// a gauss; ArduPilot and PX4 use the QMC5883L's, which are 25 % apart: not settled). 0x29 stands in section 7.2 only.
package final class QMC5883PModel: SensorModel {
  package init(seed: UInt64 = 1) { super.init(address: 0b0101100, seed: seed) }

  /// Counts a gauss, from the widest range to the finest.
  package var countsPerGauss = [1000, 2500, 3750, 15_000]

  package override func reset() {
    for register in 0...0x3f { registers[register] = 0 }
    registers[0x00] = 0b1000_0000
  }

  package override var period: UInt64? {
    switch bits(0x0a, 0, 3) {
    case 1: [100_000, 20_000, 10_000, 5000][bits(0x0a, 2, 3)]
    // Continuous, whatever the rate says.
    case 3: 667
    default: nil
    }
  }

  package override func measure() {
    if !isFrozen {
      let perGauss = countsPerGauss[bits(0x0b, 2, 3)]
      // Until 0x29 holds 0x06 the signs of Y and Z are the other way round (our reading of section 7.2).
      let signs = registers[0x29] == 0b110 ? [1, 1, 1] : [1, -1, -1]
      var isOver = false
      for axis in 0..<3 {
        let value = exact(signs[axis] * world.field[axis], perGauss, over: 100_000)
        isOver = isOver || !(-30_000...30_000).contains(value)
        storeLowFirst(min(max(value, -32_768), 32_767), at: 1 + 2 * axis)
      }
      registers[0x09] = registers[0x09] & ~0b10 | (isOver ? 0b10 : 0)
    }
    if !neverReady { registers[0x09] |= 0b01 }
  }

  package override func didRead(_ register: UInt8) {
    if register == 0x09 { registers[0x09] &= ~0b01 }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x0a:
      keep(value, in: register)
      restart()
    case 0x0b:
      if value & 0x80 != 0 {
        reset()
        measurementEnds = nil
      } else {
        keep(value, in: register, mask: 0b0100_1111)
      }
    case 0x29: keep(value, in: register)
    default: break
    }
  }
}

/// Honeywell HMC5883L.
///
/// Data sheet: Honeywell HMC5883L, 900405 Rev E, register operation.
package final class HMC5883LModel: SensorModel {
  /// - Parameter hasThermometer: the LSM303DLHC's magnetometer, which has the same registers and keeps one bit more.
  package init(hasThermometer: Bool = false, seed: UInt64 = 1) {
    configurationMask = hasThermometer ? 0xff : 0x7f
    super.init(address: 0b0011110, seed: seed)
  }
  private let configurationMask: UInt8
  /// A new gain counts from the second measurement on.
  private var gainUnderWay = 1

  package override func reset() {
    registers[0x00] = 0b0001_0000
    registers[0x01] = 0b0010_0000
    registers[0x02] = 0b0000_0001
    for (index, letter) in [UInt8(ascii: "H"), UInt8(ascii: "4"), UInt8(ascii: "3")].enumerated() {
      registers[0x0a + index] = letter
    }
    gainUnderWay = 1
  }

  package override var period: UInt64? {
    guard bits(0x02, 0, 3) == 0 else { return nil }
    return [1_333_333, 666_667, 333_333, 133_333, 66_667, 33_333, 13_333, nil][bits(0x00, 2, 7)]
  }

  package override func measure() {
    if !isFrozen && registers[0x09] & 0b10 == 0 {
      let perGauss = [1370, 1090, 820, 660, 440, 390, 330, 230][gainUnderWay]
      // The positive bias is 1.16 G on X and Y, 1.08 G on Z.
      let bias = [[0, 0, 0], [116_000, 116_000, 108_000], [-116_000, -116_000, -108_000], [0, 0, 0]][bits(0x00, 0, 3)]
      for (axis, register) in [(0, 0x03), (2, 0x05), (1, 0x07)] {
        let value = exact(world.field[axis] + tested(bias[axis], axis), perGauss, over: 100_000)
        storeHighFirst((-2048...2047).contains(value) ? value : -4096, at: register)
      }
    }
    if !neverReady { registers[0x09] |= 0b01 }
    gainUnderWay = bits(0x01, 5, 7)
    if bits(0x02, 0, 3) == 1 { registers[0x02] |= 0b11 }
  }

  package override func didRead(_ register: UInt8) {
    // Once the first byte is read the six are locked, until the last one is.
    if register == 0x03 { registers[0x09] |= 0b10 }
    if register == 0x08 { registers[0x09] &= ~0b11 }
  }

  package override func write(_ value: UInt8, to register: UInt8) {
    guard register <= 0x02 else { return }
    keep(value, in: register, mask: register == 0 ? configurationMask : register == 1 ? 0xe0 : 0x83)
    guard register == 0x02 else { return }
    registers[0x09] &= ~0b10
    // A single measurement takes 6 ms.
    measurementEnds = bits(0x02, 0, 3) == 1 ? now + 6000 : period.map { now + $0 }
  }

  /// The address goes round the data and never from them to the status.
  package override func next(after register: UInt8) -> UInt8 { register == 0x08 ? 0x03 : register &+ 1 }
}
