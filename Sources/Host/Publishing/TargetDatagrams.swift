// The common part of targets that send datagrams: the socket, and each line as a datagram.
import Foundation
import SerialLink

/// A target to which each line goes as a datagram.
package class TargetDatagrams {
  package let name: String
  package private(set) var counters = TargetCounters()
  private let host: String
  private let port: UInt16
  private var socket: Int32 = -1

  /// - Parameters:
  ///   - usualPort: the port for the examples in messages.
  ///   - listener: who listens at the port, for the message.
  init(_ text: TargetText, usualPort: UInt16, listener: String) throws(TargetTextError) {
    let example = "\(text.scheme)://192.168.1.255:\(usualPort)"
    let (host, port) = try text.place(example: example)
    try text.allow([])
    guard let host else { throw .wrong(text.whole, "it lacks a host, or a broadcast address: \(example)") }
    guard let port, port > 0 else {
      throw .wrong(
        text.whole, "it lacks the port at which \(listener) listens: \(text.scheme)://\(host):\(usualPort)")
    }
    (self.host, self.port) = (host, port)
    name = "\(text.scheme)://\(SocketAddress.text(host)):\(port)"
  }

  package func open() throws(TargetFault) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &list)
    guard code == 0 else {
      let reason = String(cString: gai_strerror(code))
      throw TargetFault("no address for \(host) (\(reason)).\nCheck its spelling, or give its address.")
    }
    defer { freeaddrinfo(list) }
    var reason = "no address"
    let found = Array(sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { $0?.pointee })
    // Listeners in a home or on a boat listen for IPv4, and a datagram to the other family of addresses vanishes.
    for address in found.filter({ $0.ai_family == AF_INET }) + found.filter({ $0.ai_family != AF_INET }) {
      let descriptor = Foundation.socket(
        address.ai_family, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
      if descriptor >= 0 {
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_BROADCAST, &yes, socklen_t(MemoryLayout<Int32>.size))
        if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 {
          socket = descriptor
          return
        }
      }
      reason = String(cString: strerror(errno))
      if descriptor >= 0 { Foundation.close(descriptor) }
    }
    throw Self.unreachable(reason)
  }

  package func send(_ message: [UInt8]) throws(TargetFault) {
    var isWhole = true
    for line in message.split(separator: UInt8(ascii: "\n")) {
      isWhole = try sendDatagram(line + [UInt8(ascii: "\n")]) && isWhole
    }
    if isWhole { counters.sent += 1 } else { counters.skipped += 1 }
  }

  /// - Returns: whether the system accepted it.
  private func sendDatagram(_ bytes: ArraySlice<UInt8>) throws(TargetFault) -> Bool {
    // If no listener exists, the system reports "refused" for the previous datagram. The present one has then not been
    // sent.
    for _ in 0..<2 {
      let count = bytes.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, LinuxSocket.noSignal) }
      if count >= 0 { return true }
      switch errno {
      case ECONNREFUSED, EINTR: continue
      case EAGAIN, EWOULDBLOCK, ENOBUFS: return false
      case let code: throw Self.unreachable(String(cString: strerror(code)))
      }
    }
    return true
  }

  private static func unreachable(_ reason: String) -> TargetFault {
    TargetFault("it cannot be reached: \(reason).\nIs this machine in that network? `ip -brief address` tells.")
  }

  package func close() {
    if socket >= 0 { Foundation.close(socket) }
    socket = -1
  }
}
