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

  private static var row: ChipRow<AK09916Magnetometer> {
    ChipRow(
      chip: .ak09916, identity: (0x00, 0x48), statusRegister: 0x10, dataRegister: 0x11, before: Self.bypass,
      bringUp: Self.bringUp, lost: (0x31, 0x08, 0x00), rates: [10_000, 20_000, 50_000, 100_000], scales: 30...30,
      kept: [(0x31, 0x1f)], pauses: [("write 0C.32 = 01", 1)], identities: (0x01, [0x09]), model: { Self.inside() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let data = ["read 0C.10: 01", "read 0C.11: 8C 00 46 00 E8 FE 00 00"]
    // The first measurement is thrown away.
    // Y and Z are turned round.
    try Self.row.checkFirstSample(
      after: 31, of: [21_000, -10_500, 42_000],
      transcript: Self.bypass + Self.bringUp + ["read 0C.31: 08"] + data + data, counts: [140, -70, 280],
      value: [21_000, -10_500, 42_000], scale: 30, identityBytes: 0x0948)
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
