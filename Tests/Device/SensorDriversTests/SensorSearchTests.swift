// The search among three chips that a board may carry.
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// Three magnetometers that may be on the bus, as a board keeps them.
private struct Slots {
  var search = SensorSearch()
  var lis3mdl = SensorDriver<LIS3MDLMagnetometer>()
  var mmc5603 = SensorDriver<MMC5603Magnetometer>()
  var mmc5983ma = SensorDriver<MMC5983MAMagnetometer>()

  mutating func poll(_ bus: inout ModelBus, at now: Instant) -> SensorOutcome<FieldSample> {
    switch search.candidate {
    case 0: search.poll(&lis3mdl, &bus, at: now, of: 3)
    case 1: search.poll(&mmc5603, &bus, at: now, of: 3)
    default: search.poll(&mmc5983ma, &bus, at: now, of: 3)
    }
  }

  /// Every outcome but `.nothing`, for so long.
  mutating func run(_ bus: inout ModelBus, from start: UInt64 = 0, milliseconds: UInt64) -> [SensorOutcome<FieldSample>]
  {
    var outcomes: [SensorOutcome<FieldSample>] = []
    for millisecond in start..<start + milliseconds {
      bus.advance(to: 1000 * millisecond)
      let outcome = poll(&bus, at: Instant(microseconds: 1000 * millisecond))
      if outcome != .nothing { outcomes.append(outcome) }
    }
    return outcomes
  }
}

private func isSample(_ outcome: SensorOutcome<FieldSample>) -> Bool {
  if case .sample = outcome { true } else { false }
}

private func chips(_ outcomes: [SensorOutcome<FieldSample>]) -> [SensorChip] {
  outcomes.compactMap { if case .unavailable(let error) = $0 { error.chip } else { nil } }
}

/// Two chips share an address; each is found, and nothing is told of those before it.
@Test func search_findsTheOneThatIsThere() {
  for (model, place, chip) in [
    (LIS3MDLModel(), 0, SensorChip.lis3mdl), (MMC5603Model(), 1, .mmc5603), (MMC5983MAModel(), 2, .mmc5983ma),
  ] as [(SensorModel, UInt8, SensorChip)] {
    var slots = Slots()
    var bus = ModelBus(model)
    let outcomes = slots.run(&bus, milliseconds: 1000)
    #expect(slots.search.candidate == place)
    #expect(outcomes.count > 10 && outcomes.allSatisfy(isSample), "\(chip.name): \(chips(outcomes))")
    guard case .sample(let sample)? = outcomes.last else { continue }
    #expect(sample.origin.chip == chip)
  }
}

@Test func search_withNothingFittedTriesAllInTurnForEver() {
  var slots = Slots()
  var bus = ModelBus(MPU6050Model())
  let outcomes = slots.run(&bus, milliseconds: 3000)
  // The end of the first round, then three tries of each.
  #expect(
    Array(chips(outcomes).prefix(10)) == [
      .mmc5983ma, .lis3mdl, .lis3mdl, .lis3mdl, .mmc5603, .mmc5603, .mmc5603, .mmc5983ma, .mmc5983ma, .mmc5983ma,
    ])
  // It comes back to the first again and again.
  #expect(chips(outcomes).count { $0 == .lis3mdl } >= 15)
}

/// A chip that was lost is looked for first; another one that is wired instead is found.
@Test func search_findsAChipAgain_orAnother() {
  var slots = Slots()
  var bus = ModelBus(MMC5603Model())
  #expect(slots.run(&bus, milliseconds: 500).contains(where: isSample))
  var empty = ModelBus(MPU6050Model())
  let lost = slots.run(&empty, from: 500, milliseconds: 200)
  #expect(chips(lost).first == .mmc5603 && !lost.contains(where: isSample))
  let back = slots.run(&bus, from: 700, milliseconds: 1500)
  #expect(back.contains(where: isSample) && slots.search.candidate == 1)
  var other = ModelBus(LIS3MDLModel())
  let swapped = slots.run(&other, from: 2200, milliseconds: 1500)
  #expect(swapped.contains(where: isSample) && slots.search.candidate == 0)
}

/// What a board keeps beside its drivers.
@Test func search_isSmall() { #expect(MemoryLayout<SensorSearch>.size == 2) }
