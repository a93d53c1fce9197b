// binnacle ports: lists the serial ports and the adapters there.
import Foundation
import SerialLink
import TerminalInterface
import ToolCommandLine

package struct PortsCommand: Subcommand {
  package let name = "ports"
  package let summary = "list the serial ports with their USB identity"
  package let options = [CommandOption.json]
  package let examples = [
    CommandExample("ports", "what is plugged in"),
    CommandExample("ports --json", "one JSON object for each port, for scripts"),
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) -> ExitStatus {
    Self.show(SerialPorts.list(), mode: arguments.outputMode, console: arguments.console)
    return .pass
  }

  /// Writes the ports, one line or JSON object each.
  package static func show(_ ports: [SerialPortInfo], mode: OutputMode, console: Console) {
    if ports.isEmpty {
      console.remark(
        """
        No serial port on this machine now. Plug the board in and try again (inside a container, pass the device in).
        Without a board: `binnacle stream emulator:lm3s6965evb` runs the firmware in an emulator.
        """)
    }
    switch mode {
    case .jsonLines: for port in ports { console.line(json(port)) }
    case .human:
      guard !ports.isEmpty else { return }
      var table = Table([Column("port"), Column("opens"), Column("kind"), Column("usb id"), Column("what")])
      for port in ports {
        table.add([port.name, isPermitted(port) ? "yes" : "no", port.transport, identity(port), what(port)])
      }
      for line in table.lines { console.line(line) }
    }
    let closed = ports.filter { !isPermitted($0) }.map(\.name)
    if !closed.isEmpty {
      console.remark(
        "No permission for \(closed.joined(separator: ", ")); open one with `binnacle stream` to see which group you must join."
      )
    }
  }

  private static func json(_ port: SerialPortInfo) -> JSONObject {
    [
      "name": .string(port.name), "description": .string(port.description), "transport": .string(port.transport),
      "usbVendor": .optional(port.usbVendor) { .integer($0) },
      "usbProduct": .optional(port.usbProduct) { .integer($0) },
      "usbSerialNumber": .optional(port.usbSerialNumber) { .string($0) },
      "usbManufacturer": .optional(port.usbManufacturer) { .string($0) },
      "usbProductName": .optional(port.usbProductName) { .string($0) },
      "otherNames": .array(port.otherNames.map { .string($0) }), "permitted": .bool(isPermitted(port)),
    ]
  }

  /// Vendor and product in the usual form: 0403:6001.
  private static func identity(_ port: SerialPortInfo) -> String {
    guard let vendor = port.usbVendor, let product = port.usbProduct else { return "" }
    return String(format: "%04x:%04x", vendor, product)
  }

  private static func what(_ port: SerialPortInfo) -> String {
    let parts = [port.usbManufacturer, port.usbProductName, port.usbSerialNumber].compactMap { $0 }
    return parts.isEmpty ? port.description : parts.joined(separator: ", ")
  }

  private static func isPermitted(_ port: SerialPortInfo) -> Bool { access(port.name, R_OK | W_OK) == 0 }
}
