// Two drivers of one chip, each with a half of it.
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// Both halves in one chip: neither undoes what the other configured, not even after a lost supply.
struct TwoDrivers<First: SensorChipDriver, Second: SensorChipDriver> {
  private var first: SensorDriver<First>
  private var second: SensorDriver<Second>
  private var bus: ModelBus
  private var time: UInt64 = 0
  private var samples = (first: 0, second: 0)
  private var latest: (first: First.Sample?, second: Second.Sample?)
  private var errors = 0

  /// - Parameters:
  ///   - first: thousandths of a hertz, at least; `second` too.
  init(_ bus: ModelBus, first: UInt32, second: UInt32) {
    self.first = SensorDriver(atLeast: first)
    self.second = SensorDriver(atLeast: second)
    self.bus = bus
  }

  private mutating func run(milliseconds: Int) {
    samples = (0, 0)
    errors = 0
    for _ in 0..<milliseconds {
      bus.advance(to: time)
      switch first.poll(&bus, at: Instant(microseconds: time)) {
      case .sample(let sample):
        samples.first += 1
        latest.first = sample
      case .nothing: break
      default: errors += 1
      }
      switch second.poll(&bus, at: Instant(microseconds: time)) {
      case .sample(let sample):
        samples.second += 1
        latest.second = sample
      case .nothing: break
      default: errors += 1
      }
      time += 1000
    }
  }

  private func expectSamples(_ perSecond: (first: Int, second: Int)) {
    #expect(errors == 0)
    #expect(abs(samples.first - perSecond.first) <= perSecond.first / 25)
    #expect(abs(samples.second - perSecond.second) <= perSecond.second / 25)
  }

  mutating func checkSharing(firstPerSecond: Int, secondPerSecond: Int) {
    run(milliseconds: 200)
    #expect(errors == 0)
    run(milliseconds: 1000)
    expectSamples((firstPerSecond, secondPerSecond))
    for chip in bus.chips { chip.powerOn() }
    run(milliseconds: 1500)
    #expect((1...4).contains(errors), "the halves notice it")
    run(milliseconds: 1000)
    expectSamples((firstPerSecond, secondPerSecond))
  }
}

extension TwoDrivers where First.Sample == ForceSample, Second.Sample == RateSample {
  /// Both halves measure at the same time, and the range that the force changes leaves the rate as it is.
  mutating func checkValues() throws {
    for chip in bus.chips { chip.noiseCounts = 0 }
    // 3 g is beyond the finest range, and 20 °/s and 1500 °/s within the gyroscope's only one.
    for (force, turn) in [([0, 0, 1000], 20_000), ([3000, -500, 250], 1_500_000), ([-10, 20, 990], -300_000)] {
      for chip in bus.chips {
        chip.world.milliG = force
        chip.world.milliDegrees = [turn, -turn / 2, turn / 4]
      }
      run(milliseconds: 300)
      #expect(errors == 0)
      let (found, rate) = (try #require(latest.first), try #require(latest.second))
      let axes = [found.force.microG.x, found.force.microG.y, found.force.microG.z]
      for (axis, value) in zip(axes, force) { #expect(abs(Int(axis) - 1000 * value) <= 300, "\(axes) \(force)") }
      // A degree a second is 18,301 of 2^−20 rad/s. A count is at most 0.07 °/s, and the table of scales has 2^−16.
      let counts = [rate.rate.q20.x, rate.rate.q20.y, rate.rate.q20.z]
      for (axis, value) in zip(counts, [turn, -turn / 2, turn / 4]) {
        let degrees = Double(value) / 1000
        #expect(abs(Double(axis) / 18_300.976 - degrees) < 0.08 + abs(degrees) * 2e-4, "\(counts) \(turn)")
      }
      // Of 31 at most; the first ones are thrown away.
      #expect(!rate.isSaturated && !rate.isStale && samples.second >= 18)
    }
  }
}
