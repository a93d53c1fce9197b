// Finds the board among the serial ports.

import Foundation
import HostSession
import SerialLink

/// No port answered.
package struct NoBoardFound: Error, CustomStringConvertible, Sendable {
  /// One clause for each port without a board: what was found there.
  package var passedOver: [String]
  package var exitStatus: Int32 { 5 }

  package var description: String {
    let ports = passedOver.isEmpty ? "there are no serial ports" : passedOver.joined(separator: "\n  ")
    return """
      No Binnacle board was found:\(passedOver.isEmpty ? " " : "\n  ")\(ports)
      Plug a board in. A new one needs the firmware first: binnacle flash BOARD
      Or try without one: binnacle stream emulator:lm3s6965evb
      """
  }
}

/// Asks each serial port, the likely ones first, whether a board answers.
struct AutoLink {
  let lines: ModemLines

  /// The baud rates that boards use, the most common first.
  static let rates = [115_200, 57_600, 9_600]
  /// Seconds that a board has for its hello. Opening the port may have reset the board just before the first question.
  private static let firstPatience = 1.2
  private static let patience = 0.4

  func find() throws -> OpenedLink {
    var known = KnownPorts()
    var passedOver: [String] = []
    for port in Self.ranked(SerialPorts.list(), known: known.rates) {
      let identity = Self.identity(of: port)
      let rates = Self.rates(for: identity.flatMap { known.rates[$0] }, isUSB: port.usbVendor != nil)
      do {
        switch try ask(port, at: rates) {
        case .found(let link, let rate):
          if let identity { known.remember(identity, rate: rate) }
          return link
        case .passedOver(let seen): passedOver.append("\(port.name): \(seen)")
        }
      } catch let error as LinkError {
        passedOver.append(error.description.split(separator: "\n").first.map(String.init) ?? port.name)
      }
    }
    throw NoBoardFound(passedOver: passedOver)
  }

  private enum Answer {
    case found(OpenedLink, rate: Int)
    case passedOver(String)
  }

  /// Asks at each rate in turn. It stops early when the bytes are understood and do not come from a board of this
  /// project.
  private func ask(_ port: SerialPortInfo, at rates: [Int]) throws -> Answer {
    var seenBytes: String?
    for rate in rates {
      let stream = try openSerial(path: port.name, baud: rate, lines: lines)
      do {
        try DeviceSession(stream).open(patience: rate == rates[0] ? Self.firstPatience : Self.patience)
        let way = SerialReconnection(path: port.name, baud: rate, lines: lines)
        return .found(OpenedLink(stream, way: .serial(way)), rate: rate)
      } catch SessionError.noAnswer(_, let seen) {
        stream.close()
        if seen.isUnderstood { return .passedOver("\(seen.description) at \(rate) baud") }
        if seen.bytes > 0, seenBytes == nil { seenBytes = "\(seen.description) at \(rate) baud" }
      } catch SessionError.link(let error) {
        stream.close()
        throw error
      } catch {
        stream.close()
        throw error
      }
    }
    return .passedOver(seenBytes ?? "no answer at \(rates.map(String.init).joined(separator: ", ")) baud")
  }

  /// Orders the ports: those where a board was found before, then other USB ports. Ports of the mainboard come last.
  static func ranked(_ ports: [SerialPortInfo], known: [String: Int]) -> [SerialPortInfo] {
    func rank(_ port: SerialPortInfo) -> Int {
      if let identity = identity(of: port), known[identity] != nil { return 0 }
      return port.usbVendor != nil ? 1 : 2
    }
    return ports.enumerated()
      .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
      .map(\.element)
  }

  static func rates(for known: Int?, isUSB: Bool) -> [Int] {
    guard isUSB else { return [rates[0]] }
    guard let known else { return rates }
    return [known] + rates.filter { $0 != known }
  }

  /// "0403:6001:BENCH0042"; `nil` for a port whose adapter has no serial number.
  static func identity(of port: SerialPortInfo) -> String? {
    guard let vendor = port.usbVendor, let product = port.usbProduct, let number = port.usbSerialNumber else {
      return nil
    }
    return String(format: "%04x:%04x:", vendor, product) + number
  }
}
