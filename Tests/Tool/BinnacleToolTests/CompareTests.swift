// binnacle compare: a difference that was put in is found, with its sign.
import Foundation
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine

private func run(_ words: [String]) -> (status: Int32, results: String, remarks: String) {
  let spy = SpyConsole()
  let status = CommandLineTool.binnacle.run(words, console: spy.console)
  return (status, spy.results, spy.remarks)
}

private func compare(_ words: String...) throws -> [String: Any] {
  let (status, results, remarks) = run(["compare"] + words + ["--json"])
  #expect(status == 0, "\(remarks)")
  return try #require(try JSONSerialization.jsonObject(with: Data(results.utf8)) as? [String: Any])
}

/// A log whose heading swings by 40° in 20 s about 350°, so that it goes through north.
private func log(later: Double = 0, turned: Double = 0, stronger: Double = 1, readings: Int = 600) -> String {
  var text = "t_s,mx_uT,my_uT,mz_uT,magnetic_deg,accuracy_deg,valid\n"
  for index in 0..<readings {
    let time = Double(index) / 10
    let heading = 350 + 40 * sin((time + later) * .pi / 10) + turned
    let shown = heading - 360 * (heading / 360).rounded(.down)
    text += "\(time),\(20 * stronger),0,\(40 * stronger),\(shown),2,1\n"
  }
  return text
}

private struct Logs {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }
  func file(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path(name)))
    return folder.path(name)
  }
}

@Test func compare_findsATurnAndAStrongerField() throws {
  let logs = try Logs()
  let (a, b) = (try logs.file("a.csv", log()), try logs.file("b.csv", log(turned: 5, stronger: 1.1)))
  let found = try compare(a, b)
  let heading = try #require(found["headingDegrees"] as? [String: Double])
  #expect(abs(heading["mean"]! - 5) < 0.01 && heading["deviation"]! < 0.01 && abs(heading["limit95"]! - 5) < 0.01)
  #expect(found["readings"] as? Int == 600)
  #expect(found["withinAccuracies"] as? Double == 0)
  let strength = try #require(found["strengthNanotesla"] as? [String: Double])
  #expect(abs(strength["b"]! / strength["a"]! - 1.1) < 1e-4)
  // The other way round, every sign is the other one.
  let back = try #require(try compare(b, a)["headingDegrees"] as? [String: Double])
  #expect(abs(back["mean"]! + 5) < 0.01)
  #expect(try compare(a, a)["withinAccuracies"] as? Double == 1)
}

@Test func compare_ofALogThatBeganLater_namesTheShift() throws {
  let logs = try Logs()
  let (a, b) = (try logs.file("a.csv", log()), try logs.file("b.csv", log(later: 3.4)))
  let found = try compare(a, b)
  let deviation = try #require((found["headingDegrees"] as? [String: Double])?["deviation"])
  #expect(deviation > 5)
  let shift = try #require(found["betterShiftSeconds"] as? Double)
  #expect(abs(shift - 3.4) < 0.15)
  let moved = try compare(a, b, "--shift", "\(shift)")
  #expect(try #require((moved["headingDegrees"] as? [String: Double])?["deviation"]) < 0.8)
  #expect(moved["betterShiftSeconds"] is NSNull)
}

@Test func compare_ofCalibrations_findsTheTurnThatTheHardIronMakes() throws {
  let logs = try Logs()
  func export(_ x: Double) -> String {
    "{\"hardIronNanotesla\": [\(x), 0, 0], \"model\": \"sphere\", \"fieldStrengthNanotesla\": 40000, \"dipDegrees\": 60}"
  }
  let (a, b) = (try logs.file("a.json", export(0)), try logs.file("b.json", export(2000)))
  let change = try #require(try compare(a, b)["calibration"] as? [String: Any])
  let turn = try #require(change["headingChangeDegrees"] as? [String: Double])
  // 2 uT against 20 uT horizontal: at most asin(0.1).
  #expect(abs(turn["worst"]! - asin(0.1) * 180 / .pi) < 0.02)
  #expect((change["hardIronNanotesla"] as? [Double])?[0] == 2000)
}

@Test func compare_drawsAPicture_andNeverOverwrites() throws {
  let logs = try Logs()
  let (a, b) = (try logs.file("a.csv", log()), try logs.file("b&<.csv", log(turned: 5)))
  let picture = logs.folder.path("d.svg")
  #expect(run(["compare", a, b, "-o", picture]).status == 0)
  let parser = try #require(XMLCheck(path: picture))
  #expect(parser.polylines == 5 && parser.texts.contains("B: b&<.csv"))
  #expect(run(["compare", a, b, "-o", picture]).status == 6)
}

@Test func compare_ofFilesWithNothingInCommon_saysWhatToDo() throws {
  let logs = try Logs()
  let a = try logs.file("a.csv", log(readings: 50))
  let far = run(["compare", a, a, "--shift", "1000"])
  #expect(far.status == 6 && far.remarks.contains("--shift"), "\(far.remarks)")
  #expect(run(["compare", a]).status == 2)
  #expect(run(["compare", a, "-"]).status == 2)
  #expect(run(["compare", a, logs.folder.path("absent.csv")]).status == 5)
}

/// The polylines and texts of an SVG that an XML parser reads.
private final class XMLCheck {
  private(set) var polylines = 0
  private(set) var texts: [String] = []

  init?(path: String) {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    polylines = text.matches(of: #/<polyline /#).count
    texts = text.matches(of: #/<text [^>]*>([^<]*)</text>/#).map {
      String($0.output.1).replacing("&lt;", with: "<").replacing("&amp;", with: "&")
    }
  }
}

#if os(Linux)
  /// Counts how often a file is opened.
  private struct Openings {
    private let descriptor = inotify_init1(Int32(IN_NONBLOCK))

    init(_ path: String) { _ = inotify_add_watch(descriptor, path, UInt32(IN_OPEN | IN_CLOSE_NOWRITE)) }

    var count: Int {
      // Each event of a file, which has no name, has 16 bytes. Equal ones that follow each other would be one: so the ends are
      // watched, too.
      var (bytes, count) = ([UInt8](repeating: 0, count: 4096), 0)
      while case let got = read(descriptor, &bytes, bytes.count), got > 0 {
        for at in stride(from: 0, to: got, by: 16) where bytes[at + 4] & UInt8(IN_OPEN) != 0 { count += 1 }
      }
      close(descriptor)
      return count
    }
  }

  @Test func compare_readsARecordingOnce() throws {
    let logs = try Logs()
    var text = "t_s,mx_uT,my_uT,mz_uT,ax_g,ay_g,az_g\n"
    for index in 0..<400 {
      let (a, b) = (Double(index) * 0.07, Double(index) * 0.031)
      text += "\(Double(index) / 10),\(48 * cos(a) * cos(b)),\(48 * sin(a) * cos(b)),\(48 * sin(b)),0,0,-1\n"
    }
    let (a, b) = (try logs.file("a.csv", text), try logs.file("b.csv", text))
    let openings = Openings(a)
    #expect(try compare(a, b)["readings"] as? Int == 400)
    // Five looks at the beginning, which show the kind of the file, and the file itself.
    #expect(openings.count == 6)
  }
#endif
