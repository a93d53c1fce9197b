// A driver and a simulated chip on one clock.
import Quantities
import SensorDrivers
import TestSupport

/// No sample came in time, and what the driver said meanwhile.
struct NoSample: Error {
  var milliseconds: UInt64
  var errors: [SensorError]
}

/// Polls the driver every `step` microseconds and keeps what it said.
struct MagnetometerBench {
  struct Event: Equatable {
    var time: UInt64
    var outcome: SensorOutcome<FieldSample>
  }

  var driver: LSM303DLHC
  var chip: SimulatedLSM303DLHC
  var time: UInt64 = 0
  var step: UInt64 = 1000
  /// Every outcome but `.nothing`.
  var events: [Event] = []

  init(atLeast milliHertz: UInt32 = 75_000, noise: SensorNoise = .present, seed: UInt64 = 1) {
    driver = LSM303DLHC(atLeast: milliHertz, noise: noise)
    chip = SimulatedLSM303DLHC(seed: seed)
  }

  mutating func poll() {
    chip.advance(to: time)
    time = chip.now
    let outcome = driver.poll(&chip, at: Instant(microseconds: time))
    if outcome != .nothing { events.append(Event(time: time, outcome: outcome)) }
  }

  mutating func run(milliseconds: UInt64) {
    let end = time + milliseconds * 1000
    while time < end {
      poll()
      time += step
    }
  }

  /// Runs until a sample comes; throws when none does within `milliseconds`.
  mutating func nextSample(within milliseconds: UInt64 = 1000) throws -> FieldSample {
    let end = time + milliseconds * 1000
    while time < end {
      let count = events.count
      poll()
      time += step
      if events.count > count, case .sample(let sample) = events[events.count - 1].outcome { return sample }
    }
    throw NoSample(milliseconds: milliseconds, errors: errors)
  }

  mutating func forget() {
    events = []
    chip.clearTranscript()
  }

  var samples: [FieldSample] {
    events.compactMap { if case .sample(let sample) = $0.outcome { sample } else { nil } }
  }

  var errors: [SensorError] {
    events.compactMap {
      switch $0.outcome {
      case .fault(let error), .unavailable(let error): error
      default: nil
      }
    }
  }
}
