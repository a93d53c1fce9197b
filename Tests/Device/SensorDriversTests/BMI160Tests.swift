// The BMI160's two drivers on the register model of the chip: transcripts, decoding, ranges, rates, faults, and both at once.
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// What makes the chip listen to SPI; over I2C it does nothing.
private let interfaceRead = "read 68.7F: 00"

@Suite struct BMI160AccelerometerTests {
  private typealias Bench = ModelBench<BMI160Accelerometer>

  private static func bringUp(_ control: String) -> [String] {
    [
      "read 68.00: D1", "read 68.7E: 00", "write 68.7E = 11", "read 68.03: 10", "write 68.6C = 00", "write 68.6D = 00",
      "write 68.77 = 00", "write 68.40 = \(control)",
      "write 68.41 = 03", "read 68.40: \(control) 03",
    ]
  }

  /// At 200 Hz, because 100 Hz is what the registers hold after a reset.
  private static var row: ChipRow<BMI160Accelerometer> {
    ChipRow(
      chip: .bmi160, identity: (0x00, 0xd1), statusRegister: 0x1b, dataRegister: 0x12, before: [interfaceRead],
      bringUp: Self.bringUp("29"), lost: (0x40, 0x29, 0x28), rate: 200_000,
      rates: [25_000, 50_000, 100_000, 200_000, 400_000, 800_000],
      asked: [(500, 25_000), (50_001, 100_000), (400_000, 400_000), (9_000_000, 800_000)], scales: 13...16,
      kept: [(0x40, 0xff), (0x41, 0x0f)], pauses: [("write 68.7E = 11", 4)], model: { BMI160Model() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let data = ["read 68.1B: 80", "read 68.12: 9A F9 00 10 00 40"]
    // Two measurements are thrown away, the third is a sample.
    try Self.row.checkFirstSample(
      after: 49, of: [-100, 250, 1000],
      transcript: [interfaceRead] + Self.bringUp("28") + ["read 68.40: 28 03"] + data + data + data,
      counts: [-1638, 4096, 16_384], value: [-99_976, 250_000, 1_000_000], scale: 13, identityBytes: 0xd1)
  }

  @Test func poll_findsTheChipAtItsOtherAddress() {
    var bench = Bench(BMI160Model(address: 0x69), at: 0x69)
    bench.run(milliseconds: 100)
    #expect(bench.errors.isEmpty && !bench.samples.isEmpty)
  }

  @Test func poll_marksSaturationAndWidensTheRange() throws {
    var bench = Bench(BMI160Model())
    bench.model.noiseCounts = 0
    bench.run(milliseconds: 60)
    bench.forget()
    for (force, register) in [(3000, "05"), (7000, "08"), (15_000, "0C")] {
      bench.model.world.milliG = [force, 0, -1000]
      bench.run(milliseconds: 200)
      #expect(bench.bus.transcript.contains("write 68.41 = \(register)"))
      let sample = try #require(bench.samples.last)
      #expect(abs(sample.force.microG.x - Int32(force) * 1000) < 500 && abs(sample.force.microG.z + 1_000_000) < 500)
      #expect(!sample.isSaturated)
    }
    #expect(try #require(bench.samples.first { $0.counts.x == 32_767 }).isSaturated)
    bench.model.world.milliG = [0, 0, 900]
    bench.model.noiseCounts = 2
    bench.run(milliseconds: 31_000)
    #expect(bench.driver.scaleCode == 13)
  }

  @Test func everyCount_isDecodedExactly() {
    let wrong = wrongCounts(lowFirst) {
      BMI160Accelerometer.counts($0, trim: NoTrim())
    } isRight: { count, counts in
      forcesAreExact(count, counts, from: BMI160Accelerometer.finestScale, perG: [16_384, 8192, 4096, 2048])
    }
    #expect(wrong == 0)
  }

  /// CMD reads as 0 when no command is under way.
  @Test(arguments: 0..<8)
  func poll_waitsForTheEndOfACommand(bit: Int) {
    var bench = Bench(BMI160Model())
    bench.model.clone = (0x7e, 1 << UInt8(bit))
    bench.run(milliseconds: 60)
    #expect(bench.bus.transcript.count { $0.hasPrefix("read 68.7E") } > 5)
    #expect(!bench.bus.transcript.contains { $0.hasPrefix("write") })
    bench.model.clone = nil
    bench.run(milliseconds: 200)
    #expect(!bench.samples.isEmpty && bench.errors.isEmpty)
  }

  /// At 100 Hz and ±2 g all registers are as after a reset: that nothing new comes tells that the supply was lost.
  @Test func lostSupply_atTheDefaultRate_isFoundAndMended() {
    var bench = Bench(BMI160Model())
    bench.run(milliseconds: 200)
    bench.model.powerOn()
    bench.forget()
    bench.run(milliseconds: 400)
    #expect(bench.errors.map(\.kind) == [.notReady])
    #expect(bench.samples.count > 20)
  }

  /// A pole at 40.5 Hz, the bandwidth at 100 Hz, delays by 3.9 ms; one at 32 Hz by 5 ms. Both shrink with the period.
  @Test func delays_areThoseOfAPoleAtTheBandwidth() {
    for (rate, hertz) in [(0, 25.0), (2, 100), (5, 800)] as [(UInt8, Double)] {
      let accelerometer = Double(BMI160Accelerometer.delay(rate: rate)) * 1e-6
      let gyroscope = Double(BMI160Gyroscope.delay(rate: rate)) * 1e-6
      #expect(abs(accelerometer * 2 * Double.pi * hertz * 0.405 - 1) < 0.02)
      #expect(abs(gyroscope * 2 * Double.pi * hertz * 0.32 - 1) < 0.02)
    }
  }
}

@Suite struct BMI160GyroscopeTests {
  private typealias Bench = ModelBench<BMI160Gyroscope>

  private static func bringUp(_ control: String) -> [String] {
    [
      "read 68.00: D1", "read 68.7E: 00", "write 68.7E = 15", "read 68.03: 04", "write 68.6C = 00", "write 68.6D = 00",
      "write 68.77 = 00", "write 68.42 = \(control)",
      "write 68.43 = 00", "read 68.42: \(control) 00",
    ]
  }

  private static var row: ChipRow<BMI160Gyroscope> {
    ChipRow(
      chip: .bmi160Gyroscope, identity: (0x00, 0xd1), statusRegister: 0x1b, dataRegister: 0x0c, before: [interfaceRead],
      bringUp: Self.bringUp("29"), lost: (0x42, 0x29, 0x28), rate: 200_000, wakesWithin: 90,
      rates: [25_000, 50_000, 100_000, 200_000, 400_000, 800_000],
      asked: [(500, 25_000), (50_001, 100_000), (400_000, 400_000), (9_000_000, 800_000)], slack: (20, 1200),
      scales: 14...14, kept: [(0x42, 0xff), (0x43, 0x0f)], pauses: [("write 68.7E = 15", 80)], model: { BMI160Model() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let data = ["read 68.1B: 40", "read 68.0C: 98 F9 A4 00 18 60"]
    try Self.row.checkFirstSample(
      after: 121, of: [-100_000, 10_000, 1_500_000],
      transcript: [interfaceRead] + Self.bringUp("28") + ["read 68.42: 28 00"] + data + data + data,
      counts: [-1640, 164, 24_600], value: [-100, 10, 1500], scale: 14, identityBytes: 0xd1)
  }

  @Test func poll_marksSaturation() throws {
    try Bench.checkMark(
      \.isSaturated, BMI160Model(), \.milliDegrees,
      [(2_500_000, true), (-2_500_000, true), (1_990_000, false), (-1_990_000, false)])
  }

  @Test func everyCount_isDecodedExactly() {
    let wrong = wrongCounts(lowFirst) {
      BMI160Gyroscope.counts($0, trim: NoTrim())
    } isRight: { count, counts in
      turnIsExact(count, counts, scale: 14, degrees: 1 / 16.4)
    }
    #expect(wrong == 0)
  }

  @Test func bothHalves_shareTheChip() {
    var both = TwoDrivers<BMI160Accelerometer, BMI160Gyroscope>(
      ModelBus(BMI160Model()), first: 75_000, second: 200_000)
    both.checkSharing(firstPerSecond: 100, secondPerSecond: 200)
  }

  @Test func bothHalves_measureAtOnce() throws {
    var both = TwoDrivers<BMI160Accelerometer, BMI160Gyroscope>(
      ModelBus(BMI160Model()), first: 50_000, second: 100_000)
    try both.checkValues()
  }
}
