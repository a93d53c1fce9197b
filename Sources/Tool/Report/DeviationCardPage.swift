// A deviation card as a page to print and to hang up beside the compass.
import Foundation
import Marine
import Quantities
import TerminalInterface
import ToolCommandLine
import ToolStream
import WebServer

/// The card as one HTML file without a script.
struct DeviationCardPage {
  private static let title = "Deviation card"
  /// What is written by hand, as on printed cards.
  private static let blanks = ["Vessel", "Compass", "Place", "Date", "Swung by"]

  let card: DeviationCard
  /// The name of the file with the card.
  let file: String

  var text: String {
    let style =
      PageFile.ofReport().first { $0.path == "report.css" }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    var page = ReportMarkup()
    fill(&page)
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src \(ReportScript.policy(style)); base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="binnacle \(CommandLineTool.version)">
      <title>\(Self.title): \(ReportMarkup.escaped(file))</title>
      <style>\(style)</style>
      </head>
      <body>
      \(page.text)</body>
      </html>

      """
  }

  private func fill(_ page: inout ReportMarkup) {
    page.add("header") { header in
      header.add("h1", Self.title)
      header.add("p", "class=\"file\"", file)
    }
    page.add("main") { main in
      main.add("section") { part in
        part.facts(Self.blanks.map { ($0, "") })
        part.add(
          "p", "class=\"note\"",
          "Magnetic heading = compass heading + deviation; east (E) is added, west (W) subtracted.")
      }
      main.add("section") { part in
        part.add("h2", "From the compass to the chart")
        part.table(
          ["Compass", "Deviation", "Magnetic"],
          DeviationCardFile.rows(card).map { row in
            [Self.heading(row.compass), Self.sided(row.deviation), Self.heading(row.magnetic)]
          })
      }
      main.add("section") { part in
        part.add("h2", "From the chart to the compass")
        part.table(
          ["Magnetic", "Deviation", "Steer by compass"],
          stride(from: 0.0, to: 360, by: 15).map { magnetic in
            let (compass, deviation) = card.compass(magnetic: magnetic, near: magnetic)
            return [Self.heading(magnetic), Self.sided(deviation), Self.heading(compass)]
          })
      }
      main.add("section") { part in
        part.add("h2", "Coefficients")
        part.facts([
          ("A, mounting", Self.sided(card.a.binaryDegrees)),
          ("B, permanent, fore and aft", Self.sided(card.b.binaryDegrees)),
          ("C, permanent, athwart", Self.sided(card.c.binaryDegrees)), ("D, induced", Self.sided(card.d.binaryDegrees)),
          ("E, induced, oblique", Self.sided(card.e.binaryDegrees)),
          ("For binnacle", "--card \(ForgottenCard.text(card))"),
        ])
      }
    }
    page.add("footer") {
      $0.add("p", "Made by binnacle \(CommandLineTool.version). A hobby compass is not an approved one.")
    }
  }

  /// Three digits and a decimal, as headings are written: 007.5°.
  private static func heading(_ degrees: Double) -> String {
    let text = Digits.circle(degrees, 1)
    return String(repeating: "0", count: max(0, 5 - text.count)) + text + "°"
  }

  private static func sided(_ degrees: Double) -> String {
    let text = Digits.fixed(abs(degrees), 1)
    return text + "°" + (text == "0.0" ? "" : degrees < 0 ? " W" : " E")
  }

  /// The card as an object, for `--json`.
  var json: JSONObject {
    let values = [card.a, card.b, card.c, card.d, card.e].map { JSONValue.fixed($0.binaryDegrees, decimals: 4) }
    var object: JSONObject = ["what": "card", "file": .string(file)]
    for (name, value) in zip(["aDegrees", "bDegrees", "cDegrees", "dDegrees", "eDegrees"], values) {
      object[name] = value
    }
    object["table"] = .array(
      DeviationCardFile.rows(card).map { row in
        .object(
          [
            "compassDegrees": .fixed(row.compass, decimals: 0), "deviationDegrees": .fixed(row.deviation, decimals: 2),
            "magneticDegrees": .fixed(row.magnetic, decimals: 2),
          ] as JSONObject)
      })
    return object
  }
}
