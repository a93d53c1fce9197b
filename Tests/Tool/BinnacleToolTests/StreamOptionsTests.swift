// What the options of a stream mean.
import Quantities
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
  ("capture:run.binnacle", "sabotage", "sign"), ("capture:run.binnacle", "on", "auto"),
  ("capture:run.binnacle", "rate", "5"), ("capture:run.binnacle", "capture", "F"),
  ("capture:run.binnacle", "unit", "uT"), ("recording:walk.csv", "rate", "5"), ("simulated", "columns", "x,y,z"),
  ("simulated", "on", "auto"),
])
func stream_optionThatMeansNothingForItsLink_isRefused(link: String, option: String, value: String) throws {
  let arguments = ParsedArguments(
    command: StreamCommand(), path: "stream", positionals: [link], given: [option: [value]],
    console: SpyConsole().console)
  let error = #expect(throws: UsageError.self) { try StreamCommand().run(arguments) }
  #expect(error?.description.hasPrefix("--\(option) is ") == true)
  #expect(error?.exitStatus == 2)
}
