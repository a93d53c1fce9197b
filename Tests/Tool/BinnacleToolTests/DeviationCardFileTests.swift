// The deviation card as it leaves the program: a table that the program reads again, and a page to print.

import Foundation
import Marine
import Quantities
import TerminalInterface
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolReport
@testable import ToolStream

private func run(_ words: String...) -> (status: Int32, results: String, remarks: String) {
  let spy = SpyConsole()
  let status = CommandLineTool.binnacle.run(words, console: spy.console)
  return (status, spy.results, spy.remarks)
}

private func units(_ degrees: Double) -> Int32 { Int32((degrees / 360 * 0x1p32).rounded()) }
private let card = DeviationCard(a: units(2), b: units(-5), c: units(8), d: units(3), e: units(-1))

@Suite struct DeviationCardFileTests {
  @Test func table_hasTheDeviationAtEachHeading_andIsReadAgain() throws {
    let folder = try TemporaryFolder()
    let text = DeviationCardFile.csv(card, at: 0)
    let path = try folder.write(text, to: "card.csv")
    #expect(text.contains("made 1970-01-01T00:00:00.000Z"))
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(rows[0] == "compass_deg,deviation_deg,magnetic_deg" && rows.count == 25)
    for row in rows.dropFirst() {
      let numbers = row.split(separator: ",").compactMap { Double($0) }
      let h = numbers[0] * .pi / 180
      let deviation = 2 - 5 * sin(h) + 8 * cos(h) + 3 * sin(2 * h) - cos(2 * h)
      // Two decimals.
      #expect(abs(numbers[1] - deviation) < 0.0051, "\(row)")
      let off = (numbers[0] + deviation - numbers[2] + 540).truncatingRemainder(dividingBy: 360) - 180
      #expect(abs(off) < 0.0051, "\(row)")
    }
    // Coefficients have four decimals; they are written as --card takes them.
    let again = try DeviationCardFile.card(path)
    for (one, other) in [(again.a, card.a), (again.b, card.b), (again.c, card.c), (again.d, card.d), (again.e, card.e)]
    {
      #expect(abs(one.binaryDegrees - other.binaryDegrees) < 0.000051)
    }
  }

  @Test(arguments: [
    "# Deviation card of a compass\n", "# Deviation card of a compass\n# coefficients 1,2,3,4\n",
    "# Deviation card of a compass\n# coefficients 1,2,3,4,50\n", "compass_deg,deviation_deg\n0,1\n",
  ])
  func fileWithoutACard_isRefused(text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "card.csv")
    let error = #expect(throws: CommandError.self) { _ = try DeviationCardFile.card(path) }
    #expect(error?.description.contains("holds no deviation card") == true)
  }

  @Test func swing_writesTheTable_andReportMakesAPageOfIt() throws {
    let folder = try TemporaryFolder()
    let (table, page) = (folder.path("card.csv"), folder.path("card.html"))
    let swing = run("swing", "simulated", "--json", "-o", table)
    #expect(swing.status == 0, "\(swing.remarks)")
    let found = try DeviationCardFile.card(table)
    let object = try #require(JSONSerialization.jsonObject(with: Data(swing.results.utf8)) as? [String: Any])
    #expect(try abs(#require(object["aDegrees"] as? Double) - found.a.binaryDegrees) < 0.0001)
    // It is not overwritten, and a swing is not begun in vain.
    let twice = run("swing", "simulated", "--json", "-o", table)
    #expect(twice.status == 6 && twice.results.isEmpty)

    let report = run("report", table, "-o", page)
    #expect(report.status == 0, "\(report.remarks)")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("<h1>Deviation card</h1>") && html.contains("From the chart to the compass"))
    #expect(html.contains("--card \(ForgottenCard.text(found))") && !html.contains("<script"))
    #expect(html.components(separatedBy: "<tr>").count > 2 * 25)
    #expect(run("report", table, "--columns", "1,2,3", "-o", folder.path("b.html")).status == 2)
  }

  @Test func page_givesTheCompassHeadingForEachCourse() throws {
    let html = DeviationCardPage(card: card, file: "<card>").text
    #expect(html.contains("&lt;card&gt;") && !html.contains("<card>"))
    // By hand: at 90° by compass the deviation is 2 − 5 + 1 = −2, so the magnetic heading is 88.
    #expect(html.contains("090.0°</th>\n<td class=\"number\">2.0° W</td>\n<td class=\"number\">088.0°</td>"), "\(html)")
    // And 15 rows of 24 later the other way: magnetic 0 is compass c with c + deviation(c) = 360.
    let (compass, deviation) = card.compass(magnetic: 0, near: 0)
    #expect(abs((compass + deviation + 180).truncatingRemainder(dividingBy: 360) - 180) < 0.001)
    #expect(html.contains("000.0°</th>\n<td class=\"number\">\(Digits.fixed(abs(deviation), 1))° "))
  }

  @Test func resultOfASwing_isACardForReportToo() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      #"{"what":"swing","pass":true,"outcome":"card","aDegrees":1,"bDegrees":2,"cDegrees":0,"dDegrees":0,"eDegrees":0}"#
        + "\n",
      to: "card.json")
    let report = run("report", path, "--json", "-o", folder.path("card.html"))
    #expect(report.status == 0 && report.results.contains(#""what":"card""#), "\(report.remarks)")
    #expect(report.results.contains(#"{"compassDegrees":90,"deviationDegrees":3.00,"magneticDegrees":93.00}"#))
  }
}
