// A fault is provoked only where something can crash.
import Testing

@testable import BinnacleTool

@Test(arguments: ["trap", "hard-fault", "hang"])
func selftest_faultOfTheSimulatedBoard_isRefusedWithOneThatCanCrash(kind: String) {
  let arguments = ParsedArguments(
    command: SelfTestCommand(), path: "selftest", positionals: ["simulated"], given: ["fault": [kind]],
    console: SpyConsole().console)
  let error = #expect(throws: CommandError.self) { try SelfTestCommand().run(arguments) }
  #expect(error?.description.contains("selftest emulator:microbit --fault trap") == true)
  #expect(error?.exitStatus == 2)
}
