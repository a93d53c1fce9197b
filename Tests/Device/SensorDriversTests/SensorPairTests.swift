// Which of two chips that a board may carry is fitted, and what happens when none is.
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// Another magnetometer than the LSM303DLHC at its address: the same registers, another identity.
private enum OtherChip: SensorChipDriver {
  typealias Sample = FieldSample

  static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = LSM303DLHCMagnetometer.plan(rate: rate, scale: scale)
    plan.chip = SensorChip(rawValue: 99)
    plan.identityBytes = 0x03_0201
    return plan
  }

  static func counts(_ bytes: RegisterBytes, trim: NoTrim) -> Vector3 { LSM303DLHCMagnetometer.counts(bytes) }
  static var finestScale: UInt8 { 1 }
  static var widestScale: UInt8 { 7 }
  static var fastestRate: UInt8 { LSM303DLHCMagnetometer.fastestRate }
  static func milliHertz(rate: UInt8) -> UInt32 { LSM303DLHCMagnetometer.milliHertz(rate: rate) }
}

private typealias Pair = SensorPair<LSM303DLHC, SensorDriver<OtherChip>>

private struct PairBench {
  var pair: Pair
  var chip = SimulatedLSM303DLHC()
  var time: UInt64 = 0
  var outcomes: [SensorOutcome<FieldSample>] = []

  init(_ pair: Pair = Pair(LSM303DLHC(), SensorDriver())) { self.pair = pair }

  mutating func run(milliseconds: Int) {
    for _ in 0..<milliseconds {
      chip.advance(to: time)
      let outcome = pair.poll(&chip, at: Instant(microseconds: time))
      if outcome != .nothing { outcomes.append(outcome) }
      time += 1000
    }
  }

  var samples: Int { outcomes.count { if case .sample = $0 { true } else { false } } }
}

extension SensorIdentity {
  /// Which chip is where.
  fileprivate struct Place: Equatable {
    var chip: SensorChip
    var address: UInt8

    init(_ chip: SensorChip, _ address: UInt8) { (self.chip, self.address) = (chip, address) }
  }
}

@Suite struct SensorPairTests {
  @Test func poll_fitsTheFirstWhenItAnswers() {
    var bench = PairBench()
    bench.run(milliseconds: 200)
    #expect(bench.pair.identity.chip == .lsm303dlhc)
    #expect(bench.samples > 5)
    #expect(bench.samples == bench.outcomes.count)
  }

