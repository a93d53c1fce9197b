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

  private static var row: ChipRow<IST8310Magnetometer> {
    ChipRow(
      chip: .ist8310, identity: (0x00, 0x10), statusRegister: 0x02, dataRegister: 0x03, bringUp: Self.bringUp,
      lost: (0x41, 0x24, 0x00), rates: [10_000, 25_000, 50_000, 100_000],
      asked: [(500, 10_000), (10_001, 25_000), (50_000, 50_000), (1_000_000, 100_000)], scales: 32...32,
      kept: [(0x41, 0xff), (0x42, 0xff)], pauses: [("write 0E.0B = 01", 11)], model: { IST8310Model() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    // Z is turned round: the frame is right-handed.
    try Self.row.checkFirstSample(
      after: 23, of: [21_000, -10_500, 42_000],
      transcript: Self.bringUp + [
        "write 0E.0A = 01", "read 0E.02: 01", "read 0E.03: 46 00 DD FF 74 FF",
      ], counts: [70, -35, 140], value: [21_000, -10_500, 42_000], scale: 32, identityBytes: 0x10)
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
}
