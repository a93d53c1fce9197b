// binnacle ports: lists the serial ports and the adapters there, and the I2C buses of this computer.
import DeviceLinks
import Foundation
import SerialLink
import TerminalInterface
import ToolCommandLine

package struct PortsCommand: Subcommand {
  package let name = "ports"
  package let summary = "list the serial ports with their USB identity, and the I2C buses"
  package let options = [CommandOption.json]
  package let examples = [
    CommandExample("ports", "what is plugged in"),
    CommandExample("ports --json", "one JSON object for each port and bus, for scripts"),
  ]

  package let notes = ["No chip on a bus is asked; `binnacle sensors i2c:1` does that."]

  package init() {}

  package func run(_ arguments: ParsedArguments) -> ExitStatus {
    Self.show(SerialPorts.list(), LinuxBuses().list(), mode: arguments.outputMode, console: arguments.console)
    return .pass
  }

  /// Writes the ports and the buses, one line or JSON object each.
  package static func show(
    _ ports: [SerialPortInfo], _ buses: [BusInfo] = [], mode: OutputMode, console: Console
  ) {
    if ports.isEmpty && buses.isEmpty {
      console.remark(
        """
        No serial port on this machine now. Plug the board in and try again (inside a container, pass the device in).
        Without a board: `binnacle stream emulator:lm3s6965evb` runs the firmware in an emulator.
        """)
    }
    switch mode {
    case .jsonLines:
      for port in ports { console.line(json(port)) }
      for bus in buses { console.line(json(bus)) }
    case .human:
      guard !ports.isEmpty || !buses.isEmpty else { return }
      var table = Table([Column("port"), Column("opens"), Column("kind"), Column("usb id"), Column("what")])
      for port in ports {
        table.add([port.name, isPermitted(port.name) ? "yes" : "no", port.transport, identity(port), what(port)])
      }
      for bus in buses { table.add([bus.path, isPermitted(bus.path) ? "yes" : "no", "i2c", "", what(bus)]) }
      for line in table.lines { console.line(line) }
    }
    let closed = (ports.map(\.name) + buses.map(\.path)).filter { !isPermitted($0) }
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
      "otherNames": .array(port.otherNames.map { .string($0) }), "permitted": .bool(isPermitted(port.name)),
    ]
  }

  private static func json(_ bus: BusInfo) -> JSONObject {
    [
      "name": .string(bus.path), "description": .string(bus.adapter), "transport": .string("i2c"),
      "held": .array(
        bus.held.map {
          .object([
            "address": .integer($0.address), "chip": .string($0.chip), "driver": .optional($0.driver) { .string($0) },
          ])
        }),
      "permitted": .bool(isPermitted(bus.path)),
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

  /// "bcm2835 (i2c@7e804000), the kernel has 0x1e (hmc5843_i2c)".
  private static func what(_ bus: BusInfo) -> String {
    let held = bus.held.map { "\(HeldAddress.text($0.address)) (\($0.driver ?? $0.chip))" }
    return held.isEmpty ? bus.adapter : "\(bus.adapter), the kernel has \(held.joined(separator: ", "))"
  }

  private static func isPermitted(_ path: String) -> Bool { access(path, R_OK | W_OK) == 0 }
}
