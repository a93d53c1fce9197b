// Reduces the readings of a recording of any length to at most 2,000 points, without storing all of them.
import TerminalInterface

/// The values that one reading adds to the curves of a report.
struct ReportPoint: Equatable {
  /// Seconds since the first reading.
  var seconds: Double
  /// Degrees from magnetic north, 0 … 360; `nil` if there is no heading.
  var heading: Double?
  /// Degrees; `nil` if no accuracy is stated.
  var accuracy: Double?
  /// Nanotesla; `nil` without a field.
  var strength: Double?
  /// Degrees below the horizon; `nil` if unknown.
  var dip: Double?
  /// 0 clear, 1 suspect, 2 disturbed, 3 recovering.
  var disturbance = 0
  /// Whether the heading may be used.
  var isValid = false
}

/// Points that each represent several readings once there are too many. When all are full, neighbours are joined, so
/// that memory and the report stay small for a recording of any length.
struct ReportSeries {
  /// The largest number of points: as many as a printed page can show.
  static let limit = 2000

  /// Some consecutive readings.
  struct Group {
    var readings = 1
    /// The seconds of the first and the last reading.
    var begin: Double
    var end: Double
    /// The heading of the last reading that has one, and the range of all headings. They continue beyond 360°, so that
    /// a turn through north is not a jump.
    var heading: Double?
    var lowHeading: Double?
    var highHeading: Double?
    /// The largest accuracy value.
    var accuracy: Double?
    var lowStrength: Double?
    var highStrength: Double?
    /// The sum of the known dips, and their number.
    var dips = (sum: 0.0, count: 0)
    /// The worst state.
    var disturbance: Int
    /// Whether every heading may be used.
    var isValid: Bool
    /// Whether the line before it is broken.
    var isAfterGap: Bool

    init(_ point: ReportPoint, heading: Double?, isAfterGap: Bool) {
      (begin, end) = (point.seconds, point.seconds)
      (self.heading, lowHeading, highHeading) = (heading, heading, heading)
      accuracy = point.accuracy
      (lowStrength, highStrength) = (point.strength, point.strength)
      if let dip = point.dip { dips = (dip, 1) }
      (disturbance, isValid) = (point.disturbance, point.isValid)
      self.isAfterGap = isAfterGap
    }

    mutating func join(_ other: Group) {
      readings += other.readings
      end = other.end
      heading = other.heading ?? heading
      lowHeading = Self.least(lowHeading, other.lowHeading)
      highHeading = Self.most(highHeading, other.highHeading)
      accuracy = Self.most(accuracy, other.accuracy)
      lowStrength = Self.least(lowStrength, other.lowStrength)
      highStrength = Self.most(highStrength, other.highStrength)
      dips = (dips.sum + other.dips.sum, dips.count + other.dips.count)
      // Disturbed is worse than recovering, which has a higher number.
      disturbance = disturbance == 2 || other.disturbance == 2 ? 2 : max(disturbance, other.disturbance)
      isValid = isValid && other.isValid
    }

    private static func least(_ a: Double?, _ b: Double?) -> Double? { a.map { min($0, b ?? $0) } ?? b }
    private static func most(_ a: Double?, _ b: Double?) -> Double? { a.map { max($0, b ?? $0) } ?? b }

    /// The values in the order of `ReportSeries.keys`.
    var row: JSONValue {
      func number(_ value: Double?, _ decimals: Int) -> JSONValue {
        .optional(value) { .fixed($0, decimals: decimals) }
      }
      return .array([
        .fixed(begin, decimals: 3), .fixed(end, decimals: 3), .integer(readings), number(heading, 2),
        number(lowHeading, 2), number(highHeading, 2), number(accuracy, 2), number(lowStrength, 0),
        number(highStrength, 0), number(dips.count == 0 ? nil : dips.sum / Double(dips.count), 2),
        .integer(disturbance), .bool(isValid), .bool(isAfterGap),
      ])
    }
  }

  static let keys = [
    "beginSeconds", "endSeconds", "readings", "headingDegrees", "lowHeadingDegrees", "highHeadingDegrees",
    "accuracyDegrees", "lowStrengthNanotesla", "highStrengthNanotesla", "dipDegrees", "disturbance", "valid",
    "afterGap",
  ]

  private(set) var groups: [Group] = []
  private(set) var readings = 0
  /// The number of readings of a full group.
  private var size = 1
  private var lastHeading: Double?
  private var isAfterGap = false

  /// Makes the next reading start a new line.
  mutating func breakLine() { isAfterGap = !groups.isEmpty }

  mutating func add(_ point: ReportPoint) {
    readings += 1
    let heading = point.heading.map { unwound($0) }
    let one = Group(point, heading: heading, isAfterGap: isAfterGap)
    if let last = groups.last, last.readings < size, !isAfterGap {
      groups[groups.count - 1].join(one)
    } else {
      if groups.count == Self.limit { halve() }
      groups.append(one)
    }
    isAfterGap = false
  }

  /// The heading continued from the last one, by the shorter way.
  private mutating func unwound(_ heading: Double) -> Double {
    let last = lastHeading ?? heading
    let next = last + Self.turn(heading - last)
    lastHeading = next
    return next
  }

  /// The shorter way of a difference of headings, −180 to 180 degrees.
  static func turn(_ degrees: Double) -> Double { degrees - 360 * (degrees / 360).rounded() }

  /// Joins every two groups between which there is no gap.
  private mutating func halve() {
    size *= 2
    var joined: [Group] = []
    for group in groups {
      if let last = joined.last, last.readings + group.readings <= size, !group.isAfterGap {
        joined[joined.count - 1].join(group)
      } else {
        joined.append(group)
      }
    }
    // If a recording consists only of gaps, nothing can be joined: then the gaps are no longer shown.
    if joined.count > Self.limit / 4 * 3 {
      for index in joined.indices { joined[index].isAfterGap = false }
    }
    groups = joined
    if groups.count == Self.limit { halve() }
  }

  var json: JSONObject {
    [
      "readings": .integer(readings), "points": .integer(groups.count),
      "keys": .array(Self.keys.map { .string($0) }), "rows": .array(groups.map(\.row)),
    ]
  }
}
