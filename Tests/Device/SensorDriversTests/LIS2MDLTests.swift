// The LIS2MDL's driver on the register model of the chip: transcript, frame, decoding, rates, faults.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct LIS2MDLTests {
  private typealias Bench = ModelBench<LIS2MDLMagnetometer>

  private static let bringUp = [
    "read 1E.4F: 40", "write 1E.60 = 20", "write 1E.60 = 8C", "write 1E.61 = 02", "write 1E.62 = 10",
    "read 1E.60: 8C 02 10",
  ]

  private static var row: ChipRow<LIS2MDLMagnetometer> {
    ChipRow(
      chip: .lis2mdl, identity: (0x4f, 0x40), statusRegister: 0x67, dataRegister: 0x68, bringUp: Self.bringUp,
      lost: (0x60, 0x8c, 0x03), rates: [10_000, 20_000, 50_000, 100_000],
      asked: [(500, 10_000), (10_001, 20_000), (50_000, 50_000), (1_000_000, 100_000)], scales: 26...26,
      kept: [(0x60, 0x9f), (0x61, 0x1f), (0x62, 0x3a)], pauses: [("write 1E.60 = 20", 1)], model: { LIS2MDLModel() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let data = ["read 1E.67: 0F", "read 1E.68: 7B FF BD FF 0B 01"]
    // Two measurements are thrown away, the third is a sample.
    // X is turned round: the frame is right-handed.
    try Self.row.checkFirstSample(
      after: 42, of: [20_000, -10_000, 40_000], milliCelsius: 31_000, instance: 2,
      transcript: Self.bringUp + ["read 1E.6E: 30 00"] + data + data + data, counts: [133, -67, 267],
      value: [19_950, -10_050, 40_050], scale: 26, temperatureEighths: 248, identityBytes: 0x40)
  }

  @Test func poll_takesNumbersOfAnotherProgramOutOfTheChip() throws {
    var bench = Bench(LIS2MDLModel())
    bench.model.noiseCounts = 0
    // Hard-iron registers that survived a restart of the microcontroller alone.
    bench.model.registers[0x45] = 100
    bench.run(milliseconds: 60)
    #expect(try #require(bench.samples.first).counts.x == 133)
  }

  @Test func poll_marksSaturation() throws {
    var bench = Bench(LIS2MDLModel())
    bench.model.noiseCounts = 0
    bench.run(milliseconds: 60)
    #expect(bench.samples.allSatisfy { !$0.isOverflowed })
    // Both ends, the one of X turned round and limited.
    for (field, count) in [(6_000_000, Int32(32_767)), (-6_000_000, -32_767)] {
      bench.forget()
      bench.model.world.field[0] = field
      bench.run(milliseconds: 40)
      let sample = try #require(bench.samples.last)
      #expect(sample.isOverflowed)
      #expect(sample.counts.x == count)
    }
    #expect(bench.errors.isEmpty)
    bench.model.world.field[0] = 0
    bench.run(milliseconds: 40)
    #expect(bench.samples.last?.isOverflowed == false)
  }

  @Test func everyCount_isDecodedExactly() {
    var wrong = 0
    for count in -32_768...32_767 {
      let other = [count, -1 - count, count ^ 0x55]
      let bytes = lowFirst(other)
      let counts = LIS2MDLMagnetometer.counts(bytes, trim: NoTrim())
      let field = FieldScale(rawValue: LIS2MDLMagnetometer.finestScale).field(of: counts)?.nanotesla
      // 1.5 milligauss = 150 nT.
      if counts != Vector3(x: Int32(other[0]), y: Int32(other[1]), z: Int32(other[2]))
        || field != Vector3(x: Int32(other[0] * 150), y: Int32(other[1] * 150), z: Int32(other[2] * 150))
      {
        wrong += 1
      }
      let eighths = LIS2MDLMagnetometer.temperatureEighths(bytes)
      if Int(eighths) != min(count + 200, 32_767) { wrong += 1 }
    }
    #expect(wrong == 0)
  }
}
