// Drivers over SPI, on the same register models as over I2C: the read bit, the bit for bursts, and what a chip wants more.
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// A driver and its chip on SPI, polled every millisecond.
private struct SPIBench<Chip: SensorChipDriver>: ~Copyable {
  var driver = SensorDriver<Chip>(at: 1)
  var bus: SPIRegisters<ModelWire>
  var time: UInt64 = 0
  var samples: [Chip.Sample] = []
  var errors: [SensorError] = []

  init(_ model: SensorModel) {
    model.noiseCounts = 0
    bus = SPIRegisters(ModelWire(model))
  }

  mutating func run(milliseconds: Int) {
    for _ in 0..<milliseconds {
      bus.port.chip.advance(to: time)
      switch driver.poll(&bus, at: Instant(microseconds: time)) {
      case .nothing: break
      case .sample(let sample): samples.append(sample)
      case .fault(let error), .unavailable(let error): errors.append(error)
      }
      time += 1000
    }
  }
}

@Suite struct SPITests {
  @Test func lis3mdl_setsTheBitForBursts() throws {
    let model = LIS3MDLModel()
    model.world.field = [20_000, -10_000, 40_000]
    var bench = SPIBench<LIS3MDLMagnetometer>(model)
    bench.run(milliseconds: 200)
    #expect(
      bench.bus.port.transcript.starts(with: [
        "8F: 3D", "21 04", "05 00", "06 00", "07 00", "08 00", "09 00", "0A 00", "20 FC", "23 0C", "24 40", "21 00",
        "22 00",
      ]))
    #expect(bench.bus.port.transcript.contains("E0: FC 00 00 0C 40"))
    #expect(bench.errors.isEmpty)
    let sample = try #require(bench.samples.last)
    #expect(sample.counts == Vector3(x: 1368, y: -684, z: 2737))
    #expect(sample.origin == SampleOrigin(chip: .lis3mdl, address: 1, instance: 0))
  }

  @Test func adxl345_setsTheBitForBursts() throws {
    let model = ADXL345Model()
    model.world.milliG = [-500, 250, 1000]
    var bench = SPIBench<ADXL345Accelerometer>(model)
    bench.run(milliseconds: 200)
    #expect(bench.bus.port.transcript.contains("EC: 0A 08"))
    #expect(bench.errors.isEmpty)
    #expect(try #require(bench.samples.last).counts == Vector3(x: -128, y: 64, z: 256))
  }

  @Test func lsm6dsox_needsNoBit() throws {
    let turning = LSM6DSOXModel()
    turning.world.milliG = [0, 0, 1000]
    turning.world.milliDegrees = [70_000, 0, -140_000]
    var force = SPIBench<LSM6DSOXAccelerometer>(turning)
    force.run(milliseconds: 200)
    #expect(
      force.bus.port.transcript.starts(with: [
        "01 00", "8F: 6C", "12 44", "13 00", "14 00", "15 00", "16 00", "17 00", "10 40", "90: 40 00 44",
      ]))
    #expect(force.errors.isEmpty)
    #expect(try #require(force.samples.last).counts == Vector3(x: 0, y: 0, z: 16_393))
    let other = LSM6DSOXModel()
    other.world = turning.world
    var rate = SPIBench<LSM6DSOXGyroscope>(other)
    rate.run(milliseconds: 200)
    #expect(rate.errors.isEmpty)
    #expect(try #require(rate.samples.last).counts == Vector3(x: 1000, y: 0, z: -2000))
  }

  /// I2C_IF_DIS: otherwise the chip takes what is meant for others on the bus for itself.
  @Test func icm20948_stopsListeningToI2C() throws {
    let model = ICM20948Model()
    model.world.milliG = [-500, 250, 1000]
    var bench = SPIBench<ICM20948Accelerometer>(model)
    bench.run(milliseconds: 200)
    #expect(
      bench.bus.port.transcript.starts(with: [
        "7F 00", "80: EA", "03 10", "06 01", "05 00", "07 00", "7F 20", "10 00", "7F 00",
      ]))
    #expect(model.listensToSPIOnly && !ICM20948Model().listensToSPIOnly)
    #expect(bench.errors.isEmpty)
    #expect(try #require(bench.samples.last).counts == Vector3(x: -8192, y: 4096, z: 16_384))
    var rate = SPIBench<ICM20948Gyroscope>(ICM20948Model())
    rate.run(milliseconds: 200)
    #expect(rate.errors.isEmpty && !rate.samples.isEmpty)
  }

  @Test func rm3100_needsNoBit() throws {
    let model = RM3100Model()
    model.world.field = [20_000, -10_000, 40_000]
    var bench = SPIBench<RM3100Magnetometer>(model)
    bench.run(milliseconds: 200)
    #expect(bench.bus.port.transcript.starts(with: ["B6: 22", "01 00", "04 00", "05 C8"]))
    #expect(bench.bus.port.transcript.contains("A4: 00 05 DC FF FD 12 00 0B B8"))
    #expect(bench.errors.isEmpty)
    #expect(try #require(bench.samples.last).counts == Vector3(x: 1500, y: -750, z: 3000))
  }

  /// The first read makes the chip listen to SPI.
  @Test func bmi160_isToldToListenToSPI() throws {
    let model = BMI160Model()
    model.world.milliG = [-500, 250, 1000]
    var bench = SPIBench<BMI160Accelerometer>(model)
    bench.run(milliseconds: 200)
    #expect(
      bench.bus.port.transcript.starts(with: [
        "FF: 00", "80: D1", "FE: 00", "7E 11", "83: 10", "6C 00", "6D 00", "77 00", "40 28", "41 03",
      ]))
    #expect(bench.errors.isEmpty)
    #expect(try #require(bench.samples.last).counts == Vector3(x: -8192, y: 4096, z: 16_384))
    var rate = SPIBench<BMI160Gyroscope>(BMI160Model())
    rate.run(milliseconds: 200)
    #expect(rate.errors.isEmpty && !rate.samples.isEmpty)
  }

  /// SPI has no acknowledgement: an absent chip is another identity.
  @Test(arguments: [0x00, 0xff] as [UInt8])
  func absentChip_isAnotherIdentity(level: UInt8) {
    var bench = SPIBench<LIS3MDLMagnetometer>(LIS3MDLModel())
    bench.bus.port.floatsAt = level
    bench.run(milliseconds: 20)
    #expect(
      bench.errors == [
        SensorError(chip: .lis3mdl, register: 0x0f, kind: .wrongIdentity, expected: 0x3d, found: level)
      ])
    bench.bus.port.floatsAt = nil
    bench.run(milliseconds: 600)
    #expect(!bench.samples.isEmpty)
  }

  @Test func masterThatNeverFinishes_isNamed() {
    var bench = SPIBench<LIS3MDLMagnetometer>(LIS3MDLModel())
    bench.run(milliseconds: 100)
    bench.bus.port.isStuck = true
    bench.run(milliseconds: 100)
    #expect(bench.errors.first == SensorError(chip: .lis3mdl, register: 0x27, bus: .timeout))
    bench.bus.port.isStuck = false
    bench.samples = []
    bench.run(milliseconds: 600)
    #expect(!bench.samples.isEmpty)
  }

  @Test func lostSupply_isFoundAndMended() {
    let model = LSM6DSOXModel()
    var bench = SPIBench<LSM6DSOXAccelerometer>(model)
    bench.run(milliseconds: 200)
    model.powerOn()
    bench.samples = []
    bench.run(milliseconds: 400)
    #expect(bench.errors.map(\.kind) == [.configurationNotKept])
    #expect(!bench.samples.isEmpty)
  }
}
