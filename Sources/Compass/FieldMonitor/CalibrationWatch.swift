// Checks whether the calibration in use still fits. If not, it reports one event with the reason, the measured value
// and its limit.

import FixedPoint
import Quantities

/// Why the calibration in use should be renewed.
public enum CalibrationDeviation: UInt8, Sendable {
  /// A constant field that turns with the instrument changes the strength, 1/10 %.
  case strength = 1
  /// A constant field that turns with the instrument changes the dip, 1/100 degree.
  case dip = 2
  /// A turn changes the strength by more than the residual of the calibration explains, and no field that turns with
  /// the instrument explains it either, 1/10 %.
  case residual = 3
  /// The age of the calibration, in days.
  case age = 4
  /// Difference to the temperature of the calibration, 1/8 °C.
  case temperature = 5
  /// The sensor was magnetised, 1/10 %: apply a set/reset pulse first, then calibrate.
  case magnetised = 6
}

/// A reason to calibrate again.
public struct RecalibrateEvent: Equatable, Sendable {
  public var reason: CalibrationDeviation
  /// The measured value, in the unit of the reason.
  public var value: Int32
  public var limit: Int32

  public init(reason: CalibrationDeviation, value: Int32, limit: Int32) {
    self.reason = reason
    self.value = value
    self.limit = limit
  }
}

/// Checks the calibration in use against the field monitor's findings, its age and its temperature.
///
/// A field that turns with the instrument changes the measured strength when the instrument turns. Iron at a fixed
/// place beside it does not. Iron along the instrument's path also changes the strength without a turn. So changes
/// during turns are evidence, if they are larger than changes in the same time without a turn.
public struct CalibrationWatch: Sendable {
  /// Days after which a calibration should be renewed even if it still seems good.
  public static var longestAge: Int32 { 365 }
  /// 20 °C in 1/8 °C: offsets drift by up to a few tenths of a percent of full scale per degree.
  public static var temperatureLimit: Int32 { 160 }
  /// If the evidence lasts for this long, it is reported, µs. A magnet that is carried along for half a minute is not
  /// reported.
  public static var lastingMicroseconds: UInt32 { 60_000_000 }
  /// The longest duration of a turn, µs. In a longer time, a walking person reaches another place.
  public static var turnMicroseconds: UInt32 { 4_000_000 }
  /// A turn may change the strength by 2 % (Q12), or by one and a half times the residual of the calibration. A
  /// constant field of 7 % causes 2 % on average, with turns of 30° to 50°.
  public static var turnLimit: Int32 { 82 }

  private var last = Instant(microseconds: 0)
  /// The state when the last turn ended: the field, and the deviation of the strength (Q12). Then microseconds since
  /// that moment.
  private var corner = Vector3.zero
  private var deviation: Int32 = 0
  private var since: UInt32 = 0
  /// The mean change of the strength in the time of a turn but without one, Q16; then the change in the last turn that
  /// was evidence, Q12.
  private var wandering: UInt16 = 0
  private var proof: UInt16 = 0
  /// Microseconds for which there has been enough evidence.
  private var lasting: UInt32 = 0
  /// Plus two for each turn that changed the strength, minus one for each turn that did not; 0 to 24.
  private var evidence: UInt8 = 0
  private static var enoughEvidence: UInt8 { 16 }
  private static var mostEvidence: UInt8 { 24 }
  /// One bit for each reason that was reported.
  private var reported: UInt8 = 0
  private var isFirst = true

  public init() {}

  /// Call this when a calibration comes into use: every reason can then be reported again.
  public mutating func restart() {
    evidence = 0
    wandering = 0
    lasting = 0
    reported = 0
  }

