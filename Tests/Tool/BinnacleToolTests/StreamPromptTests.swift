// What a stream says of the device's question whether it should be calibrated.

import LinkProtocol
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolStream

private func run(_ words: String...) -> (status: Int32, results: String, remarks: [Substring]) {
  let spy = SpyConsole()
  let status = CommandLineTool.binnacle.run(words, console: spy.console)
  return (status, spy.results, spy.remarks.split(separator: "\n"))
}

@Test(arguments: [
  ("--json", "asks to be calibrated: the compass is not calibrated"), ("--nmea", "without that no heading is valid"),
])
func stream_ofADeviceThatAsksToBeCalibrated_saysSoOnceWithTheCommand(form: String, words: String) throws {
  let (status, results, remarks) = run("stream", "simulated", "--readings", "20", form)
  #expect(status == 0)
  #expect(remarks.count == 1 && remarks[0].contains(words), "\(remarks)")
  // A simulated board forgets what it stores nowhere.
  #expect(remarks[0].contains("(binnacle calibrate 'simulated?state=DIR', then use that link"), "\(remarks)")
  #expect(!results.contains("binnacle calibrate"))
}

@Test func stream_ofADeviceThatWasToldNotToAsk_isSilent() throws {
  let folder = try TemporaryFolder()
  let link = "simulated?state=\(folder.url.path)"
  let first = run("stream", link, "--readings", "5", "--json")
  #expect(first.remarks.count == 1 && first.remarks[0].hasSuffix("(binnacle calibrate '\(link)')"), "\(first.remarks)")
  #expect(run("calibration", "questions", link, "--off").status == 0)
  #expect(run("stream", link, "--readings", "5", "--json").remarks.isEmpty)
}

/// Nothing is wrong with an instrument that has travelled; a slip in the place looks the same.
@Test(arguments: [
  ("47.37,8.54", nil), ("60,10", nil),
  ("0,-60", "% less than the 47.3 µT of the calibration: either counts as undisturbed"),
])
func stream_whereTheFieldIsAnother_asksForThePlaceAndIsClear(place: String, words: String?) throws {
  var ironless = wholeRecord
  (ironless.hardIron, ironless.softIron) = (.zero, .identity)
  ironless.accelerometer = nil
  let board = try KeptBoard(ironless)
  let (status, results, remarks) = run("stream", board.link, "--readings", "30", "--location", place, "--json")
  let told = remarks.filter { $0.contains("the world model says") }
  #expect(status == 0 && told.count == (words == nil ? 0 : 1), "\(remarks)")
  #expect(told.allSatisfy { $0.contains(words ?? "") }, "\(told)")
  // Readings before the place is known do not count.
  let last = try #require(results.split(separator: "\n").last)
  #expect(last.contains(#""disturbance":"clear""#) && last.contains(#""grade":3"#), "\(last)")
}

@Test func stream_thatIsChecked_isNotAsked() {
  #expect(run("stream", "simulated", "--readings", "5", "--check", "--json").remarks.isEmpty)
}

/// Not calibrated, it has no heading that could move: behind a filter nothing comes after the first reading.
@Test func stream_behindAFilterThatNothingPasses_endsInTimeAndSaysWhy() {
  let (status, results, remarks) = run("stream", "simulated", "--filter", "1", "--duration", "11s", "--json")
  #expect(status == 0)
  #expect(results.split(separator: "\n").count == 1)
  let words = "--filter passes changes of the heading, and there is none"
  #expect(remarks.filter { $0.contains(words) }.count == 1, "\(remarks)")
  #expect(remarks.filter { $0.contains("asks to be calibrated") }.count == 1, "\(remarks)")
}

@Test func replay_doesNotAskAgain() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("asked.binnacle")
  #expect(run("stream", "simulated", "--readings", "5", "--capture", path, "--json").status == 0)
  #expect(run("replay", path, "--json").remarks.isEmpty)
}

@Test func question_saysWhatWasMeasured() {
  let spy = SpyConsole()
  var prompt = CalibrationPrompt()
  (prompt.reason, prompt.measured) = (66, 123)
  StreamReport(console: spy.console, mode: .jsonLines).report(prompt, advice: "binnacle calibrate auto")
  #expect(
    spy.remarks
      == "binnacle: the device asks to be calibrated: the field's strength is off by 12.3 % (binnacle calibrate auto)\n"
  )
}

/// What another program reads has no room for a title, on a terminal either.
@Test(arguments: [("--nmea", "$"), ("--core-location", "{")])
func stream_inTheFormOfAnotherProgram_writesNothingElse(form: String, first: String) {
  let spy = SpyConsole(isTerminal: true)
  let status = CommandLineTool.binnacle.run(["stream", "simulated", "--readings", "3", form], console: spy.console)
  #expect(status == 0 && spy.results.contains(first), "\(spy.remarks)")
  for line in spy.results.split(whereSeparator: \.isNewline) { #expect(line.hasPrefix(first), "\(line)") }
}
