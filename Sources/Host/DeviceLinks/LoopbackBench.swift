// The true values of a simulated link, where every sample is known exactly.

import HostSession
import LinkProtocol
import Quantities
import Simulation

final class LoopbackBench: Bench {
  private(set) var horizontalNanotesla: Double
  /// The declination, if the world has a place.
  private var declinationDegrees: Double?
  let usesDeviceClock = true
  private let source: any SampleSource

  init(device: LoopbackDevice, world: World) {
    source = device
    horizontalNanotesla = world.horizontalNanotesla
  }

  /// The bench of a capture, from the notes that the live bench wrote; `nil` if that bench was of another kind.
  init?(notes: [String]) {
    guard let captured = CapturedSamples(notes: notes) else { return nil }
    source = captured
    horizontalNanotesla = captured.horizontal
    declinationDegrees = captured.declination
  }

  /// Moves the world to a place.
  func settle(horizontalNanotesla: Double, declinationDegrees: Double) {
    (self.horizontalNanotesla, self.declinationDegrees) = (horizontalNanotesla, declinationDegrees)
  }

  /// Zero: the simulated instrument carries no iron, and its sensor rounds to the nearest count.
  var hardIronQ8: SIMD3<Int32> { SIMD3(repeating: 0) }

  func fields(of reading: Reading, clock: ClockTrack) -> [TrueField] {
    guard var field = source.field(at: reading.time) else { return [] }
    field.declinationDegrees = declinationDegrees
    return [field]
  }

  func forget(before instant: Instant) { source.forget(before: instant) }

  func notes() -> [String] {
    let place = declinationDegrees.map { " declination \($0)" } ?? ""
    return ["simulated horizontal \(horizontalNanotesla)\(place)"]
      + source.times.compactMap { time in
        source.field(at: Instant(microseconds: time)).map {
          "sample \(time) counts \($0.counts.x) \($0.counts.y) \($0.counts.z) heading \($0.headingDegrees)"
        }
      }
  }
}

/// The source of the exact samples: the simulated device, or the notes of a capture.
private protocol SampleSource: AnyObject {
  /// Device microseconds of every sample so far, in their order.
  var times: [UInt64] { get }
  /// The sample that the sensor delivered at this device time.
  func field(at instant: Instant) -> TrueField?
  /// Deletes the samples from before this time.
  func forget(before instant: Instant)
}

extension LoopbackDevice: SampleSource {
  fileprivate var times: [UInt64] { sampleTimes }
  fileprivate func forget(before instant: Instant) { forgetTruth(before: instant) }

  fileprivate func field(at instant: Instant) -> TrueField? {
    sample(at: instant).map {
      TrueField(
        counts: SIMD3($0.counts.x, $0.counts.y, $0.counts.z), headingDegrees: $0.truth.headingDegrees)
    }
  }
}

/// The samples that a capture contains.
private final class CapturedSamples: SampleSource {
  private(set) var horizontal = 0.0
  private(set) var declination: Double?
  private var fields: [UInt64: TrueField] = [:]

  init?(notes: [String]) {
    for note in notes {
      let words = note.split(separator: " ")
      if words.first == "simulated", words.count == 3 || words.count == 5 {
        horizontal = Double(words[2]) ?? 0
        declination = words.count == 5 ? Double(words[4]) : nil
      } else if words.first == "sample", words.count == 8, let time = UInt64(words[1]), let x = Int32(words[3]),
        let y = Int32(words[4]), let z = Int32(words[5]), let heading = Double(words[7])
      {
        fields[time] = TrueField(counts: SIMD3(x, y, z), headingDegrees: heading)
      }
    }
    guard horizontal > 0 else { return nil }
  }

  var times: [UInt64] { fields.keys.sorted() }
  func field(at instant: Instant) -> TrueField? { fields[instant.microseconds] }
  func forget(before instant: Instant) { fields = fields.filter { $0.key >= instant.microseconds } }
}
