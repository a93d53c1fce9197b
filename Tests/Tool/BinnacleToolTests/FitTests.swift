// binnacle fit and check calibration, from the command line to the exit status.

import Foundation
import TestSupport
import Testing
import Verdict

@testable import BinnacleTool
@testable import ToolCheck
@testable import ToolCommandLine
@testable import ToolConnection
@testable import ToolStream

private func run(_ words: [String], terminal: Bool = false) -> (status: Int32, results: String, remarks: String) {
  let spy = SpyConsole(isTerminal: terminal)
  let status = CommandLineTool.binnacle.run(words, console: spy.console)
  return (status, spy.results, spy.remarks)
}

private func object(_ line: String) throws -> [String: Any] {
  try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
}

private let handheld = [
  "fit", Repository.path("Tests/Data/mag/handheld_counts.csv"), "--columns", "mx,my,mz", "--unit", "counts",
]
private let walk = [
  "fit", Repository.path("Tests/Data/marg/phone_indoor_a.csv"), "--columns", "my_unc,mx_unc,-mz_unc,ay,ax,-az",
  "--unit", "uT", "--accel-unit", "m/s2",
]

@Test func fit_givesBothResultsInTheFilesUnit() throws {
  let (status, results, remarks) = run(handheld + ["--plain", "--json"])
  #expect(status == 0 && remarks.isEmpty)
  let fit = try object(results)
  #expect(fit["what"] as? String == "fit" && fit["rows"] as? Int == 347 && fit["plain"] as? Bool == true)
  // The largest magnitude is 308: 2^6 brings it closest to 2^14.
  #expect(fit["scaleExponent"] as? Int == 6)
  #expect(fit["fieldStrengthGate"] as? Bool == false)
  for side in ["integer", "double"] {
    let found = try #require(fit[side] as? [String: Any])
    #expect(found["model"] as? String == "ellipsoid" && found["accepted"] as? Bool == true)
    #expect((found["reasons"] as? [String])?.isEmpty == true)
    let centre = try #require(found["centre"] as? [Double])
    // Tests/Data/reference-fits.json: (−68.0875, 82.8964, −133.4929), radius 173.87, 2.058 %.
    #expect(abs(centre[0] + 68.0875) < 0.1 && abs(centre[1] - 82.8964) < 0.1 && abs(centre[2] + 133.4929) < 0.1)
    #expect(abs((found["radius"] as? Double ?? 0) - 173.87) < 0.3)
    #expect(abs((found["residualPercent"] as? Double ?? 0) - 2.058) < 0.01)
    #expect((found["softIron"] as? [[Double]])?.count == 3)
    #expect((found["predictedHeadingErrorDegrees"] as? Double ?? 99) < 15)
  }
}

@Test func fit_gravityInAnotherUnit_isRemarkedOnce() {
  let (_, _, remarks) = run(walk.dropLast(2) + ["--json"])
  #expect(remarks.contains(" g (median): are these m/s2? --accel-unit m/s2"), "\(remarks)")
  #expect(remarks.split(separator: "\n").count == 1)
  #expect(run(walk + ["--json"]).remarks.isEmpty)
}

