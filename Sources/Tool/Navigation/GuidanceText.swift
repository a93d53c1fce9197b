// Guidance as text and numbers.

import DeviceUnits
import LinkProtocol
import Navigation
import Quantities
import TerminalInterface
import ToolStream

/// The units for distances.
enum DistanceUnit: String, CaseIterable {
  case m, km, mi, nmi

  /// The international mile and the nautical mile, both exact by definition (1959; 1929).
  var metres: Double {
    switch self {
    case .m: 1
    case .km: 1000
    case .mi: 1609.344
    case .nmi: 1852
    }
  }

  /// `12,345 m`, `1,234.5 km`, `0.43 nmi`.
  func text(millimetres: Int64) -> String {
    let value = Double(millimetres) / 1000 / metres
    if self == .m { return Digits.grouped(Int64(value.rounded())) + " m" }
    let digits = Digits.fixed(value, value < 10 ? 2 : 1)
    let whole = digits.prefix { $0 != "." }
    return (Int64(whole).map { Digits.grouped($0) } ?? "\(whole)") + digits.dropFirst(whole.count) + " \(rawValue)"
  }
}

enum GuidanceText {
  /// One line: `↑ ahead  12.35 km  bearing 160°  heading ±2°`.
  /// - Parameter absence: why there is no arrow.
  static func line(_ report: GuidanceReport, unit: DistanceUnit, absence: HeadingAbsence? = nil) -> String {
    guard let view = report.view else { return "no destination" }
    let distance = view.millimetres.map { unit.text(millimetres: $0) }
    let bearing = view.bearing.map { "bearing \(Digits.circle(degrees($0), 0))°" }
    // A compass normally uses its heading, so the text mentions only the course.
    let source = report.source == .course ? "by course" : nil
    let speed = report.speed.map { "\(Digits.fixed(Double($0) / 1000, 1)) m/s" }
    let way = [distance, bearing, heading(report), speed, source].compactMap { $0 }.joined(separator: "  ")
    switch view.state {
    case .waiting: return "… waiting for the first location"
    case .unavailable: return "… no location: \(absence?.text ?? "")"
    case .arrived: return "● arrived  \(way)"
    case .guiding:
      guard let arrow = view.arrow, let turn = view.turn else { return "·  \(way)  (no arrow: \(absence?.text ?? ""))" }
      let size = Digits.fixed(abs(turn).binaryDegrees, 0)
      switch arrow {
      case .ahead: return "↑ ahead  \(way)"
      case .left: return "← left \(size)°  \(way)"
      case .right: return "→ right \(size)°  \(way)"
      case .unsure:
        let isBehind = abs(turn) > GuidanceView.turn(Int32.min) / 2
        return "? \(isBehind ? "behind you, " : "")left or right is not known  \(way)"
      }
    }
  }

  /// The possible error of the heading, and whether the field is disturbed.
  private static func heading(_ report: GuidanceReport) -> String? {
    guard let accuracy = report.accuracy else { return nil }
    let state = report.disturbance == .clear ? "" : " \(report.disturbance)"
    return "heading ±\(Digits.fixed(Double(accuracy) / 100, 0))°\(state)"
  }

  /// - Parameters:
  ///   - location: the latest location, which has more data about a movement than the device.
  ///   - absence: why there is no arrow.
  static func json(
    _ report: GuidanceReport, _ location: LocationReport? = nil, absence: HeadingAbsence? = nil
  ) -> JSONObject {
    let view = report.view
    return [
      "what": "guidance", "deviceTimeSeconds": .fixed(Double(report.time.microseconds) / 1e6, decimals: 6),
      "state": .string(view.map { "\($0.state)" } ?? "none"),
      "arrow": .optional(view?.arrow) { .string("\($0)") },
      "hidden": .optional(view?.hidden) { .string("\($0)") },
      "turnDegrees": .optional(view?.turn) { .fixed($0.binaryDegrees, decimals: 3) },
      "bearingDegrees": .optional(view?.bearing) { .fixed(degrees($0), decimals: 6) },
      "distanceMetres": .optional(view?.millimetres) { .fixed(Double($0) / 1000, decimals: 3) },
      "trueHeadingDegrees": .optional(report.heading) { .fixed(degrees($0), decimals: 3) },
      "accuracyDegrees": .optional(report.accuracy) { .fixed(Double($0) / 100, decimals: 2) },
      "disturbance": .string("\(report.disturbance)"),
      "courseDegrees": .optional(report.course) { .fixed(degrees($0), decimals: 3) },
      "courseUncertaintyDegrees": report.course == nil
        ? .null : .fixed(report.courseUncertainty.binaryDegrees, decimals: 3),
      "fixAgeSeconds": report.fixAge == UInt32.max ? .null : .fixed(Double(report.fixAge) / 1e6, decimals: 6),
      "speedMetresPerSecond": .optional(report.speed) { .fixed(Double($0) / 1000, decimals: 3) },
      "speedUncertaintyMetresPerSecond": .optional(report.speed == nil ? nil : location?.speedUncertainty) {
        .fixed(Double($0) / 1000, decimals: 3)
      },
      "movementFrom": report.speed == nil ? .null : .string(location?.isMovementDerived == true ? "fixes" : "receiver"),
      "headingFrom": .optional(report.source) { .string("\($0)") },
      "reason": .optional(absence) { .string($0.name) },
      "because": .optional(absence) { .string($0.sentence) },
      "advice": .optional(absence.flatMap { $0.remedy.isEmpty ? nil : $0.remedy }) { .string($0) },
    ]
  }

  static func degrees(_ angle: BinaryAngle) -> Double { angle.degrees }
}
