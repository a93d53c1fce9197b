// binnacle field: the Earth's field at a place and date, from the integer model in the device.
import DeviceUnits
import Foundation
import Geomagnetism
import Quantities
import TerminalInterface
import ToolCommandLine
import ToolConnection

package struct FieldCommand: Subcommand {
  package static let date = CommandOption(
    "date", "DATE", "2026-07-02, today, or a decimal year such as 2026.5 (default: today)")
  package static let extrapolate = CommandOption.flag("extrapolate", "accept dates up to ten years outside the model")

  package let name = "field"
  package let summary = "the Earth's magnetic field and declination at a place, by the World Magnetic Model"
  package let arguments = [
    CommandArgument(
      "PLACE", "latitude,longitude[,height]: degrees, 37°20'N or N47 24.5 E8 30, and metres above the ellipsoid")
  ]
  package let options = [date, extrapolate, .json]
  package let examples = [
    CommandExample("field 47.37,8.54", "declination, dip and field in Zürich today"),
    CommandExample("field \"37°20'N,122°W\" --date 2027-03-01", "degrees and minutes, on a day to come"),
    CommandExample("field 85,-120,11000 --json", "high and far north, for a program"),
  ]
  package let notes = [
    "Declination (variation at sea) is the angle from true to magnetic north, east positive. Dip is "
      + "positive below the horizon. Below 2000 nT of horizontal field (blackout zone) a compass and its "
      + "declination cannot be used; below 6000 nT (caution zone) they are inaccurate. The model leaves out "
      + "local rock and iron: expect ±0.4° and more."
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let place = try Place(arguments.positionals[0]).position
    let (moment, dateText) = try moment(arguments)
    let isExtrapolating = arguments.flag(Self.extrapolate)
    let field: GeomagneticField
    do throws(WorldModelError) {
      field = try WorldMagneticModel.field(at: place, moment: moment, extrapolating: isExtrapolating)
    } catch { throw UsageError(Self.explained(error, dateText)) }
    let report = FieldReport(
      place: place, dateText: dateText, field: field, isExtrapolated: !moment.isWithinModel)
    switch arguments.outputMode {
    case .jsonLines: arguments.console.line(report.json)
    case .human: for line in report.lines(for: arguments.console.results) { arguments.console.line(line) }
    }
    return .pass
  }

  private func moment(_ arguments: ParsedArguments) throws -> (WorldMagneticModel.Moment, String) {
    guard let text = arguments.text(Self.date), text != "today" else {
      return (WorldMagneticModel.Moment(Place.today), Place.text(Place.today))
    }
    if let day = Place.day(text) { return (WorldMagneticModel.Moment(day), text) }
    // The number must not be hexadecimal and must have no sign.
    let isPlain = text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
    guard isPlain, let year = Double(text), (1...9999).contains(year) else {
      throw arguments.refusal(Self.date, text, "a day such as 2026-07-02 or a decimal year such as 2026.5")
    }
    let middle = Double(WorldMagneticModel.epochYear) + Double(WorldMagneticModel.lifetime) / 2
    let away = max(-400, min(400, year - middle))
    return (WorldMagneticModel.Moment(q22Years: Int32((away * 0x1p22).rounded())), text)
  }

  /// What happened, and what to do next.
  static func explained(_ error: WorldModelError, _ date: String) -> String {
    let model = "\(WorldMagneticModel.name)"
    let span = "\(Place.text(WorldMagneticModel.firstDay)) to \(Place.text(WorldMagneticModel.lastDay))"
    switch error {
    case .beforeModel, .afterModel:
      let side = error == .beforeModel ? "before" : "after"
      return "\(date) is \(side) \(model), which holds from \(span).\n"
        + "Add --extrapolate to use it up to ten years outside: the error grows each year."
    case .beyondExtrapolation:
      return "\(date) is more than ten years outside \(model), which holds from \(span).\n"
        + "Give a date nearer to the model, or a newer Binnacle."
    case .latitude, .tooLow, .tooHigh:
      return "\(error.reason).\nGive a latitude from -90 to 90 and a height from -1000 to 850000 metres."
    }
  }
}