@Test func units_ofAnotherSize_areRemarkedWithTheOneThatFits() throws {
  #expect(UnitCheck.field([450, 460, 470], .microtesla)?.contains("are these mG? --unit mG, or iron") == true)
  #expect(UnitCheck.field([0.45], .microtesla)?.hasSuffix("are these G? --unit G") == true)
  #expect(UnitCheck.field([47_000], .microtesla)?.contains("are these nT? --unit nT") == true)
  #expect(UnitCheck.field([47], .nanotesla)?.hasSuffix("are these uT? --unit uT") == true)
  #expect(UnitCheck.field([5], .microtesla)?.contains("check --unit") == true)
  // One wild row is no unit, iron is not either, and counts have none.
  for fine in [[47, 48, 47_000], [8.0], [180.0]] { #expect(UnitCheck.field(fine, .microtesla) == nil) }
  #expect(UnitCheck.field([3_000], .counts) == nil && UnitCheck.field([], .gauss) == nil)
  #expect(UnitCheck.gravity([9.7, 9.81, 9.9], .standardGravity)?.contains("reads 9.81 g") == true)
  #expect(UnitCheck.gravity([1], .metresPerSecondSquared)?.hasSuffix("--accel-unit g") == true)
  #expect(UnitCheck.gravity([1002], .standardGravity)?.hasSuffix("--accel-unit mg") == true)
  #expect(UnitCheck.gravity([0.9], .standardGravity) == nil && UnitCheck.gravity([16_384], .counts) == nil)
  let folder = try TemporaryFolder()
  let path = folder.path("walk.csv")
  let rows = (0..<20).map { _ in "200,10,400,0.1,0.2,-9.8" }.joined(separator: "\n")
  try Data("mx,my,mz,ax,ay,az\n\(rows)\n".utf8).write(to: URL(fileURLWithPath: path))
  let remarks = run(["replay", "\(path)", "--columns", "mx,my,mz,ax,ay,az", "--readings", "1"]).remarks
  #expect(remarks.contains("--unit mG") && remarks.contains("--accel-unit m/s2"), "\(remarks)")
}

@Test func fit_asJSON_isACalibrationToImport() throws {
  let folder = try TemporaryFolder()
  func written(_ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("fit.json")))
    return folder.path("fit.json")
  }
  func refusal(_ text: String) throws -> String {
    let path = try written(text)
    do {
      _ = try CalibrationJSON.read(path: path)
      return "none"
    } catch {
      return "\(error)"
    }
  }
  let words = [
    "fit", Repository.path("Tests/Data/marg/sap6_shots.csv"), "--columns", "mx_uT,my_uT,-mz_uT", "--unit", "uT",
    "--where", "device=BB", "--json",
  ]
  let text = run(words).results
  let found = try #require(try object(text)["integer"] as? [String: Any])
  let record = try CalibrationJSON.read(path: written(text)).record
  let centre = try #require(found["centre"] as? [Double])
  for (axis, value) in [record.hardIron.x, record.hardIron.y, record.hardIron.z].enumerated() {
    #expect(abs(Double(value) / 256 - centre[axis] * 1000) < 0.01)
  }
  let first = try #require((found["softIron"] as? [[Double]])?.first)
  #expect(abs(Double(record.softIron.rows.0.y) / 0x1p24 - first[1]) < 1e-7)
  #expect(abs(Double(record.fieldStrength) - (found["radius"] as? Double ?? 0) * 1000) < 1)
  #expect(record.grade == found["grade"] as? UInt8 && record.modelOrder == .ellipsoid)
  let worst = try #require(found["predictedHeadingErrorDegrees"] as? Double)
  #expect(abs(Double(record.predictedError) / 100 - worst) < 0.02)

  #expect(try refusal(run(walk + ["--json"]).results).contains("refused"))
}

@Test func fit_negatesAndOrdersColumns() throws {
  let turned = try object(
    run(["fit", handheld[1], "--columns", "-mz,mx,my", "--unit", "counts", "--plain", "--json"]).results)
  let plain = try object(run(handheld + ["--plain", "--json"]).results)
  func centre(_ fit: [String: Any]) throws -> [Double] {
    try #require((fit["integer"] as? [String: Any])?["centre"] as? [Double])
  }
  let (a, b) = (try centre(turned), try centre(plain))
  #expect(abs(a[0] + b[2]) < 0.02 && abs(a[1] - b[0]) < 0.02 && abs(a[2] - b[1]) < 0.02)
}

@Test func fit_refusesWhatItCannotKnow_andSaysWhatToDo() throws {
  let (status, results, _) = run(walk + ["--json"])
  #expect(status == 1)
  let fit = try object(results)
  for side in ["integer", "double"] {
    let found = try #require(fit[side] as? [String: Any])
    #expect(found["accepted"] as? Bool == false, "\(side)")
    #expect((found["reasons"] as? [String])?.isEmpty == false, "\(side)")
  }
  let text = run(walk, terminal: true)
  #expect(text.status == 1)
  #expect(text.results.contains("refused"))
  #expect(text.results.contains("turn"))
  for line in text.results.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
  // The names of reasons are for programs.
  for side in ["integer", "double"] {
    for name in (fit[side] as? [String: Any])?["reasons"] as? [String] ?? [] where name.contains(where: \.isUppercase) {
      #expect(!text.results.contains(name), "\(name)")
    }
  }
  #expect(text.results.contains("holds back"))
}

@Test func fit_showsBothSidesInColumns() {
  let (status, results, _) = run(handheld, terminal: true)
  #expect(status == 0)
  for words in ["corrected = S·(m − h)", "values·2^6", "not checked", "integer", "Double", "heading error, worst"] {
    #expect(results.contains(words), "\(words)")
  }
}

