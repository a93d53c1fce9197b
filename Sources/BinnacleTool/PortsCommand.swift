// binnacle ports: which serial ports there are, and what is plugged in there.
import SerialLink
import Terminal

struct PortsCommand: Subcommand {
  let name = "ports"
  let summary = "list the serial ports with their USB identity"
  let options = [CommandOption.json]
  let examples = [
    CommandExample("ports", "what is plugged in"),
    CommandExample("ports --json", "one JSON object a port, for scripts"),
  ]

  func run(_ arguments: ParsedArguments) -> ExitStatus {
    Self.show(SerialPorts.list(), mode: arguments.outputMode, console: arguments.console)
    return .pass
  }

  static func show(_ ports: [SerialPortInfo], mode: OutputMode, console: Console) {
    for port in ports { console.line("\(port.name)") }
  }
}
