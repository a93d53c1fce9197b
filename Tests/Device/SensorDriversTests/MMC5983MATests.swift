// The MMC5983MA's driver on the register model of the chip: transcript, pulses, decoding, rates, faults.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct MMC5983MATests {
  private typealias Bench = ModelBench<MMC5983MAMagnetometer>

  private static let bringUp = ["read 30.2F: 30", "write 30.0A = 80"]

  private static var row: ChipRow<MMC5983MAMagnetometer> {
    ChipRow(
      chip: .mmc5983ma, identity: (0x2f, 0x30), statusRegister: 0x08, dataRegister: 0x00, bringUp: Self.bringUp,
      lost: nil, rates: [5000, 10_000, 25_000, 50_000],
      asked: [(500, 5000), (5001, 10_000), (25_000, 25_000), (1_000_000, 50_000)], scales: 28...28, kept: [],
      pauses: [("write 30.0A = 80", 11), ("write 30.09 = 08", 1), ("write 30.09 = 10", 1)], model: { MMC5983MAModel() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_takesTheOffsetOfTheBridgeAway() throws {
    var bench = Bench(MMC5983MAModel())
    bench.model.noiseCounts = 0
    bench.model.world.field = [20_000, -10_000, 40_000]
    bench.run(milliseconds: 36)
    let (set, reset) = (["write 30.09 = 08", "write 30.09 = 01"], ["write 30.09 = 10", "write 30.09 = 01"])
    let data = [
      "read 30.08: 11", "read 30.00: 83 AE 7D 99 87 85 20",
      "read 30.08: 11", "read 30.00: 7D 47 80 CC 7A B8 F4",
    ]
    // A measurement after a SET and one after a RESET are one sample.
    #expect(
      bench.bus.transcript.prefix(11) == [
        "recover: true", Self.bringUp[0], Self.bringUp[1], set[0], set[1], data[0], data[1], reset[0], reset[1],
        data[2], data[3],
      ])
    let sample = try #require(bench.samples.first)
    #expect(bench.samples.count == 1)
    #expect(sample.counts == Vector3(x: 3276, y: -1639, z: 6553))
    #expect(sample.field.nanotesla == Vector3(x: 19_995, y: -10_004, z: 39_996))
    #expect(sample.scale == FieldScale(rawValue: 28))
    #expect(sample.origin == SampleOrigin(chip: .mmc5983ma, address: 0x30, instance: 0))
    #expect(!sample.isOverflowed && !sample.isStale)
    #expect(bench.driver.identity == SensorIdentity(chip: .mmc5983ma, address: 0x30, identityBytes: 0x30))
  }

  @Test func poll_pulsesInTurn() { Bench.checkPulses(MMC5983MAModel()) }

  @Test func poll_marksSaturation() throws {
    var bench = Bench(MMC5983MAModel())
    bench.model.noiseCounts = 0
    bench.run(milliseconds: 200)
    #expect(bench.samples.allSatisfy { !$0.isOverflowed })
    // Either half of a pair at an end is enough: the bridge's offset of Z is 7000 nT.
    for field in [798_000, -798_000] {
      bench.forget()
      bench.model.world.field = [0, 0, field]
      bench.run(milliseconds: 100)
      #expect(try #require(bench.samples.last).isOverflowed)
    }
    #expect(bench.errors.isEmpty)
    bench.model.world.field = [20_000, 0, 0]
    bench.run(milliseconds: 100)
    #expect(try #require(bench.samples.last).isOverflowed == false)
  }

  @Test func everyCount_isDecodedExactly() {
    var wrong = 0
    for count in stride(from: 0, to: 1 << 18, by: 1) {
      let axes = [count, (1 << 18) - 1 - count, count ^ 0x155]
      var bytes = RegisterBytes(repeating: 0)
      for (axis, value) in axes.enumerated() {
        bytes[2 * axis] = UInt8(value / 1024 % 256)
        bytes[2 * axis + 1] = UInt8(value / 4 % 256)
        bytes[6] |= UInt8(value % 4) << UInt8(6 - 2 * axis)
      }
      let counts = MMC5983MAMagnetometer.counts(bytes, trim: PairTrim())
      let expected = axes.map { Int32($0 - 1 << (18 - 1)) }
      if counts != Vector3(x: expected[0], y: expected[1], z: expected[2]) { wrong += 1 }
      let field = FieldScale(rawValue: 28).field(of: counts)?.nanotesla
      if field?.x != roundedHalfUp(Int(expected[0]), 100_000, over: 16_384) { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test func bothEndsOfTheRegisters_areSaturated() {
    // The upper sixteen bits of three axes, high byte first, and then two bits of each.
    for (upper, lower, isSaturated): (UInt8, UInt8, Bool) in [
      (0x00, 0x00, true), (0xff, 0xfc, true), (0x00, 0x54, false), (0xff, 0xa8, false),
    ] {
      var bytes = RegisterBytes(repeating: upper)
      bytes[6] = lower
      #expect(MMC5983MAMagnetometer.isSaturated(bytes, status: 0) == isSaturated)
    }
  }
}
