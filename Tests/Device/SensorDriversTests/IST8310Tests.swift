// The IST8310's driver on the register model of the chip: transcript, frame, decoding, rates, faults.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct IST8310Tests {
  private typealias Bench = ModelBench<IST8310Magnetometer>

  private static let bringUp = [
    "read 0E.00: 10", "write 0E.0B = 01", "write 0E.41 = 24", "write 0E.42 = C0", "read 0E.41: 24 C0",
  ]

  @Test func poll_bringsTheChipUpAndSamples() throws {
    var bench = Bench(IST8310Model())
    bench.model.noiseCounts = 0
    bench.model.world.field = [21_000, -10_500, 42_000]
    bench.run(milliseconds: 23)
    #expect(
      bench.bus.transcript == ["recover: true"] + Self.bringUp + [
        "write 0E.0A = 01", "read 0E.02: 01", "read 0E.03: 46 00 DD FF 74 FF",
      ])
    let sample = try #require(bench.samples.first)
    #expect(bench.samples.count == 1)
    // Z is turned round: the frame is right-handed.
    #expect(sample.counts == Vector3(x: 70, y: -35, z: 140))
    #expect(sample.field.nanotesla == Vector3(x: 21_000, y: -10_500, z: 42_000))
    #expect(sample.scale == FieldScale(rawValue: 32))
    #expect(sample.origin == SampleOrigin(chip: .ist8310, address: 0x0e, instance: 0))
    #expect(!sample.isOverflowed && !sample.isStale)
    #expect(bench.driver.identity == SensorIdentity(chip: .ist8310, address: 0x0e, identityBytes: 0x10))
  }

  @Test func poll_marksSaturation() throws {
    try Bench.checkMark(
      \.isOverflowed, IST8310Model(), \.field,
      [(1_599_600, false), (1_600_000, true), (-1_599_600, false), (-1_600_000, true)])
  }

  @Test func everyCount_isDecodedExactly() {
    let wrong = wrongCounts(lowFirst) {
      IST8310Magnetometer.counts($0, trim: NoTrim())
    } isRight: { count, counts in
      FieldScale(rawValue: 32).field(of: counts)?.nanotesla.x == Int32(count) * 300
    }
    #expect(wrong == 0)
  }

  @Test(arguments: [(500, 10_000), (10_001, 25_000), (50_000, 50_000), (1_000_000, 100_000)] as [(UInt32, UInt32)])
  func setRate_choosesTheSlowestThatIsEnough(asked: UInt32, given: UInt32) {
    Bench.expectRate(IST8310Model(), asked: asked, given: given, slack: Int(given) / 20 + 300)
  }

  @Test func faults_areNamed() throws {
    try ChipFaults<IST8310Magnetometer>(
      chip: .ist8310, identity: (0x00, 0x10), statusRegister: 0x02, dataRegister: 0x03, bringUp: Self.bringUp,
      lost: (0x41, 0x24, 0x00), model: { IST8310Model() }
    ).checkAll()
  }

  @Test func facts_ofTheDataSheet_areKept() throws {
    try ChipFacts<IST8310Magnetometer>(
      rates: [10_000, 25_000, 50_000, 100_000], scales: 32...32, kept: [(0x41, 0xff), (0x42, 0xff)],
      pauses: [("write 0E.0B = 01", 11)], identity: (0x00, [0x10]), model: { IST8310Model() }
    ).checkAll()
  }
}
