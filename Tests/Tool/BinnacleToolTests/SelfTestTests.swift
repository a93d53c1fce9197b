// A fault is provoked only where something can crash.
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolDevice

@Test(arguments: ["trap", "hard-fault", "hang"])
func selftest_faultOfTheSimulatedBoard_isRefusedWithOneThatCanCrash(kind: String) {
  let arguments = ParsedArguments(
    command: SelfTestCommand(), path: "selftest", positionals: ["simulated"], given: ["fault": [kind]],
    console: SpyConsole().console)
  let error = #expect(throws: CommandError.self) { try SelfTestCommand().run(arguments) }
  #expect(error?.description.contains("selftest emulator:microbit --fault trap") == true)
  #expect(error?.exitStatus == 2)
}

/// A board that is opened may be reset by that alone.
@Test func selftest_faultThatThereIsNot_isRefusedBeforeTheBoardIsOpened() {
  let spy = SpyConsole()
  #expect(CommandLineTool.binnacle.run(["selftest", "/dev/none", "--fault", "fire"], console: spy.console) == 2)
  #expect(spy.remarks.contains("--fault takes trap, hard-fault, hang, not “fire”"), "\(spy.remarks)")
}
