// The accelerometer as the instrument uses it: its last sample, the age of that sample, and whether it gives the tilt.

import FixedPoint
import LinkProtocol
import Quantities
import SensorDrivers

/// The specific force for one field sample, or the reason why there is none.
struct TiltForce {
  /// Body axes; `nil` when no force gives the tilt.
  var force: Acceleration?
  /// Why there is no force although there is an accelerometer.
  var doubts = HeadingDoubts.none
  /// The part of a reading about the sensors.
  var sensors = ReadingSensors()

  /// The greatest age in milliseconds at which a sample of the force gives the tilt, unless its sensor is slower.
  static var oldest: UInt16 { 250 }

  /// Without an accelerometer.
  init() {}

  /// For a force that was received with its field.
  init(_ force: Acceleration?, age: UInt16) {
    guard let force else { return }
    sensors.forceAge = age < ReadingSensors.oldestForce ? age : ReadingSensors.oldestForce
    if age > Self.oldest { doubts = .forceOutdated } else { self.force = force }
  }
}

extension TiltForce {
  /// Adds the doubts that say why no force gives the tilt.
  func addDoubts(to assessment: inout HeadingAssessment) { assessment.doubts.formUnion(doubts) }

  /// Writes into a reading how old the force was, why there is none, and which sensors the samples are from.
  @inline(never)
  func complete(_ reading: inout Reading, from field: SampleOrigin) {
    reading.sensors = sensors
    reading.sensors.fieldChip = field.chip.rawValue
    reading.sensors.fieldInstance = field.instance
  }
}

/// The last sample of the accelerometer.
struct ForceWatch {
  var isFitted = false
  /// The board is still looking whether it has one.
  var isSought = false
  var identity = SensorIdentity.absent
  /// Counts the new samples since boot.
  private(set) var number: UInt32 = 0
  private(set) var sample: ForceSample?
  private var isLost = false
  /// Microseconds between the last two samples.
  private var interval: UInt32 = 0

  var state: SensorState {
    if isLost { return .unavailable }
    if sample != nil { return .ready }
    return isFitted || isSought ? .starting : .none
  }

  /// Adds a sample. A repetition of the last one changes nothing, because its time shows its age.
  mutating func add(_ new: ForceSample) {
    isLost = false
    if new.isStale, sample != nil { return }
    if let last = sample { interval = new.time.elapsed(since: last.time) }
    number &+= 1
    sample = new
  }

  /// Discards the samples so far.
  mutating func lose() {
    sample = nil
    isLost = true
  }

  /// The greatest age of a sample: 250 ms, or three periods of the sensor; a period counts with at most one second.
  private var limit: UInt32 {
    let period: UInt32 = interval < 1_000_000 ? interval : 1_000_000
    let least = UInt32(TiltForce.oldest) &* 1000
    return period &* 3 > least ? period &* 3 : least
  }

  /// The force that gives the tilt of a field that was measured at `time`.
  @inline(never)
  func tilt(at time: Instant) -> TiltForce {
    var tilt = TiltForce()
    if isLost { tilt.doubts = .forceFault }
    guard let sample else { return tilt }
    let age = time.elapsed(since: sample.time)
    let milliseconds = age / 1000
    tilt.sensors.forceAge =
      milliseconds < 0xfffe ? UInt16(truncatingIfNeeded: milliseconds) : ReadingSensors.oldestForce
    tilt.sensors.forceScale = sample.scale.rawValue
    tilt.sensors.forceChip = sample.origin.chip.rawValue
    tilt.sensors.forceInstance = sample.origin.instance
    if age > limit {
      tilt.doubts = .forceOutdated
    } else if sample.isSaturated {
      tilt.doubts = .forceFault
    } else {
      tilt.force = sample.force
    }
    return tilt
  }
}
