// The AK8963's driver on the register models of the chip and of the MPU-9250 that it is inside: transcript, trim, frame,
// decoding, rates, faults.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct AK8963Tests {
  private typealias Bench = ModelBench<AK8963Magnetometer>

  private static let bypass = ["write 68.6A = 00", "write 68.37 = 02"]
  private static let bringUp = [
    "read 0C.00: 48", "write 0C.0B = 01", "write 0C.0A = 1F", "read 0C.10: B0 B2 A6", "write 0C.0A = 00",
    "write 0C.0A = 16", "read 0C.0A: 16",
  ]

  private static func inside() -> AK8963Model { AK8963Model(behind: MPU6050Model(whoAmI: 0x71)) }

  private static var row: ChipRow<AK8963Magnetometer> {
    ChipRow(
      chip: .ak8963, identity: (0x00, 0x48), statusRegister: 0x02, dataRegister: 0x03, before: Self.bypass,
      bringUp: Self.bringUp, lost: (0x0a, 0x16, 0x00), rates: [8000, 100_000], scales: 29...29, kept: [(0x0a, 0x1f)],
      pauses: [("write 0C.0B = 01", 1), ("write 0C.0A = 1F", 1), ("write 0C.0A = 00", 1)], model: { Self.inside() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let data = ["read 0C.02: 01", "read 0C.03: C8 FF 70 00 18 FF 10"]
    // In the frame of the MPU-9250.
    // The first measurement is thrown away.
    // The registers' Y, X and −Z, times 128 + ASA.
    try Self.row.checkFirstSample(
      after: 35, of: [20_000, -10_000, 40_000],
      transcript: Self.bypass + Self.bringUp + ["read 0C.0A: 16"] + data + data,
      counts: [112 * 306, -56 * 304, 232 * 294], value: [20_081, -9975, 39_966], scale: 29, identityBytes: 0x48)
  }

  @Test func poll_marksSaturation() throws {
    var bench = Bench(Self.inside())
    bench.run(milliseconds: 100)
    // HOFL: the sum of the axes reaches 4912 µT.
    for (field, isBeyond) in [
      ([4_911_000, 0, 0], false), ([4_912_000, 0, 0], true), ([0, -2_500_000, 2_500_000], true),
      ([6_000_000, 0, -6_000_000], true),
      ([0, 100_000, 0], false),
    ] {
      bench.model.world.field = field
      bench.forget()
      bench.run(milliseconds: 60)
      #expect(try #require(bench.samples.last).isOverflowed == isBeyond)
    }
    #expect(bench.errors.isEmpty)
  }

  @Test func everyCountAndAdjustment_isDecodedExactly() {
    var wrong = 0
    for adjustment in [0, 1, 127, 128, 200, 255] as [UInt8] {
      var trim = AK8963Trim()
      var bytes = RegisterBytes(repeating: 0)
      (bytes[0], bytes[1], bytes[2]) = (adjustment, 255 - adjustment, 7)
      trim.load(bytes, step: 3)
      for count in -32_760...32_760 {
        let other = [count, -count, count / 3]
        let counts = AK8963Magnetometer.counts(lowFirst(other), trim: trim)
        let factors = [128 + Int(adjustment), 383 - Int(adjustment), 135]
        let products = [count * factors[0], -count * factors[1], count / 3 * 135].map {
          min(max($0, -0x7f_ffff), 0x7f_ffff)
        }
        if counts != Vector3(x: Int32(products[0]), y: Int32(products[1]), z: Int32(products[2])) { wrong += 1 }
        let expected = roundedHalfUp(products[0], 150, over: 256)
        if FieldScale(rawValue: 29).field(of: counts)?.nanotesla.x != expected { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(AK8963Magnetometer.counts(lowFirst([1, 2, 3]), trim: AK8963Trim()) == Vector3(x: 256, y: 512, z: 768))
  }

  @Test func lostSupplyOfBoth_isMended() throws {
    try Bench.checkLostSupplyOfBoth(Self.inside(), .ak8963, status: 0x02, bypass: "write 68.37 = 02")
  }

  /// Without the MPU-9250 on the bus: the error names the first register that is written to it.
  @Test func absentBridge_isNamed() {
    var bench = Bench(AK8963Model(behind: MPU6050Model(whoAmI: 0x71)))
    bench.bus.chips[1].addressRefusals = .max
    bench.run(milliseconds: 100)
    #expect(bench.errors.first == SensorError(chip: .ak8963, register: 0x6a, bus: .addressNotAcknowledged))
    #expect(bench.driver.progress == .refused)
  }
}