@Test(arguments: [
  ("mx,my,mz\n1,2,3\n4,,6\n", ["walk.csv:3", "“my”", "empty"]),
  ("mx,my,mz\n1,2,3\n4,5,x\n", ["walk.csv:3", "“mz”"]),
  ("mx,my,mz\n1,2,3\n4,5,6\n", ["2 rows", "Record"]), ("mx,my,mz\n1,2,3\n", [": 1 row;", "Record"]),
  ("mx;my;mz\n29,841;-32,637;12,5\n", [": 1 row;", "Record"]),
  ("mx,my,mz,mx\n1,2,3,4\n", ["“mx”", "twice"]),
  ("mx,my,mz\n", ["no rows"]), ("", ["it is empty"]),
  ("mx,my,mz\n0,0,0\n0,0,0\n0,0,0\n0,0,0\n0,0,0\n0,0,0\n", ["every value is 0"]),
])
func fit_ofABadFile_endsWithSix(text: String, words: [String]) throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(text, to: "walk.csv")
  let (status, results, remarks) = run(["fit", path, "--columns", "mx,my,mz", "--unit", "uT"])
  #expect(status == 6)
  #expect(results.isEmpty)
  for word in words { #expect(remarks.contains(word), "\(remarks)") }
  #expect(remarks.split(separator: "\n").count <= 2)
}

@Test func fit_ofAColumnThatIsNotThere_endsWithTwo() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("mx,my\n1,2\n", to: "walk.csv")
  let (status, results, remarks) = run(["fit", path, "--columns", "mx,my,mz", "--unit", "uT"])
  #expect(status == 2 && results.isEmpty)
  #expect(remarks.contains("“mz”") && remarks.contains("The columns are: mx, my"), "\(remarks)")
}

/// Who has a file and names no columns sees what was recognised.
@Test(arguments: [
  ("t_s,ax,ay,az,mx,my,mz", "the field is mx,my,mz"),
  ("time,Mag_X,Mag_Y,Mag_Z,other", "the field is Mag_X,Mag_Y,Mag_Z"),
  ("gx_dps,gy_dps,gz_dps,ax_g,ay_g,az_g,mx_uT,my_uT,mz_uT", "the field is mx_uT,my_uT,mz_uT in uT"),
  ("u,v,w", "the field is u,v,w"), ("t,u,v,w", "it is not known which of them are the field"),
])
func recordingWithoutColumns_tellsWhatWasRecognised(header: String, said: String) throws {
  let folder = try TemporaryFolder()
  let rows = (0..<9).map { row in header.split(separator: ",").map { _ in "\(row)" }.joined(separator: ",") }
  let path = try folder.write(([header] + rows).joined(separator: "\n"), to: "w.csv")
  for words in [["fit", path], ["replay", "\(path)"]] {
    let (status, _, remarks) = run(
      words + (said.hasPrefix("the field") && !said.hasSuffix("uT") ? ["--unit", "uT"] : []))
    #expect(remarks.contains(said), "\(remarks)")
    if said.hasPrefix("nobody") { #expect(status == 2 && remarks.contains("--columns 2,3,4"), "\(remarks)") }
  }
}

@Test(arguments: [
  (["fit", "walk.csv"], 5, "no such file"), (["fit", "walk.csv", "--columns", "mx,my,mz"], 5, "no such file"),
  (["fit", "walk.csv", "--columns", "mx,my,mz", "--unit", "X"], 2, "counts"),
  (["fit", "walk.csv", "--columns", "mx,my,mz,ax", "--unit", "uT"], 2, "three, six or nine"),
  (["fit", "walk.csv", "--columns", "mx,my,-mx", "--unit", "uT"], 2, "“mx” is named twice"),
  (["fit", "walk.csv", "--columns", "mx,my,mz", "--unit", "uT", "--where", "device"], 2, "column=value"),
  (["fit", "nowhere.csv", "--columns", "mx,my,mz", "--unit", "uT"], 5, "no such file"),
  (["check", "calibration", "--worlds", "0"], 2, "--worlds"),
])
func fit_wrongUsage_isExplained(words: [String], status: Int, text: String) {
  let outcome = run(words)
  #expect(outcome.status == Int32(status))
  #expect(outcome.remarks.contains(text), "\(outcome.remarks)")
}

@Test func checkCalibration_givesOneVerdictAFigure() throws {
  let (_, results, remarks) = run(["check", "calibration", "--worlds", "12", "--outliers", "0", "--json"])
  #expect(remarks.isEmpty)
  let lines = try results.split(separator: "\n").map { try object(String($0)) }
  let figures = lines.filter { $0["figure"] != nil }
  #expect(
    figures.compactMap { $0["figure"] as? String }
      == ["honesty", "grossErrors", "sharpness", "acceptance", "flatSpins"])
  for figure in figures {
    #expect((figure["pass"] is Bool) == (figure["samples"] as? Int != 0), "\(figure)")
    #expect(figure["limit"] is Double && figure["bound"] is String)
  }
  let total = try #require(lines.last)
  #expect(total["what"] as? String == "calibration" && total["seed"] as? Int == 1)
  let failed = figures.filter { $0["pass"] as? Bool == false }.compactMap { $0["figure"] as? String }
  #expect(total["failed"] as? [String] == failed)
  #expect(lines.contains { $0["what"] as? String == "calibrationTable" && $0["worlds"] as? Int == 12 })
}

