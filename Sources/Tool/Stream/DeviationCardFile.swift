// Deviation cards as users write and keep them: numbers on the command line, the result of `binnacle swing`, a table.
import Foundation
import Marine
import Quantities
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// Deviation cards in the forms of the command line and of files.
package enum DeviationCardFile {
  private static let names = ["aDegrees", "bDegrees", "cDegrees", "dDegrees", "eDegrees"]
  /// How the file with the table begins.
  private static let title = "# Deviation card of a compass"
  /// The headings of the table, degrees.
  private static let headings = stride(from: 0.0, to: 360, by: 15)

  /// A card from `none`, five numbers or a file.
  static func card(_ text: String) throws -> DeviationCard {
    if text == "none" { return DeviationCard.none }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.trimmingCharacters(in: .whitespaces))
    }
    if numbers.count > 1 {
      guard numbers.count == 5, let card = card(numbers) else {
        throw UsageError(
          "--card \(text) is no deviation card: it wants A,B,C,D,E, each from -45 to 45 degrees, east positive.")
      }
      return card
    }
    return try read(path: text)
  }

  /// A card from a file: the table, or the JSON line that `binnacle swing --json` ends with.
  package static func read(path: String) throws -> DeviationCard {
    let data = try namedFile(
      path, upTo: .settings,
      advice: "Make a card with `binnacle swing LINK --output \(path)`, or give --card A,B,C,D,E.")
    let found = isTable(data[...]) ? tableCard(data) : jsonCard(data)
    guard let found else {
      throw CommandError(
        .badFile,
        "\(path) holds no deviation card: its table, or a JSON object with \(names.joined(separator: ", ")), each within ±45.\n"
          + "Make one with `binnacle swing LINK --output CSV` or `binnacle swing LINK --json`.")
    }
    return found
  }

  /// Whether a file that begins like this holds a card.
  package static func isCard(_ beginning: ArraySlice<UInt8>) -> Bool {
    if isTable(beginning) { return true }
    let first = beginning.split(separator: 0x0A, maxSplits: 1).first ?? beginning
    return FileValue.fields(first)?["what"]?.text == "swing"
  }

  private static func isTable(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.starts(with: title.utf8) }

  /// The card is the last line; the lines before it are reports during the swing.
  private static func jsonCard(_ data: [UInt8]) -> DeviationCard? {
    guard let object = FileValue.fields(data.split(separator: 0x0A).last ?? data[...]),
      object["outcome"]?.text ?? "card" == "card"
    else { return nil }
    return card(names.map { object[$0]?.number })
  }

  /// The card is the line with the coefficients; the rows follow from it.
  private static func tableCard(_ data: [UInt8]) -> DeviationCard? {
    for line in data.split(separator: 0x0A) {
      var text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
      guard text.hasPrefix("# coefficients ") else { continue }
      text.removeFirst("# coefficients ".count)
      return card(text.split(separator: ",").map { Double($0.trimmingCharacters(in: .whitespaces)) })
    }
    return nil
  }

  private static func card(_ degrees: [Double?]) -> DeviationCard? {
    let units = degrees.compactMap { $0 }.filter { abs($0) <= 45 }.map { Int32(($0 / 360 * 0x1p32).rounded()) }
    guard units.count == 5 else { return nil }
    return DeviationCard(a: units[0], b: units[1], c: units[2], d: units[3], e: units[4])
  }

  // MARK: - The table

  /// One row: at a compass heading, the deviation and the magnetic heading that it gives; degrees.
  package struct Row {
    package let compass: Double
    package let deviation: Double
    package let magnetic: Double
  }

  /// The table of a card, every 15°.
  package static func rows(_ card: DeviationCard) -> [Row] {
    headings.map { heading in
      let deviation = card.deviationDegrees(compass: heading)
      return Row(
        compass: heading, deviation: deviation,
        magnetic: (heading + deviation + 360).truncatingRemainder(dividingBy: 360))
    }
  }

  /// The table as CSV, with the coefficients in a remark, from which `--card` reads the card again.
  /// - Parameter seconds: when the card was made, since 1970.
  package static func csv(_ card: DeviationCard, at seconds: Double) -> String {
    let rows = rows(card).map { row in
      "\(Digits.fixed(row.compass, 0)),\(Digits.fixed(row.deviation, 2)),\(Digits.circle(row.magnetic, 2))"
    }
    return """
      \(title), made \(UTCText(secondsSince1970: seconds).text) by binnacle
      # deviation = A + B sin h + C cos h + D sin 2h + E cos 2h, east positive; magnetic heading = compass heading + deviation
      # coefficients \(ForgottenCard.text(card))
      compass_deg,deviation_deg,magnetic_deg
      \(rows.joined(separator: "\n"))

      """
  }
}
