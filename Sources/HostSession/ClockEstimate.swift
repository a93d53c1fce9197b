// The device's clock against the host's.

import Quantities

/// Device time 0 in host time, from one round trip: the device read its clock somewhere between question and answer.
public struct ClockEstimate: Equatable, Sendable {
  /// `MonotonicClock` nanoseconds at device time 0, in the middle of what is possible.
  public var offsetNanoseconds: Int64
  /// The true offset lies within ± this, as long as both clocks run alike.
  public var uncertaintyNanoseconds: Int64
  /// Host time of the estimate.
  public var takenAt: UInt64

  /// - Parameters:
  ///   - sent: host nanoseconds before the question left.
  ///   - received: host nanoseconds after the answer came.
  ///   - device: device time in the answer.
  public init(sent: UInt64, received: UInt64, device: Instant) {
    let roundTrip = Int64(received - sent)
    offsetNanoseconds = Int64(sent) + roundTrip / 2 - Int64(device.microseconds) * 1000
    // The device clock has a grain of one microsecond.
    uncertaintyNanoseconds = roundTrip / 2 + 1000
    takenAt = received
  }

  public init(offsetNanoseconds: Int64, uncertaintyNanoseconds: Int64, takenAt: UInt64) {
    self.offsetNanoseconds = offsetNanoseconds
    self.uncertaintyNanoseconds = uncertaintyNanoseconds
    self.takenAt = takenAt
  }

  /// Host nanoseconds of a device instant.
  public func hostNanoseconds(of instant: Instant) -> Int64 {
    Int64(instant.microseconds) * 1000 + offsetNanoseconds
  }
}
