// The forms in which a capture is replayed, and what a replay cannot do.
import Foundation
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine

private func run(_ words: [String]) -> (status: Int32, lines: [Substring], remarks: String) {
  let spy = SpyConsole()
  let status = CommandLineTool.binnacle.run(words, console: spy.console)
  return (status, spy.results.split(separator: "\n"), spy.remarks)
}

/// Twelve readings of a board that knows its place and has a deviation card.
private let placed = ["--readings", "12", "--location", "47.4,8.5", "--card", "1,2,0,0.5,0"]

/// A stream of a simulated board that knows its place and has a deviation card, kept in `path`.
private func capture(_ path: String, _ form: String) throws -> [Substring] {
  let live = run(["stream", "simulated"] + placed + [form, "--capture", path])
  #expect(live.status == 0, "\(live.remarks)")
  return live.lines
}

@Test func replay_asSentences_givesThoseOfTheStream() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("run.binnacle")
  // A calibrated board, so that its headings are valid: without that there is nothing to say.
  let link = "simulated?state=\(folder.path("state"))"
  try FileManager.default.createDirectory(atPath: folder.path("state"), withIntermediateDirectories: true)
  #expect(run(["calibrate", link, "--yes", "--json"]).status == 0)
  let live = run(["stream", link] + placed + ["--nmea", "--capture", path])
  for sentence in ["HDT", "HDG"] { #expect(live.lines.contains { $0.contains(sentence) }, "\(live.lines)") }
  let replay = run(["replay", path, "--nmea"])
  #expect(replay.status == 0 && replay.remarks.isEmpty, "\(replay.remarks)")
  #expect(replay.lines == live.lines, "deviation and variation, too")
}

@Test func replay_asCoreLocation_givesTheReadingsWithTheTimesOfTheCapture() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("run.binnacle")
  let live = try capture(path, "--core-location")
  let replay = run(["replay", path, "--core-location"])
  #expect(replay.status == 0 && replay.lines.count == 12)
  func parts(_ line: Substring) throws -> (values: [String: Any], time: Date) {
    var object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let format = ISO8601DateFormatter()
    format.formatOptions.insert(.withFractionalSeconds)
    let time = try #require(format.date(from: object.removeValue(forKey: "timestamp") as? String ?? ""))
    return (object, time)
  }
  for (a, b) in zip(live, replay.lines) {
    let (then, now) = (try parts(a), try parts(b))
    #expect(NSDictionary(dictionary: then.values) == NSDictionary(dictionary: now.values))
    #expect(abs(then.time.timeIntervalSince(now.time)) < 1)
  }
}

@Test func replay_forTrueNorth_showsWhatTheDeviceSentAndNothingElse() throws {
  let folder = try TemporaryFolder()
  let (with, without) = (folder.path("with.binnacle"), folder.path("without.binnacle"))
  _ = try capture(with, "--json")
  #expect(run(["stream", "simulated", "--readings", "12", "--json", "--capture", without]).status == 0)
  func rows(_ path: String) -> (String, String) {
    let spy = SpyConsole(isTerminal: true)
    #expect(CommandLineTool.binnacle.run(["replay", path, "--true"], console: spy.console) == 0)
    return (spy.results, spy.remarks)
  }
  #expect(rows(without).0.split(separator: "\n").filter { $0.contains("       —  ") }.count == 12)
  #expect(rows(without).1.contains("no true heading: "), "\(rows(without).1)")
}

@Test(arguments: [
  ("--location", "47,8", "Capture with --location"), ("--filter", "1", "is done by the device"),
  ("--rate", "5", "is not for a file"), ("--sabotage", "sign", "is for a live device"),
])
func replay_ofWhatOnlyTheDeviceCanDo_saysWhy(option: String, value: String, words: String) throws {
  let folder = try TemporaryFolder()
  let path = folder.path("run.binnacle")
  _ = try capture(path, "--json")
  let refused = run(["replay", path, option, value])
  #expect(refused.status == 2 && refused.lines.isEmpty)
  #expect(refused.remarks.hasPrefix("binnacle: \(option) is "), "\(refused.remarks)")
  #expect(refused.remarks.contains(words), "\(refused.remarks)")
}

@Test func replay_withAVerdictAndAFormWithoutRoomForIt_isRefused() {
  for form in ["--nmea", "--core-location"] {
    let refused = run(["replay", "run.binnacle", "--check", form])
    #expect(refused.status == 2 && refused.remarks.contains("--check ends with a verdict"), "\(refused.remarks)")
  }
}

/// A stream that was cut before its first reading: what the replay has to say is no sentence and no row.
@Test(arguments: ["--nmea", "--core-location"])
func replay_ofACaptureWithoutReadings_writesNothingOfAnotherForm(form: String) throws {
  let folder = try TemporaryFolder()
  let path = folder.path("run.binnacle")
  #expect(run(["stream", "simulated", "--readings", "3", "--json", "--capture", path]).status == 0)
  let whole = try Data(contentsOf: URL(fileURLWithPath: path))
  try whole.prefix(120).write(to: URL(fileURLWithPath: path))
  for isTerminal in [false, true] {
    let spy = SpyConsole(isTerminal: isTerminal)
    let status = CommandLineTool.binnacle.run(["replay", path, form], console: spy.console)
    #expect(spy.results.isEmpty && status != 2, "\(status): \(spy.results)\(spy.remarks)")
  }
}

/// A check gives a simulated instrument the calibration that its world calls for, a capture leaves it its own.
@Test(arguments: [true, false])
func replay_ofAnOwnCalibration_doesNotJudgeTheTruth(isCheckedAtOnce: Bool) throws {
  let folder = try TemporaryFolder()
  let (link, path) = ("simulated?state=\(folder.path("state"))", folder.path("run.binnacle"))
  try FileManager.default.createDirectory(atPath: folder.path("state"), withIntermediateDirectories: true)
  #expect(run(["calibrate", link, "--yes", "--json"]).status == 0)
  let words = ["stream", link, "--readings", "50", "--json", "--capture", path]
  #expect(run(words + (isCheckedAtOnce ? ["--check"] : [])).status == 0)
  let replay = run(["replay", path, "--check", "--json"])
  #expect(replay.status == 0)
  let last = Data(try #require(replay.lines.last).utf8)
  let verdict = try #require(try JSONSerialization.jsonObject(with: last) as? [String: Any])
  #expect(verdict["pass"] as? Bool == true)
  #expect((verdict["truth"] is NSNull) == !isCheckedAtOnce)
  #expect((verdict["truthReason"] as? String)?.contains("captured without --check") == (isCheckedAtOnce ? nil : true))
}

/// What was never calibrated cannot show its true heading either.
@Test func captureOfAnUncalibratedInstrument_replaysToAPass() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("run.binnacle")
  #expect(run(["capture", "simulated", "-o", path, "--duration", "2"]).status == 0)
  let replay = run(["replay", path, "--check", "--json"])
  #expect(replay.status == 0, "\(replay.lines.last ?? "")")
}

/// Forms for other programs have no room for a summary; who asks for one gets it beside them.
@Test(arguments: ["--nmea", "--core-location"])
func summary_ofAFormWithoutRoomForIt_standsBesideIt(form: String) {
  for (words, isThere) in [(["--summary"], true), ([], false)] {
    let outcome = run(["stream", "simulated", "--readings", "3", form] + words)
    #expect(outcome.status == 0 && !outcome.lines.contains { $0.contains("frames lost") })
    #expect(outcome.remarks.contains("3 readings, 0 frames lost") == isThere, "\(outcome.remarks)")
  }
}
