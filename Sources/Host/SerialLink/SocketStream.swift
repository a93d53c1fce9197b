// Socket streams: TCP to a serial server or emulator, and connected pairs.
import Foundation

/// A connected stream socket.
package final class SocketStream: DescriptorStream, @unchecked Sendable {
  /// Takes ownership of a connected stream socket, and closes it in the end.
  package init(adopting descriptor: Int32, name: String) throws(LinkError) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    // Small writes are sent at once; otherwise a round trip would take 40 ms. Other kinds of socket refuse this option,
    // which is harmless.
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
    try super.init(descriptor: descriptor, name: name)
  }

  /// Connects to a TCP server, trying each address of the host in turn.
  ///
  /// - Throws: `notFound` for an unknown host, `cannotOpen` when the host does not accept the connection before the
  ///   deadline.
  package static func connect(
    host: String, port: UInt16, deadline: Deadline = .after(seconds: 5)
  ) throws(LinkError) -> SocketStream {
    let name = "tcp:\(host):\(port)"
    var hints = addrinfo()
    hints.ai_socktype = LinuxSocket.stream
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &list)
    guard code == 0 else {
      let reason = String(cString: gai_strerror(code))
      throw .notFound(name: name, hint: "No address for \(host) (\(reason)): check its spelling.")
    }
    defer { freeaddrinfo(list) }
    var reason = "no address"
    var next = list
    while let address = next?.pointee {
      switch open(address, deadline: deadline) {
      case .success(let descriptor):
        return try SocketStream(adopting: descriptor, name: name)
      case .failure(let failure):
        reason = failure.reason
      }
      next = address.ai_next
    }
    throw .cannotOpen(name: name, reason: "\(reason).\nIs the server running, and is \(port) its port?")
  }

  /// Two connected streams: what is written to one is read from the other.
  package static func pair(
    names: (String, String) = ("socket:left", "socket:right")
  ) throws(LinkError) -> (SocketStream, SocketStream) {
    let (left, right) = try LinuxSocket.pair(name: names.0)
    return (try SocketStream(adopting: left, name: names.0), try SocketStream(adopting: right, name: names.1))
  }

  private struct ConnectFailure: Error {
    let reason: String
  }

  private static func open(_ address: addrinfo, deadline: Deadline) -> Result<Int32, ConnectFailure> {
    let descriptor = socket(address.ai_family, LinuxSocket.streamClosedOnExec, address.ai_protocol)
    guard descriptor >= 0 else { return .failure(ConnectFailure(reason: String(cString: strerror(errno)))) }
    func failed(_ reason: String) -> Result<Int32, ConnectFailure> {
      _ = Foundation.close(descriptor)
      return .failure(ConnectFailure(reason: reason))
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
    if Foundation.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return .success(descriptor) }
    guard errno == EINPROGRESS else { return failed(String(cString: strerror(errno))) }
    while true {
      var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if poll(&watched, 1, deadline.pollMilliseconds) > 0 { break }
      if deadline.hasPassed { return failed("no answer in time") }
    }
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout.size(ofValue: code))
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
    return code == 0 ? .success(descriptor) : failed(String(cString: strerror(code)))
  }

  override func receiveSome(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    transfer(recv(descriptor, buffer.baseAddress, buffer.count, 0), receiving: true)
  }

  override func sendSome(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    transfer(send(descriptor, bytes.baseAddress, bytes.count, LinuxSocket.noSignal), receiving: false)
  }
}
