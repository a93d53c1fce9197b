// The MMC5603's driver on the register model of the chip: transcript, pulses, decoding, rates, faults.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct MMC5603Tests {
  private typealias Bench = ModelBench<MMC5603Magnetometer>

  private static let bringUp = ["read 30.39: 10", "write 30.1C = 80"]

  private static var row: ChipRow<MMC5603Magnetometer> {
    ChipRow(
      chip: .mmc5603, identity: (0x39, 0x10), statusRegister: 0x18, dataRegister: 0x00, bringUp: Self.bringUp,
      lost: nil, rates: [5000, 10_000, 25_000, 50_000],
      asked: [(500, 5000), (5001, 10_000), (25_000, 25_000), (1_000_000, 50_000)], scales: 27...27, kept: [],
      pauses: [("write 30.1C = 80", 21), ("write 30.1B = 08", 1), ("write 30.1B = 10", 1)], model: { MMC5603Model() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_takesTheOffsetOfTheBridgeAway() throws {
    var bench = Bench(MMC5603Model())
    bench.model.noiseCounts = 0
    bench.model.world.field = [20_000, -10_000, 40_000]
    bench.run(milliseconds: 46)
    let (set, reset) = (["write 30.1B = 08", "write 30.1B = 01"], ["write 30.1B = 10", "write 30.1B = 01"])
    let data = [
      "read 30.18: 40", "read 30.00: 80 EB 7F 66 81 E1 80 60 40",
      "read 30.18: 40", "read 30.00: 7F 51 80 33 7E AE F0 30 10",
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
    #expect(sample.scale == FieldScale(rawValue: 27))
    #expect(sample.origin == SampleOrigin(chip: .mmc5603, address: 0x30, instance: 0))
    #expect(!sample.isOverflowed && !sample.isStale)
    #expect(bench.driver.identity == SensorIdentity(chip: .mmc5603, address: 0x30, identityBytes: 0x10))
  }

  @Test func poll_pulsesInTurn() { Bench.checkPulses(MMC5603Model()) }

  @Test func poll_marksABridgeThatAStrongFieldHasUpset() throws {
    var bench = Bench(MMC5603Model())
    bench.model.noiseCounts = 0
    bench.run(milliseconds: 200)
    #expect(bench.samples.allSatisfy { !$0.isOverflowed })
    bench.forget()
    bench.model.world.field = [3_100_000, 0, 0]
    bench.run(milliseconds: 100)
    #expect(try #require(bench.samples.last).isOverflowed)
    // The next pulses mend it.
    bench.model.world.field = [20_000, 0, 0]
    bench.run(milliseconds: 100)
    let sample = try #require(bench.samples.last)
    #expect(!sample.isOverflowed && abs(sample.field.nanotesla.x - 20_000) < 10)
    #expect(bench.errors.isEmpty)
  }

  @Test func everyCount_isDecodedExactly() {
    var wrong = 0
    for count in stride(from: 0, to: 1 << 20, by: 3) {
      let axes = [count, (1 << 20) - 1 - count, count ^ 0x155]
      var bytes = RegisterBytes(repeating: 0)
      for (axis, value) in axes.enumerated() {
        bytes[2 * axis] = UInt8(value / 4096 % 256)
        bytes[2 * axis + 1] = UInt8(value / 16 % 256)
        bytes[6 + axis] = UInt8(value % 16 * 16 + 9)
      }
      let counts = MMC5603Magnetometer.counts(bytes, trim: PairTrim())
      let expected = axes.map { Int32($0 - 1 << (20 - 1)) }
      if counts != Vector3(x: expected[0], y: expected[1], z: expected[2]) { wrong += 1 }
      let field = FieldScale(rawValue: 27).field(of: counts)?.nanotesla
      if field?.x != roundedHalfUp(Int(expected[0]), 100_000, over: 16_384) { wrong += 1 }
    }
    #expect(wrong == 0)
  }
}
