// The QMC5883L's driver on the register model of the chip: transcript, decoding, ranges, rates, faults.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct QMC5883LTests {
  private typealias Bench = ModelBench<QMC5883LMagnetometer>

  private static let bringUp = [
    "read 0D.0D: FF", "write 0D.0A = 80", "write 0D.0B = 01", "write 0D.0A = 01", "write 0D.09 = 09",
    "read 0D.09: 09 01 01",
  ]

  private static var row: ChipRow<QMC5883LMagnetometer> {
    ChipRow(
      chip: .qmc5883l, identity: (0x0d, 0xff), statusRegister: 0x06, dataRegister: 0x00, bringUp: Self.bringUp,
      lost: (0x0b, 0x01, 0x00), readBackFirst: (0x0b, 0x01), rates: [10_000, 50_000, 100_000, 200_000],
      asked: [(500, 10_000), (10_001, 50_000), (75_000, 100_000), (1_000_000, 200_000)], scales: 16...17,
      kept: [(0x09, 0xff), (0x0a, 0x41), (0x0b, 0xff)], pauses: [("write 0D.0A = 80", 1)], model: { QMC5883LModel() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let data = ["read 0D.06: 01", "read 0D.00: 60 09 50 FB C0 12"]
    // One measurement is thrown away, the second is a sample.
    try Self.row.checkFirstSample(
      after: 32, of: [20_000, -10_000, 40_000], transcript: Self.bringUp + ["read 0D.09: 09 01 01"] + data + data,
      counts: [2400, -1200, 4800], value: [20_000, -10_000, 40_000], scale: 16, identityBytes: 0xff)
  }

  @Test func poll_marksSaturationAndWidensTheRange() throws {
    var bench = Bench(QMC5883LModel())
    bench.model.noiseCounts = 0
    bench.run(milliseconds: 60)
    bench.forget()
    bench.model.world.field = [300_000, 0, -100_000]
    bench.run(milliseconds: 100)
    #expect(try #require(bench.samples.first { $0.counts.x == 32_767 }).isOverflowed)
    #expect(bench.bus.transcript.contains("write 0D.09 = 19"))
    let sample = try #require(bench.samples.last)
    #expect(sample.scale == FieldScale(rawValue: 17))
    #expect(sample.counts == Vector3(x: 9000, y: 0, z: -3000))
    #expect(sample.field.nanotesla == Vector3(x: 300_000, y: 0, z: -100_000))
    #expect(!sample.isOverflowed)
    bench.model.world.field = [20_000, 0, 40_000]
    bench.model.noiseCounts = 2
    bench.run(milliseconds: 11_000)
    #expect(bench.driver.scaleCode == 16)
  }

  /// OVL alone marks a sample, too: the limit of the chip's range lies within its registers.
  @Test func overflow_isABitOfTheStatus() {
    for status in UInt8.min...UInt8.max {
      #expect(
        QMC5883LMagnetometer.isSaturated(RegisterBytes(repeating: 0), status: status) == (status / 2 % 2 == 1))
    }
  }

  @Test func everyCount_isDecodedExactly() {
    var wrong = 0
    for count in -32_768...32_767 {
      let other = [count, -1 - count, count ^ 0x55]
      let counts = QMC5883LMagnetometer.counts(lowFirst(other), trim: NoTrim())
      if counts != Vector3(x: Int32(other[0]), y: Int32(other[1]), z: Int32(other[2])) { wrong += 1 }
      for (index, perGauss) in [12_000, 3000].enumerated() {
        let scale = FieldScale(rawValue: QMC5883LMagnetometer.finestScale + UInt8(index))
        if scale.field(of: counts)?.nanotesla.x != roundedHalfUp(count, 100_000, over: perGauss) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }
}
