// binnacle report: from a file to the page, and what the page holds.
import Foundation
import LinkProtocol
import Recordings
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolConnection
@testable import ToolReport

private func run(_ words: [String], terminal: Bool = false) -> (status: Int32, results: String, remarks: String) {
  let spy = SpyConsole(isTerminal: terminal)
  let status = CommandLineTool.binnacle.run(words, console: spy.console)
  return (status, spy.results, spy.remarks)
}

/// A report that was written.
private struct Written {
  let page: String
  /// The data in the page.
  let data: [String: Any]

  init(_ path: String) throws {
    page = try String(contentsOfFile: path, encoding: .utf8)
    let found = try #require(page.firstMatch(of: /<script type="application\/json" id="data">([^<>]*)<\/script>/))
    data = try #require(JSONSerialization.jsonObject(with: Data(found.output.1.utf8)) as? [String: Any])
  }

  func texts(_ name: String) -> String { (data[name] as? [String] ?? []).joined(separator: "\n") }
  func object(_ name: String) throws -> [String: Any] { try #require(data[name] as? [String: Any], "\(name)") }
}

/// A report of `words`, which must succeed.
private func report(_ words: [String], in folder: TemporaryFolder, _ name: String = "report.html") throws -> Written {
  let path = folder.path(name)
  let made = run(["report"] + words + ["-o", path])
  #expect(made.status == 0 && made.remarks.isEmpty, "\(made.remarks)")
  return try Written(path)
}

/// A capture of a simulated board, in the calibration that its world needs.
private func capture(in folder: TemporaryFolder, readings: Int = 120) -> String {
  let path = folder.path("run.binnacle")
  #expect(run(["capture", "simulated", "-o", path, "--readings", "\(readings)", "--check", "--json"]).status == 0)
  return path
}

private let walk = [
  Repository.path("Tests/Data/marg/broad_slow_rotation_breaks.csv"), "--columns", "mx,my,mz,ax,ay,az", "--accel-unit",
  "m/s2", "--time", "t_s", "--where", "movement=1",
]

// MARK: - Captures

@Test func reportOfACapture_tellsWhatItHolds() throws {
  let folder = try TemporaryFolder()
  let path = capture(in: folder)
  let made = run(["report", path, "--json"])
  #expect(made.status == 0 && made.remarks.isEmpty, "\(made.remarks)")
  let written = try Written(folder.path("run.html"))
  let printed = try #require(JSONSerialization.jsonObject(with: Data(made.results.utf8)) as? [String: Any])
  #expect(NSDictionary(dictionary: printed) == NSDictionary(dictionary: written.data))
  #expect(written.data["kind"] as? String == "capture" && written.data["file"] as? String == "run.binnacle")
  let readings = try written.object("readings")
  #expect(readings["total"] as? Int == 120 && (readings["valid"] as? Int ?? 0) > 60)
  let series = try written.object("series")
  #expect(series["points"] as? Int == 120 && (series["rows"] as? [Any])?.count == 120)
  #expect((series["rows"] as? [[Any]])?.first?.count == ReportSeries.keys.count)
  #expect(try written.object("check")["pass"] as? Bool == true)
  #expect(try written.object("calibration")["model"] as? String != "none")
  #expect(try written.object("line")["lost"] as? Int == 0)
  #expect(try #require(written.object("residuals")["cells"] as? [Any]).count == 96)
  #expect(written.texts("summary").contains("All 120 headings agree with the same equations in Double"))
  #expect(written.texts("next").contains("Nothing needs to be done."), "\(written.texts("next"))")
  // The words stand in the page itself, for readers without scripts.
  for sentence in written.data["summary"] as? [String] ?? [] {
    #expect(written.page.contains("<li>\(ReportMarkup.escaped(sentence))</li>"))
  }
}

@Test func page_loadsNothingAndRunsNoOtherScript() throws {
  let folder = try TemporaryFolder()
  let page = try report([capture(in: folder)], in: folder).page
  let other = page.replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "")
  for way in ["src=", "href=", "@import", "fetch(", "http:", "https:"] { #expect(!other.contains(way), "\(way)") }
  let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).output.1
  #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-") && !policy.contains("unsafe"))
  let script = try #require(page.firstMatch(of: /<script>((?s:.*?))<\/script>/)).output.1
  let style = try #require(page.firstMatch(of: /<style>((?s:.*?))<\/style>/)).output.1
  #expect(policy.contains("script-src \(ReportScript.policy(String(script)));"))
  #expect(policy.contains("style-src \(ReportScript.policy(String(style)));"))
}

