// Bring-up and sampling of the LSM303DLHC, as whole bus transcripts.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct LSM303DLHCSamplingTests {
  @Test func poll_bringsUpOneTransactionAtATimeAndSamples() throws {
    var bench = MagnetometerBench()
    bench.chip.noiseCounts = 0
    #expect(bench.driver.identity == .absent)
    bench.run(milliseconds: 50)
    #expect(
      bench.chip.transcript == [
        "recover: true",
        "read 1E.0A: 48 34 33",
        "write 1E.00 = 98",
        "write 1E.01 = 20",
        "write 1E.02 = 00",
        "read 1E.00: 98 20 00",
        // Two measurements are thrown away after a configuration; the temperature comes with the first.
        "read 1E.31: 0C 80",
        "read 1E.09: 01",
        "read 1E.03: 00 DC 01 88 FF 92",
        "read 1E.09: 01",
        "read 1E.03: 00 DC 01 88 FF 92",
        "read 1E.09: 01",
        "read 1E.03: 00 DC 01 88 FF 92",
      ])
    #expect(
      bench.driver.identity
        == SensorIdentity(chip: .lsm303dlhc, address: 0x1e, identityBytes: 0x33_34_48))
    let sample = try #require(bench.samples.first)
    #expect(bench.events.count == 1)
    #expect(sample.counts == Vector3(x: 220, y: -110, z: 392))
    #expect(sample.field.nanotesla == Vector3(x: 20_000, y: -10_000, z: 40_000))
    #expect(sample.scale == FieldScale(rawValue: 1))
    #expect(sample.temperatureEighths == 200)
    #expect(sample.time.microseconds == bench.events[0].time)
    #expect(!sample.isStale && !sample.isOverflowed)
    #expect(bench.driver.isAvailable)
  }

  @Test(
    arguments: [
      (1, 750), (750, 750), (751, 1500), (3000, 3000), (3001, 7500), (7501, 15_000), (15_001, 30_000), (50_000, 75_000),
      (75_001, 220_000), (220_001, 220_000), (4_000_000_000, 220_000),
    ] as [(UInt32, UInt32)])
  func setRate_picksTheNextHigherRateOfTheChip(requested: UInt32, chosen: UInt32) {
    var driver = LSM303DLHC()
    driver.setRate(atLeast: requested)
    #expect(driver.milliHertz == chosen)
  }

  @Test(arguments: Array(zip([750, 1500, 3000, 7500, 15_000, 30_000, 75_000, 220_000] as [UInt32], 0...7)))
  func poll_samplesAtTheRateItConfigured(milliHertz: UInt32, code: Int) {
    var bench = MagnetometerBench(atLeast: milliHertz)
    bench.step = 250
    let seconds: UInt64 = milliHertz < 10_000 ? 20 : 2
    bench.run(milliseconds: 5000)
    bench.forget()
    bench.run(milliseconds: seconds * 1000)
    let expected = Double(milliHertz) / 1000 * Double(seconds)
    #expect(abs(Double(bench.samples.count) - expected) <= max(1, expected * 0.05))
    #expect(bench.chip.registers[0] == 0x80 | UInt8(code * 4))
    #expect(bench.errors.isEmpty)
    #expect(!bench.samples.contains { $0.isStale })
  }

  @Test func setRate_writesTheConfigurationAgainWhileSamplesStand() throws {
    var bench = MagnetometerBench()
    bench.chip.noiseCounts = 0
    _ = try bench.nextSample()
    bench.forget()
    bench.driver.setRate(atLeast: 100_000)
    bench.run(milliseconds: 4)
    #expect(
      bench.chip.transcript == [
        "write 1E.00 = 9C", "write 1E.01 = 20", "write 1E.02 = 00", "read 1E.00: 9C 20 00",
      ])
    #expect(bench.driver.isAvailable)
    #expect(bench.events.isEmpty)
    _ = try bench.nextSample(within: 50)
  }

  @Test func setRate_duringBringUpNeverLeavesTheOldRateBehind() {
    for polls in 0...7 {
      var bench = MagnetometerBench(atLeast: 75_000)
      for _ in 0..<polls {
        bench.poll()
        bench.time += 1000
      }
      bench.driver.setRate(atLeast: 30_000)
      bench.run(milliseconds: 200)
      #expect(bench.chip.registers[0] == 0x94, "after \(polls) polls")
      #expect(bench.errors.isEmpty, "after \(polls) polls")
    }
  }

  @Test func poll_readsTemperatureAndConfigurationInTurn() {
    var bench = MagnetometerBench()
    bench.run(milliseconds: 2100)
    let supervision = bench.chip.transcript.dropFirst(6).filter {
      $0.hasPrefix("read 1E.31") || $0.hasPrefix("read 1E.00")
    }
    #expect(
      Array(supervision) == [
        "read 1E.31: 0C 80", "read 1E.00: 98 20 00", "read 1E.31: 0C 80", "read 1E.00: 98 20 00", "read 1E.31: 0C 80",
      ])
  }

  @Test func poll_repeatsTheLastSampleAsStaleWhenNothingNewCame() throws {
    var bench = MagnetometerBench()
    let last = try bench.nextSample()
    bench.forget()
    bench.chip.neverReady = true
    bench.run(milliseconds: 50)
    let stale = bench.samples
    #expect(stale.count == 2)
    for sample in stale {
      var expected = last
      expected.isStale = true
      #expect(sample == expected)
    }
    #expect(!bench.chip.transcript.contains { $0.hasPrefix("read 1E.03") })
    bench.chip.neverReady = false
    let fresh = try bench.nextSample(within: 20)
    #expect(!fresh.isStale && fresh.time > last.time)
  }

  @Test(arguments: [90, 95, 105, 110])
  func poll_followsAChipWhoseClockIsOff(percent: UInt64) {
    var bench = MagnetometerBench()
    bench.chip.periodPercent = percent
    bench.run(milliseconds: 10_000)
    #expect(bench.errors.isEmpty)
    #expect(!bench.samples.contains { $0.isStale })
    let times = bench.samples.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    // A slow chip sets the pace, give or take the quarter of a period between looks; a fast one is read at 75 Hz.
    #expect(bench.samples.count >= 600)
  }
}
