// Chips that test themselves: what a sound chip and a dead axis give, that no sample of a test gets out, and that the driver goes
// on afterwards.
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// One chip under a driver, and the test, in turns of a millisecond as a board's main loop has them.
private struct TestBench<Chip: SensorChipDriver> {
  var driver = SensorDriver<Chip>()
  var test = SensorSelfTest()
  var bus: ModelBus
  var time: UInt64 = 0
  /// What came out of the driver for the instrument.
  var outcomes: [SensorOutcome<Chip.Sample>] = []
  let model: SensorModel

  /// The chip delivers already.
  init(_ model: SensorModel) {
    self.model = model
    bus = ModelBus(model)
    run(milliseconds: 400)
  }

  mutating func turn() {
    time += 1000
    bus.advance(to: time)
    driver.serve(&test)
    var outcome = driver.poll(&bus, at: Instant(microseconds: time))
    test.consume(&outcome)
    if outcome != .nothing { outcomes.append(outcome) }
  }

  mutating func run(milliseconds: Int) { for _ in 0..<milliseconds { turn() } }

  /// Carries a test out.
  /// - Returns: how many turns it took; `nil` after a second.
  mutating func carryOut(_ everyTurn: () -> Void = {}) -> Int? {
    outcomes = []
    bus.clearTranscript()
    test.begin(Chip.Sample.kind)
    for turns in 1...1000 {
      everyTurn()
      turn()
      if test.isOver { return turns }
    }
    return nil
  }
}

@Suite struct SensorSelfTestTests {
  /// The change is the model's own, within its noise and rounding, and the limits accept it.
  private func expectPass<Chip: SensorChipDriver>(
    _: Chip.Type, _ chip: SensorChip, _ model: SensorModel, change: [Int], slack: Int
  ) {
    var bench = TestBench<Chip>(model)
    #expect(bench.carryOut() != nil)
    #expect(bench.test.outcome == .measured && bench.outcomes.isEmpty)
    let found = bench.test.change
    let fits = SelfTestLimits(chip)?.fits(found)
    #expect(fits?.x == true && fits?.y == true && fits?.z == true)
    for (value, expected) in zip([found.x, found.y, found.z], change) {
      #expect(abs(Int(value) - expected) <= slack, "\(chip.name): \(found)")
    }
  }

  @Test func soundChips_pass() {
    // The magnetometer's X is turned round.
    expectPass(LIS2MDLMagnetometer.self, .lis2mdl, LIS2MDLModel(), change: [-20_000, 20_000, 20_000], slack: 600)
    expectPass(LIS3MDLMagnetometer.self, .lis3mdl, LIS3MDLModel(), change: [200_000, 200_000, 50_000], slack: 200)
    expectPass(HMC5883LMagnetometer.self, .hmc5883l, HMC5883LModel(), change: [116_000, 116_000, 108_000], slack: 1000)
    expectPass(LIS3DHAccelerometer.self, .lis3dh, LIS3DHModel(), change: [300_000, 300_000, 300_000], slack: 3000)
    expectPass(LSM6DSOXAccelerometer.self, .lsm6dsox, LSM6DSOXModel(), change: [500_000, 500_000, 500_000], slack: 600)
    expectPass(
      LSM6DSOXGyroscope.self, .lsm6dsoxGyroscope, LSM6DSOXModel(), change: [5_490_327, 5_490_327, 5_490_327],
      slack: 6000)
  }

  /// Each axis in turn gives nothing, as when its coil or its finger is broken.
  private func expectDeadAxisFails<Chip: SensorChipDriver>(
    _: Chip.Type, _ chip: SensorChip, _ model: () -> SensorModel
  ) throws {
    for axis in 0..<3 {
      let model = model()
      model.deadAxis = axis
      var bench = TestBench<Chip>(model)
      #expect(bench.carryOut() != nil)
      #expect(bench.test.outcome == .measured)
      let fits = try #require(SelfTestLimits(chip)).fits(bench.test.change)
      #expect([fits.x, fits.y, fits.z] == (0..<3).map { $0 != axis }, "\(chip.name), axis \(axis)")
    }
  }

