// The delays of a board's sensors, and which sensors there are.

import Quantities

/// Settings of the filter. A delay says how old the measured quantity is at the sample's time stamp. It comes from a
/// low-pass filter in the chip, half of an averaging window, or half a conversion. Only differences from the
/// gyroscope's delay affect the attitude.
public struct MotionSettings: Equatable, Sendable {
  /// Delay of the field in microseconds, −30,000…30,000. The filter estimates it while the instrument turns,
  /// starting from this value.
  public var fieldDelay: Int32
  /// Delay of the specific force in microseconds, −30,000…30,000.
  public var forceDelay: Int32
  /// Delay of the rate in microseconds, 0…30,000.
  public var rateDelay: Int32
  /// Whether the field gives the heading. Without it the heading drifts, and its zero is the direction at the
  /// filter's start.
  public var usesField: Bool
  /// The gyroscope's zero-rate offset: the standard deviation of what it measures at rest, 1/100 °/s, 1…500. Use 50 for
  /// a gyroscope whose offset was removed, and 300 if the data sheet gives 5 °/s and more. A larger value helps if the
  /// instrument moves from the start on: the filter then finds a larger offset, but the first minute is less certain.
  public var zeroRateOffset: UInt16

  public init(
    fieldDelay: Int32 = 600, forceDelay: Int32 = 0, rateDelay: Int32 = 0, usesField: Bool = true,
    zeroRateOffset: UInt16 = 50
  ) {
    self.fieldDelay = fieldDelay
    self.forceDelay = forceDelay
    self.rateDelay = rateDelay
    self.usesField = usesField
    self.zeroRateOffset = zeroRateOffset
  }

  /// The variance of that offset, (rad/s)².
  var biasVariance: CompactNumber {
    let offset = zeroRateOffset < 1 ? 1 : zeroRateOffset > 500 ? 500 : zeroRateOffset
    return (CompactNumber(Int32(truncatingIfNeeded: Int(offset)), exponent: 0) * Constants.offsetUnit).squared
  }
}

/// Counts of faulty samples since the start. Each count stops at its largest value.
public struct MotionCounts: Equatable, Sendable {
  /// Rates missing between two received rates, judged by the measured period.
  public var missing: UInt16 = 0
  /// Rates with the same time as the previous rate, or marked as repeated.
  public var repeated: UInt16 = 0
  /// Rates older than the previous rate.
  public var outOfOrder: UInt16 = 0
  /// Forces and fields that came later than 100 ms after they were measured.
  public var late: UInt16 = 0
  /// Rates beyond the range of the sensor.
  public var saturated: UInt16 = 0
  /// Restarts of the filter: after more than a second without a rate, and when it found an offset above 2 °/s.
  public var restarts: UInt16 = 0

  public init() {}

  @inline(never)
  static func add(_ more: UInt32, to count: inout UInt16) {
    let sum = UInt32(truncatingIfNeeded: count) &+ more
    count = sum > 0xffff ? 0xffff : UInt16(truncatingIfNeeded: sum)
  }
}
