// The AK09916's driver on the register models of the chip and of the ICM-20948 that it is inside: transcript, frame,
// decoding, rates, faults.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct AK09916Tests {
  private typealias Bench = ModelBench<AK09916Magnetometer>

  private static let bypass = ["write 68.7F = 00", "write 68.06 = 01", "write 68.03 = 00", "write 68.0F = 02"]
  private static let bringUp = ["read 0C.00: 48 09", "write 0C.32 = 01", "write 0C.31 = 08", "read 0C.31: 08"]

  private static func inside() -> AK09916Model { AK09916Model(behind: ICM20948Model()) }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    var bench = Bench(Self.inside())
    bench.model.noiseCounts = 0
    bench.model.world.field = [21_000, -10_500, 42_000]
    bench.run(milliseconds: 31)
    let data = ["read 0C.10: 01", "read 0C.11: 8C 00 46 00 E8 FE 00 00"]
    // The first measurement is thrown away.
    #expect(bench.bus.transcript == ["recover: true"] + Self.bypass + Self.bringUp + ["read 0C.31: 08"] + data + data)
    let sample = try #require(bench.samples.first)
    #expect(bench.samples.count == 1)
    // Y and Z are turned round.
    #expect(sample.counts == Vector3(x: 140, y: -70, z: 280))
    #expect(sample.field.nanotesla == Vector3(x: 21_000, y: -10_500, z: 42_000))
    #expect(sample.scale == FieldScale(rawValue: 30))
    #expect(sample.origin == SampleOrigin(chip: .ak09916, address: 0x0c, instance: 0))
    #expect(!sample.isOverflowed && !sample.isStale)
    #expect(bench.driver.identity == SensorIdentity(chip: .ak09916, address: 0x0c, identityBytes: 0x0948))
  }

  @Test func poll_marksSaturation() throws {
    var bench = Bench(Self.inside())
    bench.run(milliseconds: 100)
    // HOFL: the sum of the axes reaches 4912 µT.
    for (field, isBeyond) in [
      ([4_911_000, 0, 0], false), ([4_912_000, 0, 0], true), ([0, -2_500_000, 2_500_000], true),
      ([0, 100_000, 0], false),
    ] {
      bench.model.world.field = field
      bench.forget()
      bench.run(milliseconds: 60)
      #expect(try #require(bench.samples.last).isOverflowed == isBeyond)
    }
    #expect(bench.errors.isEmpty)
  }

  @Test func everyCount_isDecodedExactly() {
    let wrong = wrongCounts(lowFirst) {
      AK09916Magnetometer.counts($0, trim: NoTrim())
    } isRight: { count, counts in
      FieldScale(rawValue: 30).field(of: counts)?.nanotesla.x == Int32(count) * 150
    }
    #expect(wrong == 0)
  }

  @Test func faults_areNamed() throws {
    try ChipFaults<AK09916Magnetometer>(
      chip: .ak09916, identity: (0x00, 0x48), statusRegister: 0x10, dataRegister: 0x11, before: Self.bypass,
      bringUp: Self.bringUp, lost: (0x31, 0x08, 0x00), model: { Self.inside() }
    ).checkAll()
  }

  @Test func facts_ofTheDataSheet_areKept() throws {
    try ChipFacts<AK09916Magnetometer>(
      rates: [10_000, 20_000, 50_000, 100_000], scales: 30...30, kept: [(0x31, 0x1f)],
      pauses: [("write 0C.32 = 01", 1)], identity: (0x01, [0x09]), model: { Self.inside() }
    ).checkAll()
  }

  @Test func lostSupplyOfBoth_isMended() throws {
    try Bench.checkLostSupplyOfBoth(Self.inside(), .ak09916, status: 0x10, bypass: "write 68.0F = 02")
  }

  /// Beside drivers of the other two thirds of the package, which use banks and the same power register.
  @Test func threeDrivers_shareThePackage() {
    let host = ICM20948Model()
    let bus = ModelBus(AK09916Model(behind: host), host)
    var both = TwoDrivers<AK09916Magnetometer, ICM20948Gyroscope>(bus, first: 100_000, second: 200_000)
    both.checkSharing(firstPerSecond: 100, secondPerSecond: 200)
  }
}
