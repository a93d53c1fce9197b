// What the options of a stream mean.
import Quantities
import TestSupport
import Testing

@testable import ToolCommandLine
@testable import ToolStream

/// The options of `stream simulated` with these values.
private func options(_ given: [String: String]) throws -> StreamOptions {
  try StreamOptions(
    ParsedArguments(
      command: StreamCommand(), path: "stream", positionals: ["simulated"], given: given.mapValues { [$0] },
      console: SpyConsole().console))
}

@Test(arguments: [("1ms", 0.001), ("10", 10), ("71m", 4260), ("72m", 4320), ("2h", 7200), ("8760h", 31_536_000)])
func streamOptions_durationIsOverAfterItsTimeHoweverLong(text: String, seconds: Double) throws {
  let options = try options(["duration": text])
  let first = Instant(microseconds: 123_456_789)
  let last = first.microseconds + UInt64(seconds * 1e6)
  #expect(!options.isOver(at: first, since: first))
  #expect(!options.isOver(at: Instant(microseconds: last), since: first))
  #expect(options.isOver(at: Instant(microseconds: last + 1), since: first))
  #expect(!options.isOver(at: Instant(microseconds: 0), since: first))
}

@Test func streamOptions_withoutADurationNeverEnd() throws {
  #expect(!(try options([:]).isOver(at: Instant(microseconds: .max), since: Instant(microseconds: 0))))
}

@Test(arguments: [
  ("replay", "sabotage", "sign"), ("replay", "on", "auto"), ("replay", "rate", "5"), ("replay", "capture", "F"),
  ("replay", "unit", "uT"), ("stream", "columns", "x,y,z"), ("stream", "on", "auto"),
])
func option_thatMeansNothingForItsSource_isRefused(command: String, option: String, value: String) throws {
  let folder = try TemporaryFolder()
  let path = folder.path("run.binnacle")
  #expect(RecordingOutcome(["capture", "simulated", "-o", path, "--readings", "1"]).status == 0)
  let outcome = RecordingOutcome([command, command == "stream" ? "simulated" : path, "--\(option)", value])
  #expect(outcome.status == 2 && outcome.remarks.hasPrefix("binnacle: --\(option) is "), "\(outcome.remarks)")
}

/// A file is replayed, however it is named.
@Test(arguments: ["recording:walk.csv", "capture:run.binnacle", "recording:-"])
func stream_ofAFile_namesReplay(link: String) {
  let outcome = RecordingOutcome(["stream", link])
  let file = link.split(separator: ":")[1]
  #expect(outcome.status == 2 && outcome.remarks.contains("binnacle replay \(file)\n"), "\(outcome.remarks)")
}