  @Test func poll_goesOnToTheSecond() {
    var second = SensorDriver<OtherChip>()
    second.setInstance(1)
    var bench = PairBench(Pair(LSM303DLHC(), second))
    bench.chip.setIdentity(1, 2, 3)
    bench.pair.setRate(atLeast: 30_000)
    bench.run(milliseconds: 1300)
    #expect(
      bench.pair.identity == SensorIdentity(chip: SensorChip(rawValue: 99), address: 0x1e, identityBytes: 0x03_0201))
    // The rate is that of both: 30 a second, where a driver that was asked for nothing has 75.
    #expect(bench.outcomes.count > 25 && bench.outcomes.count < 40)
    guard case .sample(let sample)? = bench.outcomes.last else {
      Issue.record("no sample")
      return
    }
    #expect(sample.origin == SampleOrigin(chip: SensorChip(rawValue: 99), address: 0x1e, instance: 1))
    #expect(sample.scale == FieldScale(rawValue: 1))
    // That the first is not there is no news while the second has not been tried.
    #expect(bench.samples == bench.outcomes.count)
  }

  @Test func poll_withNothingFittedTriesAllInTurnForEver() {
    var bench = PairBench()
    bench.chip.addressRefusals = .max
    bench.run(milliseconds: 5000)
    #expect(bench.samples == 0)
    #expect(bench.pair.identity == .absent)
    let chips = bench.outcomes.map { if case .unavailable(let error) = $0 { error.chip.rawValue } else { UInt8(0) } }
    // The end of the first round, then three tries of each.
    #expect(Array(chips.prefix(10)) == [99, 1, 1, 1, 99, 99, 99, 1, 1, 1])
    #expect(Set(chips) == [1, 99])
    bench.chip.addressRefusals = 0
    bench.run(milliseconds: 900)
    #expect(bench.pair.identity.chip == .lsm303dlhc)
    #expect(bench.samples > 5)
  }

  @Test func poll_findsAChipAgainThatWasLost() {
    var bench = PairBench()
    bench.chip.setIdentity(1, 2, 3)
    bench.run(milliseconds: 500)
    bench.chip.addressRefusals = .max
    bench.run(milliseconds: 3000)
    #expect(bench.outcomes.last.map { if case .unavailable = $0 { true } else { false } } == true)
    bench.chip.addressRefusals = 0
    bench.outcomes = []
    bench.run(milliseconds: 1000)
    #expect(bench.samples > 5)
    #expect(bench.pair.identity.chip == SensorChip(rawValue: 99))
  }

  /// The same identity at the same address: bit 7 of configuration register A tells them apart.
  @Test func poll_tellsAnHMC5883LFromAnLSM303DLHC() {
    var driver = SensorPair(LSM303DLHC(), SensorDriver<HMC5883LMagnetometer>())
    var bus = ModelBus(HMC5883LModel())
    var outcomes: [SensorOutcome<FieldSample>] = []
    for millisecond in 0..<1000 as Range<UInt64> {
      bus.advance(to: 1000 * millisecond)
      outcomes.append(driver.poll(&bus, at: Instant(microseconds: 1000 * millisecond)))
    }
    #expect(outcomes.allSatisfy { if case .unavailable = $0 { false } else { true } })
    #expect(driver.identity.chip == .hmc5883l)
    guard case .sample(let sample)? = outcomes.last(where: { $0 != .nothing }) else {
      Issue.record("no sample")
      return
    }
    // Within the noise of the model, 2 counts of 92 nT.
    #expect(abs(sample.field.nanotesla.z - 40_000) <= 300)
  }

  /// The rule of docs/sensors.md: the first of the board's list that answers, whatever the addresses are.
  @Test func twoMagnetometers_areBothTold_andTheFirstOfTheListIsUsed() {
    func both() -> ModelBus { ModelBus(QMC5883LModel(), LIS3MDLModel()) }
    #expect(probed(both()) == [SensorIdentity.Place(.qmc5883l, 0x0d), .init(.lis3mdl, 0x1c)])
    let forward = SensorPair(SensorDriver<QMC5883LMagnetometer>(), SensorDriver<LIS3MDLMagnetometer>())
    #expect(fitted(forward, on: both()) == .init(.qmc5883l, 0x0d))
    let backward = SensorPair(SensorDriver<LIS3MDLMagnetometer>(), SensorDriver<QMC5883LMagnetometer>())
    #expect(fitted(backward, on: both()) == .init(.lis3mdl, 0x1c))
  }

  @Test func twoOfOneKind_areBothTold_andTheFirstOfTheListIsUsed() {
    func both() -> ModelBus { ModelBus(LIS3MDLModel(), LIS3MDLModel(address: 0x1e)) }
    #expect(probed(both()) == [SensorIdentity.Place(.lis3mdl, 0x1c), .init(.lis3mdl, 0x1e)])
    typealias Driver = SensorDriver<LIS3MDLMagnetometer>
    #expect(fitted(SensorPair(Driver(), Driver(at: 0x1e)), on: both()) == .init(.lis3mdl, 0x1c))
    #expect(fitted(SensorPair(Driver(at: 0x1e), Driver()), on: both()) == .init(.lis3mdl, 0x1e))
    // The one that is not used is no substitute by chance: it is the next of the list when the first is away.
    #expect(
      fitted(SensorPair(Driver(), Driver(at: 0x1e)), on: ModelBus(LIS3MDLModel(address: 0x1e)))
        == .init(.lis3mdl, 0x1e))
  }

  private func probed(_ bus: ModelBus) -> [SensorIdentity.Place] {
    var bus = bus
    var probe = SensorProbe()
    probe.begin()
    while probe.isRunning { probe.step(&bus) }
    return (0..<probe.count).map { SensorIdentity.Place(probe.findings[$0].chip, probe.findings[$0].address) }
  }

  private func fitted<First: Magnetometer, Second: Magnetometer>(
    _ driver: SensorPair<First, Second>, on bus: ModelBus
  ) -> SensorIdentity.Place {
    var (driver, bus) = (driver, bus)
    for millisecond in 0..<1000 as Range<UInt64> {
      bus.advance(to: 1000 * millisecond)
      _ = driver.poll(&bus, at: Instant(microseconds: 1000 * millisecond))
    }
    return SensorIdentity.Place(driver.identity.chip, driver.identity.address)
  }

  /// Two bytes of identity, a configuration and the last data: what sixteen more chips need not repeat.
  @Test func state_isSmall() {
    #expect(MemoryLayout<LSM303DLHC>.size <= 96)
    #expect(MemoryLayout<SensorDriver<LSM303DLHCAccelerometer>>.size <= 96)
    // With a pair of measurements, and with three adjustments.
    #expect(MemoryLayout<SensorDriver<MMC5983MAMagnetometer>>.size <= 96)
    #expect(MemoryLayout<SensorDriver<AK8963Magnetometer>>.size <= 96)
  }
}
