// binnacle selftest: runs the device's own checks, one line each.
import HostSession
import LinkProtocol
import TerminalInterface
import ToolCommandLine
import ToolConnection

package struct SelfTestCommand: Subcommand {
  package let name = "selftest"
  package let summary = "run the self-tests on a device, one line for each test"
  package let arguments = [CommandArgument("LINK", .one, "the device; see `binnacle help links`")]
  package let options: [CommandOption] = [FaultProvocation.option, .capture, .json]
  package let examples = [
    CommandExample("selftest emulator:microbit", "on a Cortex-M0, emulated"),
    CommandExample("selftest auto", "on the board that is plugged in"),
    CommandExample("selftest emulator:microbit --fault trap", "crash it, and show where it crashed"),
  ]
  package let notes = [
    "The same tests run on this machine, on emulated boards and on real ones."
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let fault = try FaultProvocation.provocation(arguments)
    let connection = try Connection(arguments.positionals[0], capture: arguments.text(.capture))
    let console = arguments.console
    let mode = arguments.outputMode
    if mode == .human { console.line(connection.title) }
    connection.printRemarks(on: console)
    if let fault {
      let drill = FaultProvocation(connection: connection, provocation: fault)
      return try connection.use { try drill.run(mode, console: console) }
    }
    var lines: [SelfTestLine] = []
    try connection.use {
      try connection.session.selfTest { line in
        lines.append(line)
        Self.show(line, mode: mode, console: console)
      }
    }
    let failed = lines.count { $0.status != .passed && $0.status != .skipped }
    let skipped = lines.count { $0.status == .skipped }
    let missing = (lines.first?.total ?? 1) - lines.count
    let pass = failed == 0 && missing == 0
    switch mode {
    case .human:
      let text = "\(lines.count) tests, \(failed) failed, \(skipped) skipped"
      console.line(
        (pass ? Colour.good : .bad).paint(missing > 0 ? "\(text), \(missing) missing" : text, for: console.results))
    case .jsonLines:
      console.line([
        "what": "selftest", "pass": .bool(pass), "samples": .integer(lines.count), "failed": .integer(failed),
        "skipped": .integer(skipped), "missing": .integer(missing), "board": .string(connection.hello.boardText),
        "imageHash": .string(connection.hello.imageHashText),
      ])
    }
    return pass ? .pass : .verdictFailed
  }

  private static func show(_ line: SelfTestLine, mode: OutputMode, console: Console) {
    guard mode == .human else {
      console.line([
        "test": .string(line.name), "status": .string(CodeText.name(line.status, code: line.statusCode)),
        "measured": .integer(line.measured),
        "limit": .integer(line.limit),
      ])
      return
    }
    let number = String(line.index + 1).padded(to: 2, .right)
    let status =
      switch line.status {
      case .passed: "pass"
      case .failed: "FAIL"
      case .skipped: "skip"
      case nil: CodeText.name(line.status, code: line.statusCode)
      }
    let painted = (line.status == .passed || line.status == .skipped ? Colour.good : .bad).paint(
      status, for: console.results)
    console.line("\(number)/\(line.total)  \(painted)  \(line.name): \(line.measured), limit \(line.limit)")
  }
}
