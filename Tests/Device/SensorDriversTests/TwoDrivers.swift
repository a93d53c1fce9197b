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
      case .sample: samples.first += 1
      case .nothing: break
      default: errors += 1
      }
      switch second.poll(&bus, at: Instant(microseconds: time)) {
      case .sample: samples.second += 1
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
