// The QMC5883P's driver on the register model of the chip: transcript, decoding, ranges, rates, faults.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct QMC5883PTests {
  private typealias Bench = ModelBench<QMC5883PMagnetometer>

  private static let bringUp = [
    "read 2C.00: 80", "write 2C.0B = 80", "write 2C.29 = 06", "write 2C.0B = 0C", "write 2C.0A = C9",
    "read 2C.0A: C9 0C", "read 2C.29: 06",
  ]

  private static var row: ChipRow<QMC5883PMagnetometer> {
    ChipRow(
      chip: .qmc5883p, identity: (0x00, 0x80), statusRegister: 0x09, dataRegister: 0x01, bringUp: Self.bringUp,
      lost: (0x0b, 0x0c, 0x00), rates: [10_000, 50_000, 100_000, 200_000],
      asked: [(500, 10_000), (10_001, 50_000), (75_000, 100_000), (1_000_000, 200_000)], scales: 18...21,
      kept: [(0x0a, 0xff), (0x0b, 0x4f), (0x29, 0xff)], pauses: [("write 2C.0B = 80", 1)], model: { QMC5883PModel() })
  }

  @Test func chip_isAsInItsRow() throws { try Self.row.checkAll() }

  @Test func poll_bringsTheChipUpAndSamples() throws {
    let data = ["read 2C.09: 01", "read 2C.01: B8 0B 24 FA 70 17"]
    // One measurement is thrown away, the second is a sample.
    try Self.row.checkFirstSample(
      after: 32, of: [20_000, -10_000, 40_000],
      transcript: Self.bringUp + ["read 2C.0A: C9 0C", "read 2C.29: 06"] + data + data, counts: [3000, -1500, 6000],
      value: [20_000, -10_000, 40_000], scale: 18, identityBytes: 0x80)
  }

  @Test func poll_marksSaturationAndWidensTheRange() throws {
    var bench = Bench(QMC5883PModel())
    bench.model.noiseCounts = 0
    bench.run(milliseconds: 60)
    bench.forget()
    // 31,500 counts at ±2 gauss: OVFL says so, the counts alone do not.
    bench.model.world.field = [210_000, 0, -100_000]
    bench.run(milliseconds: 100)
    #expect(try #require(bench.samples.first { $0.counts.x == 31_500 }).isOverflowed)
    #expect(bench.bus.transcript.contains("write 2C.0B = 08"))
    let sample = try #require(bench.samples.last)
    #expect(sample.scale == FieldScale(rawValue: 19))
    #expect(sample.counts == Vector3(x: 7875, y: 0, z: -3750))
    #expect(sample.field.nanotesla == Vector3(x: 210_000, y: 0, z: -100_000))
    #expect(!sample.isOverflowed)
    bench.model.world.field = [2_500_000, 0, 0]
    bench.run(milliseconds: 200)
    #expect(bench.bus.transcript.contains("write 2C.0B = 04") && bench.bus.transcript.contains("write 2C.0B = 00"))
    #expect(try #require(bench.samples.last).field.nanotesla.x == 2_500_000)
    bench.model.world.field = [20_000, 0, 40_000]
    bench.model.noiseCounts = 2
    bench.run(milliseconds: 31_000)
    #expect(bench.driver.scaleCode == 18)
  }

  @Test func overflow_isABitOfTheStatus() {
    for status in UInt8.min...UInt8.max {
      #expect(
        QMC5883PMagnetometer.isSaturated(RegisterBytes(repeating: 0), status: status) == (status / 2 % 2 == 1))
    }
  }

  @Test func everyCount_isDecodedExactly() {
    var wrong = 0
    for count in -32_768...32_767 {
      let other = [count, -1 - count, count ^ 0x55]
      let counts = QMC5883PMagnetometer.counts(lowFirst(other), trim: NoTrim())
      if counts != Vector3(x: Int32(other[0]), y: Int32(other[1]), z: Int32(other[2])) { wrong += 1 }
      for (index, perGauss) in [15_000, 3750, 2500, 1000].enumerated() {
        let scale = FieldScale(rawValue: QMC5883PMagnetometer.finestScale + UInt8(index))
        if scale.field(of: counts)?.nanotesla.x != roundedHalfUp(count, 100_000, over: perGauss) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }
}
