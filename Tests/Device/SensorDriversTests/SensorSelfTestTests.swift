// Chips that test themselves: a sound chip passes, one that does not move fails, and the driver goes on afterwards.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct SensorSelfTestTests {
  /// Runs the test of a chip on its model, for two seconds at most.
  private func run<Chip: SelfTestingChip>(
    _ test: inout SensorSelfTest<Chip>, _ bus: inout ModelBus, from start: UInt64 = 0
  ) -> ChipSelfTestOutcome {
    for time in stride(from: start, to: start + 2_000_000, by: 1000) {
      bus.advance(to: time)
      let outcome = test.poll(&bus, at: Instant(microseconds: time))
      if outcome != .running { return outcome }
    }
    return .running
  }

  private func outcome<Chip: SelfTestingChip>(_ chip: Chip.Type, _ model: SensorModel) -> ChipSelfTestOutcome {
    var test = SensorSelfTest<Chip>()
    var bus = ModelBus(model)
    return run(&test, &bus)
  }

  /// The change is the model's own, within its noise and rounding.
  private func expectPass(_ outcome: ChipSelfTestOutcome, change: [Int], slack: Int) {
    guard case .finished(let found, let isPassed) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(isPassed)
    for (value, expected) in zip([found.x, found.y, found.z], change) {
      #expect(abs(Int(value) - expected) <= slack, "\(found)")
    }
  }

  @Test func soundChips_pass() {
    expectPass(outcome(LIS2MDLMagnetometer.self, LIS2MDLModel()), change: [20_000, 20_000, 20_000], slack: 600)
    expectPass(outcome(LIS3MDLMagnetometer.self, LIS3MDLModel()), change: [200_000, 200_000, 50_000], slack: 200)
    expectPass(outcome(HMC5883LMagnetometer.self, HMC5883LModel()), change: [116_000, 116_000, 108_000], slack: 1000)
    expectPass(outcome(LIS3DHAccelerometer.self, LIS3DHModel()), change: [300_000, 300_000, 300_000], slack: 3000)
    expectPass(outcome(LSM6DSOXAccelerometer.self, LSM6DSOXModel()), change: [500_000, 500_000, 500_000], slack: 600)
    expectPass(
      outcome(LSM6DSOXGyroscope.self, LSM6DSOXModel()), change: [5_490_327, 5_490_327, 5_490_327], slack: 6000)
  }

  @Test func chipThatDoesNotMove_fails() {
    for outcome in [
      outcome(LIS2MDLMagnetometer.self, frozen(LIS2MDLModel())),
      outcome(LIS3MDLMagnetometer.self, frozen(LIS3MDLModel())),
      outcome(HMC5883LMagnetometer.self, frozen(HMC5883LModel())),
      outcome(LIS3DHAccelerometer.self, frozen(LIS3DHModel())),
      outcome(LSM6DSOXAccelerometer.self, frozen(LSM6DSOXModel())),
      outcome(LSM6DSOXGyroscope.self, frozen(LSM6DSOXModel())),
    ] {
      #expect(outcome == .finished(change: .zero, isPassed: false))
    }
  }

  private func frozen(_ model: SensorModel) -> SensorModel {
    model.isFrozen = true
    return model
  }

  @Test func chipThatDoesNotKeepTheBit_isNamed() {
    let model = LIS3MDLModel()
    model.clone = (0x20, 0xfc)
    let lost = SensorError(
      chip: .lis3mdl, register: 0x20, kind: .configurationNotKept, expected: 0xfd, found: 0xfc)
    #expect(outcome(LIS3MDLMagnetometer.self, model) == .failed(lost))
    let absent = LIS3MDLModel()
    absent.addressRefusals = .max
    #expect(
      outcome(LIS3MDLMagnetometer.self, absent)
        == .failed(SensorError(chip: .lis3mdl, register: 0x0f, bus: .addressNotAcknowledged)))
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
  private func checkLimits<Chip: SelfTestingChip>(
    _ chip: Chip.Type, _ quantity: WritableKeyPath<ModelWorld, [Int]>, _ limits: Limits, _ model: () -> SensorModel
  ) {
    for axis in 0..<3 {
      let (least, most) = limits.limits[axis]
      for (change, isWithin) in [
        (least - limits.step, false), (least + limits.step, true), (most - limits.step, true),
        (most + limits.step, false),
      ] {
        let model = model()
        model.noiseCounts = 0
        var test = SensorSelfTest<Chip>()
        var bus = ModelBus(model)
        var outcome = ChipSelfTestOutcome.running
        for time in stride(from: UInt64(0), to: 2_000_000, by: 1000) where outcome == .running {
          let isOn = model.registers[Int(limits.on.register)] & limits.on.mask == limits.on.mask
          model.world[keyPath: quantity] = [0, 0, 0]
          if isOn { model.world[keyPath: quantity][axis] = limits.signs[axis] * (change - limits.own[axis]) }
          bus.advance(to: time)
          outcome = test.poll(&bus, at: Instant(microseconds: time))
        }
        guard case .finished(_, let isPassed) = outcome else {
          Issue.record("\(chip): \(outcome)")
          return
        }
        #expect(isPassed == isWithin, "\(chip): a change by \(change) on axis \(axis)")
        for (register, value) in limits.registers {
          #expect(model.registers[Int(register)] == value, "\(chip): register 0x\(String(register, radix: 16))")
        }
        // Twice the mean of eight.
        let reads = bus.transcript.count { $0.hasPrefix(limits.data) }
        #expect(reads == 2 * (8 + limits.thrownAway), "\(chip)")
      }
    }
  }

  /// At 100 Hz: 15 to 500 milligauss. Two measurements after a configuration hold the bridge's offset, one is under way.
  @Test func limits_ofTheLIS2MDL() {
    checkLimits(
      LIS2MDLMagnetometer.self, \.field,
      Limits(
        own: [20_000, 20_000, 20_000], signs: [-1, 1, 1], limits: [(1500, 50_000), (1500, 50_000), (1500, 50_000)],
        step: 200,
        registers: [(0x60, 0x8c), (0x62, 0x12)], on: (0x62, 0x02), thrownAway: 3, data: "read 1E.68:")
    ) { LIS2MDLModel() }
  }

  /// At ±12 gauss and 80 Hz: 1 to 3 gauss on X and Y, 0.1 to 1 gauss on Z.
  @Test func limits_ofTheLIS3MDL() {
    checkLimits(
      LIS3MDLMagnetometer.self, \.field,
      Limits(
        own: [200_000, 200_000, 50_000], limits: [(100_000, 300_000), (100_000, 300_000), (10_000, 100_000)], step: 100,
        registers: [(0x20, 0xfd), (0x21, 0x40)], on: (0x20, 0x01), thrownAway: 2, data: "read 1C.A8:")
    ) { LIS3MDLModel() }
  }

  /// At 390 counts a gauss and 75 Hz: 243 to 575 counts. A new gain applies from the second measurement on, one is under way.
  @Test func limits_ofTheHMC5883L() {
    checkLimits(
      HMC5883LMagnetometer.self, \.field,
      Limits(
        own: [116_000, 116_000, 108_000], limits: [(62_308, 147_436), (62_308, 147_436), (62_308, 147_436)], step: 260,
        registers: [(0x00, 0x79), (0x01, 0xa0)], on: (0x00, 0x01), thrownAway: 3, data: "read 1E.03:")
    ) { HMC5883LModel() }
  }

  /// At ±2 g and 100 Hz: 68 to 1440 mg. High resolution needs seven measurements, one is under way.
  @Test func limits_ofTheLIS3DH() {
    checkLimits(
      LIS3DHAccelerometer.self, \.milliG,
      Limits(
        own: [300, 300, 300], limits: [(68, 1440), (68, 1440), (68, 1440)], step: 2,
        registers: [(0x20, 0x57), (0x23, 0x8a)], on: (0x23, 0x02), thrownAway: 8, data: "read 19.A8:")
    ) { LIS3DHModel() }
  }

  /// At ±4 g and 52 Hz: 50 to 1700 mg.
  @Test func limits_ofTheLSM6DSOX_accelerometer() {
    checkLimits(
      LSM6DSOXAccelerometer.self, \.milliG,
      Limits(
        own: [500, 500, 500], limits: [(50, 1700), (50, 1700), (50, 1700)], step: 1,
        registers: [(0x10, 0x38), (0x14, 0x01)], on: (0x14, 0x01), thrownAway: 4, data: "read 6A.28:")
    ) { LSM6DSOXModel() }
  }

  /// At ±2000 °/s and 208 Hz: 150 to 700 °/s. 70 ms after its start are fifteen measurements.
  @Test func limits_ofTheLSM6DSOX_gyroscope() {
    checkLimits(
      LSM6DSOXGyroscope.self, \.milliDegrees,
      Limits(
        own: [300_000, 300_000, 300_000], limits: [(150_000, 700_000), (150_000, 700_000), (150_000, 700_000)],
        step: 200,
        registers: [(0x11, 0x5c), (0x14, 0x04)], on: (0x14, 0x04), thrownAway: 17, data: "read 6A.22:")
    ) { LSM6DSOXModel() }
  }

  @Test func driver_goesOnAfterwards() throws {
    var bench = ModelBench<LIS3MDLMagnetometer>(LIS3MDLModel())
    bench.run(milliseconds: 200)
    var test = SensorSelfTest<LIS3MDLMagnetometer>()
    #expect(run(&test, &bench.bus, from: bench.time) != .running)
    bench.time += 2_000_000
    bench.driver.restart()
    bench.forget()
    bench.run(milliseconds: 300)
    #expect(bench.errors.isEmpty)
    #expect(try #require(bench.samples.last).field.nanotesla.isWithin(45_000))
    #expect(bench.model.value(at: 0x20) == 0xfc)
  }
}
