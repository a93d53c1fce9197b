// The ADXL345's driver on the register model of the chip: transcript, decoding, rates, faults.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct ADXL345Tests {
  private typealias Bench = ModelBench<ADXL345Accelerometer>

  private static let bringUp = [
    "read 53.00: E5", "write 53.2D = 00", "write 53.1E = 00", "write 53.1F = 00", "write 53.20 = 00",
    "write 53.38 = 00", "write 53.31 = 0B", "write 53.2C = 0A", "write 53.2D = 08", "read 53.2C: 0A 08",
    "read 53.31: 0B",
  ]

  private static var row: ChipRow<ADXL345Accelerometer> {
    ChipRow(
      chip: .adxl345, identity: (0x00, 0xe5), statusRegister: 0x30, dataRegister: 0x32, bringUp: Self.bringUp,
      lost: (0x2d, 0x08, 0x00), rates: [12_500, 25_000, 50_000, 100_000, 200_000, 400_000, 800_000],
      asked: [(500, 12_500), (25_001, 50_000), (75_000, 100_000), (200_000, 200_000), (300_000, 400_000)],
      scales: 20...20, kept: [(0x2c, 0xff), (0x2d, 0xff), (0x31, 0xff)], model: { ADXL345Model() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let data = ["read 53.30: 82", "read 53.32: 80 FF 40 00 00 01"]
    let configuration = ["read 53.2C: 0A 08", "read 53.31: 0B"]
    // Two measurements are thrown away, the third is a sample.
    try Self.row.checkFirstSample(
      after: 45, of: [-500, 250, 1000], transcript: Self.bringUp + configuration + data + data + data,
      counts: [-128, 64, 256], value: [-500_000, 250_000, 1_000_000], scale: 20, identityBytes: 0xe5)
  }

  @Test func poll_takesOffsetsOfAnotherProgramOutOfTheChip() throws {
    var bench = Bench(ADXL345Model())
    bench.model.noiseCounts = 0
    for register in 0x1e...0x20 { bench.model.registers[register] = 40 }
    bench.model.registers[0x38] = 0x9f
    bench.run(milliseconds: 60)
    #expect(!bench.samples.isEmpty)
    for register in [0x1e, 0x1f, 0x20, 0x38] { #expect(bench.model.registers[register] == 0) }
  }

  @Test func poll_marksSaturation() throws {
    var bench = Bench(ADXL345Model())
    bench.model.noiseCounts = 0
    bench.run(milliseconds: 60)
    for (force, isBeyond) in [(15_900, false), (16_500, true), (-15_900, false), (-16_500, true)] {
      for axis in 0..<3 {
        bench.model.world.milliG = [0, 0, 0]
        bench.model.world.milliG[axis] = force
        bench.forget()
        bench.run(milliseconds: 60)
        #expect(try #require(bench.samples.last).isSaturated == isBeyond)
      }
    }
    #expect(bench.errors.isEmpty)
  }

  @Test func everyCount_isDecodedExactly() {
    var wrong = 0
    for count in -4096...4095 {
      let other = [count, -1 - count, count ^ 0x55]
      let counts = ADXL345Accelerometer.counts(lowFirst(other), trim: NoTrim())
      if counts != Vector3(x: Int32(other[0]), y: Int32(other[1]), z: Int32(other[2])) { wrong += 1 }
      let force = ForceScale(rawValue: 20).force(of: counts)?.microG
      if force?.x != roundedHalfUp(count, 1_000_000, over: 256) { wrong += 1 }
    }
    #expect(wrong == 0)
  }
}
