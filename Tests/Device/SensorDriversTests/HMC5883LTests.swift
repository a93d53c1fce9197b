// The HMC5883L's driver on the register model of the chip: transcript, decoding, ranges, rates, faults.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct HMC5883LTests {
  private typealias Bench = ModelBench<HMC5883LMagnetometer>

  private static let bringUp = [
    "read 1E.0A: 48 34 33", "write 1E.00 = 78", "write 1E.01 = 00", "write 1E.02 = 00", "read 1E.00: 78 00 00",
  ]

  private static var row: ChipRow<HMC5883LMagnetometer> {
    ChipRow(
      chip: .hmc5883l, identity: (0x0a, 0x48), statusRegister: 0x09, dataRegister: 0x03, bringUp: Self.bringUp,
      lost: (0x00, 0x78, 0x10), rates: [750, 1500, 3000, 7500, 15_000, 30_000, 75_000],
      asked: [(500, 750), (10_000, 15_000), (30_000, 30_000), (1_000_000, 75_000)], scales: 8...15,
      kept: [(0x00, 0x7f), (0x01, 0xe0), (0x02, 0x03)], model: { HMC5883LModel() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let status = "read 1E.09: 01"
    let data = "read 1E.03: 01 12 02 24 FF 77"
    // Two measurements are thrown away, the first of them by the gain before.
    try Self.row.checkFirstSample(
      after: 48, of: [20_000, -10_000, 40_000],
      transcript: Self.bringUp + [
        "read 1E.00: 78 00 00", status, "read 1E.03: 00 DA 01 B4 FF 93", status, data, status, data,
      ], counts: [274, -137, 548], value: [20_000, -10_000, 40_000], scale: 8, identityBytes: 0x33_3448)
  }

  @Test func poll_marksSaturationAndWidensTheRange() throws {
    var bench = Bench(HMC5883LModel())
    bench.model.noiseCounts = 0
    bench.run(milliseconds: 100)
    bench.forget()
    bench.model.world.field = [200_000, 0, -100_000]
    bench.run(milliseconds: 300)
    #expect(try #require(bench.samples.first { $0.counts.x == -4096 }).isOverflowed)
    #expect(bench.bus.transcript.contains("write 1E.01 = 20") && bench.bus.transcript.contains("write 1E.01 = 40"))
    let sample = try #require(bench.samples.last)
    #expect(sample.scale == FieldScale(rawValue: 10))
    #expect(sample.counts == Vector3(x: 1640, y: 0, z: -820))
    #expect(sample.field.nanotesla == Vector3(x: 200_000, y: 0, z: -100_000))
    #expect(!sample.isOverflowed)
    bench.model.world.field = [800_000, 0, 0]
    bench.run(milliseconds: 1000)
    #expect(bench.driver.scaleCode == 15)
    #expect(bench.bus.transcript.contains("write 1E.01 = E0"))
    bench.model.world.field = [20_000, 0, 40_000]
    bench.model.noiseCounts = 2
    bench.run(milliseconds: 72_000)
    #expect(bench.driver.scaleCode == 8)
  }

  @Test func everyCount_isDecodedExactly() {
    var wrong = 0
    for count in -4096...4095 {
      let other = [count, -1 - count, count ^ 0x55]
      var bytes = RegisterBytes(repeating: 0xee)
      for (place, axis) in [0, 2, 1].enumerated() {
        let unsigned = (other[axis] + 65_536) % 65_536
        bytes[2 * place] = UInt8(unsigned / 256)
        bytes[2 * place + 1] = UInt8(unsigned % 256)
      }
      let counts = HMC5883LMagnetometer.counts(bytes, trim: NoTrim())
      if counts != Vector3(x: Int32(other[0]), y: Int32(other[1]), z: Int32(other[2])) { wrong += 1 }
      for (gain, perGauss) in [1370, 1090, 820, 660, 440, 390, 330, 230].enumerated() {
        let field = FieldScale(rawValue: HMC5883LMagnetometer.finestScale + UInt8(gain)).field(of: counts)?.nanotesla
        let expected = other.map { roundedHalfUp($0, 100_000, over: perGauss) }
        if field != Vector3(x: expected[0], y: expected[1], z: expected[2]) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }
}