/// A field and its place.
struct FieldReport {
  let place: Position
  let dateText: String
  let field: GeomagneticField
  let isExtrapolated: Bool

  private var declination: Double? { field.declination.map { $0.signedDegrees } }
  private var dip: Double? { field.dip.map { $0.signedDegrees } }
  private func nanotesla(_ q8: some BinaryInteger) -> Double { Double(q8) / 256 }

  private var zone: (name: String, sentence: String)? {
    switch field.zone {
    case .normal: nil
    case .caution: ("caution", "Caution zone: the horizontal field is below 6000 nT; a compass is inaccurate here.")
    case .blackout: ("blackout", "Blackout zone: the horizontal field is below 2000 nT; a compass is of no use here.")
    }
  }

  var json: JSONObject {
    [
      "what": "field", "model": .string("\(WorldMagneticModel.name)"),
      "validFrom": .string(Place.text(WorldMagneticModel.firstDay)),
      "validUntil": .string(Place.text(WorldMagneticModel.lastDay)), "extrapolated": .bool(isExtrapolated),
      "latitude": .fixed(place.latitudeDegrees, decimals: 7), "longitude": .fixed(place.longitudeDegrees, decimals: 7),
      "heightMetres": .fixed(Double(place.height) / 1000, decimals: 3), "date": .string(dateText),
      "northNanotesla": .fixed(nanotesla(field.q8Nanotesla.x), decimals: 2),
      "eastNanotesla": .fixed(nanotesla(field.q8Nanotesla.y), decimals: 2),
      "downNanotesla": .fixed(nanotesla(field.q8Nanotesla.z), decimals: 2),
      "horizontalNanotesla": .fixed(nanotesla(field.horizontalQ8), decimals: 2),
      "totalNanotesla": .fixed(nanotesla(field.totalQ8), decimals: 2),
      "declinationDegrees": .optional(declination) { .fixed($0, decimals: 4) },
      "dipDegrees": .optional(dip) { .fixed($0, decimals: 4) }, "zone": .string(zone?.name ?? "normal"),
    ]
  }

  func lines(for sink: Console.Sink) -> [String] {
    func side(_ value: Double, _ decimals: Int, _ positive: String, _ negative: String) -> String {
      Digits.fixed(abs(value), decimals) + "° " + (value < 0 ? negative : positive)
    }
    func field(_ q8: some BinaryInteger) -> String { Digits.fixed(nanotesla(q8), 1) + " nT" }
    let q8 = self.field.q8Nanotesla
    var table = Table([Column(""), Column(""), Column("", .right)])
    table.add(["declination", "D", declination.map { side($0, 3, "E", "W") } ?? "undefined"])
    table.add(["dip", "I", dip.map { side($0, 3, "down", "up") } ?? "undefined"])
    table.add(["horizontal", "H", field(self.field.horizontalQ8)])
    table.add(["total", "F", field(self.field.totalQ8)])
    table.add(["north", "X", field(q8.x)])
    table.add(["east", "Y", field(q8.y)])
    table.add(["down", "Z", field(q8.z)])
    var lines = [
      "\(side(place.latitudeDegrees, 5, "N", "S")), \(side(place.longitudeDegrees, 5, "E", "W")), "
        + "\(Digits.fixed(Double(place.height) / 1000, 0)) m, \(dateText)"
    ]
    lines += table.lines.dropFirst().map { "  " + $0 }
    lines.append(
      "\(WorldMagneticModel.name), for \(Place.text(WorldMagneticModel.firstDay)) to "
        + Place.text(WorldMagneticModel.lastDay)
        + (isExtrapolated ? Colour.warning.paint(": extrapolated, the error grows each year", for: sink) : ""))
    if let zone { lines.append(Colour.bad.paint(zone.sentence, for: sink)) }
    return lines
  }
}
