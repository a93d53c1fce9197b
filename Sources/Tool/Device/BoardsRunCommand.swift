// binnacle boards run: an image in its emulator.
import TerminalInterface
import ToolCommandLine
import ToolConnection

package struct BoardsRunCommand: Subcommand {
  package let name = "run"
  package let summary = "boot a board's image in its emulator and run its self-test"
  package let arguments = [CommandArgument("BOARD", "a board's name")]
  package let options = [CommandOption.capture, .json]
  package let examples = [
    CommandExample("boards run microbit", "does the image boot, who does it say it is, does its self-test pass?")
  ]
  package let notes = ["For a live heading: `binnacle stream emulator:BOARD`."]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let board = arguments.positionals[0]
    _ = try FirmwareImage.path(of: board)
    let link = ParsedArguments(
      command: SelfTestCommand(), path: arguments.path, positionals: ["emulator:\(board)"],
      given: arguments.given, console: arguments.console)
    return try SelfTestCommand().run(link)
  }
}
