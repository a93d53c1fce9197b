// The last samples of a magnetometer and an accelerometer, and what they say about each other.

import Correction
import FieldMonitor
import FixedPoint
import Heading
import Quantities

/// The last sample of each sensor, in the axes of the magnetometer.
///
/// A `Compass` holds one. To assess samples from another source, swap them with the compass's samples, read, and swap back.
///
/// ```swift
/// let age = compass.samples.forceAge  // microseconds
/// if !compass.samples.isFresh(at: now, timeout: 1_000_000) || !compass.samples.hasTilt { print("late:", age) }
/// compass.samples = CompassSamples()
/// ```
public struct CompassSamples: Sendable {
  // Bytes first, then words: a Cortex-M0 reaches the first members with one instruction.
  /// The field monitor has not seen the field yet.
  var isNew = false
  var isOverflowed = false
  var isSaturated = false
  var isFieldLost = false
  var isForceLost = false
  /// Whether `corrected` belongs to the present `field`.
  var isCorrected = false
  /// Why the field cannot be used; `.none` where it can.
  var fault = UnavailableReason.none
  /// Half of what one count of the magnetometer is worth, nanotesla; 0: not known. A field that rests within a count shows no
  /// noise, and is not more accurate than that.
  public var halfCountNanotesla: UInt8 = 0
  /// Counts the samples of the field, so that others can detect a new sample; 0: none yet.
  var fieldNumber: UInt32 = 0
  var forceNumber: UInt32 = 0
  /// Microseconds between the last two samples of the force.
  var forceInterval: UInt32 = 0
  var field = MagneticField(nanotesla: .zero)
  /// As measured.
  var force = Acceleration(microG: .zero)
  /// The field after the record, body axes: rounded, and with 30 bits.
  var corrected = CorrectedField(q8Nanotesla: .zero)
  var fine = FineField(mantissa: .zero, exponent: 0)
  /// When the field was measured.
  public internal(set) var fieldTime = Instant(microseconds: 0)
  var forceTime = Instant(microseconds: 0)

  /// No samples.
  public init() {}

  /// One sample of both sensors.
  /// - Parameters:
  ///   - field: nanotesla, each within ±2^21; larger values are limited.
  ///   - time: when the field was measured.
  ///   - isOverflowed: an axis is beyond the sensor's range.
  ///   - fault: why the field cannot be used.
  ///   - force: micro-g; `nil` without an accelerometer.
  ///   - forceAge: microseconds from the force to the field.
  public init(
    _ field: MagneticField, at time: Instant, isOverflowed: Bool = false, fault: UnavailableReason = .none,
    force: Acceleration?, forceAge: UInt32 = 0
  ) {
    add(field, at: time, isOverflowed: isOverflowed)
    self.fault = fault
    guard let force else { return }
    // Only the difference of both times is used, so it may wrap.
    add(
      force, at: Instant(microseconds: time.microseconds &- UInt64(widening: forceAge)), isSaturated: false)
  }

  mutating func add(_ field: MagneticField, at time: Instant, isOverflowed: Bool) {
    self.field = field
    fieldTime = time
    self.isOverflowed = isOverflowed
    isNew = true
    isCorrected = false
    isFieldLost = false
    fieldNumber = fieldNumber &+ 1
    if fieldNumber == 0 { fieldNumber = 1 }
  }

  mutating func add(_ force: Acceleration, at time: Instant, isSaturated: Bool) {
    if forceNumber != 0, !isForceLost { forceInterval = time.elapsed(since: forceTime) }
    self.force = force
    forceTime = time
    self.isSaturated = isSaturated
    isForceLost = false
    forceNumber = forceNumber &+ 1
    if forceNumber == 0 { forceNumber = 1 }
  }

  // MARK: - State of the samples

  /// Whether the field can be used.
  public var canBeUsed: Bool { fault == .none }

  /// Whether there is a sample of the field.
  public var hasField: Bool { fieldNumber != 0 && !isFieldLost }
  /// Whether there is a sample of the force.
  public var hasForce: Bool { forceNumber != 0 && !isForceLost }

  /// Whether the field is at most `timeout` microseconds old.
  public func isFresh(at now: Instant, timeout: UInt32) -> Bool {
    hasField && now.elapsed(since: fieldTime) <= timeout
  }

  /// Microseconds from the force to the field, 0 when the force came later; limited to 2^32 − 1.
  public var forceAge: UInt32 {
    let age = fieldTime.microseconds &- forceTime.microseconds
    if age.highHalf == 0 { return age.lowHalf }
    return Int32(bitPattern: age.highHalf) < 0 ? 0 : UInt32.max
  }

  /// Whether the force is young enough for the field: 250 ms, or three periods, of which one counts with at most one
  /// second.
  var isForceYoung: Bool {
    let period: UInt32 = forceInterval < 1_000_000 ? forceInterval : 1_000_000
    return forceAge <= (period &* 3 > Self.oldestForce ? period &* 3 : Self.oldestForce)
  }

  /// Microseconds after which a force gives no tilt, unless its sensor is slower.
  public static var oldestForce: UInt32 { 250_000 }

  /// Whether the force gives the tilt of the field.
  public var hasTilt: Bool { hasForce && !isSaturated && isForceYoung }

  /// Why no force gives the tilt although there is an accelerometer.
  var doubts: HeadingDoubts {
    if isForceLost { return .forceFault }
    if forceNumber == 0 || hasTilt { return .none }
    return isForceYoung ? .forceFault : .forceOutdated
  }
}
