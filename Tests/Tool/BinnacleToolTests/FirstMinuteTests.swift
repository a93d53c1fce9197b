// What a new user tries first: other words for commands and options, and tables for a spreadsheet.
import Foundation
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine

private func run(_ words: String) -> (status: Int32, results: String, remarks: String) {
  let spy = SpyConsole()
  let status = CommandLineTool.binnacle.run(words.split(separator: " ").map(String.init), console: spy.console)
  return (status, spy.results, spy.remarks)
}

@Test(arguments: [
  ("north", "binnacle stream auto"), ("heading", "binnacle stream auto"), ("declination", "binnacle field LAT,LON"),
  ("log", "binnacle stream auto --csv"), ("plot", "binnacle serve auto"), ("diff", "binnacle compare A B"),
  ("upload", "binnacle flash BOARD"), ("demo", "binnacle stream simulated"),
])
func wordOfAnotherProgram_isAnsweredWithOurCommand(word: String, advice: String) {
  let (status, results, remarks) = run(word)
  #expect(status == 2 && results.isEmpty)
  #expect(remarks.hasPrefix("binnacle: There is no command “\(word)”.\n"))
  #expect(remarks.contains(advice), "\(remarks)")
}

@Test func hints_nameCommandsThatExist() throws {
  let names = Set(CommandLineTool.binnacle.tree.map(\.name) + ["help"])
  let named = CommandHints.allAdvice.flatMap { $0.matches(of: /`binnacle ([a-z-]+)/).map { String($0.output.1) } }
  #expect(named.count > 20)
  for name in named { #expect(names.contains(name), "binnacle \(name)") }
}

@Test(arguments: [
  ("stream simulated -n 3", "There is no option -n.\nDid you mean --readings N?"),
  ("stream simulated --count 3", "There is no option --count.\nDid you mean --readings?"),
  ("stream simulated --hz 3", "There is no option --hz.\nDid you mean --rate?"),
  ("stream simulated --gps 3", "There is no option --gps.\nDid you mean --location?"),
  ("convert x.csv --format json", "There is no option --format.\nDid you mean --to?"),
])
func optionOfAnotherProgram_isAnsweredWithOurs(line: String, complaint: String) {
  #expect(run(line).remarks == "binnacle: \(complaint)\n")
}

@Test func version_isAWordToo() {
  #expect(run("version").results == run("--version").results)
  #expect(run("-V").results == run("--version").results)
}

@Test func field_ofToday_isThatWithoutADate() {
  #expect(run("field 47,8 --date today --json").results == run("field 47,8 --json").results)
}

// MARK: - Tables

private func table(_ text: String) throws -> (names: [String], rows: [[String: String]]) {
  let lines = text.split(separator: "\n").map {
    $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
  let names = try #require(lines.first)
  for line in lines { #expect(line.count == names.count) }
  return (names, lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(names, $0)) })
}

@Test func csv_hasTheHeadingsOfJSON_andAHeaderWithUnits() throws {
  let link = "simulated?circle=30"
  let (status, results, _) = run("stream \(link) --readings 20 --csv")
  #expect(status == 0)
  let (names, rows) = try table(results)
  #expect(names.prefix(8) == ["t_s", "mx_uT", "my_uT", "mz_uT", "ax_g", "ay_g", "az_g", "magnetic_deg"])
  let readings = run("stream \(link) --readings 20 --json").results.split(separator: "\n")
  #expect(rows.count == 20 && readings.count == 20)
  for (row, line) in zip(rows, readings) {
    let reading = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    for (name, key, step) in [
      ("t_s", "deviceTimeSeconds", 1e-6), ("magnetic_deg", "magneticHeadingDegrees", 1e-3),
      ("dip_deg", "dipDegrees", 1e-3), ("sequence", "sequence", 0),
    ] {
      let (found, wanted) = (try #require(Double(row[name]!)), try #require(reading[key] as? Double))
      #expect(abs(found - wanted) <= step, "\(name)")
    }
    let field = try #require(reading["fieldNanotesla"] as? [Double])
    #expect(abs(try #require(Double(row["mx_uT"]!)) * 1000 - field[0]) < 0.5)
    #expect(row["reasons"] == (reading["reasons"] as? [String])?.joined(separator: " "))
    // The simulated compass has neither a calibration nor a place.
    #expect(row["valid"] == "0" && row["accuracy_deg"] == "" && row["true_deg"] == "")
  }
}

@Test func csv_isReadAsARecording_andACaptureGivesTheSameTable() throws {
  let folder = try TemporaryFolder()
  let (capture, csv) = (folder.path("run.binnacle"), folder.path("run.csv"))
  #expect(run("capture simulated?circle=30 --readings 60 -o \(capture)").status == 0)
  let replayed = run("replay \(capture) --csv").results
  try Data(replayed.utf8).write(to: URL(fileURLWithPath: csv))
  let fit = run("fit \(csv) --json")
  #expect(fit.remarks.contains("the field is mx_uT,my_uT,mz_uT in uT"), "\(fit.remarks)")
  let (live, kept) = (try table(replayed), try table(run("convert \(capture)").results))
  #expect(live.names == kept.names)
  #expect(kept.rows.count >= 59)
  let bySequence = Dictionary(uniqueKeysWithValues: live.rows.map { ($0["sequence"]!, $0) })
  for row in kept.rows {
    let other = try #require(bySequence[row["sequence"]!])
    for name in live.names where name != "t_s" { #expect(row[name] == other[name], "\(name)") }
    #expect(Double(row["t_s"]!) == Double(other["t_s"]!))
  }
}

@Test(arguments: ["--check", "--nmea", "--json", "--core-location"])
func csv_isOneFormOfTheOutput(option: String) {
  let (status, results, remarks) = run("stream simulated --readings 1 --csv \(option)")
  #expect(status == 2 && results.isEmpty)
  #expect(remarks.contains("--csv"), "\(remarks)")
}

@Test(arguments: ["bash", "zsh", "fish"])
func completions_nameEveryCommandAndOption(shell: String) {
  let (status, text, _) = run("completions \(shell)")
  #expect(status == 0)
  for described in CompletedCommand.all(CommandLineTool.binnacle.tree) {
    for word in described.path { #expect(text.contains(word)) }
    for option in described.options {
      #expect(
        text.contains(shell == "fish" ? "-l \(option.name)" : "--\(option.name)"), "\(described.path) \(option.name)")
      for word in option.words { #expect(text.contains(word)) }
    }
  }
  #expect(run("completions tcsh").remarks.contains("bash, zsh and fish"))
}
