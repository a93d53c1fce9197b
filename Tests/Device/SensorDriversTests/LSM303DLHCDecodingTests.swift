// Counts, nanotesla and degrees of the LSM303DLHC, against arithmetic of another kind.
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// What exact fractions give for −4096, −2048 and 2047 counts, on X and Y and on Z.
private struct Golden {
  var code: UInt8
  var xy: [Int32]
  var z: [Int32]

  static let counts: [Int32] = [-4096, -2048, 2047]
  static let table = [
    Golden(code: 1, xy: [-372_364, -186_182, 186_091], z: [-417_959, -208_980, 208_878]),
    Golden(code: 2, xy: [-479_064, -239_532, 239_415], z: [-538_947, -269_474, 269_342]),
    Golden(code: 3, xy: [-611_343, -305_672, 305_522], z: [-682_667, -341_333, 341_167]),
    Golden(code: 4, xy: [-910_222, -455_111, 454_889], z: [-1_024_000, -512_000, 511_750]),
    Golden(code: 5, xy: [-1_024_000, -512_000, 511_750], z: [-1_153_803, -576_901, 576_620]),
    Golden(code: 6, xy: [-1_241_212, -620_606, 620_303], z: [-1_388_475, -694_237, 693_898]),
    Golden(code: 7, xy: [-1_780_870, -890_435, 890_000], z: [-1_998_049, -999_024, 998_537]),
  ]
}

/// Six register bytes in the order of the data registers: X, Z, Y, high byte first.
private func registerBytes(x: Int32, y: Int32, z: Int32) -> RegisterBytes {
  var bytes = RegisterBytes(repeating: 0xee)
  for (index, value) in [x, z, y].enumerated() {
    let word = UInt16(truncatingIfNeeded: value)
    bytes[2 * index] = UInt8(word / 256)
    bytes[2 * index + 1] = UInt8(word % 256)
  }
  return bytes
}

private struct Decoded {
  var counts: Vector3
  var field: MagneticField
  var isOverflowed: Bool
}

/// Counts by the driver, and what the table of sensors says of them.
private func decode(_ bytes: RegisterBytes, scale: FieldScale) -> Decoded? {
  let counts = LSM303DLHCMagnetometer.counts(bytes)
  return scale.field(of: counts).map {
    Decoded(counts: counts, field: $0, isOverflowed: scale.isBeyondRange(counts))
  }
}

private func temperature(_ high: UInt8, _ low: UInt8) -> Int16 {
  var bytes = RegisterBytes(repeating: 0)
  (bytes[0], bytes[1]) = (high, low)
  return LSM303DLHCMagnetometer.temperatureEighths(bytes)
}

@Suite struct LSM303DLHCDecodingTests {
  @Test func decode_meetsTheGoldenTableAtTheExtremesOfEveryGain() throws {
    for golden in Golden.table {
      for (index, count) in Golden.counts.enumerated() {
        let decoded = try #require(
          decode(
            registerBytes(x: count, y: count, z: count), scale: FieldScale(rawValue: golden.code)))
        #expect(decoded.counts == Vector3(x: count, y: count, z: count))
        let expected = Vector3(x: golden.xy[index], y: golden.xy[index], z: golden.z[index])
        #expect(decoded.field.nanotesla == expected, "gain code \(golden.code), \(count) counts")
        #expect(decoded.isOverflowed == (count == -4096))
      }
    }
  }

  @Test func decode_readsXZYHighByteFirst() throws {
    var bytes = RegisterBytes(repeating: 0)
    for (index, byte) in [0x01, 0x02, 0xff, 0xfe, 0xf8, 0x00].enumerated() { bytes[index] = UInt8(byte) }
    let decoded = try #require(decode(bytes, scale: FieldScale(rawValue: 1)))
    #expect(decoded.counts == Vector3(x: 0x0102, y: -2048, z: -2))
  }

  @Test func decode_marksEachAxisBeyondTwelveBits() throws {
    for bad: Int32 in [-4096, -2049, 2048, 32_767, -32_768] {
      for (x, y, z) in [(bad, 1, 1), (1, bad, 1), (1, 1, bad)] as [(Int32, Int32, Int32)] {
        let decoded = try #require(
          decode(registerBytes(x: x, y: y, z: z), scale: FieldScale(rawValue: 7)))
        #expect(decoded.isOverflowed)
        #expect(decoded.counts == Vector3(x: x, y: y, z: z))
      }
    }
  }

  /// No whole count meets an exact half with these gains, so half up cannot be told from nearest here: every result is
  /// the whole nanotesla nearest to the exact fraction.
  @Test func field_isTheNearestNanoteslaForEveryRegisterValue() throws {
    let gains = [(1100, 980), (855, 760), (670, 600), (450, 400), (400, 355), (330, 295), (230, 205)]
    for (index, (xy, z)) in gains.enumerated() {
      let scale = FieldScale(rawValue: UInt8(index + 1))
      for count in -32_768...32_767 {
        let c = Int32(count)
        let field = try #require(scale.field(of: Vector3(x: c, y: c, z: c))).nanotesla
        guard field.x == nearest(count, xy), field.y == field.x, field.z == nearest(count, z) else {
          Issue.record("gain code \(index + 1), \(count) counts: \(field)")
          return
        }
      }
    }
  }

  @Test func field_isUndefinedForAScaleThatTheTableDoesNotHave() {
    for code: UInt8 in [FieldScale.last.rawValue + 1, 255] {
      #expect(FieldScale(rawValue: code).field(of: .zero) == nil)
      #expect(!FieldScale(rawValue: code).isKnown)
    }
  }

  @Test func field_isUndefinedForCountsBeyondSixteenBits() {
    let scale = FieldScale(rawValue: 1)
    #expect(scale.field(of: Vector3(x: 32_767, y: -32_768, z: 32_767)) != nil)
    for wide in [32_768, -32_769, Int32.max, Int32.min] {
      #expect(scale.field(of: Vector3(x: wide, y: 0, z: 0)) == nil)
      #expect(scale.field(of: Vector3(x: 0, y: wide, z: 0)) == nil)
      #expect(scale.field(of: Vector3(x: 0, y: 0, z: wide)) == nil)
    }
  }

  @Test func temperatureEighths_isTwelveBitsLeftAligned() {
    #expect(temperature(0x00, 0x00) == 0)
    #expect(temperature(0x00, 0x10) == 1)
    #expect(temperature(0x0c, 0x80) == 200)
    #expect(temperature(0xff, 0xf0) == -1)
    #expect(temperature(0x7f, 0xf0) == 2047)
    #expect(temperature(0x80, 0x00) == -2048)
  }

  /// The whole number n with n − ½ ≤ count · 100,000 / gain < n + ½, found by trying.
  private func nearest(_ count: Int, _ gain: Int) -> Int32 {
    var n = count * 100_000 / gain - 1
    while 2 * count * 100_000 >= (2 * n + 1) * gain { n += 1 }
    return Int32(n)
  }
}
