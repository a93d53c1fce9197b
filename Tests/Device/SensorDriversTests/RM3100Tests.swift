// The RM3100's driver on the register model of the chip: transcript, decoding, range, rates, faults.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct RM3100Tests {
  private typealias Bench = ModelBench<RM3100Magnetometer>

  private static let bringUp = [
    "read 20.36: 22", "write 20.01 = 00", "write 20.04 = 00", "write 20.05 = C8", "write 20.06 = 00",
    "write 20.07 = C8", "write 20.08 = 00", "write 20.09 = C8", "write 20.0B = 95", "write 20.01 = 71",
    "read 20.04: 00 C8 00 C8 00 C8",
  ]
  private static let rateReadBack = "read 20.0B: 95"

  private static var row: ChipRow<RM3100Magnetometer> {
    ChipRow(
      chip: .rm3100, identity: (0x36, 0x22), statusRegister: 0x34, dataRegister: 0x24,
      bringUp: Self.bringUp + [Self.rateReadBack], lost: (0x0b, 0x95, 0x96),
      rates: [4500, 9000, 18_000, 37_000, 75_000],
      asked: [(500, 4500), (9001, 18_000), (37_000, 37_000), (1_000_000, 75_000)], scales: 33...33,
      kept: [0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0b].map { ($0, 0xff) }, model: { RM3100Model() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let kept = [Self.bringUp.last!, Self.rateReadBack]
    try Self.row.checkFirstSample(
      after: 32, of: [20_000, -10_000, 40_000],
      transcript: Self.bringUp + [Self.rateReadBack] + kept + [
        "read 20.34: 80", "read 20.24: 00 05 DC FF FD 12 00 0B B8",
      ], counts: [1500, -750, 3000], value: [20_000, -10_000, 40_000], scale: 33, identityBytes: 0x22)
  }

  @Test(arguments: [0x21, 0x22, 0x23] as [UInt8])
  func poll_findsTheChipAtItsOtherAddresses(address: UInt8) {
    var bench = Bench(RM3100Model(address: address), at: address)
    bench.run(milliseconds: 100)
    #expect(bench.errors.isEmpty && !bench.samples.isEmpty)
    #expect(bench.driver.identity.address == address)
  }

  /// Reading CMM would end the measuring, and so would writing TMRC after it.
  @Test func poll_neverEndsTheMeasuring() {
    var bench = Bench(RM3100Model())
    bench.run(milliseconds: 5000)
    #expect(!bench.bus.transcript.contains { $0.hasPrefix("read 20.01") })
    #expect(bench.errors.isEmpty && bench.samples.count > 350)
  }

  @Test func poll_marksSaturation() throws {
    try Bench.checkMark(
      \.isOverflowed, RM3100Model(), \.field,
      [(799_980, false), (800_000, true), (-799_980, false), (-800_000, true)])
  }

  @Test func counts_areDecodedExactly() {
    var wrong = 0
    for count in Array(stride(from: -8_388_608, through: 8_388_607, by: 257)) + [-1, 0, 1, 8_388_607] {
      let other = [count, -1 - count, count ^ 0x55_5555]
      var bytes = RegisterBytes(repeating: 0xee)
      for axis in 0..<3 {
        let unsigned = (other[axis] + 16_777_216) % 16_777_216
        bytes[3 * axis] = UInt8(unsigned / 65_536)
        bytes[3 * axis + 1] = UInt8(unsigned / 256 % 256)
        bytes[3 * axis + 2] = UInt8(unsigned % 256)
      }
      let counts = RM3100Magnetometer.counts(bytes)
      if counts != Vector3(x: Int32(other[0]), y: Int32(other[1]), z: Int32(other[2])) { wrong += 1 }
      if FieldScale(rawValue: 33).field(of: counts)?.nanotesla.x != roundedHalfUp(count, 40, over: 3) { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  /// At 37 Hz, the rate after a reset, no register tells that the supply was lost: that nothing new comes tells it.
  @Test func lostSupply_atTheDefaultRate_isFoundAndMended() {
    var bench = Bench(RM3100Model(), atLeast: 37_000)
    bench.run(milliseconds: 300)
    bench.model.powerOn()
    bench.forget()
    bench.run(milliseconds: 1000)
    #expect(bench.errors.map(\.kind) == [.notReady])
    #expect(bench.samples.count > 20)
  }
}
