// binnacle ports, with and without ports.
import Foundation
import SerialLink
import TerminalInterface
import Testing

@testable import ToolDevice

private func ports() throws -> [SerialPortInfo] {
  let json = """
    [{"name": "/dev/binnacle-test-port", "description": "FT232R USB UART", "transport": "usb", "usbVendor": 1027,
      "usbProduct": 24577, "usbSerialNumber": "A50285BI", "usbManufacturer": "FTDI",
      "usbProductName": "FT232R USB UART", "otherNames": ["/dev/serial/by-id/x"]}]
    """
  return try JSONDecoder().decode([SerialPortInfo].self, from: Data(json.utf8))
}

@Test func ports_areColumnsOnATerminal() throws {
  let spy = SpyConsole(isTerminal: true)
  PortsCommand.show(try ports(), mode: .human, console: spy.console)
  #expect(
    spy.results == """
      port                     opens  kind  usb id     what
      /dev/binnacle-test-port  no     usb   0403:6001  FTDI, FT232R USB UART, A50285BI

      """)
}

@Test func ports_areJSONLinesElsewhere() throws {
  let spy = SpyConsole()
  PortsCommand.show(try ports(), mode: .jsonLines, console: spy.console)
  #expect(
    spy.results == """
      {"name":"/dev/binnacle-test-port","description":"FT232R USB UART","transport":"usb","usbVendor":1027,\
      "usbProduct":24577,"usbSerialNumber":"A50285BI","usbManufacturer":"FTDI","usbProductName":"FT232R USB UART",\
      "otherNames":["/dev/serial/by-id/x"],"permitted":false}

      """)
}

@Test(arguments: [OutputMode.human, .jsonLines])
func ports_noneSaysWhatToDo(mode: OutputMode) {
  let spy = SpyConsole()
  PortsCommand.show([], mode: mode, console: spy.console)
  #expect(spy.results.isEmpty)
  #expect(spy.remarks.contains("binnacle stream emulator:lm3s6965evb"))
}
