// A pseudo-terminal whose controlling end plays the device.
import Foundation

/// The two ends of a pseudo-terminal: programs open `path`, the test plays the device on `controller`.
package final class TemporaryTerminal: @unchecked Sendable {
  package let path: String
  package private(set) var controller: Int32

  package init() throws {
    var ends: (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&ends.0, &ends.1, &name, nil, nil) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    controller = ends.0
    _ = fcntl(controller, F_SETFD, FD_CLOEXEC)
    close(ends.1)  // Only programs under test have this end open.
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    hangUp()
  }

  /// What the device sends; all of it, waiting for room.
  package func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { write(controller, $0.baseAddress! + sent, bytes.count - sent) }
      if count > 0 { sent += count } else if errno != EINTR { return }
    }
  }

  /// What the device receives: waits for at least one byte; empty once nobody has the terminal open.
  package func receive(atMost count: Int = 4096) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = read(controller, &bytes, count)
    return received > 0 ? Array(bytes[..<received]) : []
  }

  /// The cable is pulled.
  package func hangUp() {
    if controller >= 0 { close(controller) }
    controller = -1
  }
}
