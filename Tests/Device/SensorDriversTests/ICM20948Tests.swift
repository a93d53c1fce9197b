// The drivers of the ICM-20948 on the register model of the chip: transcripts with banks, decoding, ranges, rates, faults,
// and both halves at once.
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// A register in bank 2, as the transcript tells it.
private func inBank2(_ register: String, _ value: String) -> [String] {
  ["write 68.7F = 20", "write 68.\(register) = \(value)", "write 68.7F = 00"]
}

private func readBack(_ read: String) -> [String] { ["write 68.7F = 20", read, "write 68.7F = 00"] }

private let bank0 = ["write 68.7F = 00"]

@Suite struct ICM20948AccelerometerTests {
  private typealias Bench = ModelBench<ICM20948Accelerometer>

  private static let bringUp =
    ["read 68.00: EA", "write 68.06 = 01", "write 68.05 = 00", "write 68.07 = 00"] + inBank2("10", "00")
    + inBank2("11", "04") + inBank2("14", "19") + inBank2("15", "00")

  private static var row: ChipRow<ICM20948Accelerometer> {
    ChipRow(
      chip: .icm20948, identity: (0x00, 0xea), statusRegister: nil, dataRegister: 0x2d, before: bank0,
      bringUp: Self.bringUp, lost: (0x11, 0x04, 0x00), rates: [25_000, 50_000, 100_000, 200_000], scales: 13...16,
      kept: [(0x10, 0x0f), (0x11, 0xff), (0x12, 0), (0x13, 0), (0x14, 0x3f)], bank: (0x20, 0x7f),
      model: { ICM20948Model() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let data = "read 68.2D: E0 00 10 00 40 00"
    // The measurements of the first 30 ms are thrown away.
    try Self.row.checkFirstSample(
      after: 63, of: [-500, 250, 1000],
      transcript: bank0 + Self.bringUp + readBack("read 68.10: 00 04 00 00 19")
        + readBack("read 68.10: 00 04 00 00 19")
        + Array(repeating: data, count: 5), counts: [-8192, 4096, 16_384], value: [-500_000, 250_000, 1_000_000],
      scale: 13, identityBytes: 0xea)
  }

  @Test func poll_worksAtTheOtherAddress() {
    var bench = Bench(ICM20948Model(address: 0x69), at: 0x69)
    bench.run(milliseconds: 100)
    #expect(!bench.samples.isEmpty && bench.errors.isEmpty)
  }

  @Test func range_followsTheForce() throws {
    var bench = Bench(ICM20948Model())
    bench.model.noiseCounts = 0
    for (force, bits, scale) in [(3000, "1B", 14), (7000, "1D", 15), (15_000, "1F", 16)] {
      bench.model.world.milliG = [force, 0, -1000]
      bench.run(milliseconds: 300)
      #expect(bench.bus.transcript.contains("write 68.14 = \(bits)"))
      let sample = try #require(bench.samples.last)
      #expect(sample.scale == ForceScale(rawValue: UInt8(scale)))
      #expect(sample.force.microG == Vector3(x: Int32(force) * 1000, y: 0, z: -1_000_000) && !sample.isSaturated)
    }
    bench.model.world.milliG = [17_000, 0, 0]
    bench.run(milliseconds: 300)
    #expect(try #require(bench.samples.last).isSaturated)
  }

  @Test func everyCount_isDecodedExactly() {
    let wrong = wrongCounts(highFirst) {
      ICM20948Accelerometer.counts($0, trim: NoTrim())
    } isRight: { count, counts in
      forcesAreExact(count, counts, from: ICM20948Accelerometer.finestScale, perG: [16_384, 8192, 4096, 2048])
    }
    #expect(wrong == 0)
  }
}

@Suite struct ICM20948GyroscopeTests {
  private typealias Bench = ModelBench<ICM20948Gyroscope>

  private static let bringUp =
    ["read 68.00: EA", "write 68.06 = 01", "write 68.05 = 00", "write 68.07 = 00"] + inBank2("00", "04")
    + inBank2("01", "1F") + (2...8).flatMap { inBank2("0\($0)", "00") }

  private static var row: ChipRow<ICM20948Gyroscope> {
    ChipRow(
      chip: .icm20948Gyroscope, identity: (0x00, 0xea), statusRegister: nil, dataRegister: 0x33, before: bank0,
      bringUp: Self.bringUp, lost: (0x00, 0x04, 0x00), rates: [25_000, 50_000, 100_000, 200_000], scales: 9...9,
      kept: [(0x00, 0xff), (0x01, 0x3f)], bank: (0x20, 0x7f), model: { ICM20948Model() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    var bench = Bench(ICM20948Model())
    bench.model.noiseCounts = 0
    bench.model.world.milliDegrees = [-100_000, 10_000, 1_500_000]
    bench.run(milliseconds: 89)
    let data = "read 68.33: F9 98 00 A4 60 18"
    // The measurements of the first 50 ms are thrown away.
    #expect(
      bench.bus.transcript == ["recover: true"] + bank0 + Self.bringUp + readBack("read 68.00: 04 1F")
        + readBack("read 68.00: 04 1F")
        + Array(repeating: data, count: 7))
    let sample = try #require(bench.samples.first)
    #expect(bench.samples.count == 1)
    #expect(sample.counts == Vector3(x: -1640, y: 164, z: 24_600))
    #expect(sample.scale == RateScale(rawValue: 9))
    #expect(sample.origin == SampleOrigin(chip: .icm20948Gyroscope, address: 0x68, instance: 0))
    #expect(!sample.isSaturated && !sample.isStale)
  }

  @Test func everyCount_isDecodedExactly() {
    let wrong = wrongCounts(highFirst) {
      ICM20948Gyroscope.counts($0, trim: NoTrim())
    } isRight: { count, counts in
      turnIsExact(count, counts, scale: 9, degrees: 1 / 16.4)
    }
    #expect(wrong == 0)
  }

  @Test func bothHalves_shareTheChip() {
    var both = TwoDrivers<ICM20948Accelerometer, ICM20948Gyroscope>(
      ModelBus(ICM20948Model()), first: 100_000, second: 200_000)
    both.checkSharing(firstPerSecond: 100, secondPerSecond: 200)
  }
}
