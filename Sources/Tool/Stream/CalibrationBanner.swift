// Describes in one line the calibration with which the readings of a stream are computed.
import Correction
import DeviceUnits
import FieldMonitor
import Foundation
import Quantities
import TerminalInterface
import ToolConnection

enum CalibrationBanner {
  /// The text for an emulated or simulated instrument, which receives the record that its world requires.
  /// - Parameter level: the levelness that the instrument was told, because it cannot measure it, 1/10 degree; nil if
  ///   it measures tilt.
  static func forACheck(hasIron: Bool, level: UInt8?) -> String {
    let iron =
      hasIron
      ? "calibrated for this check with the iron that its world is known to have"
      : "calibrated for this check: its world is known to hold no iron"
    guard let level else { return iron }
    return iron + ", and told that it is level within \(Digits.fixed(Double(level) / 10, 1))°"
  }

  /// Detects a calibration from another place, which does no harm (Protocols/heading/spec.md, section 8), or an error
  /// in the place.
  /// - Parameters:
  ///   - record: the record that the device reports.
  ///   - place: the world model's field at the place; `nil` if unknown.
  /// - Returns: a question for the user; `nil` if the difference is not larger than the possible gain error of a
  ///   sensor.
  static func elsewhere(_ record: CalibrationRecord, _ place: GeomagneticField?) -> String? {
    let strength = record.fieldStrength
    guard let place, strength > 0 else { return nil }
    // A planar calibration contains only the horizontal part.
    let isPlanar = record.modelOrder == .planar
    let chip = SensorChip(rawValue: record.sensorChip)
    if let remark = DisputedScale.remark(chip, strength: strength, isPlanar: isPlanar, place) { return remark }
    let local = ((isPlanar ? place.horizontalQ8 : place.totalQ8) + 128) >> 8
    let share = Double(local) / Double(strength) - 1
    guard abs(share) > 0.15 else { return nil }
    func microtesla(_ value: UInt32) -> String { Digits.fixed(Double(value) / 1000, 1) + " µT" }
    return "the world model says \(microtesla(local)) here, \(Digits.fixed(abs(share) * 100, 0)) % "
      + "\(share > 0 ? "more" : "less") than the \(microtesla(strength)) of the calibration: either counts as undisturbed; "
      + "if it was made near here, check the location"
  }

  /// Detects a dip with the wrong sign at this place.
  /// - Returns: what to check; `nil` if the signs agree, or if one of the dips is too small to have a clear sign.
  static func hemisphere(_ record: CalibrationRecord, _ place: GeomagneticField?) -> String? {
    guard let dip = record.dip, let here = place?.dip, record.modelOrder != .planar else {
      return nil
    }
    let own = dip.signedDegrees
    let local = here.signedDegrees
    guard own * local < 0, min(abs(own), abs(local)) > 10 else { return nil }
    func degrees(_ value: Double) -> String { Digits.fixed(value, 0) + "°" }
    return
      "wrong hemisphere: the calibration's field points \(own < 0 ? "up" : "down") (dip \(degrees(own))), at this place it "
      + "points \(local < 0 ? "up" : "down") (\(degrees(local))).\n"
      + "The accelerometer's or the magnetometer's signs are reversed, the location has the wrong sign, or it was "
      + "calibrated on the other side of the magnetic equator"
  }

  /// - Parameters:
  ///   - record: the record that the device reports.
  ///   - isSimulated: whether the instrument is simulated or emulated.
  ///   - hasIron: whether its world is known to contain iron.
  ///   - today: days since 2000-01-01.
  static func text(
    _ record: CalibrationRecord, isSimulated: Bool, hasIron: Bool, today: Int32 = Place.today.days
  ) -> String {
    guard record.modelOrder != .none else {
      if hasIron { return "uncalibrated: the iron of its world turns the heading (--check corrects it)" }
      return isSimulated
        ? "uncalibrated, and without iron in its world: the heading is right, its accuracy is not known"
        : "uncalibrated: iron turns the heading, and no accuracy can be stated (binnacle calibrate LINK)"
    }
    var parts = [
      "calibration in use: \(CalibrationText.name(record.modelOrder)) model, "
        + CalibrationText.grade(record.grade)
    ]
    let typical = record.predictedTypicalError
    if typical != 65535 { parts.append("\(Digits.fixed(Double(typical) / 100, 1))° typical") }
    let worst = record.predictedError
    if worst != 65535 { parts.append("\(Digits.fixed(Double(worst) / 100, 1))° at worst") }
    if let days = record.date { parts.append("of \(Place.text(CalendarDay(days: days)))\(age(today &- days))") }
    return parts.joined(separator: ", ")
  }

  /// A device knows the age only if it was told the date, which comes with a place.
  private static func age(_ days: Int32) -> String {
    days > CalibrationWatch.longestAge ? " (\(days) days old: calibrate anew)" : ""
  }
}