  @Test func deadAxis_fails_andNoOther() throws {
    try expectDeadAxisFails(LIS2MDLMagnetometer.self, .lis2mdl) { LIS2MDLModel() }
    try expectDeadAxisFails(LIS3MDLMagnetometer.self, .lis3mdl) { LIS3MDLModel() }
    try expectDeadAxisFails(HMC5883LMagnetometer.self, .hmc5883l) { HMC5883LModel() }
    try expectDeadAxisFails(LIS3DHAccelerometer.self, .lis3dh) { LIS3DHModel() }
    try expectDeadAxisFails(LSM6DSOXAccelerometer.self, .lsm6dsox) { LSM6DSOXModel() }
    try expectDeadAxisFails(LSM6DSOXGyroscope.self, .lsm6dsoxGyroscope) { LSM6DSOXModel() }
  }

  @Test func chipThatDoesNotKeepTheBit_isNamed() {
    var bench = TestBench<LIS3MDLMagnetometer>(LIS3MDLModel())
    bench.model.clone = (0x20, 0xfc)
    #expect(bench.carryOut() != nil)
    let lost = SensorError(
      chip: .lis3mdl, register: 0x20, kind: .configurationNotKept, expected: 0xfd, found: 0xfc)
    #expect(bench.test.outcome == .brokenOff && bench.test.error == lost)
    // The instrument must know that its sensor is gone.
    #expect(bench.outcomes == [.unavailable(lost)])
    bench.run(milliseconds: 500)
    #expect(bench.model.value(at: 0x20) == 0xfc)
    guard case .sample(let sample)? = bench.outcomes.last else {
      Issue.record("\(bench.outcomes)")
      return
    }
    // The range of the test, until the field was small in it for ten seconds.
    #expect(sample.scale == FieldScale(rawValue: 24) && sample.field.nanotesla.isWithin(45_000))
  }

