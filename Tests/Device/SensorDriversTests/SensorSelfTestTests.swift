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
    expectPass(outcome(LSM6DSOXAccelerometer.self, LSM6DSOXModel()), change: [500_000, 500_000, 500_000], slack: 600)
    expectPass(
      outcome(LSM6DSOXGyroscope.self, LSM6DSOXModel()), change: [5_490_327, 5_490_327, 5_490_327], slack: 6000)
  }

  @Test func chipThatDoesNotMove_fails() {
    for outcome in [
      outcome(LIS2MDLMagnetometer.self, frozen(LIS2MDLModel())),
      outcome(LIS3MDLMagnetometer.self, frozen(LIS3MDLModel())),
      outcome(HMC5883LMagnetometer.self, frozen(HMC5883LModel())),
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
