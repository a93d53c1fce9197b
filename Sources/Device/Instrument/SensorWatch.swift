// A sensor of the board as the instrument supervises it.

import LinkProtocol
import Quantities
import SensorDrivers

/// Whether a sensor is there and delivers, and what its last sample was made with.
struct SensorWatch {
  var isFitted = false
  /// The board is still looking whether it has one.
  var isSought = false
  private var isLost = false
  /// Whether there is a sample: there is none before the first one and after the loss of the sensor.
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
  /// - Returns: whether it is new. A repetition of the last one is known already.
  mutating func add(scale: UInt8, origin: SampleOrigin, isStale: Bool) -> Bool {
    isLost = false
    if isStale, hasSample { return false }
    hasSample = true
    number &+= 1
    self.scale = scale
    self.origin = origin
    return true
  }

  /// Discards the samples so far: what was measured before a fault does not hold now.
  mutating func lose() {
    hasSample = false
    isLost = true
  }
}

extension SensorOutcome {
  /// What went wrong, if anything did.
  var error: SensorError? {
    switch self {
    case .nothing, .sample: nil
    case .fault(let error), .unavailable(let error): error
    }
  }
}
