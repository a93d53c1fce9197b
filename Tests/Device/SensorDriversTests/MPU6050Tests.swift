// The drivers of MPU-6050, 6500 and 9250 on the register model of the chips: transcripts, decoding, ranges, rates, faults,
// and both halves at once.
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// The transcript of a bring-up: what both halves write, then the range of one.
private func bringUp(_ identity: String, _ filter: String?, _ range: String, _ readBack: String) -> [String] {
  ["read 68.75: \(identity)", "write 68.6B = 01", "write 68.6C = 00", "write 68.19 = 04", "write 68.1A = 03"]
    + (filter.map { ["write 68.1D = \($0)"] } ?? [])
    + [range] + (range.contains("68.1B") ? (0x13...0x18).map { "write 68.\(String($0, radix: 16)) = 00" } : [])
    + ["read 68.19: \(readBack)", "read 68.6B: 01"]
}

@Suite struct MPUAccelerometerTests {
  private typealias Bench = ModelBench<MPU6050Accelerometer>

  /// - Parameter identities: what WHO_AM_I may be, the model's first. The later chips have a filter of the accelerometer's own.
  private static func row<Variant: MPUVariant>(
    _: Variant.Type, _ chip: SensorChip, _ identities: [UInt8], hasFilter: Bool
  ) -> ChipRow<MPUAccelerometer<Variant>> {
    let whoAmI = identities[0]
    return ChipRow(
      chip: chip, identity: (0x75, whoAmI), statusRegister: nil, dataRegister: 0x3b,
      bringUp: bringUp(
        String(whoAmI, radix: 16), hasFilter ? "03" : nil, "write 68.1C = 00",
        hasFilter ? "04 03 00 00 03" : "04 03 00 00 00"),
      lost: (0x19, 0x04, 0x00), rates: [25_000, 50_000, 100_000, 200_000],
      asked: [(500, 25_000), (25_001, 50_000), (75_000, 100_000), (1_000_000, 200_000)], scales: 13...16,
      kept: [(0x19, 0xff), (0x1a, 0x07), (0x1b, 0), (0x1c, 0x18), (0x1d, hasFilter ? 0x0f : 0), (0x6b, 0xff)],
      identities: (0x75, identities), model: { MPU6050Model(whoAmI: whoAmI) })
  }

