// Does the calibration in use still fit? If not, one event with the reason, the value found and its limit.

import FixedPoint
import Quantities

/// Why the calibration in use should be renewed.
public enum CalibrationDeviation: UInt8, Sendable {
  /// Strength is off by a constant field that stays with the instrument, 1/10 %.
  case strength = 1
  /// Dip is off by a constant field that stays with the instrument, 1/100 degree.
  case dip = 2
  /// The strength varies more than calibration left, while nothing else is disturbed, 1/10 %.
  case residual = 3
  /// Days since the calibration.
  case age = 4
  /// 1/8 °C away from the temperature of the calibration.
  case temperature = 5
  /// The sensor was magnetised, 1/10 %: a set/reset pulse first, then a calibration.
  case magnetised = 6
}

/// A reason to calibrate anew.
public struct RecalibrateEvent: Equatable, Sendable {
  public var reason: CalibrationDeviation
  /// In the reason's unit.
  public var value: Int32
  public var limit: Int32

  public init(reason: CalibrationDeviation, value: Int32, limit: Int32) {
    self.reason = reason
    self.value = value
    self.limit = limit
  }
}

/// Watches the calibration in use by the field monitor's findings, its age and its temperature.
public struct CalibrationWatch: Sendable {
  /// Days after which a calibration should be renewed whatever it still seems to be worth.
  public var longestAge: Int32 = 365
  /// 20 °C in 1/8 °C: offsets drift by up to a few tenths of a percent of full scale per degree.
  public var temperatureLimit: Int32 = 160
  /// A disturbance that stays with the instrument for this long is a new part of it, µs.
  public static var attachedMicroseconds: UInt32 { 60_000_000 }
  /// The long average needs a minute before it is believed, µs.
  public static var settlingMicroseconds: UInt32 { 60_000_000 }
  /// The strength may vary by 4 % RMS (Q12), or by three times what calibration left.
  public static var residualLimit: Int32 { 164 }

  private var last = Instant(microseconds: 0)
  private var attached: UInt32 = 0
  private var settled: UInt32 = 0
  /// One bit a reason that was told.
  private var told: UInt8 = 0
  private var isFirst = true

  public init() {}

  /// A calibration came into use: everything may be told again.
  public mutating func restart() {
    attached = 0
    settled = 0
    told = 0
  }

  /// Looks at the monitor's findings, after each sample.
  /// - Returns: a reason that has not been told since `restart`, the first that holds.
  public mutating func take(_ monitor: borrowing FieldMonitor, at now: Instant) -> RecalibrateEvent? {
    let elapsed = isFirst ? 0 : now.elapsed(since: last)
    isFirst = false
    last = now
    guard monitor.isExpecting else { return nil }
    let state = monitor.status.state
    let cause = monitor.status.cause
    let isMagnetised = cause == .magnetisedSensor
    let total = added(attached, elapsed)
    attached = state.isFlagged && (isMagnetised || cause == .steadyOffset) ? total : 0
    if state == .clear { settled = added(settled, elapsed) }

    if attached >= Self.attachedMicroseconds {
      if !isMagnetised, !monitor.status.reasons.contains(.strength), let dip = monitor.status.dipDeviation {
        return tell(.dip, dip, FieldExpectation.dipLimit)
      }
      return tell(
        isMagnetised ? .magnetised : .strength, monitor.status.strengthDeviation, monitor.expected.strengthLimit)
    }
    if settled >= Self.settlingMicroseconds {
      let three = monitor.expected.residual &* 3
      let limit = three > Self.residualLimit ? three : Self.residualLimit
      if monitor.longVariance > squareQ32(limited(limit)) {
        return tell(.residual, Int32(bitPattern: (monitor.longVariance &>> 8).squareRoot), limit)
      }
    }
    return nil
  }

  /// Compares the day and the temperature with those of the calibration; as seldom as the caller likes.
  /// - Parameters:
  ///   - calibrated: days since 2000-01-01 of the calibration; `nil` when not known.
  ///   - today: `nil` when not known.
  public mutating func compare(calibrated: Int32?, today: Int32?) -> RecalibrateEvent? {
    guard let calibrated, let today, today &- calibrated > longestAge else { return nil }
    return tell(once: .age, today &- calibrated, longestAge)
  }

  /// - Parameters:
  ///   - calibrated: the chip's temperature during calibration, 1/8 °C; `nil` when not known.
  ///   - now: `nil` when not known.
  public mutating func compare(calibrated: Int16?, now: Int16?) -> RecalibrateEvent? {
    guard let calibrated, let now else { return nil }
    let moved = Int32(truncatingIfNeeded: now) &- Int32(truncatingIfNeeded: calibrated)
    guard moved > temperatureLimit || moved < 0 &- temperatureLimit else { return nil }
    return tell(once: .temperature, moved, temperatureLimit)
  }

  /// - Parameters:
  ///   - value: Q12, of the strength or radians.
  ///   - limit: the same.
  @inline(never)
  private mutating func tell(_ reason: CalibrationDeviation, _ value: Int32, _ limit: Int32) -> RecalibrateEvent? {
    // Q12 to 1/10 %, or to 1/100 degree: 5729.58/4096.
    let unit: Int32 = reason == .dip ? 5730 : 1000
    return tell(once: reason, (value &* unit) &>> 12, (limit &* unit) &>> 12)
  }

  @inline(never)
  private mutating func tell(once reason: CalibrationDeviation, _ value: Int32, _ limit: Int32) -> RecalibrateEvent? {
    let bit: UInt8 = 1 &<< reason.rawValue
    if told & bit != 0 { return nil }
    told |= bit
    return RecalibrateEvent(reason: reason, value: value, limit: limit)
  }
}
