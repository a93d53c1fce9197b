// Data that never changes: a frozen chip is found, a still one is left alone.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct StuckDataTests {
  @Test func poll_accusesAFrozenChipAfterTenSeconds() throws {
    var bench = MagnetometerBench()
    bench.run(milliseconds: 500)
    bench.forget()
    bench.chip.freeze(x: 200, y: -100, z: 400)
    bench.run(milliseconds: 9900)
    #expect(bench.errors.isEmpty)
    bench.run(milliseconds: 200)
    let error = try #require(bench.errors.first)
    #expect(error.kind == .stuckData)
    #expect(error.register == 0x03)
    #expect((700...760).contains(Int(error.detail)))
    #expect(!bench.driver.isAvailable)
  }

  @Test func poll_givesNoSampleWhileTheAccusedBytesRemain() throws {
    var bench = MagnetometerBench()
    bench.run(milliseconds: 500)
    bench.chip.freeze(x: 200, y: -100, z: 400)
    bench.run(milliseconds: 10_500)
    bench.forget()
    bench.run(milliseconds: 5000)
    #expect(bench.samples.isEmpty)
    #expect(!bench.driver.isAvailable)
    // It is initialised again about three times a second, not more often.
    #expect((10...20).contains(bench.errors.count))
    #expect(bench.errors.allSatisfy { $0.kind == .stuckData })
    bench.chip.isFrozen = false
    let start = bench.time
    _ = try bench.nextSample()
    #expect(bench.time - start <= 350_000)
  }

  @Test(arguments: [SensorNoise.present, SensorNoise.absent], [Int16(0), Int16(-1)])
  func poll_accusesBlankBytesAfterASecond(noise: SensorNoise, value: Int16) throws {
    var bench = MagnetometerBench(noise: noise)
    bench.run(milliseconds: 500)
    bench.forget()
    bench.chip.freeze(x: value, y: value, z: value)
    bench.run(milliseconds: 900)
    #expect(bench.errors.isEmpty)
    bench.run(milliseconds: 200)
    #expect(bench.errors.first?.kind == .stuckData)
    #expect(!bench.driver.isAvailable)
  }

  @Test(arguments: [1, 7] as [UInt64])
  func poll_neverAccusesAStillChipWithNoise(seed: UInt64) {
    var bench = MagnetometerBench(seed: seed)
    bench.chip.noiseCounts = 1
    bench.chip.field = (0, 0, 0)
    bench.run(milliseconds: 120_000)
    #expect(bench.errors.isEmpty)
  }

  @Test func poll_neverAccusesAnEmulatedFieldThatNobodyMoves() {
    var bench = MagnetometerBench(noise: .absent)
    bench.chip.noiseCounts = 0
    bench.chip.alwaysReady = true
    bench.run(milliseconds: 600_000)
    #expect(bench.errors.isEmpty)
    #expect(bench.driver.isAvailable)
  }

  @Test func poll_samplesAtOnceWhenTheEmulatedFieldAppears() throws {
    var bench = MagnetometerBench(noise: .absent)
    bench.chip.noiseCounts = 0
    bench.chip.alwaysReady = true
    bench.chip.field = (0, 0, 0)
    bench.run(milliseconds: 5000)
    #expect(bench.errors.contains { $0.kind == .stuckData })
    bench.chip.field = (60_000, 60_000, 60_000)
    _ = try bench.nextSample(within: 350)
  }
}
