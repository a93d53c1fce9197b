// A driver and the register model of its chip on one clock.
import Quantities
import SensorDrivers
import TestSupport

/// Polls the driver every millisecond and keeps what it said.
struct ModelBench<Chip: SensorChipDriver> {
  var driver: SensorDriver<Chip>
  var bus: ModelBus
  let model: SensorModel
  var time: UInt64 = 0
  /// Every outcome but `.nothing`.
  var outcomes: [SensorOutcome<Chip.Sample>] = []

  init(_ model: SensorModel, atLeast milliHertz: UInt32 = 75_000, at address: UInt8 = 0) {
    driver = SensorDriver<Chip>(atLeast: milliHertz, at: address)
    self.model = model
    bus = ModelBus(model)
  }

  mutating func run(milliseconds: Int) {
    for _ in 0..<milliseconds {
      bus.advance(to: time)
      let outcome = driver.poll(&bus, at: Instant(microseconds: time))
      if outcome != .nothing { outcomes.append(outcome) }
      time += 1000
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
