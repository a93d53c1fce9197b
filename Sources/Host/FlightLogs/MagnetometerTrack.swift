// What a log holds of its magnetometers, with acceleration and rate beside each sample.

/// One sample of a magnetometer, in the vehicle's axes: forward, right, down.
package struct LoggedSample: Sendable {
  /// Microseconds of the autopilot's clock.
  package var time: UInt64
  /// Microtesla, with no correction.
  package var field: SIMD3<Float>
  /// Specific force, m/s²; not a number where there is none near in time.
  package var force = SIMD3<Float>(repeating: .nan)
  /// rad/s; not a number where there is none near in time.
  package var rate = SIMD3<Float>(repeating: .nan)
}

/// The samples of one magnetometer, and what is to be said of them.
package struct LoggedMagnetometer: Sendable {
  /// Its number in the log.
  package var number: Int
  /// The autopilot's number of the chip; `nil` where the log has none.
  package var device: UInt64?
  package var samples: [LoggedSample]
  /// Where the samples come from and what was taken out of them, in sentences.
  package var facts: [String]
}

/// Rows of all magnetometers while a log is read.
struct TrackList {
  struct Track {
    var samples: [LoggedSample] = []
    /// Samples that were not usable, or came twice.
    var passedOver = 0
  }

  private(set) var tracks: [Track] = []
  private var force = NearestSample()
  private var rate = NearestSample()

  mutating func addTrack() -> Int {
    tracks.append(Track())
    return tracks.count - 1
  }

  mutating func add(_ time: UInt64, _ microtesla: SIMD3<Double>, to track: Int) {
    guard Self.isBelow(Self.greatestField, microtesla) else { return passOver(track) }
    // A sample that is logged twice, and a clock that runs back, give no new row. But a clock that runs back far, to just
    // behind the sample before the last one, says that the last time was damaged.
    if let last = tracks[track].samples.last, time <= last.time {
      let before = tracks[track].samples.dropLast().last?.time ?? 0
      tracks[track].passedOver += 1
      guard time > before, last.time - time > Self.longestGap else { return }
      tracks[track].samples.removeLast()
    }
    tracks[track].samples.append(LoggedSample(time: time, field: SIMD3<Float>(microtesla)))
    let row = tracks[track].samples.count - 1
    force.wait(time, track: track, row: row)
    rate.wait(time, track: track, row: row)
  }

  /// µT that a sample can carry; more is damage, or a sensor at its end.
  private static let greatestField: Float = 2_097
  /// m/s² and rad/s; more is damage.
  private static let greatestMotion: Float = 2_000
  /// Microseconds; a longer step of one sample that is taken back was none.
  private static let longestGap: UInt64 = 10_000_000

  private static func isBelow(_ limit: Float, _ v: SIMD3<Double>) -> Bool {
    max(abs(v.x), abs(v.y), abs(v.z)) <= Double(limit)
  }

  mutating func passOver(_ track: Int) { tracks[track].passedOver += 1 }

  mutating func addForce(_ time: UInt64, _ value: SIMD3<Double>) {
    guard Self.isBelow(Self.greatestMotion, value) else { return }
    for one in force.add(time, SIMD3<Float>(value)) { tracks[one.track].samples[one.row].force = one.value }
  }

  mutating func addRate(_ time: UInt64, _ value: SIMD3<Double>) {
    guard Self.isBelow(Self.greatestMotion, value) else { return }
    for one in rate.add(time, SIMD3<Float>(value)) { tracks[one.track].samples[one.row].rate = one.value }
  }

  mutating func finish() {
    for one in force.rest() { tracks[one.track].samples[one.row].force = one.value }
    for one in rate.rest() { tracks[one.track].samples[one.row].rate = one.value }
  }
}
