// Overflow, the step to the next range, and the way back.
import Quantities
import SensorDrivers
import TestSupport
import Testing

@Suite struct LSM303DLHCRangeTests {
  @Test func poll_marksAnOverflowAndStepsToTheNextRange() throws {
    var bench = MagnetometerBench()
    bench.chip.noiseCounts = 0
    _ = try bench.nextSample()
    bench.forget()
    bench.chip.field = (220_000, 0, 0)
    let overflowed = try bench.nextSample()
    #expect(overflowed.isOverflowed)
    #expect(overflowed.counts == Vector3(x: -4096, y: 0, z: 0))
    #expect(overflowed.scale == FieldScale(rawValue: 1))
    #expect(bench.driver.scale == FieldScale(rawValue: 2))
    #expect(bench.driver.isAvailable)
    bench.run(milliseconds: 4)
    #expect(
      bench.chip.transcript == [
        "read 1E.09: 01",
        "read 1E.03: F0 00 00 00 00 00",
        "write 1E.00 = 98", "write 1E.01 = 40", "write 1E.02 = 00", "read 1E.00: 98 40 00",
      ])
    let sample = try bench.nextSample()
    #expect(!sample.isOverflowed)
    #expect(sample.scale == FieldScale(rawValue: 2))
    #expect(sample.counts.x == 1881)
    #expect(sample.field.nanotesla.x == 220_000)
  }

  /// The simulated chip finishes the measurement under way with the old gain. A driver that did not throw measurements
  /// away would read 300,000 nT wrong here.
  @Test func poll_neverMixesOldCountsWithANewGain() {
    var bench = MagnetometerBench()
    bench.chip.noiseCounts = 1
    for x in [20_000, 300_000, 700_000, 20_000] {
      bench.chip.field.0 = x
      bench.run(milliseconds: 90_000)
      bench.forget()
      bench.run(milliseconds: 1000)
      #expect(!bench.samples.isEmpty)
    }
    for x in [20_000, 180_000, 300_000, 600_000] {
      bench.chip.field.0 = x
      // The jump itself may fall between a measurement and its reading.
      bench.run(milliseconds: 30)
      bench.forget()
      bench.run(milliseconds: 30_000)
      for sample in bench.samples where !sample.isOverflowed {
        let error = abs(Int(sample.field.nanotesla.x) - x)
        #expect(error < 1500, "\(x) nT at gain code \(sample.scale.rawValue) read as \(sample.field.nanotesla.x)")
      }
    }
  }

  @Test func poll_staysInTheWidestRangeWhenEvenThatIsTooSmall() {
    var bench = MagnetometerBench()
    bench.chip.field = (2_000_000, 0, 0)
    bench.run(milliseconds: 5000)
    #expect(bench.driver.scale == FieldScale(rawValue: 7))
    #expect(bench.samples.allSatisfy { $0.isOverflowed })
    #expect(bench.errors.isEmpty)
    #expect(bench.driver.isAvailable)
  }

  @Test func poll_comesBackToTheFinestRangeTenSecondsAStep() {
    var bench = MagnetometerBench()
    bench.chip.field = (700_000, 0, 0)
    bench.run(milliseconds: 2000)
    #expect(bench.driver.scale == FieldScale(rawValue: 7))
    bench.chip.field = (20_000, -10_000, 40_000)
    bench.run(milliseconds: 9900)
    #expect(bench.driver.scale == FieldScale(rawValue: 7))
    bench.run(milliseconds: 400)
    #expect(bench.driver.scale == FieldScale(rawValue: 6))
    bench.run(milliseconds: 55_000)
    #expect(bench.driver.scale == FieldScale(rawValue: 1))
    bench.forget()
    bench.run(milliseconds: 20_000)
    #expect(!bench.chip.transcript.contains { $0.hasPrefix("write") })
  }

  /// Sweeps a steady field over every range: after it has settled, the range never moves again.
  @Test func poll_neverOscillatesInASteadyField() {
    for x in stride(from: 10_000, through: 850_000, by: 40_000) {
      var bench = MagnetometerBench(atLeast: 30_000)
      bench.step = 8000
      bench.chip.field = (850_000, 0, 0)
      bench.run(milliseconds: 2000)
      bench.chip.field = (x, x / 3, -x / 2)
      bench.run(milliseconds: 90_000)
      bench.forget()
      bench.run(milliseconds: 60_000)
      #expect(!bench.chip.transcript.contains { $0.hasPrefix("write") }, "\(x) nT")
    }
  }
}
