// A client that sends any bytes to a server, also those that no browser would send.
import Foundation

/// A TCP connection to this machine.
package final class RawClient {
  private let socket: Int32
  /// Everything that came so far.
  package private(set) var received: [UInt8] = []
  /// Whether the server has closed the connection.
  package private(set) var isClosed = false

  /// - Parameter address: an IPv4 address of this machine.
  package init?(port: UInt16, address: String = "127.0.0.1") {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var target = sockaddr_in()
    target.sin_family = sa_family_t(AF_INET)
    target.sin_port = port.bigEndian
    inet_pton(AF_INET, address, &target.sin_addr)
    let code = withUnsafePointer(to: &target) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      close(socket)
      return nil
    }
  }

  deinit { close(socket) }

  /// Sends bytes; false if the server takes no more.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Sends text; each line ends as HTTP wants it.
  @discardableResult
  package func send(lines: String...) -> Bool { send(Array(lines.map { $0 + "\r\n" }.joined().utf8)) }

  /// Reads until `isEnough`, until the server closes, or until the time is over.
  @discardableResult
  package func read(seconds: Double, until isEnough: ([UInt8]) -> Bool = { _ in false }) -> [UInt8] {
    let end = Date().addingTimeInterval(seconds)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !isEnough(received) {
      let left = end.timeIntervalSinceNow
      guard left > 0 else { break }
      var poll = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard Foundation.poll(&poll, 1, Int32(max(1, left * 1000))) > 0 else { continue }
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else {
        isClosed = true
        break
      }
      received += buffer[..<count]
    }
    return received
  }

  /// The status of the answer; `nil` if none came.
  package var status: Int? {
    let head = String(decoding: received.prefix(64), as: UTF8.self)
    guard head.hasPrefix("HTTP/1.") else { return nil }
    return head.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  /// The answer after its head.
  package var body: [UInt8] {
    guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return [] }
    return Array(received[end.upperBound...])
  }

  /// The bytes of a body that came in chunks, as far as they came.
  package var chunks: [UInt8] {
    var rest = body[...]
    var found: [UInt8] = []
    while let line = rest.firstRange(of: Array("\r\n".utf8)),
      let length = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16), length > 0
    {
      found += rest[line.upperBound...].prefix(length)
      rest = rest[line.upperBound...].dropFirst(length + 2)
    }
    return found
  }

  /// Sends a whole request and reads its answer.
  /// - Parameter fields: header fields, each with its value.
  package static func ask(
    _ port: UInt16, _ method: String, _ path: String, _ fields: [String] = [], host: String? = nil,
    body: [UInt8]? = nil,
    seconds: Double = 10
  ) -> RawClient? {
    guard let client = RawClient(port: port) else { return nil }
    var head = ["\(method) \(path) HTTP/1.1"] + (host == "" ? [] : ["Host: \(host ?? "127.0.0.1:\(port)")"]) + fields
    if let body { head.append("Content-Length: \(body.count)") }
    client.send(Array((head + ["", ""]).joined(separator: "\r\n").utf8) + (body ?? []))
    client.read(seconds: seconds)
    return client
  }
}
