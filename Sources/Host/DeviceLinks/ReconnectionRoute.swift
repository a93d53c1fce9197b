// Finds a device again after its cable was unplugged.

import Foundation
import SerialLink

/// The places where a lost link may come back.
package enum ReconnectionRoute: Sendable {
  case serial(SerialReconnection)
  case tcp(host: String, port: UInt16)
  /// A port with lines of numbers. Device and settings are in this process and stay; only the port is opened again.
  case lines(LineReconnection)
  /// An I2C bus. Device and settings are in this process and stay; only the bus is opened again.
  case bus(BusReconnection)

  /// A stream to try now.
  package struct Candidate {
    package let name: String
    /// Whether this is the same adapter or address as before. If not, only the board itself can confirm its identity.
    package let isSamePlace: Bool
    /// Whether only one adapter, and so only one board, can be there. A host and port can lead to any board.
    package let isOneBoard: Bool
    let connect: () throws(LinkError) -> any ByteStream

    /// Opens the stream again.
    package func open() throws(LinkError) -> any ByteStream { try connect() }
  }

  /// The places where the device may be now, the most likely first; empty while nothing is plugged in.
  package func candidates() -> [Candidate] {
    switch self {
    case .serial(let way): way.candidates()
    case .lines(let way): way.candidates()
    case .bus(let way): way.candidates()
    case .tcp(let host, let port):
      [
        Candidate(name: "tcp:\(host):\(port)", isSamePlace: true, isOneBoard: false) { () throws(LinkError) in
          try SocketStream.connect(host: host, port: port, deadline: .after(seconds: 1))
        }
      ]
    }
  }
}

/// The port of a `csv:` link, and the device that computes with its lines.
package struct LineReconnection: Sendable {
  let device: LoopbackDevice
  let port: SerialReconnection

  /// Only the same adapter: lines of numbers do not say which board prints them.
  func candidates() -> [ReconnectionRoute.Candidate] {
    port.places().filter(\.isSame).map { place in
      ReconnectionRoute.Candidate(name: device.name, isSamePlace: true, isOneBoard: true) { () throws(LinkError) in
        try device.reopenLines(at: place.path)
      }
    }
  }
}

/// An I2C bus, and the device that measures on it.
package struct BusReconnection: Sendable {
  let device: BusDevice
  let place: BusPlace

  func candidates() -> [ReconnectionRoute.Candidate] {
    place.places(LinuxBuses().list()).map { path in
      ReconnectionRoute.Candidate(name: device.name, isSamePlace: true, isOneBoard: true) { () throws(LinkError) in
        try device.reopenBus(at: path)
      }
    }
  }
}

/// A bus, and what the system said of its adapter before it was lost.
struct BusPlace: Sendable {
  private let path: String
  /// The adapter's name without the digits that say where it is plugged in: "i2c-tiny-usb at bus 001 device 005".
  private let kind: String
  /// The other buses of that time.
  private let others: Set<String>

  /// - Parameter buses: those of the time when the bus is present.
  init(path: String, among buses: [BusInfo]) {
    self.path = path
    kind = buses.first { $0.path == path }.map { Self.kind($0.adapter) } ?? ""
    others = Set(buses.map(\.path)).subtracting([path])
  }

  /// Where the bus may be now: at its path, unless that is another adapter, or at a new path of an adapter of the same kind.
  func places(_ buses: [BusInfo]) -> [String] {
    let isOther = buses.contains { $0.path == path && Self.kind($0.adapter) != kind }
    let moved = buses.filter { bus in
      bus.path != path && !others.contains(bus.path) && !kind.isEmpty && Self.kind(bus.adapter) == kind
    }
    return (isOther ? [] : [path]) + moved.map(\.path)
  }

  private static func kind(_ adapter: String) -> String { adapter.filter { !$0.isNumber } }
}

/// A serial port, and the system's description of it from before it was lost.
package struct SerialReconnection: Sendable {
  let path: String
  let baud: Int
  let lines: ModemLines
  /// `nil` if the system does not list the port.
  let port: SerialPortInfo?

  /// Call this while the port is present.
  init(path: String, baud: Int, lines: ModemLines) {
    self.path = path
    self.baud = baud
    self.lines = lines
    port = SerialPorts.list().first { $0.name == path || $0.otherNames.contains(path) }
  }

  func candidates() -> [ReconnectionRoute.Candidate] {
    places().map { entry in
      ReconnectionRoute.Candidate(name: entry.path, isSamePlace: entry.isSame, isOneBoard: entry.isSame) {
        () throws(LinkError) in
        try openSerial(path: entry.path, baud: baud, lines: lines)
      }
    }
  }

  /// Where the port may be now.
  func places() -> [(path: String, isSame: Bool)] {
    Self.ranked(SerialPorts.list(), path: path, lost: port, exists: access(path, F_OK) == 0)
  }

  /// The ports that may be the lost one.
  ///
  /// A USB serial number identifies the adapter. If the lost port had one, the port with that number comes first,
  /// whatever its name is now; a port with the old name and another number is a different adapter. Other USB ports come
  /// last.
  static func ranked(
    _ ports: [SerialPortInfo], path: String, lost: SerialPortInfo?, exists: Bool
  ) -> [(path: String, isSame: Bool)] {
    guard let lost, lost.usbVendor != nil else { return exists ? [(path, true)] : [] }
    let others = ports.filter { $0.usbVendor != nil }
    let same: [SerialPortInfo]
    if lost.usbSerialNumber != nil {
      same = others.filter { isSameAdapter($0, lost) }
    } else {
      same = others.filter { $0.name == lost.name && isSameAdapter($0, lost) }
    }
    let rest = others.filter { other in !same.contains { $0.name == other.name } }
    return same.map { ($0.name, true) } + rest.map { ($0.name, false) }
  }

  private static func isSameAdapter(_ a: SerialPortInfo, _ b: SerialPortInfo) -> Bool {
    a.usbVendor == b.usbVendor && a.usbProduct == b.usbProduct && a.usbSerialNumber == b.usbSerialNumber
  }
}
