// A TCP server on a port that the system chose.
import Foundation
import SerialLink

/// Listens on the loopback interface; ends with the value.
package final class TemporaryServer: @unchecked Sendable {
  package let port: UInt16
  private let listener: Int32

  package init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && listen(descriptor, 1) == 0
          && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard descriptor >= 0, status else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    listener = descriptor
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(listener) }

  /// What to give `binnacle` for a link.
  package var link: String { "tcp:127.0.0.1:\(port)" }

  /// Waits for a client.
  package func accept(within seconds: Double = 20) throws -> SocketStream {
    var watched = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, Int32(seconds * 1000)) == 1 else { throw POSIXError(.ETIMEDOUT) }
    return try SocketStream(adopting: Foundation.accept(listener, nil, nil), name: "client of \(link)")
  }
}
