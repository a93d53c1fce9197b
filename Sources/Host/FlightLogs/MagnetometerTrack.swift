// The magnetometers of a log, with acceleration and rate for each sample.

/// One sample of a magnetometer, in the vehicle's axes: forward, right, down.
package struct LoggedSample: Sendable {
  /// Microseconds of the autopilot's clock.
  package var time: UInt64
  /// The uncorrected field, microtesla.
  package var field: SIMD3<Float>
  /// Specific force, m/s²; NaN if there is no sample near in time.
  package var force = SIMD3<Float>(repeating: .nan)
  /// Rate, rad/s; NaN if there is no sample near in time.
  package var rate = SIMD3<Float>(repeating: .nan)
}

/// The samples of one magnetometer, and remarks about them.
package struct LoggedMagnetometer: Sendable {
  /// Its number in the log.
  package var number: Int
  /// The autopilot's number of the chip; `nil` if the log has none.
  package var device: UInt64?
  package var samples: [LoggedSample]
  /// Where the samples come from and which corrections were removed, in sentences.
  package var facts: [String]
}

/// The rows of all magnetometers while a log is read.
struct TrackList {
  struct Track {
    var samples: [LoggedSample] = []
    /// Samples that were unusable or came twice.
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
    // A repeated sample and a clock that runs backwards give no new row. But if the clock runs back to just after the
    // sample before the last one, the last time was damaged.
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

  /// The largest field of a sample, µT. A larger one is damage, or a saturated sensor.
  private static let greatestField: Float = 2_097
  /// The largest force and rate, m/s² and rad/s. A larger one is damage.
  private static let greatestMotion: Float = 2_000
  /// Microseconds. If a step longer than this is reversed by the next sample, the time was damaged.
  private static let longestGap: UInt64 = 10_000_000

  private static func isBelow(_ limit: Float, _ v: SIMD3<Double>) -> Bool {
    max(abs(v.x), abs(v.y), abs(v.z)) <= Double(limit)
  }

  mutating func passOver(_ track: Int) { tracks[track].passedOver += 1 }

  mutating func addForce(_ time: UInt64, _ value: SIMD3<Double>) {
    guard Self.isBelow(Self.greatestMotion, value) else { return }
    for one in force.join(time, SIMD3<Float>(value)) { tracks[one.track].samples[one.row].force = one.value }
  }

  mutating func addRate(_ time: UInt64, _ value: SIMD3<Double>) {
    guard Self.isBelow(Self.greatestMotion, value) else { return }
    for one in rate.join(time, SIMD3<Float>(value)) { tracks[one.track].samples[one.row].rate = one.value }
  }

  mutating func finish() {
    for one in force.rest() { tracks[one.track].samples[one.row].force = one.value }
    for one in rate.rest() { tracks[one.track].samples[one.row].rate = one.value }
  }
}
