// The command-line options that decide which locations count, and when the course replaces the heading.

import LinkProtocol
import Navigation
import Quantities
import TerminalInterface
import ToolCommandLine

extension CommandOption {
  package static let courseAbove = CommandOption(
    "course-above", "SPEED", "go by the course from this speed on, such as 3m/s, 10km/h or 6kn (default never)")
  package static let distanceFilter = CommandOption(
    "distance-filter", "METRES", "with --location: a place nearer than this to the last one counts as the same")
  package static let desiredAccuracy = CommandOption(
    "desired-accuracy", "METRES", "with --location: ignore locations that are less accurate (68 %)")
}

/// The conditions for locations; none by default.
package struct MovementOptions: Equatable {
  /// Millimetres per second; 0 means never.
  package var courseAbove: UInt32 = 0
  /// Millimetres; 0 means that every place counts.
  package var distanceFilter: UInt32 = 0
  /// Millimetres; 0 means that every accuracy is sufficient.
  package var desiredAccuracy: UInt32 = 0

  package init() {}

  package init(_ arguments: ParsedArguments) throws {
    if let text = arguments.text(.courseAbove) {
      guard let speed = Self.speed(text), (0.1...300).contains(speed) else {
        throw arguments.refusal(.courseAbove, text, "a speed from 0.1 to 300 m/s, such as 3m/s, 10km/h, 6kn or 7mph")
      }
      courseAbove = UInt32((speed * 1000).rounded())
    }
    distanceFilter = UInt32(((try arguments.number(.distanceFilter, in: 0...4_000_000) ?? 0) * 1000).rounded())
    desiredAccuracy = UInt32(((try arguments.number(.desiredAccuracy, in: 0.1...4_000_000) ?? 0) * 1000).rounded())
    guard arguments.text(.location) == nil else { return }
    for option in [CommandOption.courseAbove, .distanceFilter, .desiredAccuracy] where arguments.text(option) != nil {
      throw UsageError("--\(option.name) is for locations, and there are none.\nAdd --location, or leave it out.")
    }
  }

  /// Exact by definition: the knot (1929) and the international mile (1959).
  private static let units: [(name: String, metresPerSecond: Double)] = [
    ("m/s", 1), ("km/h", 1 / 3.6), ("kn", 1852.0 / 3600), ("mph", 1609.344 / 3600),
  ]

  /// Metres per second, also the unit of a number without one.
  private static func speed(_ text: String) -> Double? {
    for unit in units where text.hasSuffix(unit.name) {
      return Double(text.dropLast(unit.name.count)).map { $0 * unit.metresPerSecond }
    }
    return Double(text)
  }

  /// Whether a fix is accurate enough.
  package func admits(_ fix: Fix) -> Bool {
    guard let error = fix.horizontalMillimetres else { return false }
    return desiredAccuracy == 0 || error <= desiredAccuracy
  }

  /// Whether two places count as the same.
  package func areSame(_ a: Position, _ b: Position) -> Bool {
    Earth.meanSphere.leg(from: a, to: b).millimetres < Int64(distanceFilter)
  }

  /// The request with these rules.
  package func applied(to request: SetSurroundings = SetSurroundings()) -> SetSurroundings {
    var request = request
    request.courseAbove = courseAbove
    request.distanceFilter = distanceFilter
    request.desiredAccuracy = desiredAccuracy
    return request
  }
}

/// Reports once that locations are ignored because they are not accurate enough.
package struct CoarseLocationRemark {
  private let rules: MovementOptions
  private var isReported = false

  package init(_ rules: MovementOptions) { self.rules = rules }

  /// - Returns: the remark, for the first valid fix that is ignored.
  package mutating func words(_ fix: Fix, from name: String) -> String? {
    guard !isReported, fix.isValid, !rules.admits(fix), let error = fix.horizontalMillimetres else { return nil }
    isReported = true
    return "\(name) gave a location accurate only to \(Digits.fixed(Double(error) / 1000, 1)) m; --desired-accuracy "
      + "\(Digits.fixed(Double(rules.desiredAccuracy) / 1000, 1)) leaves such locations out"
  }
}
