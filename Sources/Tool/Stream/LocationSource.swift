// Where the place of the device comes from: the command line, a receiver's sentences, or gpsd.

import DeviceLinks
import Foundation
import Marine
import SerialLink
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// The source that `--location` names.
package enum LocationSource: Equatable {
  case fixed(Place)
  /// A file or a pipe with sentences, or a device that sends them at some baud rate.
  case sentences(path: String, baud: Int = usualBaud, lines: ModemLines = .asserted)
  case daemon(host: String, port: UInt16)

  /// The standard rate of NMEA 0183.
  static let usualBaud = 4800
  /// Advice about sources, for the notes of commands.
  package static let note =
    "--location nmea:DEVICE is read at 4800 baud, the rate of NMEA 0183. Many receivers use 9600: "
    + "nmea:/dev/ttyS0?baud=9600. If a source sends no valid location for 5 s, or ends without one, a "
    + "remark says what came and what to try."

  package init(_ text: String) throws {
    if text.hasPrefix("nmea:") {
      let path = String(text.dropFirst(5))
      guard !path.isEmpty, !path.hasPrefix("?") else {
        throw UsageError("--location nmea:FILE names a file or device of NMEA 0183 sentences.")
      }
      self = try Self.sentences(path, of: text)
    } else if text == "gpsd" || text.hasPrefix("gpsd:") {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).dropFirst()
      let host = parts.first.map(String.init) ?? "127.0.0.1"
      let portText = parts.count > 1 ? String(parts[parts.startIndex + 1]) : "\(DaemonReport.port)"
      guard parts.count <= 2, !host.isEmpty, let port = UInt16(portText), port > 0 else {
        throw UsageError("“\(text)” is not gpsd[:HOST[:PORT]], such as gpsd or gpsd:192.168.1.5:2947.")
      }
      self = .daemon(host: host, port: port)
    } else {
      self = .fixed(try Place(text))
    }
  }

  /// - Parameters:
  ///   - rest: path and options.
  ///   - whole: the user's whole text.
  private static func sentences(_ rest: String, of whole: String) throws -> LocationSource {
    // A file may have any name.
    if FileManager.default.fileExists(atPath: rest) { return .sentences(path: rest) }
    let port: LinkAddress
    do throws(LinkAddressError) { port = try LinkAddress.port(rest, of: whole, baud: usualBaud) } catch {
      throw UsageError(error.description)
    }
    guard case .serial(let path, let baud, let lines) = port else { return .sentences(path: rest) }
    guard rest == path || !(isFile(path) || PipeStream.isPipe(path)) else {
      throw UsageError("\(path) is a file or pipe, and has no rate.\nLeave out \(rest.dropFirst(path.count)).")
    }
    return .sentences(path: path, baud: baud, lines: lines)
  }

  /// Whether the path is a log file and not a device.
  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The name in messages.
  package var name: String {
    switch self {
    case .fixed(let place): "\(place.latitude),\(place.longitude)"
    case .sentences(let path, _, _): "nmea:\(path)"
    case .daemon(let host, let port): "gpsd:\(host):\(port)"
    }
  }

  /// Opens a source that is read continuously; nil for a place and a file.
  /// - Parameter seconds: how long a connection may take.
  package func open(within seconds: Double = 5) throws -> (any ByteStream)? {
    switch self {
    case .fixed: return nil
    case .sentences(let path, let baud, let lines):
      if Self.isFile(path) { return nil }
      if PipeStream.isPipe(path) { return try PipeStream(path: path) }
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandError(.cannotOpen, "\(path) is not there.\nGive --location nmea:FILE a file or a serial device.")
      }
      return try openSerial(path: path, baud: baud, lines: lines)
    case .daemon(let host, let port):
      let socket = try SocketStream.connect(host: host, port: port, deadline: .after(seconds: seconds))
      try socket.write(Array(DaemonReport.watch.utf8), deadline: .after(seconds: seconds))
      return socket
    }
  }
}
