// The supervision of one sensor.

import LinkProtocol
import Quantities
import SensorDrivers

/// Whether a sensor is present and delivers samples, and the scale and origin of its last sample.
struct SensorWatch {
  var isFitted = false
  /// Whether the board is still searching for the sensor.
  var isSought = false
  private var isLost = false
  /// Whether there is a valid sample: not before the first one, and not after the sensor failed.
  private(set) var hasSample = false
  /// The code of the last sample's scale.
  private(set) var scale: UInt8 = 0
  private(set) var origin = SampleOrigin.absent
  var identity = SensorIdentity.absent
  /// The number of the last new sample since boot.
  private(set) var number: UInt32 = 0

  var state: SensorState {
    if isLost { return .unavailable }
    if hasSample { return .ready }
    return isFitted || isSought ? .starting : .none
  }

  /// Adds a sample.
  /// - Returns: whether the sample is new and not a repetition of the last one.
  mutating func add(scale: UInt8, origin: SampleOrigin, isStale: Bool) -> Bool {
    isLost = false
    if isStale, hasSample { return false }
    hasSample = true
    number &+= 1
    self.scale = scale
    self.origin = origin
    return true
  }

  /// Discards the samples so far: after a fault they are no longer valid.
  mutating func lose() {
    hasSample = false
    isLost = true
  }
}

extension SensorOutcome {
  /// The sensor's error, if there was one.
  var error: SensorError? {
    switch self {
    case .nothing, .sample: nil
    case .fault(let error), .unavailable(let error): error
    }
  }
}
