// Registers that an earlier firmware left: flashing restarts the microcontroller, and the sensor keeps its supply. From any
// state that a chip can be written into, its driver must come to right samples.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct InheritedRegisterTests {
  private static let seeds = TestEffort.count(quick: 10, usual: 40, full: 400)

  /// Writes random bytes to all registers in a random order, some of them twice, as programs do it that know the chip.
  private func soil(_ model: SensorModel, _ random: inout SeededGenerator) {
    var time = model.now
    for register in (0...0x7f).shuffled(using: &random) + (0...0x7f).shuffled(using: &random).prefix(32) {
      time += 1000
      model.advance(to: time)
      model.write(UInt8.random(in: 0...255, using: &random), to: UInt8(register))
    }
    // A reset takes some time; what was flashed takes longer.
    model.advance(to: time + 300_000)
  }

  /// - Parameters:
  ///   - expected: what a sample must be, in the unit of its kind; `slack`: noise, rounding and the widest count.
  private func expectRight<Chip: SensorChipDriver>(
    _: Chip.Type, expected: [Int], slack: Int, _ make: () -> SensorModel, then prepare: (SensorModel) -> Void = { _ in }
  ) {
    for seed in 0..<Self.seeds {
      var random = SeededGenerator(seed: UInt64(seed))
      let model = make()
      model.world.field = [20_000, -10_000, 40_000]
      model.world.milliG = [300, -500, 800]
      model.world.milliDegrees = [20_000, -30_000, 50_000]
      if let host = model.host { soil(host, &random) }
      soil(model, &random)
      prepare(model)
      var bench = ModelBench<Chip>(model)
      bench.time = max(model.now, model.host?.now ?? 0)
      bench.run(milliseconds: 1500)
      guard let sample = bench.samples.last else {
        Issue.record("\(Chip.self), seed \(seed): no sample, \(bench.errors.first.map { "\($0)" } ?? "")")
        continue
      }
      let found = [sample.vector.x, sample.vector.y, sample.vector.z].map { Int($0) }
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= slack }, "\(Chip.self), seed \(seed): \(found)")
    }
  }

  private let field = [20_000, -10_000, 40_000]
  private let force = [300_000, -500_000, 800_000]
  /// 20, −30 and 50 degrees a second in 2^−20 rad/s.
  private let rate = [366_020, -549_029, 915_049]

  @Test func magnetometers_ofST() {
    expectRight(LIS2MDLMagnetometer.self, expected: field, slack: 600) { LIS2MDLModel() }
    expectRight(LIS3MDLMagnetometer.self, expected: field, slack: 250) { LIS3MDLModel() }
  }

  @Test func magnetometers_onGY271() {
    expectRight(HMC5883LMagnetometer.self, expected: field, slack: 1500) { HMC5883LModel() }
    expectRight(QMC5883LMagnetometer.self, expected: field, slack: 200) { QMC5883LModel() }
    expectRight(QMC5883PMagnetometer.self, expected: field, slack: 400) { QMC5883PModel() }
  }

  @Test func otherMagnetometers() {
    expectRight(MMC5603Magnetometer.self, expected: field, slack: 400) { MMC5603Model() }
    expectRight(MMC5983MAMagnetometer.self, expected: field, slack: 400) { MMC5983MAModel() }
    expectRight(MAG3110Magnetometer.self, expected: field, slack: 500) { MAG3110Model() }
    expectRight(IST8310Magnetometer.self, expected: field, slack: 1000) { IST8310Model() }
    expectRight(RM3100Magnetometer.self, expected: field, slack: 200) { RM3100Model() }
  }

  @Test func magnetometersInPackages_behindAMasterThatIsOn() {
    expectRight(AK8963Magnetometer.self, expected: field, slack: 700) {
      AK8963Model(behind: MPU6050Model(whoAmI: 0x71))
    }
    expectRight(AK09916Magnetometer.self, expected: field, slack: 700) { AK09916Model(behind: ICM20948Model()) }
  }

  @Test func packagesAtTheirOtherAddress() {
    expectRight(AK8963Magnetometer.self, expected: field, slack: 700) {
      AK8963Model(behind: MPU6050Model(whoAmI: 0x71, address: 0x69))
    }
    expectRight(AK09916Magnetometer.self, expected: field, slack: 700) {
      AK09916Model(behind: ICM20948Model(address: 0x69))
    }
  }

  @Test func accelerometers() {
    expectRight(LIS3DHAccelerometer.self, expected: force, slack: 20_000) { LIS3DHModel() }
    expectRight(LSM6DSOXAccelerometer.self, expected: force, slack: 3000) { LSM6DSOXModel() }
    expectRight(BMI160Accelerometer.self, expected: force, slack: 3000) { BMI160Model() }
    expectRight(ADXL345Accelerometer.self, expected: force, slack: 20_000) { ADXL345Model() }
    expectRight(MMA8653Accelerometer.self, expected: force, slack: 30_000) { MMA8653Model() }
  }

  /// Their accelerometers' offsets hold the factory's trim, which only a reset of the whole chip brings back: not here.
  @Test func packagesOfInvenSense() {
    expectRight(MPU6050Accelerometer.self, expected: force, slack: 3000) { MPU6050Model() }
    expectRight(MPU6500Accelerometer.self, expected: force, slack: 3000) { MPU6050Model(whoAmI: 0x70) }
    expectRight(ICM20948Accelerometer.self, expected: force, slack: 3000) { ICM20948Model() }
    expectRight(MPU6050Gyroscope.self, expected: rate, slack: 6000) { MPU6050Model() }
    expectRight(MPU9250Gyroscope.self, expected: rate, slack: 6000) { MPU6050Model(whoAmI: 0x71) }
    // Its model has one clock, by the accelerometer's divider, which this driver leaves alone.
    func setDivider(_ model: SensorModel) {
      for (register, value) in [(0x7f, 0x20), (0x10, 0), (0x11, 4)] as [(UInt8, UInt8)] {
        model.write(value, to: register)
      }
    }
    expectRight(ICM20948Gyroscope.self, expected: rate, slack: 6000, { ICM20948Model() }, then: setDivider)
  }

  @Test func gyroscopes() {
    expectRight(LSM6DSOXGyroscope.self, expected: rate, slack: 6000) { LSM6DSOXModel() }
    expectRight(BMI160Gyroscope.self, expected: rate, slack: 6000) { BMI160Model() }
  }
}
