// Extracts fixes from the sentences of a position receiver.
import DeviceUnits
import Quantities

/// Combines RMC, GGA or GNS, GLL, VTG and ZDA of the same time. Position and course come from RMC, accuracy and height
/// from GGA or GNS. Without RMC, the position comes from GGA or GNS, or else from GLL, and the course from VTG.
package struct PositionReceiver: Sendable {
  /// The data after a sentence that completed a fix.
  package struct Report: Equatable, Sendable {
    /// The fix, with device time 0: the receiver does not know the device time, so the caller sets it.
    package var fix: Fix
    package var date: CalendarDay?
    package var time: TimeOfDay?
    /// The 68 % uncertainty of the speed, in mm/s; `nil` if the source does not give it.
    package var speedUncertainty: UInt32?
    /// Whether course and speed were derived from successive fixes. Otherwise the source gave them.
    package var isMovementDerived = false

    package init(fix: Fix, date: CalendarDay?, time: TimeOfDay?) {
      (self.fix, self.date, self.time) = (fix, date, time)
    }
  }

  /// User equivalent range error at 68 %, which converts dilution of precision into metres. U.S. Department of Defense,
  /// "GPS Standard Positioning Service Performance Standard", 5th edition, 2020, gives 7.8 m at 95 %, about 4 m at 68
  /// %.
  private static let rangeError = 4.0
  /// The accuracy if a receiver gives no dilution.
  private static let unknownMetres = 15.0
  private static let knot = 1852.0 / 3600

  /// The last date that the receiver gave.
  package private(set) var date: CalendarDay?
  private var quality: (time: TimeOfDay?, metres: Double, height: Double?)?

  package init() {}

  /// Processes a sentence.
  /// - Returns: a report for every RMC. If the receiver sends no RMC: for every GGA, GNS and VTG. If it sends none of
  ///   these: for every GLL. Invalid fixes have no accuracy.
  package mutating func receive(_ statement: Statement) -> Report? {
    switch statement {
    case .timeAndDate(_, let date):
      if let date { self.date = date }
    case .fixData(let time, let place, let fixQuality, _, let dilution, let height):
      let metres = dilution.map { max(1, $0 * Self.rangeError) } ?? Self.unknownMetres
      quality = fixQuality > 0 && place != nil ? (time, metres, height) : nil
      hasFixData = true
      return hasMinimum ? nil : reportPlace(time, fixQuality > 0 ? place : nil)
    case .geographicPosition(let time, let place, let isValid):
      return hasMinimum || hasFixData ? nil : reportPlace(time, isValid ? place : nil)
    case .groundSpeed(let course, let knots):
      guard !hasMinimum, let latest else { return nil }
      groundSpeed = knots.map { (latest.time, $0, course) }
      return report(latest.time, latest.place, speedKnots: knots, course: course)
    case .recommendedMinimum(let time, let isValid, let place, let speed, let course, let date, _):
      hasMinimum = true
      if let date { self.date = date }
      return report(time, isValid ? place : nil, speedKnots: speed, course: course)
    default: break
    }
    return nil
  }

  private var hasMinimum = false
  private var hasFixData = false
  /// The last GGA, GNS or GLL; used if no RMC comes.
  private var latest: (time: TimeOfDay?, place: GeoPlace)?
  /// The last VTG, with the time of the place before it, because VTG has no time of its own.
  private var groundSpeed: (time: TimeOfDay?, knots: Double, course: Double?)?
  /// Seconds for which a VTG is valid: as long as a course is valid.
  private static let groundSpeedAge = 3.0

  private func isYoung(_ then: TimeOfDay?, at now: TimeOfDay?) -> Bool {
    guard let then, let now else { return false }
    return (0...Self.groundSpeedAge).contains((now.seconds - then.seconds).remainder(dividingBy: 86_400))
  }

  /// A report for a place without a speed, with the speed of the last VTG.
  private mutating func reportPlace(_ time: TimeOfDay?, _ place: GeoPlace?) -> Report {
    latest = place.map { (time, $0) }
    if !isYoung(groundSpeed?.time, at: time) { groundSpeed = nil }
    return report(time, place, speedKnots: groundSpeed?.knots, course: groundSpeed?.course)
  }

  private func report(_ time: TimeOfDay?, _ place: GeoPlace?, speedKnots: Double?, course: Double?) -> Report {
    let metres = quality?.metres ?? Self.unknownMetres
    let fix = Fix(
      time: Instant(microseconds: 0),
      position: place?.position(height: quality?.height) ?? Position(latitude: 0, longitude: 0),
      horizontalMillimetres: place.map { _ in Self.millimetres(metres) },
      speed: speedKnots.flatMap { Self.speed($0 * Self.knot) },
      course: place.flatMap { _ in course.flatMap(Self.course) })
    return Report(fix: fix, date: date, time: time)
  }

  // MARK: - Numbers from outside, of any size

  /// An accuracy in millimetres, limited to 4,000 km. A larger value gives no further information.
  static func millimetres(_ metres: Double) -> UInt32 { UInt32(max(0, min(4e9, (metres * 1000).rounded()))) }

  /// Converts m/s to mm/s; `nil` for a value that is not a speed.
  static func speed(_ metres: Double) -> UInt32? {
    metres >= 0 && metres < 1e6 ? UInt32((metres * 1000).rounded()) : nil
  }

  /// Degrees 0…360; `nil` outside that range.
  static func course(_ degrees: Double) -> BinaryAngle? {
    (0...360).contains(degrees) ? BinaryAngle(degrees: degrees) : nil
  }
}