@Test func checkCalibration_judgesNoFigureThatNothingWasMeasuredFor() throws {
  let words = ["check", "calibration", "--worlds", "3", "--outliers", "0"]
  let (status, results, _) = run(words + ["--json"])
  let lines = try results.split(separator: "\n").map { try object(String($0)) }
  let spins = try #require(lines.first { $0["figure"] as? String == "flatSpins" })
  #expect(spins["samples"] as? Int == 0 && spins["pass"] is NSNull && spins["measured"] is NSNull, "\(spins)")
  let total = try #require(lines.last)
  #expect((total["failed"] as? [String])?.isEmpty == true && total["pass"] as? Bool == true && status == 0, "\(total)")
  #expect((total["notJudged"] as? [String])?.contains("flatSpins") == true)
  let text = run(words, terminal: true).results
  #expect(text.contains("flatSpins: nothing measured") && !text.contains("FAIL"), "\(text)")
  #expect(text.contains("not judged, as nothing was measured"), "\(text)")
}

@Test func checkCalibration_withNothingMeasuredAtAll_doesNotPass() {
  let figure = CalibrationFigure("a", "a", .atMost, 1, "%")
  func report(_ figures: [CalibrationFigure]) -> CalibrationCheckReport {
    CalibrationCheckReport(
      seed: 1, figures: figures, table: [], suspects: [], isInterrupted: false, seconds: 1)
  }
  #expect(!report([]).passes && !report([figure, figure]).passes)
  var good = figure
  good.add(1, of: "one")
  #expect(report([good, figure]).passes)
  good.add(2, of: "two")
  #expect(!report([good, figure]).passes)
}

@Test func fit_ofAFileWithoutAName_saysWhatIsMissing() {
  let (status, _, remarks) = run(["fit", "", "--columns", "mx,my,mz", "--unit", "uT"])
  #expect(status == 2 && remarks.hasPrefix("binnacle: FILE is an empty word: a recording"), "\(remarks)")
}

/// A turn through all directions, as a spiral, in so many seconds, with a field that sways by 1 %.
private func spiral(seconds: Double) -> String {
  let rows = (0..<400).map { i in
    let z = 1 - Double(2 * i + 1) / 400
    let (side, turn) = ((1 - z * z).squareRoot(), 2.399963 * Double(i))
    let strength = 48 * (1 + 0.01 * sin(Double(i) / 7))
    let values = [side * cos(turn), side * sin(turn), z].map { "\($0 * strength)" }
    return ([String(format: "%.6f", seconds * Double(i) / 400)] + values).joined(separator: ",") + "\n"
  }
  return "t,mx,my,mz\n" + rows.joined()
}

@Test func fit_withTimes_saysWhatAFewSecondsCannotShow() throws {
  let folder = try TemporaryFolder()
  func worst(_ seconds: Double, _ options: String...) throws -> Double {
    let path = try folder.write(spiral(seconds: seconds), to: "spiral-\(seconds).csv")
    let (_, results, remarks) = run(
      ["fit", path, "--columns", "mx,my,mz", "--unit", "uT", "--json"] + options)
    let integer = try #require(try object(results)["integer"] as? [String: Any], "\(remarks)")
    return try #require(integer["predictedHeadingErrorDegrees"] as? Double)
  }
  let unknown = try worst(4)
  #expect(try worst(4, "--time", "t") > 1.5 * unknown)
  #expect(try worst(40, "--time", "t") == unknown)
  let (status, _, remarks) = run([
    "fit", folder.path("spiral-4.0.csv"), "--columns", "mx,my,mz", "--unit", "uT", "--time-unit", "ms",
  ])
  #expect(status == 2 && remarks.contains("--time-unit is for a column of times"), "\(remarks)")
}

/// docs/json.md names every key of a fit, and no other.
@Test func fitKeys_areThoseOfTheDocument() throws {
  let document = try String(contentsOfFile: Repository.path("docs/json.md"), encoding: .utf8)
  let section = try #require(document.split(separator: "## Keys of a fit\n").last).prefix { $0 != "#" }
  let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
  let told = rows.flatMap { row in
    (row.dropFirst().split(separator: "|").first ?? "").matches(of: /`(\w+)`/).map { String($0.output.1) }
  }
  let fit = try RecordingOutcome(["fit", Repository.path("Tests/Data/recordings/clean.csv"), "--json"]).fit()
  let both = try #require(fit["alignment"] as? [String: Any])
  let parts = try [#require(fit["integer"] as? [String: Any]), #require(both["integer"] as? [String: Any])]
  // `softIron` is in two of them.
  #expect(told.sorted() == (fit.keys + parts.flatMap(\.keys)).sorted())
}
