// The meaning of the sentences that a compass uses.
import DeviceUnits
import Quantities

/// A parsed sentence. Angles are in degrees; `nil` means that the field is empty.
package enum Statement: Equatable, Sendable {
  /// RMC: recommended minimum data. Speed over ground in knots, course relative to true north.
  case recommendedMinimum(
    time: TimeOfDay?, isValid: Bool, place: GeoPlace?, speedKnots: Double?, course: Double?, date: CalendarDay?,
    variation: Double?)
  /// GGA, or GNS of several satellite systems: fix data. Height above the ellipsoid in metres (antenna height plus geoid separation).
  case fixData(
    time: TimeOfDay?, place: GeoPlace?, quality: Int, satellites: Int?, horizontalDilution: Double?, height: Double?)
  /// GLL: position alone.
  case geographicPosition(time: TimeOfDay?, place: GeoPlace?, isValid: Bool)
  /// ZDA: time and date.
  case timeAndDate(time: TimeOfDay?, date: CalendarDay?)
  /// VTG: course relative to true north, and speed.
  case groundSpeed(course: Double?, speedKnots: Double?)
  /// HDG: sensor heading before deviation; deviation and variation, east positive.
  case sensorHeading(heading: Double?, deviation: Double?, variation: Double?)
  /// HDM: magnetic heading.
  case magneticHeading(Double?)
  /// HDT: true heading.
  case trueHeading(Double?)
  /// THS: true heading with its mode. A: autonomous, E: estimated, M: manual, S: simulated, V: not valid.
  case trueHeadingAndStatus(Double?, mode: Character)
  /// ROT: rate of turn in degrees per minute, positive to starboard.
  case rateOfTurn(Double?, isValid: Bool)
  /// Anything else.
  case other(formatter: String)

  package init(_ sentence: Sentence) {
    let s = sentence
    switch s.formatter {
    case "RMC" where s.fields.count >= 9:
      self = .recommendedMinimum(
        time: TimeOfDay(s.text(0)), isValid: s.text(1) == "A", place: GeoPlace(s, at: 2), speedKnots: s.number(6),
        course: s.number(7), date: Self.date(s.text(8)),
        variation: Self.signed(s.number(9), s.text(10), positive: "E", negative: "W"))
    case "GGA" where s.fields.count >= 12:
      self = Self.fixData(s, quality: s.integer(5, in: 0...9) ?? 0, separation: s.number(10))
    case "GNS" where s.fields.count >= 10:
      // One letter for each satellite system; N: it has no fix.
      let hasFix = s.text(5)?.contains { $0 != "N" } == true
      self = Self.fixData(s, quality: hasFix ? 1 : 0, separation: s.number(9))
    case "GLL" where s.fields.count >= 4:
      // Before version 2.0 it had neither time nor status.
      self = .geographicPosition(
        time: TimeOfDay(s.text(4)), place: GeoPlace(s, at: 0), isValid: s.fields.count < 6 || s.text(5) == "A")
    case "ZDA" where s.fields.count >= 4:
      self = .timeAndDate(
        time: TimeOfDay(s.text(0)), date: Self.date(year: s.text(3), month: s.text(2), day: s.text(1)))
    case "VTG" where s.fields.count >= 6: self = .groundSpeed(course: s.number(0), speedKnots: s.number(4))
    case "HDG" where s.fields.count >= 5:
      self = .sensorHeading(
        heading: s.number(0), deviation: Self.signed(s.number(1), s.text(2), positive: "E", negative: "W"),
        variation: Self.signed(s.number(3), s.text(4), positive: "E", negative: "W"))
    case "HDM" where s.text(1) == "M": self = .magneticHeading(s.number(0))
    case "HDT" where s.text(1) == "T": self = .trueHeading(s.number(0))
    case "THS" where s.fields.count >= 2: self = .trueHeadingAndStatus(s.number(0), mode: s.text(1)?.first ?? "V")
    case "ROT" where s.fields.count >= 2: self = .rateOfTurn(s.number(0), isValid: s.text(1) == "A")
    default: self = .other(formatter: s.formatter)
    }
  }

  /// A number with the sign that its letter gives; `nil` unless both are there.
  static func signed(_ value: Double?, _ side: String?, positive: String, negative: String) -> Double? {
    guard let value, value >= 0 else { return nil }
    return side == positive ? value : side == negative ? -value : nil
  }

  /// What GGA and GNS have in common.
  private static func fixData(_ s: Sentence, quality: Int, separation: Double?) -> Statement {
    let antenna = s.number(8)
    return .fixData(
      time: TimeOfDay(s.text(0)), place: GeoPlace(s, at: 1), quality: quality, satellites: s.integer(6, in: 0...999),
      horizontalDilution: s.number(7), height: antenna.map { $0 + (separation ?? 0) })
  }

  /// The form is ddmmyy; years 80…99 belong to the last century.
  private static func date(_ text: String?) -> CalendarDay? {
    guard let text, text.count == 6, let number = Int32(text) else { return nil }
    let year = number % 100
    return CalendarDay(year: year >= 80 ? 1900 + year : 2000 + year, month: number / 100 % 100, day: number / 10000)
  }

  private static func date(year: String?, month: String?, day: String?) -> CalendarDay? {
    guard let year = year.flatMap({ Int32($0) }), let month = month.flatMap({ Int32($0) }),
      let day = day.flatMap({ Int32($0) })
    else { return nil }
    return CalendarDay(year: year, month: month, day: day)
  }
}

/// Time of day in UTC as seconds since midnight; a leap second is 86,400.
package struct TimeOfDay: Equatable, Sendable {
  package var seconds: Double

  package init(seconds: Double) { self.seconds = seconds }

  /// The form is hhmmss or hhmmss.sss.
  init?(_ text: String?) {
    guard let text, text.count >= 6, let number = Double(text), number >= 0, number < 240_000 else { return nil }
    let whole = Int(number)
    let (hours, minutes) = (whole / 10_000, whole / 100 % 100)
    let seconds = number - Double(whole / 100 * 100)
    guard minutes < 60, seconds < 61 else { return nil }
    self.seconds = Double(hours * 3600 + minutes * 60) + seconds
  }
}

/// Latitude and longitude in degrees, positive to the north and east.
package struct GeoPlace: Equatable, Sendable {
  package var latitude: Double
  package var longitude: Double

  package init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }

  /// Four fields: ddmm.mmm, N or S, dddmm.mmm, E or W.
  init?(_ sentence: Sentence, at index: Int) {
    guard
      let latitude = Statement.signed(
        Self.degrees(sentence.number(index), limit: 90), sentence.text(index + 1), positive: "N", negative: "S"),
      let longitude = Statement.signed(
        Self.degrees(sentence.number(index + 2), limit: 180), sentence.text(index + 3), positive: "E", negative: "W")
    else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  private static func degrees(_ value: Double?, limit: Double) -> Double? {
    guard let value, value >= 0 else { return nil }
    let whole = (value / 100).rounded(.down)
    let minutes = value - whole * 100
    let degrees = whole + minutes / 60
    return minutes < 60 && degrees <= limit ? degrees : nil
  }

  /// Converts to the device's units. `height` is in metres; 0 is used if it is unknown or outside the range of the
  /// world model, so that a wrong height does not make the position useless.
  package func position(height: Double?) -> Position {
    let metres = height.flatMap { Position.heights.contains($0) ? $0 : nil } ?? 0
    return Position(latitudeDegrees: latitude, longitudeDegrees: longitude, heightMetres: metres)
  }
}
