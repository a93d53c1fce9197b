// The parts of a report: decimation, script, markup.
import Foundation
import LinkProtocol
import Quantities
import TerminalInterface
import TestSupport
import Testing

@testable import ToolReport

private func series(_ count: Int, _ change: (Int, inout ReportPoint) -> Void = { _, _ in }) -> ReportSeries {
  var series = ReportSeries()
  for index in 0..<count {
    var point = ReportPoint(
      seconds: Double(index) / 50, heading: 10, accuracy: 2, strength: 48_000, dip: 60, isValid: true)
    change(index, &point)
    series.add(point)
  }
  return series
}

@Test(arguments: [1, 2000, 2001, 4001, 100_000])
func series_keepsEveryReadingAndItsExtremes(count: Int) {
  let odd = count / 3
  let made = series(count) { index, point in
    if index == odd { (point.strength, point.accuracy, point.disturbance, point.isValid) = (90_000, 9, 2, false) }
    if index == odd + 1 { (point.strength, point.disturbance) = (20_000, 3) }
  }
  #expect(made.readings == count && made.groups.count <= ReportSeries.limit)
  #expect(made.groups.count == count || made.groups.count >= ReportSeries.limit / 2)
  #expect(made.groups.map(\.readings).reduce(0, +) == count)
  #expect(made.groups.compactMap(\.highStrength).max() == 90_000 && made.groups.compactMap(\.accuracy).max() == 9)
  if count > 1 { #expect(made.groups.compactMap(\.lowStrength).min() == 20_000) }
  #expect(made.groups.count { $0.disturbance == 2 } == 1 && made.groups.count { !$0.isValid } == 1)
  #expect(zip(made.groups, made.groups.dropFirst()).allSatisfy { $0.end < $1.begin })
}

@Test func heading_thatTurnsThroughNorth_doesNotJump() {
  let made = series(720) { index, point in point.heading = Double((index * 5) % 360) }
  let headings = made.groups.compactMap(\.heading)
  #expect(headings.count == 720 && headings.last == 3595)
  let back = series(200) { index, point in
    point.heading = index % 7 == 0 ? nil : Double(((-index * 3) % 360 + 360) % 360)
  }
  // From 357° on, 3° to the left each time.
  #expect(back.groups.first { $0.heading != nil }?.heading == 357 && back.groups.last?.heading == 357 - 198 * 3)
}

@Test func gap_isKept_untilThereAreTooMany() {
  var made = ReportSeries()
  for index in 0..<50_000 {
    if index == 20_000 { made.breakLine() }
    made.add(ReportPoint(seconds: Double(index)))
  }
  #expect(made.groups.count { $0.isAfterGap } == 1)
  #expect(made.groups.first { $0.isAfterGap }?.begin == 20_000)
  var gaps = ReportSeries()
  for index in 0..<20_000 {
    gaps.breakLine()
    gaps.add(ReportPoint(seconds: Double(index)))
  }
  #expect(gaps.groups.count <= ReportSeries.limit && gaps.groups.map(\.readings).reduce(0, +) == 20_000)
}

/// An hour at 50 Hz, every number as long as it can be.
@Test func hourAt50Hz_makesAFileOfLessThan2MB() throws {
  let collector = ReportCollector()
  var reading = Reading()
  reading.mode = .tilted
  for index in 0..<180_000 {
    reading.time = Instant(microseconds: UInt64(index) * 20_000)
    reading.heading = BinaryAngle(rawValue: UInt32(truncatingIfNeeded: index &* 91_234_567))
    let turn = Int32(index % 4096) * 17 - 34_816
    reading.field = MagneticField(nanotesla: Vector3(x: turn, y: -44_444 + turn, z: 55_555))
    reading.correctedField = CorrectedField(q8Nanotesla: Vector3(x: turn * 256, y: 11_377_777, z: -12_345_678))
    collector.add(reading, nil)
  }
  var data = ReportData(.capture, path: "hour.binnacle")
  (data.tally, data.series, data.seconds) = (collector.tally, collector.series, collector.seconds)
  data.cloud = ReportCloud(collector.samples)
  let page = try ReportPage(data, json: data.json).text
  #expect(page.utf8.count < 2_000_000)
  #expect(page.contains("Decimated from 180,000 readings to 1,407 points; each has the range of its readings."))
  #expect(page.contains("Decimated from 180,000 samples to 1,500 samples."))
  #expect(data.seconds == 3599.98)
}

// MARK: - Script

@Test func script_holdsEachModuleOnce_inTheOrderOfNeed() throws {
  let script = try ReportScript(
    "Report/main.js",
    of: [
      "Report/main.js": "import { a, b as c } from \"../Page/x/one.js\";\nimport { d } from \"../Page/two.js\";\n"
        + "export const e = a + c + d;",
      "Page/x/one.js": "import { d } from \"../two.js\";\nexport const a = d;\nexport function b() { return a; }",
      "Page/two.js": "const own = 1;\nexport class D {}\nexport const d = own;",
    ])
  let text = script.text
  #expect(text.matches(of: /const module\d =/).count == 3)
  let two = "const module0 = (() => {\nconst own = 1;\nclass D {}\nconst d = own;\nreturn { D, d };\n})();"
  #expect(text.contains("// Page/two.js\n" + two))
  let main = "const module2 = (() => {\nconst { a, b: c } = module1;\nconst { d } = module0;"
  #expect(text.contains("// Report/main.js\n" + main))
  #expect(!text.contains("import ") && !text.contains("export "))
}

@Test func script_thatCannotBeMade_isRefused() {
  func fault(_ modules: [String: String]) -> String? {
    do {
      _ = try ReportScript("m.js", of: modules)
      return nil
    } catch { return error.text }
  }
  #expect(fault([:]) == "there is no module m.js")
  #expect(
    fault(["m.js": "import { a } from \"./n.js\";", "n.js": "import { b } from \"./m.js\";"]) == "m.js imports itself")
  #expect(fault(["m.js": "import * as all from \"./n.js\";"])?.contains("not one of the forms") == true)
  #expect(fault(["m.js": "export default 1;"])?.contains("not one of the forms") == true)
  #expect(fault(["m.js": "const s = \"</SCRIPT>\";"])?.contains("</script") == true)
  #expect(fault(["m.js": "const s = 1;"]) == nil)
}

@Test func policy_isTheHashOfTheText() {
  // FIPS 180-4 has the digest of "abc"; that of nothing is as well known.
  #expect(ReportScript.policy("") == "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='")
  #expect(ReportScript.policy("abc") == "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='")
}

@Test func markup_escapesTextAndJSON() {
  var markup = ReportMarkup()
  markup.add("p", "a < b & \"c\" > 'd'")
  #expect(markup.text == "<p>a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;</p>\n")
  let json = ReportMarkup.escaped(json: "{\"a\":\"</script><!--&\"}")
  #expect(json == "{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u0026\"}")
}