  /// Checks the monitor's findings. Call it after each sample.
  /// - Returns: the first reason that holds and was not reported since `restart`.
  public mutating func check(_ monitor: borrowing DisturbanceMonitor, at now: Instant) -> RecalibrateEvent? {
    let elapsed = isFirst ? 0 : now.elapsed(since: last)
    isFirst = false
    last = now
    since = added(since, elapsed)
    guard monitor.isExpecting, !monitor.status.reasons.isFault else { return nil }
    let field = monitor.lastField.q8Nanotesla
    // A change of one axis by half of the strength is a turn of 30° or more.
    let way = Vector3(x: field.x &- corner.x, y: field.y &- corner.y, z: field.z &- corner.z)
    let hasTurned = !way.isWithin(monitor.expected.strengthNanotesla &<< 7)
    var isProof = false
    if hasTurned || since > Self.turnMicroseconds {
      isProof = weigh(monitor.status.strengthDeviation, hasTurned, monitor.expected.residual)
      corner = field
      since = 0
    }
    lasting = evidence >= Self.enoughEvidence ? added(lasting, elapsed) : 0
    // Reported only during a turn: a user who has stopped after a disturbed path gets no report.
    guard isProof, lasting >= Self.lastingMicroseconds else { return nil }
    let cause = monitor.status.cause
    let isMagnetised = cause == .magnetisedSensor
    guard monitor.status.state.isFlagged, isMagnetised || cause == .steadyOffset else {
      return report(.residual, Int32(truncatingIfNeeded: proof), Self.limit(monitor.expected.residual))
    }
    if !isMagnetised, !monitor.status.reasons.contains(.strength), let dip = monitor.status.dipDeviation {
      return report(.dip, dip, FieldExpectation.dipLimit)
    }
    return report(
      isMagnetised ? .magnetised : .strength, monitor.status.strengthDeviation, monitor.expected.strengthLimit)
  }

  /// How much a turn may change the strength, Q12.
  private static func limit(_ residual: Int32) -> Int32 {
    let most = residual &+ residual &>> 1
    return most > turnLimit ? most : turnLimit
  }

  /// Evaluates the change of the strength over a turn, or over the same time without one.
  /// - Returns: whether it is evidence.
  @inline(never)
  private mutating func weigh(_ found: Int32, _ hasTurned: Bool, _ residual: Int32) -> Bool {
    let difference = limited(found &- deviation)
    let change = difference < 0 ? 0 &- difference : difference
    deviation = found
    let usual = Int32(truncatingIfNeeded: wandering)
    if !hasTurned {
      // The mean of about the last sixteen changes.
      wandering = UInt16(truncatingIfNeeded: usual &- usual &>> 4 &+ change)
    } else if since <= Self.turnMicroseconds {
      // One in nine of the changes that the path alone causes is above twice their mean.
      if change > Self.limit(residual), change > usual &>> 3 {
        proof = UInt16(truncatingIfNeeded: change)
        if evidence < Self.mostEvidence { evidence = evidence &+ 2 }
        return true
      }
      if evidence > 0 { evidence = evidence &- 1 }
    }
    return false
  }

  /// Compares the day and the temperature with those of the calibration. The caller decides how often.
  /// - Parameters:
  ///   - calibrated: the day of the calibration, in days since 2000-01-01; `nil` if unknown.
  ///   - today: the same for today; `nil` if unknown.
  public mutating func compare(calibrated: Int32?, today: Int32?) -> RecalibrateEvent? {
    guard let calibrated, let today, today &- calibrated > Self.longestAge else { return nil }
    return report(once: .age, today &- calibrated, Self.longestAge)
  }

  /// - Parameters:
  ///   - calibrated: the chip's temperature during calibration, 1/8 °C; `nil` if unknown.
  ///   - now: the chip's present temperature, 1/8 °C; `nil` if unknown.
  public mutating func compare(calibrated: Int16?, now: Int16?) -> RecalibrateEvent? {
    guard let calibrated, let now else { return nil }
    let moved = Int32(truncatingIfNeeded: now) &- Int32(truncatingIfNeeded: calibrated)
    guard moved > Self.temperatureLimit || moved < 0 &- Self.temperatureLimit else { return nil }
    return report(once: .temperature, moved, Self.temperatureLimit)
  }

  /// - Parameters:
  ///   - value: Q12, relative to the strength or in radians.
  ///   - limit: in the same unit.
  @inline(never)
  private mutating func report(_ reason: CalibrationDeviation, _ value: Int32, _ limit: Int32) -> RecalibrateEvent? {
    // Converts Q12 to 1/10 %, or to 1/100 degree (5729.58/4096).
    let unit: Int32 = reason == .dip ? 5730 : 1000
    return report(once: reason, (value &* unit) &>> 12, (limit &* unit) &>> 12)
  }

  @inline(never)
  private mutating func report(once reason: CalibrationDeviation, _ value: Int32, _ limit: Int32) -> RecalibrateEvent? {
    let bit: UInt8 = 1 &<< reason.rawValue
    if reported & bit != 0 { return nil }
    reported |= bit
    return RecalibrateEvent(reason: reason, value: value, limit: limit)
  }
}
