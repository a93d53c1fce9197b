// binnacle capture: a stream, and its exact bytes in a file.
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// Writes the bytes of a stream to a file.
package struct CaptureCommand: Subcommand {
  package let name = "capture"
  package let summary = "stream, and keep the exact bytes with their times in a file"
  package let arguments = [CommandArgument("LINK", .one, "the device; see `binnacle help links`")]
  package static let output = CommandOption("output", letter: "o", "FILE", "the file to write")
  package let options: [CommandOption] = [
    Self.output, .readings, .duration, .rate, .check, .reconnect, .noDTR, .summary, .json,
  ]
  package let examples = [
    CommandExample("capture auto -o run.binnacle --duration 60", "one minute of the board that is plugged in"),
    CommandExample("replay run.binnacle --check", "the same readings again, checked"),
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    guard let path = arguments.text(Self.output) else {
      throw UsageError("Say where to keep the bytes: binnacle capture LINK -o FILE")
    }
    var options = try StreamOptions(arguments)
    options.capturePath = path
    let connection = try Connection(
      arguments.positionals[0], capture: path, releasesLines: options.releasesLines)
    connection.pace(isForPeople: arguments.outputMode == .human, hasEnd: options.hasEnd)
    let status = try connection.use {
      try LiveStream(connection, options: options, report: StreamReport(arguments, options))
        .run(console: arguments.console)
    }
    arguments.console.remark("binnacle: kept in \(path)")
    return status
  }
}
