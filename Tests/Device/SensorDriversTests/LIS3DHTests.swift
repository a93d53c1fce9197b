// The LIS3DH's driver on the register model of the chip: transcript, decoding, ranges, rates, faults.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct LIS3DHTests {
  private typealias Bench = ModelBench<LIS3DHAccelerometer>

  private static let bringUp = [
    "read 19.0F: 33", "write 19.20 = 57", "write 19.21 = 00", "write 19.24 = 00", "write 19.2E = 00",
    "write 19.23 = 88", "read 19.A0: 57 00 00 88",
  ]

  private static var row: ChipRow<LIS3DHAccelerometer> {
    ChipRow(
      chip: .lis3dh, identity: (0x0f, 0x33), statusRegister: 0x27, dataRegister: 0x28, bringUp: Self.bringUp,
      lost: (0x20, 0x57, 0x07), rates: [1000, 10_000, 25_000, 50_000, 100_000, 200_000, 400_000],
      asked: [(500, 1000), (10_001, 25_000), (75_000, 100_000), (1_000_000, 400_000)], slack: (10, 800), scales: 5...8,
      kept: [(0x20, 0xff), (0x21, 0), (0x22, 0), (0x23, 0xf8)], model: { LIS3DHModel() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let data = ["read 19.27: 0F", "read 19.A8: A0 F9 F0 0F C0 3F"]
    // Seven measurements are thrown away while high resolution settles, the eighth is a sample.
    try Self.row.checkFirstSample(
      after: 93, of: [-100, 250, 1000],
      transcript: Self.bringUp + ["read 19.A0: 57 00 00 88"]
        + (0..<8).flatMap { _ in data }, counts: [-102, 255, 1020], value: [-99_960, 249_900, 999_600], scale: 5,
      identityBytes: 0x33)
  }

  @Test func poll_findsTheChipAtItsOtherAddress() {
    var bench = Bench(LIS3DHModel(address: 0x18, isRounded: true), at: 0x18)
    bench.run(milliseconds: 200)
    #expect(bench.errors.isEmpty && !bench.samples.isEmpty)
    #expect(bench.driver.identity.address == 0x18)
  }

  @Test func poll_marksSaturationAndWidensTheRange() throws {
    var bench = Bench(LIS3DHModel())
    bench.model.noiseCounts = 0
    bench.run(milliseconds: 100)
    bench.forget()
    bench.model.world.milliG = [3000, 0, -1000]
    bench.run(milliseconds: 150)
    #expect(try #require(bench.samples.first { $0.counts.x == 2047 }).isSaturated)
    #expect(bench.bus.transcript.contains("write 19.23 = 98"))
    let sample = try #require(bench.samples.last)
    #expect(sample.scale == ForceScale(rawValue: 6))
    #expect(sample.counts == Vector3(x: 1538, y: 0, z: -513))
    #expect(sample.force.microG == Vector3(x: 2_999_100, y: 0, z: -1_000_350))
    #expect(!sample.isSaturated)
    bench.model.world.milliG = [15_000, 0, 0]
    bench.run(milliseconds: 500)
    #expect(bench.bus.transcript.contains("write 19.23 = A8") && bench.bus.transcript.contains("write 19.23 = B8"))
    #expect(bench.samples.last?.force.microG.x == 15_001_600)
    bench.model.world.milliG = [0, 0, 900]
    bench.model.noiseCounts = 2
    bench.run(milliseconds: 31_000)
    #expect(bench.driver.scaleCode == 5)
  }

  @Test func everyCount_isDecodedExactly() {
    var wrong = 0
    for count in -2048...2047 {
      for scale in LIS3DHAccelerometer.finestScale...LIS3DHAccelerometer.widestScale {
        // Left-justified in sixteen bits: the four below have nothing to say.
        let counts = LIS3DHAccelerometer.counts(
          lowFirst(Array(repeating: count * 16 + 9, count: 3)), trim: NoTrim())
        let microG = Int32(count * [980, 1950, 3900, 11_720][Int(scale) - 5])
        if counts != Vector3(x: Int32(count), y: Int32(count), z: Int32(count))
          || ForceScale(rawValue: scale).force(of: counts)?.microG != Vector3(x: microG, y: microG, z: microG)
        {
          wrong += 1
        }
      }
    }
    #expect(wrong == 0)
  }
}
