// The MMA8653's driver on the register model of the chip: transcript, decoding, ranges, rates, faults.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct MMA8653Tests {
  private typealias Bench = ModelBench<MMA8653Accelerometer>

  private static let bringUp = [
    "read 1D.0D: 5A", "write 1D.2B = 40", "write 1D.0E = 00", "write 1D.2B = 02", "write 1D.2A = 19",
    "read 1D.0E: 00", "read 1D.2A: 19 02",
  ]

  private static var row: ChipRow<MMA8653Accelerometer> {
    ChipRow(
      chip: .mma8653, identity: (0x0d, 0x5a), statusRegister: 0x00, dataRegister: 0x01, bringUp: Self.bringUp,
      lost: (0x2b, 0x02, 0x00), rates: [1562, 6250, 12_500, 50_000, 100_000, 200_000, 400_000, 800_000],
      asked: [(500, 1562), (1563, 6250), (12_500, 12_500), (50_000, 50_000), (75_000, 100_000), (200_000, 200_000)],
      scales: 17...19, kept: [(0x0e, 0x03), (0x2a, 0xff), (0x2b, 0x03)], pauses: [("write 1D.2B = 40", 2)],
      model: { MMA8653Model() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let data = ["read 1D.00: 0F", "read 1D.01: E0 00 10 00 40 00"]
    let configuration = ["read 1D.0E: 00", "read 1D.2A: 19 02"]
    // One measurement is thrown away, the second is a sample.
    try Self.row.checkFirstSample(
      after: 34, of: [-500, 250, 1000], transcript: Self.bringUp + configuration + data + data,
      counts: [-128, 64, 256], value: [-500_000, 250_000, 1_000_000], scale: 17, identityBytes: 0x5a)
  }

  @Test func poll_marksSaturationAndWidensTheRange() throws {
    var bench = Bench(MMA8653Model())
    bench.model.noiseCounts = 0
    bench.run(milliseconds: 60)
    bench.forget()
    bench.model.world.milliG = [3000, 0, -1000]
    bench.run(milliseconds: 100)
    #expect(try #require(bench.samples.first { $0.counts.x == 511 }).isSaturated)
    #expect(bench.bus.transcript.contains("write 1D.0E = 01"))
    let sample = try #require(bench.samples.last)
    #expect(sample.scale == ForceScale(rawValue: 18))
    #expect(sample.force.microG == Vector3(x: 3_000_000, y: 0, z: -1_000_000))
    #expect(!sample.isSaturated)
    bench.model.world.milliG = [7000, 0, 0]
    bench.run(milliseconds: 200)
    #expect(bench.bus.transcript.contains("write 1D.0E = 02"))
    #expect(try #require(bench.samples.last).force.microG.x == 7_000_000)
    bench.model.world.milliG = [0, 0, 900]
    bench.model.noiseCounts = 2
    bench.run(milliseconds: 21_000)
    #expect(bench.driver.scaleCode == 17)
  }

  @Test func everyCount_isDecodedExactly() {
    var wrong = 0
    for count in -512...511 {
      // Left-justified in sixteen bits: the six below have nothing to say.
      let other = [count, -1 - count, count ^ 0x55]
      let counts = MMA8653Accelerometer.counts(highFirst(other.map { $0 * 64 + 37 }), trim: NoTrim())
      if counts != Vector3(x: Int32(other[0]), y: Int32(other[1]), z: Int32(other[2])) { wrong += 1 }
      for (index, perG) in [256, 128, 64].enumerated() {
        let scale = ForceScale(rawValue: MMA8653Accelerometer.finestScale + UInt8(index))
        if scale.force(of: counts)?.microG.x != roundedHalfUp(count, 1_000_000, over: perG) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test func setRate_reachesEightHundredHertz() {
    var bench = Bench(MMA8653Model())
    bench.driver.setRate(atLeast: 1_000_000)
    #expect(bench.driver.milliHertz == 800_000)
    bench.run(milliseconds: 100)
    #expect(bench.bus.transcript.contains("write 1D.2A = 01"))
    #expect(bench.errors.isEmpty && !bench.samples.isEmpty)
  }
}