  @Test func chipThatStopsAnswering_endsTheTest() {
    var bench = TestBench<LIS3MDLMagnetometer>(LIS3MDLModel())
    var turns = 0
    let model = bench.model
    #expect(
      bench.carryOut {
        turns += 1
        if turns == 150 { model.dataRefusals = 1 }
      } != nil)
    #expect(bench.test.outcome == .brokenOff && bench.test.error?.busFault == .dataNotAcknowledged)
    // The instrument counts the fault, which is no loss.
    #expect(bench.outcomes == bench.test.error.map { [.fault($0)] })
    bench.outcomes = []
    bench.run(milliseconds: 200)
    #expect(bench.outcomes.allSatisfy { if case .sample = $0 { true } else { false } } && bench.outcomes.count > 10)
    #expect(model.value(at: 0x20) == 0xfc && model.value(at: 0x21) == 0x00)
  }

  @Test func chipWithoutATest_andMissingChip_areToldAtOnce() {
    var bench = TestBench<QMC5883LMagnetometer>(QMC5883LModel())
    #expect(bench.carryOut() == 1 && bench.test.outcome == .noTest)
    #expect(bench.test.error == nil && bench.bus.transcript.allSatisfy { !$0.hasPrefix("write") })
    let absent = LIS3MDLModel()
    absent.addressRefusals = .max
    var other = TestBench<LIS3MDLMagnetometer>(absent)
    #expect(other.carryOut() == 1 && other.test.outcome == .noSensor)
  }

  @Test func sensorsOfOtherKinds_areNotTouched() {
    var bench = TestBench<LIS3MDLMagnetometer>(LIS3MDLModel())
    bench.outcomes = []
    bench.test.begin(.accelerometer)
    #expect(bench.test.isOver && bench.test.outcome == .noSensor)
    bench.run(milliseconds: 100)
    #expect(bench.outcomes.count >= 7 && bench.model.value(at: 0x20) == 0xfc)
    bench.test.finish()
    #expect(!bench.test.isOver)
  }

  /// A test changes rate and scale and makes a field of 200 µT: none of it is left.
  @Test func driver_goesOnAfterwards_asBefore() throws {
    var bench = TestBench<LIS3MDLMagnetometer>(LIS3MDLModel())
    bench.driver.setRate(atLeast: 20_000)
    bench.run(milliseconds: 300)
    let registers = bench.model.registers[0x20...0x24]
    #expect(bench.driver.scaleCode == 22)
    #expect(bench.carryOut() != nil)
    #expect(bench.outcomes.isEmpty)
    bench.run(milliseconds: 1000)
    #expect(bench.model.registers[0x20...0x24] == registers && bench.driver.milliHertz == 20_000)
    #expect((18...21).contains(bench.outcomes.count))
    for outcome in bench.outcomes {
      guard case .sample(let sample) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(sample.isStale || sample.field.nanotesla.isWithin(45_000))
      #expect(sample.isStale || sample.scale == FieldScale(rawValue: 22))
    }
  }

  @Test func rateThatIsAskedForMeanwhile_holdsAfterwards() {
    var bench = TestBench<LIS3MDLMagnetometer>(LIS3MDLModel())
    bench.test.begin(.magnetometer)
    bench.run(milliseconds: 100)
    bench.driver.setRate(atLeast: 10_000)
    bench.run(milliseconds: 900)
    #expect(bench.test.isOver && bench.test.outcome == .measured)
    #expect(bench.driver.milliHertz == 10_000)
  }

  /// The limits of one chip, in the unit of `ModelWorld`, and what its test writes.
  private struct Limits {
    /// The change on each axis that the model makes by itself.
    var own: [Int]
    /// −1 for the axis that the data sheet draws left-handed.
    var signs = [1, 1, 1]
    /// The least and the most change on each axis, and a step that is more than a count.
    var limits: [(least: Int, most: Int)]
    var step: Int
    /// What the registers hold while the test is on: rate, range and the bit of the test.
    var registers: [(register: UInt8, value: UInt8)]
    /// The register and the bits that switch the test on.
    var on: (register: UInt8, mask: UInt8)
    /// Measurements thrown away after each configuration.
    var thrownAway: Int
    var data: String
  }

  /// Each axis in turn changes by a step more or less than each limit.
  private func checkLimits<Chip: SensorChipDriver>(
    _: Chip.Type, _ chip: SensorChip, _ quantity: WritableKeyPath<ModelWorld, [Int]>, _ limits: Limits,
    _ model: () -> SensorModel
  ) throws {
    for axis in 0..<3 {
      let (least, most) = limits.limits[axis]
      for (change, isWithin) in [
        (least - limits.step, false), (least + limits.step, true), (most - limits.step, true),
        (most + limits.step, false),
      ] {
        let model = model()
        model.noiseCounts = 0
        model.world[keyPath: quantity] = [0, 0, 0]
        var bench = TestBench<Chip>(model)
        var on: [UInt8] = []
        let turns = bench.carryOut {
          let isOn = model.registers[Int(limits.on.register)] & limits.on.mask == limits.on.mask
          model.world[keyPath: quantity] = [0, 0, 0]
          guard isOn else { return }
          model.world[keyPath: quantity][axis] = limits.signs[axis] * (change - limits.own[axis])
          on = model.registers
        }
        #expect(turns != nil && bench.test.outcome == .measured)
        let fits = try #require(SelfTestLimits(chip)).fits(bench.test.change)
        #expect((fits.x && fits.y && fits.z) == isWithin, "\(chip.name): a change by \(change) on axis \(axis)")
        try #require(!on.isEmpty)
        for (register, value) in limits.registers {
          #expect(on[Int(register)] == value, "\(chip.name): register 0x\(String(register, radix: 16))")
        }
        // Twice the mean of eight.
        let reads = bench.bus.transcript.count { $0.hasPrefix(limits.data) }
        #expect(reads == 2 * (8 + limits.thrownAway), "\(chip.name)")
      }
    }
  }

  /// At 100 Hz: 15 to 500 milligauss. Two measurements after a configuration hold the bridge's offset, one is under way.
  @Test func limits_ofTheLIS2MDL() throws {
    try checkLimits(
      LIS2MDLMagnetometer.self, .lis2mdl, \.field,
      Limits(
        own: [20_000, 20_000, 20_000], signs: [-1, 1, 1], limits: [(1500, 50_000), (1500, 50_000), (1500, 50_000)],
        step: 200,
        registers: [(0x60, 0x8c), (0x62, 0x12)], on: (0x62, 0x02), thrownAway: 3, data: "read 1E.68:")
    ) { LIS2MDLModel() }
  }

  /// At ±12 gauss and 80 Hz: 1 to 3 gauss on X and Y, 0.1 to 1 gauss on Z.
  @Test func limits_ofTheLIS3MDL() throws {
    try checkLimits(
      LIS3MDLMagnetometer.self, .lis3mdl, \.field,
      Limits(
        own: [200_000, 200_000, 50_000], limits: [(100_000, 300_000), (100_000, 300_000), (10_000, 100_000)], step: 100,
        registers: [(0x20, 0xfd), (0x21, 0x40)], on: (0x20, 0x01), thrownAway: 2, data: "read 1C.A8:")
    ) { LIS3MDLModel() }
  }

  /// At 390 counts a gauss and 75 Hz: 243 to 575 counts. A new gain applies from the second measurement on, one is under way.
  @Test func limits_ofTheHMC5883L() throws {
    try checkLimits(
      HMC5883LMagnetometer.self, .hmc5883l, \.field,
      Limits(
        own: [116_000, 116_000, 108_000], limits: [(62_308, 147_436), (62_308, 147_436), (62_308, 147_436)], step: 260,
        registers: [(0x00, 0x79), (0x01, 0xa0)], on: (0x00, 0x01), thrownAway: 3, data: "read 1E.03:")
    ) { HMC5883LModel() }
  }

  /// At ±2 g and 100 Hz: 68 to 1440 mg. High resolution needs seven measurements, one is under way.
  @Test func limits_ofTheLIS3DH() throws {
    try checkLimits(
      LIS3DHAccelerometer.self, .lis3dh, \.milliG,
      Limits(
        own: [300, 300, 300], limits: [(68, 1440), (68, 1440), (68, 1440)], step: 2,
        registers: [(0x20, 0x57), (0x23, 0x8a)], on: (0x23, 0x02), thrownAway: 8, data: "read 19.A8:")
    ) { LIS3DHModel() }
  }

  /// At ±4 g and 52 Hz: 50 to 1700 mg.
  @Test func limits_ofTheLSM6DSOX_accelerometer() throws {
    try checkLimits(
      LSM6DSOXAccelerometer.self, .lsm6dsox, \.milliG,
      Limits(
        own: [500, 500, 500], limits: [(50, 1700), (50, 1700), (50, 1700)], step: 1,
        registers: [(0x10, 0x38), (0x14, 0x01)], on: (0x14, 0x01), thrownAway: 4, data: "read 6A.28:")
    ) { LSM6DSOXModel() }
  }

  /// At ±2000 °/s and 208 Hz: 150 to 700 °/s. 70 ms after its start are fifteen measurements.
  @Test func limits_ofTheLSM6DSOX_gyroscope() throws {
    try checkLimits(
      LSM6DSOXGyroscope.self, .lsm6dsoxGyroscope, \.milliDegrees,
      Limits(
        own: [300_000, 300_000, 300_000], limits: [(150_000, 700_000), (150_000, 700_000), (150_000, 700_000)],
        step: 200,
        registers: [(0x11, 0x5c), (0x14, 0x04)], on: (0x14, 0x04), thrownAway: 17, data: "read 6A.22:")
    ) { LSM6DSOXModel() }
  }
}
