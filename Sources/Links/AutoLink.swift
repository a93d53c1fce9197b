// Finding the board among the serial ports.

import Foundation
import HostSession
import SerialLink

/// No port answered.
public struct NoBoardFound: Error, CustomStringConvertible, Sendable {
  /// One clause a port that was passed over.
  public var passedOver: [String]
  public var exitStatus: Int32 { 5 }

  public var description: String {
    let ports = passedOver.isEmpty ? "there are no serial ports" : passedOver.joined(separator: "\n  ")
    return """
      No Binnacle board was found:\(passedOver.isEmpty ? " " : "\n  ")\(ports)
      Plug a board in, or try without one: binnacle stream emulator:lm3s6965evb
      """
  }
}

/// Asks every serial port, the likely ones first, who is there.
enum AutoLink {
  static func find() throws -> OpenedLink {
    var passedOver: [String] = []
    // A USB identity means that somebody plugged it in; ports of the mainboard answer to nothing.
    let ports = SerialPorts.list().sorted { ($0.usbVendor != nil ? 0 : 1) < ($1.usbVendor != nil ? 0 : 1) }
    for port in ports {
      do {
        let stream = try openSerial(path: port.name)
        do {
          try HostSession(stream).open(patience: 1.2)
          return OpenedLink(stream)
        } catch SessionError.noAnswer(_, let seen) {
          stream.close()
          passedOver.append("\(port.name): \(seen) at 115200 baud")
        } catch {
          stream.close()
          throw error
        }
      } catch let error as LinkError {
        passedOver.append(error.description.split(separator: "\n").first.map(String.init) ?? port.name)
      }
    }
    throw NoBoardFound(passedOver: passedOver)
  }
}
