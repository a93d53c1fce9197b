// A socket that waits for browsers or plotters.
import Foundation

/// Why no other program can connect to this one.
package struct ListeningError: Error, Equatable, CustomStringConvertible {
  /// The `errno` of the failed call; 0 if the address is not valid.
  package let code: Int32
  /// What happened, and what to do next.
  package let description: String
  /// Whether the port is in use.
  package var isBusy: Bool { code == EADDRINUSE }
}

/// A listening TCP socket. It is closed by `close`, or by the server that uses it.
package struct ListeningSocket: Sendable {
  package let descriptor: Int32
  /// The address as in a URL.
  package let address: String
  /// The port, also if the system chose it.
  package let port: UInt16

  /// - Parameters:
  ///   - address: an address of this machine, IPv4 or IPv6; 0.0.0.0 and :: mean all.
  ///   - port: 0 lets the system choose.
  ///   - holder: the program that may use the port, for the message about a port in use.
  ///   - choice: what the user must write to choose another port.
  package init(
    address: String, port: UInt16, holder: String = "another `binnacle serve`", choice: String = "--port 0"
  ) throws(ListeningError) {
    let bare = address.hasPrefix("[") && address.hasSuffix("]") ? String(address.dropFirst().dropLast()) : address
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(bare, "\(port)", &hints, &found) == 0, let info = found?.pointee else {
      throw ListeningError(
        code: 0,
        description: "“\(address)” is not an address.\nGive one of this machine, such as 192.168.1.5; "
          + "`ip -brief address` lists them.")
    }
    defer { freeaddrinfo(found) }
    let socket = Foundation.socket(
      info.ai_family, info.ai_socktype | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw Self.error(errno, bare, port, holder, choice) }
    var one: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    // The kernel stores what a sleeping page or plotter has not read. With a large buffer it would later show old
    // headings.
    var buffer: Int32 = 32_768
    setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &buffer, socklen_t(MemoryLayout<Int32>.size))
    guard bind(socket, info.ai_addr, info.ai_addrlen) == 0, listen(socket, 64) == 0 else {
      let code = errno
      Foundation.close(socket)
      throw Self.error(code, bare, port, holder, choice)
    }
    descriptor = socket
    let local = SocketAddress(of: socket)
    self.address = local.text
    self.port = local.port
  }

  /// Closes the socket, if no server uses it.
  package func close() { Foundation.close(descriptor) }

  private static func error(
    _ code: Int32, _ address: String, _ port: UInt16, _ holder: String, _ choice: String
  ) -> ListeningError {
    let text: String
    switch code {
    case EADDRINUSE:
      text = "Port \(port) of \(address) is in use, perhaps by \(holder).\nEnd that, or choose: \(choice)."
    case EACCES:
      let next = port < 1023 ? "" : ", such as \(choice)"
      text = "Port \(port) is reserved for the system.\nChoose one from 1024 on\(next)."
    case EADDRNOTAVAIL:
      text = "\(address) is not an address of this machine.\n`ip -brief address` lists them."
    default:
      text =
        "Port \(port) of \(address) cannot be opened: \(String(cString: strerror(code))).\nChoose another: \(choice)."
    }
    return ListeningError(code: code, description: text)
  }
}

/// The address of a socket: its own, or that of the other side.
package struct SocketAddress {
  /// As in a URL: IPv6 in brackets; an IPv4 address that came over an IPv6 socket as IPv4.
  package let text: String
  package let port: UInt16

  /// - Parameter isPeer: whether it is the address of the other side.
  package init(of socket: Int32, isPeer: Bool = false) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    var service = [CChar](repeating: 0, count: 32)
    let code = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        (isPeer ? getpeername(socket, address, &length) : getsockname(socket, address, &length)) != 0
          ? -1
          : getnameinfo(
            address, length, &host, socklen_t(host.count), &service, socklen_t(service.count),
            NI_NUMERICHOST | NI_NUMERICSERV)
      }
    }
    let name = code == 0 ? String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
    let bare = name.hasPrefix("::ffff:") ? String(name.dropFirst(7)) : name
    text = Self.text(bare)
    port = UInt16(String(decoding: service.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)) ?? 0
  }

  /// A host or an address as in a URL: IPv6 in brackets.
  package static func text(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}
