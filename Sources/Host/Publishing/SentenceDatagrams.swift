// nmea+udp: each sentence is a datagram to one machine or to all machines of a network.
import Foundation
import SerialLink

/// `nmea+udp://HOST:PORT`
package final class SentenceDatagrams: PublishTarget {
  package static let scheme = "nmea+udp"
  package static let pattern = "nmea+udp://HOST:PORT"
  package static let explanation =
    "a datagram for each sentence; a broadcast address, such as 192.168.1.255, reaches every machine of a network"

  package let name: String
  package let form = PublishedForm.sentences
  package private(set) var counters = TargetCounters()
  private let host: String
  private let port: UInt16
  private var socket: Int32 = -1

  package init(_ text: TargetText) throws(TargetTextError) {
    let example = "nmea+udp://192.168.1.255:10110"
    let (host, port) = try text.place(example: example)
    try text.allow([])
    guard let host else { throw .wrong(text.whole, "it lacks a host, or a broadcast address: \(example)") }
    guard let port, port > 0 else {
      throw .wrong(text.whole, "it lacks the port at which the plotter listens: nmea+udp://\(host):10110")
    }
    (self.host, self.port) = (host, port)
    name = "nmea+udp://\(SocketAddress.text(host)):\(port)"
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
    var next = list
    while let address = next?.pointee {
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
      next = address.ai_next
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
