// Sockets with the options of Linux: closed on exec from the start, and no SIGPIPE.
import Foundation

/// The kinds and options of sockets.
package enum LinuxSocket {
  static let stream = Int32(SOCK_STREAM.rawValue)
  /// Child processes never inherit the socket, so that a program that is started meanwhile does not keep the line open.
  static let streamClosedOnExec = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  /// If the other side is gone, the call returns an error and the process gets no signal.
  package static let noSignal = Int32(MSG_NOSIGNAL)

  /// A connected pair of stream sockets, both closed on exec. (Pipes cannot have that property: Swift does not import
  /// `pipe2`.)
  package static func pair(name: String) throws(LinkError) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, streamClosedOnExec, 0, &ends) == 0 else {
      throw .cannotOpen(name: name, reason: String(cString: strerror(errno)))
    }
    return (ends[0], ends[1])
  }

  /// A connected pair of stream sockets over TCP on this machine, both closed on exec. It costs one more round trip
  /// than `pair`. It holds some 400,000 single bytes; `pair` holds 278.
  package static func roomyPair(name: String) throws(LinkError) -> (Int32, Int32) {
    let listener = socket(AF_INET, streamClosedOnExec, 0)
    let client = socket(AF_INET, streamClosedOnExec, 0)
    defer { close(listener) }
    var server: Int32 = -1
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var own = place
    let isConnected = withAddress(of: &place) { address, size in
      bind(listener, address, size.pointee) == 0 && listen(listener, 1) == 0
        && getsockname(listener, address, size) == 0 && connect(client, address, size.pointee) == 0
    }
    if isConnected, withAddress(of: &own, { getsockname(client, $0, $1) == 0 }) {
      // Another process may have connected to the port meanwhile. Its connection is closed.
      repeat {
        if server >= 0 { close(server) }
        server = withAddress(of: &place) { accept(listener, $0, $1) }
        // Swift does not import accept4. A child that starts just now inherits the other side's end, but not ours.
        if server >= 0 { _ = fcntl(server, F_SETFD, FD_CLOEXEC) }
      } while server >= 0 && place.sin_port != own.sin_port
    }
    guard server >= 0 else {
      let reason = String(cString: strerror(errno))
      close(client)
      throw .cannotOpen(name: name, reason: reason)
    }
    // The last bytes of a frame must not wait for the acknowledgement of the first ones.
    var yes: Int32 = 1
    for end in [client, server] {
      setsockopt(end, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }
    return (client, server)
  }

  private static func withAddress<R>(
    of place: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> R
  ) -> R {
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &size) }
    }
  }
}
