// The LSM6DSOX's two drivers on the register model of the chip: transcripts, decoding, ranges, rates, faults, and both at
// once.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct LSM6DSOXAccelerometerTests {
  private typealias Bench = ModelBench<LSM6DSOXAccelerometer>

  private static let bringUp = [
    "read 6A.0F: 6C", "write 6A.12 = 44", "write 6A.13 = 00", "write 6A.14 = 00", "write 6A.15 = 00",
    "write 6A.16 = 00", "write 6A.17 = 00",
    "write 6A.10 = 40", "read 6A.10: 40 00 44",
  ]

  private static var row: ChipRow<LSM6DSOXAccelerometer> {
    ChipRow(
      chip: .lsm6dsox, identity: (0x0f, 0x6c), statusRegister: 0x1e, dataRegister: 0x28, before: ["write 6A.01 = 00"],
      bringUp: Self.bringUp, lost: (0x12, 0x44, 0x04),
      rates: [12_500, 26_000, 52_000, 104_000, 208_000, 416_000, 833_000],
      asked: [(500, 12_500), (26_001, 52_000), (104_000, 104_000), (200_000, 208_000), (300_000, 416_000)],
      scales: 9...12, kept: [(0x10, 0xfe), (0x11, 0), (0x12, 0x44)], model: { LSM6DSOXModel() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let data = ["read 6A.1E: 05", "read 6A.28: 99 F9 02 10 09 40"]
    // Two measurements are thrown away, the third is a sample. The temperature is not read, so its flag stays.
    try Self.row.checkFirstSample(
      after: 41, of: [-100, 250, 1000],
      transcript: ["write 6A.01 = 00"] + Self.bringUp + ["read 6A.10: 40 00 44"] + data
        + data + data, counts: [-1639, 4098, 16_393], value: [-99_979, 249_978, 999_973], scale: 9, identityBytes: 0x6c)
  }

  @Test func poll_findsTheChipAtItsOtherAddress() {
    var bench = Bench(LSM6DSOXModel(address: 0x6b), at: 0x6b)
    bench.run(milliseconds: 100)
    #expect(bench.errors.isEmpty && !bench.samples.isEmpty)
  }

  @Test func poll_marksSaturationAndWidensTheRange() throws {
    var bench = Bench(LSM6DSOXModel())
    bench.model.noiseCounts = 0
    bench.run(milliseconds: 60)
    bench.forget()
    bench.model.world.milliG = [3000, 0, -1000]
    bench.run(milliseconds: 100)
    #expect(try #require(bench.samples.first { $0.counts.x == 32_767 }).isSaturated)
    #expect(bench.bus.transcript.contains("write 6A.10 = 48"))
    let sample = try #require(bench.samples.last)
    #expect(sample.scale == ForceScale(rawValue: 10))
    #expect(abs(sample.force.microG.x - 3_000_000) < 100 && abs(sample.force.microG.z + 1_000_000) < 100)
    #expect(!sample.isSaturated)
    bench.model.world.milliG = [15_000, 0, 0]
    bench.run(milliseconds: 200)
    #expect(bench.bus.transcript.contains("write 6A.10 = 4C") && bench.bus.transcript.contains("write 6A.10 = 44"))
    #expect(abs(try #require(bench.samples.last).force.microG.x - 15_000_000) < 300)
    bench.model.world.milliG = [0, 0, 900]
    bench.model.noiseCounts = 2
    bench.run(milliseconds: 31_000)
    #expect(bench.driver.scaleCode == 9)
  }

  @Test func everyCount_isDecodedExactly() {
    var wrong = 0
    for count in -32_768...32_767 {
      let other = [count, -1 - count, count ^ 0x55]
      let counts = LSM6DSOXAccelerometer.counts(lowFirst(other), trim: NoTrim())
      if counts != Vector3(x: Int32(other[0]), y: Int32(other[1]), z: Int32(other[2])) { wrong += 1 }
      for (index, microG) in [61, 122, 244, 488].enumerated() {
        let scale = ForceScale(rawValue: LSM6DSOXAccelerometer.finestScale + UInt8(index))
        if scale.force(of: counts)?.microG.x != Int32(count * microG) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }
}

@Suite struct LSM6DSOXGyroscopeTests {
  private typealias Bench = ModelBench<LSM6DSOXGyroscope>

  private static let bringUp = [
    "read 6A.0F: 6C", "write 6A.12 = 44", "write 6A.13 = 00", "write 6A.14 = 00", "write 6A.15 = 00",
    "write 6A.16 = 00", "write 6A.17 = 00",
    "write 6A.11 = 4C", "read 6A.10: 00 4C 44",
  ]

  private static var row: ChipRow<LSM6DSOXGyroscope> {
    ChipRow(
      chip: .lsm6dsoxGyroscope, identity: (0x0f, 0x6c), statusRegister: 0x1e, dataRegister: 0x22,
      before: ["write 6A.01 = 00"], bringUp: Self.bringUp, lost: (0x12, 0x44, 0x04),
      rates: [12_500, 26_000, 52_000, 104_000, 208_000, 416_000, 833_000],
      asked: [(500, 12_500), (26_001, 52_000), (104_000, 104_000), (200_000, 208_000), (300_000, 416_000)],
      slack: (20, 1200), scales: 5...5, kept: [(0x10, 0), (0x11, 0xfe), (0x12, 0x44)], model: { LSM6DSOXModel() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    var bench = Bench(LSM6DSOXModel())
    bench.model.noiseCounts = 0
    bench.model.world.milliDegrees = [-70_000, 7000, 1_400_000]
    bench.run(milliseconds: 98)
    let data = ["read 6A.1E: 02", "read 6A.22: 18 FC 64 00 20 4E"]
    // The measurements of the first 70 ms are thrown away.
    let begun: [String] = ["recover: true", "write 6A.01 = 00"] + Self.bringUp + ["read 6A.10: 00 4C 44"]
    #expect(Array(bench.bus.transcript.prefix(12)) == begun)
    #expect(bench.bus.transcript.filter { $0 == data[1] }.count == 9)
    let sample = try #require(bench.samples.first)
    #expect(bench.samples.count == 1)
    #expect(sample.counts == Vector3(x: -1000, y: 100, z: 20_000))
    // A degree a second is 2^20 · π / 180.
    for (found, degrees) in zip([sample.rate.q20.x, sample.rate.q20.y, sample.rate.q20.z], [-70.0, 7, 1400]) {
      #expect(abs(Double(found) - degrees * 18_300.976) < 0.5 + abs(degrees) * 0.2)
    }
    #expect(sample.scale == RateScale(rawValue: 5))
    #expect(sample.origin == SampleOrigin(chip: .lsm6dsoxGyroscope, address: 0x6a, instance: 0))
    #expect(!sample.isSaturated && !sample.isStale)
    #expect(bench.driver.identity == SensorIdentity(chip: .lsm6dsoxGyroscope, address: 0x6a, identityBytes: 0x6c))
  }

  @Test func poll_marksSaturation() throws {
    var bench = Bench(LSM6DSOXModel())
    bench.model.noiseCounts = 0
    bench.run(milliseconds: 200)
    for axis in 0..<3 {
      for sign in [-1, 1] {
        bench.model.world.milliDegrees = [0, 0, 0]
        bench.model.world.milliDegrees[axis] = sign * 2_500_000
        bench.forget()
        bench.run(milliseconds: 40)
        #expect(try #require(bench.samples.last).isSaturated)
      }
    }
    bench.model.world.milliDegrees = [2_000_000, 0, 0]
    bench.forget()
    bench.run(milliseconds: 40)
    #expect(try #require(bench.samples.last).isSaturated == false)
    #expect(bench.errors.isEmpty)
  }

  @Test func everyCount_isDecodedExactly() {
    let wrong = wrongCounts(lowFirst) {
      LSM6DSOXGyroscope.counts($0, trim: NoTrim())
    } isRight: { count, counts in
      turnIsExact(count, counts, scale: 5, degrees: 0.07)
    }
    #expect(wrong == 0)
  }

  @Test func bothHalves_shareTheChip() {
    var both = TwoDrivers<LSM6DSOXAccelerometer, LSM6DSOXGyroscope>(
      ModelBus(LSM6DSOXModel()), first: 75_000, second: 200_000)
    both.checkSharing(firstPerSecond: 104, secondPerSecond: 208)
  }

  @Test func bothHalves_measureAtOnce() throws {
    var both = TwoDrivers<LSM6DSOXAccelerometer, LSM6DSOXGyroscope>(
      ModelBus(LSM6DSOXModel()), first: 50_000, second: 100_000)
    try both.checkValues()
  }

  /// A pole at 33 Hz, the bandwidth at 104 Hz, delays by 4.8 ms; one at 52 Hz by 3.1 ms. Both grow with the period.
  @Test func delays_areThoseOfAPoleAtTheBandwidth() {
    for (rate, hertz) in [(3, 104.0), (4, 208), (0, 12.5)] as [(UInt8, Double)] {
      let gyroscope = Double(LSM6DSOXGyroscope.delay(rate: rate)) * 1e-6
      let accelerometer = Double(LSM6DSOXAccelerometer.delay(rate: rate)) * 1e-6
      #expect(abs(gyroscope * 2 * Double.pi * hertz * 33 / 104 - 1) < 0.02)
      #expect(abs(accelerometer * Double.pi * hertz - 1) < 0.06)
    }
  }
}