@Test func reportOfACapture_thatIsCutOff_tellsThatAndShowsTheRest() throws {
  let folder = try TemporaryFolder()
  let path = capture(in: folder)
  let whole = try Data(contentsOf: URL(fileURLWithPath: path))
  let cut = folder.path("cut.binnacle")
  try whole.prefix(whole.count * 6 / 10).write(to: URL(fileURLWithPath: cut))
  let written = try report([cut], in: folder)
  #expect((written.data["ending"] as? String)?.contains("cut.binnacle") == true)
  #expect(written.texts("summary").contains("The file ends early, and what came before is shown: "))
  let total = try #require(written.object("readings")["total"] as? Int)
  #expect((20..<120).contains(total))
  #expect(try (written.object("check")["numeric"] as? [String: Any])?["pass"] as? Bool == true)
}

@Test func reportOfACapture_withoutCalibration_asksForOne() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("run.binnacle")
  #expect(run(["capture", "simulated", "-o", path, "--readings", "40", "--json"]).status == 0)
  let written = try report([path], in: folder)
  #expect(try written.object("readings")["valid"] as? Int == 0)
  #expect(written.texts("summary").contains("No heading is valid: no calibration is in use."))
  #expect(written.texts("next").contains("Calibrate the compass, as the device asks: the compass is not calibrated."))
  #expect(written.data["residuals"] is NSNull && written.data["cloud"] is [String: Any])
}

@Test func reportOfACalibration_showsItsResult() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("run.binnacle")
  #expect(run(["calibrate", "simulated", "--yes", "--json", "--capture", path]).status == 0)
  let written = try report([path], in: folder)
  let made = try written.object("calibrationRun")
  #expect(made["accepted"] as? Bool == true)
  #expect(written.page.contains("The calibration that was made meanwhile"))
}

/// Names are not this program's, and must not become markup.
@Test func textsOfADevice_areText() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("evil.binnacle")
  let link = "<img src=x onerror=alert(1)>\u{2028}&amp;\"'"
  let writer = try CaptureWriter(path: path, header: CaptureHeader(linkName: link, startMicroseconds: 0))
  let hello = Hello(board: BoardName("<script>alert()"))
  try writer.append(
    .received, FakeDevice.frame(MessageKind.hello.rawValue) { hello.append(to: &$0) }, at: 1)
  try writer.append(note: "lost </script><script>alert(2)</script>", at: 2)
  try writer.close(at: 3)
  let written = try report([path], in: folder)
  #expect((try written.object("board"))["name"] as? String == "<script>alert()")
  #expect(written.data["link"] as? String == link)
  #expect(
    !written.page.contains("<img") && !written.page.contains("<script>alert"))
  #expect(written.page.matches(of: /<script/).count == 2 && written.page.matches(of: /<\/script/).count == 2)
  #expect(written.page.contains("board &lt;script&gt;alert()"))
  #expect(written.texts("summary").contains("There is no reading in it."))
  #expect(written.texts("next").contains("binnacle sensors LINK"))
}

// MARK: - Recordings and fits

