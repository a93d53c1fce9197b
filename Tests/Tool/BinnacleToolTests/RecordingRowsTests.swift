// Which rows of a recording are streamed.
import Foundation
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine

private func stream(_ words: String...) -> (status: Int32, lines: [Substring], remarks: String) {
  let spy = SpyConsole()
  let file = Repository.path("Tests/Data/marg/sap6_shots.csv")
  let columns = ["--columns", "mx_uT,my_uT,-mz_uT", "--unit", "uT", "--json"]
  let status = CommandLineTool.binnacle.run(["replay", "\(file)"] + columns + words, console: spy.console)
  return (status, spy.results.split(separator: "\n"), spy.remarks)
}

@Test func stream_ofARecording_takesTheRowsThatMeetEveryCondition() throws {
  let chosen = stream("--where", "device=BB", "--where", "run=1")
  #expect(chosen.status == 0, "\(chosen.remarks)")
  #expect(chosen.lines.count == 8, "Tests/Data: eight shots a run")
  for line in chosen.lines {
    let reading = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let input = try #require(reading["input"] as? [String: Any])
    #expect(input["device"] as? String == "BB" && input["run"] as? Double == 1)
  }
  #expect(stream().lines.count > 4 * chosen.lines.count)
}

@Test(arguments: [
  ("devise=BB", Int32(2), "Did you mean “device”?"), ("device=XX", 6, "no row is “XX”"),
  ("device", 2, "Write it as column=value"),
])
func stream_ofRowsThatThereAreNot_saysWhatToDo(condition: String, status: Int32, words: String) {
  let outcome = stream("--where", condition)
  #expect(outcome.status == status && outcome.lines.isEmpty)
  #expect(outcome.remarks.contains(words), "\(outcome.remarks)")
}

@Test func where_isForRecordings() {
  let spy = SpyConsole()
  let status = CommandLineTool.binnacle.run(["stream", "simulated", "--where", "device=BB"], console: spy.console)
  #expect(status == 2)
  #expect(spy.remarks.contains("--where is for a stored file"), "\(spy.remarks)")
}
