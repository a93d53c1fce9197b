// Where a stream of a recording ends, and what a capture of it gives again.
import Foundation
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine

/// Sixty rows of a level instrument in 20 µT to the north and 43 µT downwards that turns by 2° a row.
private func turning(in folder: TemporaryFolder, step: Double = 0.1) throws -> String {
  var text = "t,mx,my,mz,ax,ay,az\n"
  for index in 0..<60 {
    let heading = Double(index) * .pi / 90
    text += "\(Double(index) * step),\(20 * cos(heading)),\(-20 * sin(heading)),43,0,0,-1\n"
  }
  let path = folder.path("turn.csv")
  try text.write(toFile: path, atomically: true, encoding: .utf8)
  return path
}

private func run(_ words: [String]) -> (status: Int32, lines: [Substring], remarks: String) {
  let spy = SpyConsole()
  let status = CommandLineTool.binnacle.run(words, console: spy.console)
  return (status, spy.results.split(separator: "\n"), spy.remarks)
}

private func stream(_ path: String, _ words: [String]) -> (status: Int32, lines: [Substring], remarks: String) {
  run(["replay", "\(path)", "--columns", "mx,my,mz,ax,ay,az"] + words)
}

/// Without a column of times the rows are taken to be a tenth of a second apart.
@Test(arguments: [["--time", "t"], []])
func duration_ofARecording_endsIt(time: [String]) throws {
  let folder = try TemporaryFolder()
  let outcome = stream(try turning(in: folder), ["--json", "--duration", "500ms"] + time)
  #expect(outcome.status == 0, "\(outcome.remarks)")
  #expect(outcome.lines.count == 6, "0 to 0.5 s")
}

@Test func readings_ofARecordingBehindAFilter_areThoseThatAreTold() throws {
  let folder = try TemporaryFolder()
  let outcome = stream(try turning(in: folder), ["--json", "--filter", "9", "--readings", "4"])
  #expect(outcome.status == 0, "\(outcome.remarks)")
  let told = try outcome.lines.map { line in
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }
  #expect(told.count == 4)
  for (one, next) in zip(told, told.dropFirst()) {
    #expect(try #require(next["sequence"] as? Int) - #require(one["sequence"] as? Int) == 5, "2° a row")
  }
}

/// With rows at one time, a filter, a turn of the axes and an end before the last row.
@Test(arguments: [
  [], ["--time", "t"], ["--filter", "5"], ["--readings", "7"], ["--time", "t", "--duration", "2"],
  ["--pointing", "+Y"],
])
func replay_ofARecordedStream_givesItsReadingsAndItsVerdict(options: [String]) throws {
  let folder = try TemporaryFolder()
  let path = try turning(in: folder, step: options.contains("--duration") ? 0.1 : 0)
  func without(_ key: String, _ line: Substring) throws -> NSDictionary {
    var object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    object[key] = nil
    return NSDictionary(dictionary: object)
  }
  let file = folder.path("run.binnacle")
  let live = stream(path, options + ["--check", "--json", "--capture", file])
  let replay = run(["replay", file, "--check", "--json"])
  #expect(live.status == 0 && replay.status == 0, "\(live.remarks)\(replay.remarks)")
  #expect(live.lines.count > 5 && live.lines.count == replay.lines.count)
  for (a, b) in zip(live.lines, replay.lines) {
    #expect(try without("input", a) == without("input", b), "\(a)\n\(b)")
  }
}

/// Who gives their unit means columns that are not there.
@Test(arguments: ["fit", "replay"])
func accelerationUnit_withoutAcceleration_isRefused(command: String) throws {
  let folder = try TemporaryFolder()
  let path = try turning(in: folder)
  let outcome = run([command, path, "--columns", "mx,my,mz", "--unit", "uT", "--accel-unit", "g"])
  #expect(outcome.status == 2 && outcome.lines.isEmpty)
  #expect(outcome.remarks.contains("--accel-unit is for columns of acceleration"), "\(outcome.remarks)")
  // Three names, of which each has a comma.
  let quoted = run([command, path, "--columns", #""m,x","m,y","m,z""#, "--unit", "uT", "--accel-unit", "g"])
  #expect(quoted.remarks.contains("column “m,x”: --columns names it"), "\(quoted.remarks)")
}
