// The MAG3110's driver on the register model of the chip: transcript, decoding, rates, faults.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct MAG3110Tests {
  private typealias Bench = ModelBench<MAG3110Magnetometer>

  private static let bringUp = [
    "read 0E.07: C4", "write 0E.10 = 00", "read 0E.08: 00", "write 0E.11 = A0", "write 0E.10 = 01",
    "read 0E.10: 01 A0",
  ]

  private static var row: ChipRow<MAG3110Magnetometer> {
    ChipRow(
      chip: .mag3110, identity: (0x07, 0xc4), statusRegister: 0x00, dataRegister: 0x01, bringUp: Self.bringUp,
      lost: (0x11, 0xa0, 0x00), rates: [625, 1250, 2500, 5000, 10_000, 20_000, 40_000, 80_000],
      asked: [
        (500, 625), (1000, 1250), (2000, 2500), (2501, 5000), (10_000, 10_000), (10_001, 20_000), (40_000, 40_000),
        (1_000_000, 80_000),
      ], scales: 34...34, kept: [(0x10, 0xff), (0x11, 0x20)], model: { MAG3110Model() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let data = ["read 0E.00: 0F", "read 0E.01: 00 C8 FF 9C 01 90"]
    // One measurement is thrown away, the second is a sample.
    try Self.row.checkFirstSample(
      after: 42, of: [20_000, -10_000, 40_000], milliCelsius: -3000,
      transcript: Self.bringUp + ["read 0E.0F: FD"] + data + data, counts: [200, -100, 400],
      value: [20_000, -10_000, 40_000], scale: 34, temperatureEighths: -24, identityBytes: 0xc4)
  }

  /// A chip that measures, with another program's offset, because only the microcontroller was started again.
  @Test func poll_stopsAChipThatMeasuresBeforeItIsConfigured() throws {
    var bench = Bench(MAG3110Model())
    bench.model.noiseCounts = 0
    bench.model.write(0x01, to: 0x09)
    bench.model.write(0x81, to: 0x10)
    bench.run(milliseconds: 60)
    #expect(bench.bus.transcript.contains("read 0E.10: 01 A0"))
    #expect(try #require(bench.samples.first).counts.x == 200)
  }

  @Test func poll_marksSaturation() throws {
    try Bench.checkMark(
      \.isOverflowed, MAG3110Model(), \.field,
      [(1_000_000, false), (1_000_100, true), (-1_000_000, false), (-1_000_100, true)])
  }

  @Test func everyCount_isDecodedExactly() {
    let wrong = wrongCounts(highFirst) {
      MAG3110Magnetometer.counts($0, trim: NoTrim())
    } isRight: { count, counts in
      FieldScale(rawValue: MAG3110Magnetometer.finestScale).field(of: counts)?.nanotesla.x == Int32(count) * 100
    }
    #expect(wrong == 0)
    for degrees in -128...127 {
      let bytes = RegisterBytes(repeating: UInt8(truncatingIfNeeded: degrees))
      #expect(MAG3110Magnetometer.temperatureEighths(bytes) == degrees * 8)
    }
  }

  /// Datasheet, table 36: DR and OS for each rate, with the finest oversampling that it allows.
  @Test(
    arguments: [
      (625, 0x99), (1250, 0x79), (2500, 0x59), (5000, 0x39), (10_000, 0x19), (20_000, 0x11), (40_000, 0x09),
      (80_000, 0x01),
    ] as [(UInt32, UInt8)])
  func eachRate_hasItsBits(milliHertz: UInt32, control: UInt8) {
    var bench = Bench(MAG3110Model(), atLeast: milliHertz)
    bench.run(milliseconds: 20)
    #expect(bench.model.value(at: 0x10) == control)
  }

  /// SYSMOD is 1 or 2 while the chip measures; registers may be written from 0 on.
  @Test(arguments: [1, 2] as [UInt8])
  func poll_waitsForTheEndOfAMeasurement(mode: UInt8) {
    var bench = Bench(MAG3110Model())
    bench.model.clone = (0x08, mode)
    bench.run(milliseconds: 350)
    #expect(bench.bus.transcript.count { $0 == "read 0E.08: 0\(mode)" } == 4)
    #expect(!bench.bus.transcript.contains("write 0E.11 = A0"))
    bench.model.clone = nil
    bench.run(milliseconds: 200)
    #expect(!bench.samples.isEmpty && bench.errors.isEmpty)
  }
}