@Test func reportOfARecording_fitsAndComputesIt() throws {
  let folder = try TemporaryFolder()
  let written = try report(walk, in: folder)
  let fit = try written.object("fit")
  #expect(fit["what"] as? String == "fit")
  #expect(try written.object("check")["pass"] as? Bool == true)
  #expect(try written.object("readings")["total"] as? Int == fit["rows"] as? Int)
  // The inside of this process is no board, and has no line.
  for name in ["board", "line", "latency", "link", "began"] { #expect(written.data[name] is NSNull, "\(name)") }
  // The third axis of this sensor points up.
  let remarks = try #require(written.data["remarks"] as? [String])
  #expect(remarks.count == 1 && remarks[0].hasPrefix("by the acceleration it lies upside down"), "\(remarks)")
}

@Test func columns_thatAreNotNamed_areGuessedAndTold() throws {
  let folder = try TemporaryFolder()
  let path = Repository.path("Tests/Data/marg/broad_slow_rotation_breaks.csv")
  let written = try report([path], in: folder)
  #expect(written.texts("remarks").contains("read as commas: the field is mx,my,mz in uT"))
  #expect(written.texts("remarks").contains("the acceleration ax,ay,az in m/s2 (by size; --accel-unit says otherwise)"))
  let strange = folder.path("strange.csv")
  try "p,q,r,s\n1,2,3,4\n".write(toFile: strange, atomically: true, encoding: .utf8)
  let refused = run(["report", strange])
  #expect(refused.status == 2 && refused.remarks.contains("it is not known which of them are the field"))
}

@Test func reportOfAFit_showsItsResult_andWithTheRecordingItsSamples() throws {
  let folder = try TemporaryFolder()
  let recording = Repository.path("Tests/Data/marg/sap6_shots.csv")
  let options = ["--columns", "mx_uT,my_uT,-mz_uT", "--unit", "uT", "--where", "device=BB"]
  let fit = folder.path("fit.json")
  try run(["fit", recording] + options + ["--json"]).results.write(toFile: fit, atomically: true, encoding: .utf8)
  let alone = try report([fit], in: folder, "alone.html")
  #expect(alone.data["kind"] as? String == "fit" && alone.data["cloud"] is NSNull && alone.data["series"] is NSNull)
  #expect(alone.texts("summary").contains("is accepted"))
  #expect(try alone.object("calibration")["model"] as? String == "ellipsoid")
  #expect(alone.page.contains("--recording CSV adds their pictures"))
  let given = try FileValue.fields(Data(contentsOf: URL(fileURLWithPath: fit)))
  #expect(FileValue.fields(try JSONSerialization.data(withJSONObject: alone.object("fit"))) == given)

  let both = try report([fit, "--recording", recording] + options, in: folder, "both.html")
  #expect(both.data["kind"] as? String == "fit" && both.data["series"] is [String: Any])
  #expect(try both.object("calibration")["from"] as? String == "of the fit")
  #expect(try both.object("cloud")["samples"] as? Int == both.object("fit")["rows"] as? Int)
}

@Test func reportOfARefusedFit_saysWhatToDo() throws {
  let folder = try TemporaryFolder()
  let fit = folder.path("fit.json")
  let made = run([
    "fit", Repository.path("Tests/Data/marg/xio_fusion.csv"), "--columns", "mx_uT,-my_uT,-mz_uT,ax_g,-ay_g,-az_g",
    "--unit", "uT", "--json",
  ])
  #expect(made.status == 1)
  try made.results.write(toFile: fit, atomically: true, encoding: .utf8)
  let written = try report([fit], in: folder)
  #expect(written.texts("summary").contains("A calibration cannot be fitted to its"))
  #expect(written.texts("next").contains("Record anew for a calibration. "))
  #expect(written.data["calibration"] is NSNull)
  #expect(written.page.contains("<td>refused</td>"))
}

// MARK: - Refusals

@Test func fileThatExists_isKept() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("run.html")
  try "mine".write(toFile: path, atomically: true, encoding: .utf8)
  let refused = run(["report", folder.path("run.binnacle")])
  #expect(refused.status == 6 && refused.remarks.contains("exists already and was not changed"))
  #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
}

@Test func whatCannotBeReported_isRefusedWithTheReason() throws {
  let folder = try TemporaryFolder()
  func file(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
    return folder.path(name)
  }
  let capture = capture(in: folder, readings: 5)
  let cases: [(words: [String], status: Int32, reason: String)] = [
    (["-"], 2, "A report is of a file."),
    ([capture, "--columns", "a,b,c"], 2, "--columns is for a recording, not for a capture."),
    ([try file("a.csv", "mx,my,mz\n1,2,3\n"), "--recording", "b.csv"], 2, "--recording is for a fit"),
    (
      [try file("reading.json", "{\"deviceTimeSeconds\": 1}"), "-o", folder.path("x.html")], 6, "not a result of a fit"
    ),
    ([try file("half.json", "{\"what\": \"fit\"")], 6, "not a result of a fit"),
    ([try file("odd.json", "{\"what\": \"fit\", \"integer\": {\"accepted\": 1}}")], 6, "“integer.accepted” must be"),
    ([try file("empty", "")], 6, "empty"), ([folder.path("absent.csv")], 5, "absent.csv"),
  ]
  for one in cases {
    let refused = run(["report"] + one.words)
    #expect(refused.status == one.status && refused.remarks.contains(one.reason), "\(one.words): \(refused)")
  }
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("")).filter { $0.hasSuffix(".html") }
  #expect(names.isEmpty)
}