  @Test func chips_areAsInTheirRows() throws {
    try Self.row(MPU6050.self, .mpu6050, [0x68], hasFilter: false).checkAll()
    try Self.row(MPU6500.self, .mpu6500, [0x70], hasFilter: true).checkAll()
    try Self.row(MPU9250.self, .mpu9250, [0x71, 0x73], hasFilter: true).checkAll()
  }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    var bench = Bench(MPU6050Model())
    bench.model.noiseCounts = 0
    bench.model.world.milliG = [-500, 250, 1000]
    bench.run(milliseconds: 59)
    let data = "read 68.3B: E0 00 10 00 40 00"
    let up = bringUp("68", nil, "write 68.1C = 00", "04 03 00 00 00")
    // The measurements of the first 30 ms are thrown away.
    #expect(
      bench.bus.transcript == ["recover: true"] + up + ["read 68.19: 04 03 00 00 00", "read 68.6B: 01"]
        + Array(repeating: data, count: 5))
    let sample = try #require(bench.samples.first)
    #expect(bench.samples.count == 1)
    #expect(sample.counts == Vector3(x: -8192, y: 4096, z: 16_384))
    #expect(sample.force.microG == Vector3(x: -500_000, y: 250_000, z: 1_000_000))
    #expect(sample.scale == ForceScale(rawValue: 13))
    #expect(sample.origin == SampleOrigin(chip: .mpu6050, address: 0x68, instance: 0))
    #expect(!sample.isSaturated && !sample.isStale)
    #expect(bench.driver.identity == SensorIdentity(chip: .mpu6050, address: 0x68, identityBytes: 0x68))
  }

  /// The later chips have a filter of the accelerometer's own. One of another identity is not taken for them.
  @Test func poll_tellsTheVariantsApart() {
    func identity<Variant: MPUVariant>(_ variant: Variant.Type, _ whoAmI: UInt8) -> SensorChip? {
      var bench = ModelBench<MPUAccelerometer<Variant>>(MPU6050Model(whoAmI: whoAmI, address: 0x69), at: 0x69)
      bench.run(milliseconds: 200)
      #expect(bench.bus.transcript.contains("write 69.1D = 03") == (bench.driver.progress == .fitted && whoAmI != 0x68))
      return bench.samples.isEmpty ? nil : bench.driver.identity.chip
    }
    for whoAmI: UInt8 in [0x68, 0x70, 0x71, 0x73, 0x12] {
      #expect(identity(MPU6050.self, whoAmI) == (whoAmI == 0x68 ? .mpu6050 : nil))
      #expect(identity(MPU6500.self, whoAmI) == (whoAmI == 0x70 ? .mpu6500 : nil))
      #expect(identity(MPU9250.self, whoAmI) == ([0x71, 0x73].contains(whoAmI) ? .mpu9250 : nil))
    }
  }

  @Test func poll_marksSaturationAndWidensTheRange() throws {
    var bench = Bench(MPU6050Model())
    bench.model.noiseCounts = 0
    bench.run(milliseconds: 100)
    bench.forget()
    bench.model.world.milliG = [3000, 0, -1000]
    bench.run(milliseconds: 200)
    #expect(try #require(bench.samples.first { $0.counts.x == 32_767 }).isSaturated)
    #expect(bench.bus.transcript.contains("write 68.1C = 08"))
    let sample = try #require(bench.samples.last)
    #expect(sample.scale == ForceScale(rawValue: 14))
    #expect(sample.force.microG == Vector3(x: 3_000_000, y: 0, z: -1_000_000))
    #expect(!sample.isSaturated)
    bench.model.world.milliG = [15_000, 0, 0]
    bench.run(milliseconds: 400)
    #expect(bench.bus.transcript.contains("write 68.1C = 10") && bench.bus.transcript.contains("write 68.1C = 18"))
    #expect(try #require(bench.samples.last).force.microG.x == 15_000_000)
    bench.model.world.milliG = [0, 0, 900]
    bench.model.noiseCounts = 2
    bench.run(milliseconds: 31_000)
    #expect(bench.driver.scaleCode == 13)
  }

  @Test func everyCount_isDecodedExactly() {
    let wrong = wrongCounts(highFirst) {
      MPU6050Accelerometer.counts($0, trim: NoTrim())
    } isRight: { count, counts in
      forcesAreExact(count, counts, from: MPU6050Accelerometer.finestScale, perG: [16_384, 8192, 4096, 2048])
    }
    #expect(wrong == 0)
  }
}

@Suite struct MPUGyroscopeTests {
  private typealias Bench = ModelBench<MPU6050Gyroscope>

  /// - Parameter identities: what WHO_AM_I may be, the model's first. The later chips have a filter of the accelerometer's own.
  private static func row<Variant: MPUVariant>(
    _: Variant.Type, _ chip: SensorChip, _ identities: [UInt8], hasFilter: Bool
  ) -> ChipRow<MPUGyroscope<Variant>> {
    let whoAmI = identities[0]
    return ChipRow(
      chip: chip, identity: (0x75, whoAmI), statusRegister: nil, dataRegister: 0x43,
      bringUp: bringUp(
        String(whoAmI, radix: 16), hasFilter ? "03" : nil, "write 68.1B = 18",
        hasFilter ? "04 03 18 00 03" : "04 03 18 00 00"),
      lost: (0x19, 0x04, 0x00), rates: [25_000, 50_000, 100_000, 200_000],
      asked: [(500, 25_000), (25_001, 50_000), (75_000, 100_000), (1_000_000, 200_000)], scales: 9...9,
      kept: [(0x19, 0xff), (0x1a, 0x07), (0x1b, 0x18), (0x1c, 0), (0x1d, hasFilter ? 0x0f : 0), (0x6b, 0xff)],
      identities: (0x75, identities), model: { MPU6050Model(whoAmI: whoAmI) })
  }

