// The LIS3MDL's driver on the register model of the chip: transcript, decoding, ranges, rates, faults.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct LIS3MDLTests {
  private typealias Bench = ModelBench<LIS3MDLMagnetometer>

  private static let bringUp = [
    "read 1C.0F: 3D", "write 1C.21 = 04", "write 1C.05 = 00", "write 1C.06 = 00", "write 1C.07 = 00",
    "write 1C.08 = 00", "write 1C.09 = 00", "write 1C.0A = 00",
    "write 1C.20 = FC", "write 1C.23 = 0C", "write 1C.24 = 40",
    "write 1C.21 = 00", "write 1C.22 = 00", "read 1C.A0: FC 00 00 0C 40",
  ]

  private static var row: ChipRow<LIS3MDLMagnetometer> {
    ChipRow(
      chip: .lis3mdl, identity: (0x0f, 0x3d), statusRegister: 0x27, dataRegister: 0x28, bringUp: Self.bringUp,
      lost: (0x20, 0xfc, 0x10), rates: [625, 1250, 2500, 5000, 10_000, 20_000, 40_000, 80_000],
      asked: [(500, 625), (5001, 10_000), (40_000, 40_000), (1_000_000, 80_000)], slack: (20, 200), scales: 22...25,
      kept: [(0x20, 0xff), (0x21, 0x6c), (0x22, 0x27), (0x23, 0x0e), (0x24, 0xc0)], pauses: [("write 1C.21 = 04", 1)],
      model: { LIS3MDLModel() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let data = ["read 1C.27: 0F", "read 1C.A8: 58 05 54 FD B1 0A"]
    // One measurement is thrown away, the second is a sample.
    try Self.row.checkFirstSample(
      after: 42, of: [20_000, -10_000, 40_000], milliCelsius: 20_000,
      transcript: Self.bringUp + ["read 1C.AE: D8 FF"] + data + data, counts: [1368, -684, 2737],
      value: [19_994, -9997, 40_003], scale: 22, temperatureEighths: 160, identityBytes: 0x3d)
  }

  @Test func poll_findsTheChipAtItsOtherAddress() {
    var bench = Bench(LIS3MDLModel(address: 0x1e), at: 0x1e)
    bench.run(milliseconds: 100)
    #expect(bench.errors.isEmpty && !bench.samples.isEmpty)
    #expect(bench.driver.identity.address == 0x1e)
  }

  @Test func poll_marksSaturationAndWidensTheRange() throws {
    var bench = Bench(LIS3MDLModel())
    bench.model.noiseCounts = 0
    bench.run(milliseconds: 60)
    bench.forget()
    bench.model.world.field = [500_000, 0, -100_000]
    bench.run(milliseconds: 100)
    #expect(try #require(bench.samples.first { $0.counts.x == 32_767 }).isOverflowed)
    #expect(bench.bus.transcript.contains("write 1C.21 = 20"))
    let sample = try #require(bench.samples.last)
    #expect(sample.scale == FieldScale(rawValue: 23))
    #expect(sample.counts == Vector3(x: 17_105, y: 0, z: -3421))
    #expect(abs(sample.field.nanotesla.x - 500_000) <= 15 && abs(sample.field.nanotesla.z + 100_000) <= 3)
    #expect(!sample.isOverflowed)
    bench.model.world.field = [1_500_000, 0, 0]
    bench.run(milliseconds: 200)
    #expect(bench.bus.transcript.contains("write 1C.21 = 40") && bench.bus.transcript.contains("write 1C.21 = 60"))
    #expect(abs(try #require(bench.samples.last).field.nanotesla.x - 1_500_000) <= 50)
    bench.model.world.field = [20_000, 0, 40_000]
    bench.model.noiseCounts = 2
    bench.run(milliseconds: 31_000)
    #expect(bench.driver.scaleCode == 22)
  }

  @Test func everyCount_isDecodedExactly() {
    var wrong = 0
    for count in -32_768...32_767 {
      let other = [count, -1 - count, count ^ 0x55]
      let bytes = lowFirst(other)
      let counts = LIS3MDLMagnetometer.counts(bytes, trim: NoTrim())
      if counts != Vector3(x: Int32(other[0]), y: Int32(other[1]), z: Int32(other[2])) { wrong += 1 }
      for (index, perGauss) in [6842, 3421, 2281, 1711].enumerated() {
        let scale = FieldScale(rawValue: LIS3MDLMagnetometer.finestScale + UInt8(index))
        // The wider three have the nearest fraction below 2^16: within 1 nT of the data sheet's.
        let limit: Int32 = index == 0 ? 0 : 1
        let expected = roundedHalfUp(count, 100_000, over: perGauss)
        if abs((scale.field(of: counts)?.nanotesla.x ?? .max / 2) - expected) > limit { wrong += 1 }
      }
      if Int(LIS3MDLMagnetometer.temperatureEighths(bytes)) != min(count + 200, 32_767) { wrong += 1 }
    }
    #expect(wrong == 0)
  }
}
