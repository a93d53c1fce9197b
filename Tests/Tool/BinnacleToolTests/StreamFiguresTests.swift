// The figures at a stream's end.
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolStream

@Test func latency_isGivenWhereItCanBeKnown() throws {
  var figures = StreamFigures()
  #expect(figures.text == nil)
  for milliseconds in 1...100 { figures.latency.add(Int64(milliseconds) * 1_000_000) }
  #expect(figures.text == "latency 51.0 ms, 99 % below 100.0 ms")
  let json = figures.json(readings: 100, counters: .init(), uncertainty: nil, wakeUps: nil)
  #expect(json.line.contains("\"latencyMedianSeconds\":0.051000"))
}

@Test func latency_ofAClockThatRunsAhead_isNotKnown() {
  var figures = StreamFigures()
  for milliseconds in -60...10 { figures.latency.add(Int64(milliseconds) * 1_000_000) }
  #expect(figures.text == "latency not known: the device's clock runs ahead")
  let json = figures.json(readings: 71, counters: .init(), uncertainty: nil, wakeUps: nil)
  #expect(json.line.contains("\"latencyMedianSeconds\":null,\"latency99thSeconds\":null"))
}

@Test func summary_ofASimulatedStream_saysNothingOfAClockThatIsItsOwn() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("run.binnacle")
  for words in [["stream", "simulated", "--readings", "3", "--capture", path], ["replay", path]] {
    let spy = SpyConsole(isTerminal: true)
    #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 0)
    #expect(spy.results.contains("3 readings, 0 frames lost"), "\(spy.results)")
    #expect(!spy.results.contains("device time known"), "\(spy.results)")
  }
}