  @Test func chips_areAsInTheirRows() throws {
    try Self.row(MPU6050.self, .mpu6050Gyroscope, [0x68], hasFilter: false).checkAll()
    try Self.row(MPU6500.self, .mpu6500Gyroscope, [0x70], hasFilter: true).checkAll()
    try Self.row(MPU9250.self, .mpu9250Gyroscope, [0x71, 0x73], hasFilter: true).checkAll()
  }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    var bench = Bench(MPU6050Model())
    bench.model.noiseCounts = 0
    bench.model.world.milliDegrees = [-100_000, 10_000, 1_500_000]
    bench.run(milliseconds: 85)
    let data = "read 68.43: F9 98 00 A4 60 18"
    let up = bringUp("68", nil, "write 68.1B = 18", "04 03 18 00 00")
    // The measurements of the first 50 ms are thrown away.
    #expect(
      bench.bus.transcript == ["recover: true"] + up + ["read 68.19: 04 03 18 00 00", "read 68.6B: 01"]
        + Array(repeating: data, count: 7))
    let sample = try #require(bench.samples.first)
    #expect(bench.samples.count == 1)
    #expect(sample.counts == Vector3(x: -1640, y: 164, z: 24_600))
    // A degree a second is 2^20 · π / 180.
    for (found, degrees) in zip([sample.rate.q20.x, sample.rate.q20.y, sample.rate.q20.z], [-100.0, 10, 1500]) {
      #expect(abs(Double(found) - degrees * 18_300.976) < 0.5 + abs(degrees) * 0.2)
    }
    #expect(sample.scale == RateScale(rawValue: 9))
    #expect(sample.origin == SampleOrigin(chip: .mpu6050Gyroscope, address: 0x68, instance: 0))
    #expect(!sample.isSaturated && !sample.isStale)
  }

  @Test func poll_marksSaturation() throws {
    try Bench.checkMark(
      \.isSaturated, MPU6050Model(), \.milliDegrees,
      [(1_990_000, false), (2_010_000, true), (-1_990_000, false), (-2_010_000, true)])
  }

  @Test func everyCount_isDecodedExactly() {
    let wrong = wrongCounts(highFirst) {
      MPU6050Gyroscope.counts($0, trim: NoTrim())
    } isRight: { count, counts in
      turnIsExact(count, counts, scale: 9, degrees: 1 / 16.4)
    }
    #expect(wrong == 0)
  }

  @Test func bothHalves_shareTheChip() {
    var both = TwoDrivers<MPU6050Accelerometer, MPU6050Gyroscope>(
      ModelBus(MPU6050Model()), first: 75_000, second: 200_000)
    both.checkSharing(firstPerSecond: 100, secondPerSecond: 200)
  }

  /// As a board with the fusion uses them.
  @Test(arguments: [0x68, 0x70] as [UInt8])
  func bothHalves_measureAtOnce(whoAmI: UInt8) throws {
    let bus = ModelBus(MPU6050Model(whoAmI: whoAmI))
    if whoAmI == 0x68 {
      var both = TwoDrivers<MPU6050Accelerometer, MPU6050Gyroscope>(bus, first: 50_000, second: 100_000)
      try both.checkValues()
    } else {
      var both = TwoDrivers<MPU6500Accelerometer, MPU6500Gyroscope>(bus, first: 50_000, second: 100_000)
      try both.checkValues()
    }
  }

  /// Tables of the register maps: DLPF_CFG = 3 and A_DLPFCFG = 3; and half of the chip's period of 5 ms.
  @Test func delays_areThoseOfTheFilter_andOfHalfAPeriod() {
    for rate: UInt8 in 0...3 {
      #expect(
        MPU6050Gyroscope.delay(rate: rate) == 4800 + 2500 && MPU6050Accelerometer.delay(rate: rate) == 4900 + 2500)
      #expect(
        MPU6500Gyroscope.delay(rate: rate) == 5900 + 2500 && MPU6500Accelerometer.delay(rate: rate) == 11_800 + 2500)
      #expect(
        MPU9250Gyroscope.delay(rate: rate) == 5900 + 2500 && MPU9250Accelerometer.delay(rate: rate) == 4880 + 2500)
    }
    #expect(SensorDriver<MPU6050Gyroscope>().delay == 7300)
    // A chip whose delay is not known.
    #expect(SensorDriver<LIS3DHAccelerometer>().delay == 0)
  }
}
