// gpsd's JSON: the request for reports, and the fixes in its answers.
//
// Source: gpsd_json(5), class TPV. Mode 2 or more is a fix. lat and lon are in degrees, altHAE in metres above the
// ellipsoid, track in degrees true, speed in m/s. eph or epx/epy is the estimated horizontal error in metres (95 %).
// time is in ISO 8601, before release 3 in seconds since 1970.
import DeviceUnits
import Foundation
import Quantities
import TerminalInterface

/// A report of gpsd; each line is one JSON object.
package enum DaemonReport {
  /// The port that gpsd listens on (IANA, service "gpsd").
  package static let port: UInt16 = 2947
  /// The request for reports as JSON.
  package static let watch = "?WATCH={\"enable\":true,\"json\":true};\n"
  /// gpsd estimates errors at 95 %, this program at 68 %. In a circular normal distribution these are 2.448 and 1.515
  /// standard deviations.
  private static let share = 1.515 / 2.448

  /// The fix in a line; `nil` for other classes, and for a line that is not a JSON object.
  package static func fix(line: String) -> PositionReceiver.Report? {
    guard let report = try? ForeignJSON.decode(TPV.self, from: line.utf8), report.class == "TPV" else {
      return nil
    }
    let time = report.time?.value
    let isValid = report.mode >= 2
    let place = isValid ? report.place : nil
    let height = report.altHAE ?? report.altMSL ?? report.alt
    let error = report.eph ?? report.epx.flatMap { x in report.epy.map { (x * x + $0 * $0).squareRoot() } }
    let metres = error.map { max(0.1, $0 * share) } ?? 15
    let fix = Fix(
      time: Instant(microseconds: 0),
      position: place?.position(height: height) ?? Position(latitude: 0, longitude: 0),
      horizontalMillimetres: place.map { _ in PositionReceiver.millimetres(metres) },
      speed: report.speed.flatMap(PositionReceiver.speed), course: report.track.flatMap(PositionReceiver.course))
    return PositionReceiver.Report(fix: fix, date: time?.date, time: time?.time)
  }

  /// The class of a report, such as "TPV" or "VERSION"; `nil` for a line that is not a report.
  package static func kind(line: String) -> String? {
    (try? ForeignJSON.decode(AnyReport.self, from: line.utf8))?.class
  }

  private struct AnyReport: Decodable {
    var `class`: String
  }

  private struct TPV: Decodable {
    var `class`: String
    var mode: Int
    var time: Moment?
    var lat: Double?
    var lon: Double?
    var altHAE: Double?
    var altMSL: Double?
    var alt: Double?
    var track: Double?
    var speed: Double?
    var eph: Double?
    var epx: Double?
    var epy: Double?

    var place: GeoPlace? {
      guard let lat, let lon, abs(lat) <= 90, abs(lon) <= 180 else { return nil }
      return GeoPlace(latitude: lat, longitude: lon)
    }
  }

  private struct Moment: Decodable {
    var value: (date: CalendarDay, time: TimeOfDay)?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      // A time in any other form must not make the position useless.
      if let text = try? container.decode(String.self) {
        value = DaemonReport.date(text)
      } else if let seconds = try? container.decode(Double.self), (946_684_800..<4e9).contains(seconds) {
        let day = (seconds / 86_400).rounded(.down)
        value = (CalendarDay(daysSince1970: Int64(day)), TimeOfDay(seconds: seconds - day * 86_400))
      }
    }
  }

  /// The form is 2026-11-20T12:34:56.000Z.
  private static func date(_ text: String) -> (date: CalendarDay, time: TimeOfDay)? {
    let parts = text.split { "-T:Z".contains($0) }
    guard parts.count == 6, let year = Int32(parts[0]), let month = Int32(parts[1]), let day = Int32(parts[2]),
      let hours = Double(parts[3]), let minutes = Double(parts[4]), let seconds = Double(parts[5]),
      (0..<24).contains(hours), (0..<60).contains(minutes), (0..<61).contains(seconds),
      let date = CalendarDay(year: year, month: month, day: day)
    else { return nil }
    return (date, TimeOfDay(seconds: hours * 3600 + minutes * 60 + seconds))
  }
}
