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

  @Test func poll_bringsTheChipUpAndSamples() throws {
    var bench = Bench(ADXL345Model())
    bench.model.noiseCounts = 0
    bench.model.world.milliG = [-500, 250, 1000]
    bench.run(milliseconds: 45)
    let data = ["read 53.30: 82", "read 53.32: 80 FF 40 00 00 01"]
    let configuration = ["read 53.2C: 0A 08", "read 53.31: 0B"]
    // Two measurements are thrown away, the third is a sample.
    #expect(bench.bus.transcript == ["recover: true"] + Self.bringUp + configuration + data + data + data)
    let sample = try #require(bench.samples.first)
    #expect(bench.samples.count == 1)
    #expect(sample.counts == Vector3(x: -128, y: 64, z: 256))
    #expect(sample.force.microG == Vector3(x: -500_000, y: 250_000, z: 1_000_000))
    #expect(sample.scale == ForceScale(rawValue: 20))
    #expect(sample.origin == SampleOrigin(chip: .adxl345, address: 0x53, instance: 0))
    #expect(!sample.isSaturated && !sample.isStale)
    #expect(bench.driver.identity == SensorIdentity(chip: .adxl345, address: 0x53, identityBytes: 0xe5))
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

  @Test(
    arguments: [(500, 12_500), (25_001, 50_000), (75_000, 100_000), (200_000, 200_000), (300_000, 400_000)]
      as [(UInt32, UInt32)])
  func setRate_choosesTheSlowestThatIsEnough(asked: UInt32, given: UInt32) {
    Bench.expectRate(ADXL345Model(), asked: asked, given: given, slack: Int(given) / 20 + 300)
  }

  @Test func faults_areNamed() throws {
    try ChipFaults<ADXL345Accelerometer>(
      chip: .adxl345, identity: (0x00, 0xe5), statusRegister: 0x30, dataRegister: 0x32, bringUp: Self.bringUp,
      lost: (0x2d, 0x08, 0x00), model: { ADXL345Model() }
    ).checkAll()
  }

  @Test func facts_ofTheDataSheet_areKept() throws {
    try ChipFacts<ADXL345Accelerometer>(
      rates: [12_500, 25_000, 50_000, 100_000, 200_000, 400_000, 800_000], scales: 20...20,
      kept: [(0x2c, 0xff), (0x2d, 0xff), (0x31, 0xff)], identity: (0x00, [0xe5]), model: { ADXL345Model() }
    ).checkAll()
  }
}
