// A driver and a simulated bus with its chip on one clock.
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// Polls the driver every millisecond and keeps what it said.
struct DriverBench<Chip: SensorChipDriver, Bus: SimulatedBus> {
  var driver: SensorDriver<Chip>
  var bus: Bus
  var time: UInt64 = 0
  /// Every outcome but `.nothing`.
  var outcomes: [SensorOutcome<Chip.Sample>] = []

  init(_ bus: Bus, atLeast milliHertz: UInt32 = 75_000, at address: UInt8 = 0) {
    driver = SensorDriver<Chip>(atLeast: milliHertz, at: address)
    self.bus = bus
  }

  mutating func run(milliseconds: Int) { run(for: UInt64(milliseconds) * 1000, every: 1000) }

  /// Polls once every `step` microseconds, for `duration` microseconds.
  mutating func run(for duration: UInt64, every step: UInt64) {
    for _ in 0..<duration / step {
      bus.advance(to: time)
      let outcome = driver.poll(&bus, at: Instant(microseconds: time))
      if outcome != .nothing { outcomes.append(outcome) }
      time += step
    }
  }

  mutating func forget() {
    outcomes = []
    bus.clearTranscript()
  }

  var samples: [Chip.Sample] { outcomes.compactMap { if case .sample(let sample) = $0 { sample } else { nil } } }

  var errors: [SensorError] {
    outcomes.compactMap {
      switch $0 {
      case .fault(let error), .unavailable(let error): error
      default: nil
      }
    }
  }
}

/// A driver and the register model of its chip, which is alone on its bus.
typealias ModelBench<Chip: SensorChipDriver> = DriverBench<Chip, ModelBus>

extension DriverBench where Bus == ModelBus {
  init(_ model: SensorModel, atLeast milliHertz: UInt32 = 75_000, at address: UInt8 = 0) {
    self.init(ModelBus(model), atLeast: milliHertz, at: address)
    if let host = model.host { bus.chips.append(host) }
  }

  var model: SensorModel { bus.chips[0] }

  /// Asks for a rate, and counts the samples of ten seconds.
  /// - Parameters:
  ///   - asked: thousandths of a hertz; `given` is the rate that is to be chosen.
  ///   - slack: hundredths of a sample that may be missing, because of the bring-up and of times that are no whole
  ///     milliseconds.
  static func expectRate(_ model: SensorModel, asked: UInt32, given: UInt32, slack: Int) {
    var bench = DriverBench(model)
    bench.driver.setRate(atLeast: asked)
    #expect(bench.driver.milliHertz == given)
    bench.run(milliseconds: 10_000)
    #expect(bench.errors.isEmpty)
    #expect(abs(bench.samples.count * 100 - Int(given)) <= slack)
  }
}

/// Three counts of sixteen bits as registers hold them, the low byte first; more bytes mean nothing.
func lowFirst(_ counts: [Int]) -> RegisterBytes {
  var bytes = RegisterBytes(repeating: 0xee)
  for (axis, count) in counts.enumerated() {
    let unsigned = (count + 65_536) % 65_536
    bytes[2 * axis] = UInt8(unsigned % 256)
    bytes[2 * axis + 1] = UInt8(unsigned / 256)
  }
  return bytes
}

/// The same with the high byte first.
func highFirst(_ counts: [Int]) -> RegisterBytes {
  let low = lowFirst(counts)
  var bytes = low
  for axis in 0..<counts.count {
    bytes[2 * axis] = low[2 * axis + 1]
    bytes[2 * axis + 1] = low[2 * axis]
  }
  return bytes
}
