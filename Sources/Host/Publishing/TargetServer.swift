// The common part of targets that serve TCP clients: the listening socket and the clients.
import Foundation
import SerialLink

/// A target that is a server.
package class TargetServer {
  package let name: String
  let listener: ServerPlace
  let server: ClientServer

  init(_ text: TargetText, usualPort: UInt16) throws(TargetTextError) {
    listener = try ServerPlace(text, usualPort: usualPort)
    name = listener.name
    server = listener.server
  }

  package var place: String { server.openPort.map(listener.name) ?? name }
  package var counters: TargetCounters { server.counters }
  package func open() throws(TargetFault) { try server.open() }
  package var watched: [pollfd] { server.watched }
  package func attend(_ ready: [pollfd]) throws(TargetFault) -> String? { server.attend(ready) }
  package func send(_ message: [UInt8]) throws(TargetFault) { server.send(message) }
  package func close() { server.close() }
}

/// The address on which a server listens.
struct ServerPlace {
  /// Whether only this machine can reach it.
  let isLocal: Bool
  private let address: String
  private let port: UInt16
  private let scheme: String

  init(_ text: TargetText, usualPort: UInt16) throws(TargetTextError) {
    scheme = text.scheme
    let (host, number) = try text.place(example: "\(text.scheme)://:\(usualPort)")
    try text.allow([])
    port = number ?? usualPort
    let typed = host == nil || host == "localhost" ? "127.0.0.1" : host ?? ""
    if number == nil, let port = UInt16(typed) {
      throw .wrong(text.whole, "a port follows a colon: \(scheme)://:\(port)")
    }
    guard Self.isNumeric(typed) else {
      throw .wrong(
        text.whole,
        "“\(typed)” is not an address of this machine, and other programs connect to this server. Write \(scheme)://:\(port) for "
          + "this machine alone, or \(scheme)://0.0.0.0:\(port) for all"
          + Self.elsewhere(scheme, "\(typed):\(port)"))
    }
    address = typed
    isLocal = typed.hasPrefix("127.") || typed == "::1"
  }

  var name: String { name(port: port) }

  /// The name of the target with another port.
  func name(port: UInt16) -> String { "\(scheme)://\(SocketAddress.text(address)):\(port)" }

  var server: ClientServer {
    let host = isLocal ? "" : SocketAddress.text(address)
    let other = port == 0 ? 0 : port == UInt16.max ? port - 1 : port + 1
    return ClientServer(address: address, port: port, choice: "\(scheme)://\(host):\(other)")
  }

  /// The form that sends to another machine, for the message; JSON lines have none.
  private static func elsewhere(_ scheme: String, _ place: String) -> String {
    let other = scheme.replacing("+tcp", with: "+udp")
    guard PublishTargets.kinds.contains(where: { $0.scheme == other }) else { return "" }
    return "; to send to another machine, \(other)://\(place)"
  }

  /// Whether it is an address as people write it: `getaddrinfo` also takes 127.1, or 10110 for 0.0.39.126.
  private static func isNumeric(_ text: String) -> Bool {
    guard text.contains(":") else {
      var address = in_addr()
      return inet_pton(AF_INET, text, &address) == 1
    }
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(text, nil, &hints, &found) == 0 else { return false }
    freeaddrinfo(found)
    return true
  }
}
