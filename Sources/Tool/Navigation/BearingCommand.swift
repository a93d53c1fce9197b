// binnacle bearing: the direction and the distance from one place to another.
import DeviceUnits
import Foundation
import Navigation
import Quantities
import Reference
import TerminalInterface
import ToolCommandLine
import ToolConnection
import Verdict

package struct BearingCommand: Subcommand {
  package let name = "bearing"
  package let summary = "the direction from one place to another, and how far"
  package let arguments = [
    CommandArgument("FROM", "latitude,longitude in degrees, such as 37.3318,-122.0312 or 52.2N,0.1E"),
    CommandArgument("TO", "latitude,longitude, as FROM"),
  ]
  package static let radius = CommandOption("radius", "M", "radius of the sphere in metres (default 6371008.8)")
  package let options: [CommandOption] = [radius, .json]
  package let examples = [
    CommandExample("bearing 37.7793,-122.4193 37.3318,-122.0312", "from San Francisco to Cupertino"),
    CommandExample("bearing 47N,8E 47.0001N,8E --json", "eleven metres north, for a program"),
  ]
  package let notes = [
    "Bearings are clockwise from true north, at the start and on arrival. The way back is the bearing on "
      + "arrival and half a turn. The integers of the device compute the bearings, on the sphere and on the "
      + "WGS84 ellipsoid, from coordinates that are rounded to 2^-32 turn (9.3 mm). The JSON also has the "
      + "results of the equations in Double for the same coordinates. A bearing does not exist between a "
      + "place and itself, between opposite places, and at a pole. On WGS84 none is given beyond 19,000 km, "
      + "near the antipode."
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let start = try Place.onTheSurface(arguments.positionals[0])
    let end = try Place.onTheSurface(arguments.positionals[1])
    let radius = try arguments.number(Self.radius, in: 1...1e9) ?? LegSweep.radius
    let earth = Earth.sphere(radiusMillimetres: UInt64((radius * 1000).rounded()))
    let (from, to) = (LegSample.place(start), LegSample.place(end))
    let rows: [(name: String, leg: Leg, exact: ReferenceLeg?)] = [
      (
        "sphere", earth.leg(from: start, to: end),
        ReferenceLeg.sphere(from: from, to: to, radiusMetres: radius)
      ),
      ("wgs84", Earth.wgs84.leg(from: start, to: end), ReferenceLeg.ellipsoid(from: from, to: to)),
    ]
    switch arguments.outputMode {
    case .jsonLines:
      var object: JSONObject = [
        "what": "bearing", "from": .object(Self.json(start)), "to": .object(Self.json(end)),
        "radiusMetres": .double(radius),
      ]
      for row in rows { object[row.name] = .object(Self.json(row.leg, row.exact)) }
      arguments.console.line(object)
    case .human:
      var table = Table([
        Column(""), Column("initial", .right), Column("final", .right), Column("way back", .right),
        Column("distance", .right),
      ])
      for (row, name) in zip(rows, ["sphere", "WGS84"]) {
        table.add([
          name, Self.text(row.leg.initial), Self.text(row.leg.final), Self.text(Self.back(row.leg)),
          Self.distance(row.leg.millimetres),
        ])
      }
      for line in table.lines { arguments.console.line(line) }
      var reasons: [String] = []
      for row in rows {
        for bearing in [row.leg.initial, row.leg.final] {
          if let reason = Self.reason(bearing), !reasons.contains(reason) { reasons.append(reason) }
        }
      }
      for reason in reasons { arguments.console.line(reason) }
    }
    return .pass
  }

  /// The bearing of the way back at its start: the final bearing plus half a turn.
  package static func back(_ leg: Leg) -> Bearing {
    leg.final.angle.map { .angle($0 + .halfTurn) } ?? leg.final
  }

  // MARK: - Text

  /// The position in degrees, as fields.
  package static func json(_ position: Position) -> JSONObject {
    [
      "latitudeDegrees": .fixed(position.latitudeDegrees, decimals: 9),
      "longitudeDegrees": .fixed(position.longitudeDegrees, decimals: 9),
    ]
  }

  private static func json(_ leg: Leg, _ exact: ReferenceLeg?) -> JSONObject {
    var object: JSONObject = [
      "initialDegrees": .optional(leg.initial.angle) { circle($0.degrees) },
      "finalDegrees": .optional(leg.final.angle) { circle($0.degrees) },
      "backDegrees": .optional(back(leg).angle) { circle($0.degrees) },
      "metres": .fixed(Double(leg.millimetres) / 1000, decimals: 3),
      "undefined": .optional(word(leg.initial) ?? word(leg.final)) { .string($0) },
    ]
    if let exact {
      object["reference"] = [
        "initialDegrees": isKnown(leg.initial) ? circle(exact.initialDegrees) : .null,
        "finalDegrees": isKnown(leg.final) ? circle(exact.finalDegrees) : .null,
        "metres": .fixed(exact.metres, decimals: 4),
      ]
    } else {
      // The iteration in Double does not converge near the antipode.
      object["reference"] = .null
    }
    return object
  }

  /// Values that round to 360 give 0.
  private static func circle(_ degrees: Double) -> JSONValue {
    .fixed(Double(Digits.circle(degrees, 9)) ?? degrees, decimals: 9)
  }

  /// Whether the reference in Double knows this bearing. It is accurate even near the antipode, where the integers give
  /// none.
  private static func isKnown(_ bearing: Bearing) -> Bool { bearing.angle != nil || bearing == .nearAntipode }

  private static func text(_ bearing: Bearing) -> String {
    bearing.angle.map { Digits.circle($0.degrees, 6) + "°" } ?? "–"
  }

  private static func word(_ bearing: Bearing) -> String? {
    switch bearing {
    case .angle: nil
    case .samePlace: "samePlace"
    case .antipodes: "antipodes"
    case .nearAntipode: "nearAntipode"
    case .atPole: "atPole"
    }
  }

  private static func reason(_ bearing: Bearing) -> String? {
    switch bearing {
    case .angle: nil
    case .samePlace: "Both places are the same: there is no bearing."
    case .antipodes: "On the sphere the places are opposite each other: every direction leads there."
    case .nearAntipode:
      "So close to the antipode, beyond 19,000 km, there is no WGS84 bearing, and the distance is good to 0.2 %."
    case .atPole: "At the pole every direction is the same: there is no bearing."
    }
  }

  private static func distance(_ millimetres: Int64) -> String {
    let metres = Double(millimetres) / 1000
    return metres < 10_000 ? Digits.fixed(metres, 3) + " m" : Digits.fixed(metres / 1000, 3) + " km"
  }
}
