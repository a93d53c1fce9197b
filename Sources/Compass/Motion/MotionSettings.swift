// What a board and its chips say about their sensors' time, and which sensors there are.

import Quantities

/// Settings of the filter. A delay is how long the quantity that a sample stands for is older than its time stamp: that of
/// a low-pass filter in the chip, half of a window that was averaged, half a conversion. Only differences from the
/// gyroscope's delay matter to the attitude.
public struct MotionSettings: Equatable, Sendable {
  /// Delay of the field in microseconds, −30,000…30,000. It is estimated while the instrument turns; this is where the
  /// estimate begins.
  public var fieldDelay: Int32
  /// Delay of the specific force in microseconds, −30,000…30,000.
  public var forceDelay: Int32
  /// Delay of the rate in microseconds, 0…30,000.
  public var rateDelay: Int32
  /// Whether the field gives the heading. Without it the heading is free to drift, and its origin is where the filter
  /// began.
  public var usesField: Bool
  /// The gyroscope's zero-rate offset: one standard deviation of what it measures at rest, 1/100 °/s, 1…500. 50 is that of one whose
  /// offset was taken out; 300 serves where the data sheet has 5 °/s and more. A larger one finds a larger offset while
  /// the instrument moves from the start on, and makes the first minute less certain.
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

  /// Its variance, (rad/s)².
  var biasVariance: CompactNumber {
    let offset = zeroRateOffset < 1 ? 1 : zeroRateOffset > 500 ? 500 : zeroRateOffset
    return (CompactNumber(Int32(truncatingIfNeeded: Int(offset)), exponent: 0) * Constants.offsetUnit).squared
  }
}

/// Samples that were not as they should be, counted from the start on. Each count stops at its largest value.
public struct MotionCounts: Equatable, Sendable {
  /// Rates that are missing between two that came, by the measured period.
  public var missing: UInt16 = 0
  /// Rates with the time of the one before, or marked as delivered before.
  public var repeated: UInt16 = 0
  /// Rates older than the one before.
  public var outOfOrder: UInt16 = 0
  /// Forces and fields that came later than 100 ms after they were measured.
  public var late: UInt16 = 0
  /// Rates beyond the range of the sensor.
  public var saturated: UInt16 = 0
  /// Times when the filter began again: after more than a second without a rate, and when it found an offset above 2 °/s.
  public var restarts: UInt16 = 0

  public init() {}

  @inline(never)
  static func add(_ more: UInt32, to count: inout UInt16) {
    let sum = UInt32(truncatingIfNeeded: count) &+ more
    count = sum > 0xffff ? 0xffff : UInt16(truncatingIfNeeded: sum)
  }
}
