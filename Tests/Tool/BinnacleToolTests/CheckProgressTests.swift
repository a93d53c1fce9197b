// Long checks show that they go on, on a terminal and nowhere else; and the check of a link takes lateness for no loss.

import DeviceLinks
import HostSession
import LinkProtocol
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCheck
@testable import ToolCommandLine

@Test(.waits) func checkLink_ofADeviceThatDoesNotAnswer_showsThatItGoesOn() throws {
  for isTerminal in [true, false] {
    let spy = SpyConsole(isTerminal: isTerminal)
    try LinkCheck(DeviceSession(UnreliableDevice(hears: { $0 == 1 })), frames: 2).run(progress: spy.console)
    #expect(spy.remarks.contains("link  [") == isTerminal, "\(spy.remarks)")
    #expect(spy.remarks.isEmpty != isTerminal && spy.results.isEmpty)
  }
}

@Test(.waits) func checkLink_ofADeviceThatAnswersLate_losesNothing() throws {
  // The third frame goes alone, the thirtieth among others, the last is the fortieth.
  let session = DeviceSession(UnreliableDevice(isLateAfter: [4, 31, 41]))
  let check = LinkCheck(session, frames: 40)
  try check.run(progress: SpyConsole(isTerminal: false).console)
  #expect(try check.passes(session.statistics()))
}

@Test func checkLink_ofABoardThatRestartedMeanwhile_countsFromItsNewBoot() throws {
  let session = DeviceSession(LoopbackDevice(name: "board", sensor: nil))
  try session.write([1, 2, 3, 0])
  #expect(try session.statistics().framesCorrupt == 1)
  let check = LinkCheck(session, frames: 4)
  try check.run(progress: SpyConsole(isTerminal: false).console)
  var afterwards = Statistics()
  (afterwards.framesReceived, afterwards.framesDropped) = (1, 0)
  #expect(check.passes(afterwards))
  let spy = SpyConsole(isTerminal: false)
  let arguments = ParsedArguments(
    command: CheckLinkCommand(), path: "check link", positionals: ["board"], given: [:], console: spy.console)
  check.show(arguments, title: "board", device: afterwards)
  #expect(spy.results.contains(#""corrupt":0"#) && spy.results.contains(#""deviceFramesReceived":1,"#))
  afterwards.framesDropped = 2
  #expect(!check.passes(afterwards))
}

@Test(arguments: [true, false])
func checkCalibration_showsEveryPhase(isTerminal: Bool) {
  let spy = SpyConsole(isTerminal: isTerminal)
  _ = CommandLineTool.binnacle.run(
    ["check", "calibration", "--worlds", "4", "--outliers", "2", "--json"], console: spy.console)
  for phase in ["calibration  [", "outliers  ["] { #expect(spy.remarks.contains(phase) == isTerminal) }
  #expect(spy.remarks.isEmpty != isTerminal)
}

@Test(.waits) func checkOrdering_showsHowFarItIs() {
  let spy = SpyConsole(isTerminal: true)
  #expect(CommandLineTool.binnacle.run(["check", "ordering", "--tier", "tiny", "--json"], console: spy.console) == 1)
  #expect(spy.remarks.contains("ordering  ["))
}
