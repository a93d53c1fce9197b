// Tells systemd that the service is ready or ends (sd_notify(3)), by a datagram and without systemd's library.
import Foundation
import SerialLink

/// A service manager that started this program with `Type=notify`.
package struct ServiceNotice: Sendable {
  private let path: String

  /// - Returns: `nil` if no service manager waits for notices.
  package init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else { return nil }
    self.path = path
  }

  /// Reports that the program is ready; `status` says what it does.
  package func ready(_ status: String) {
    send("READY=1\nSTATUS=\(status.split(separator: "\n").joined(separator: " "))")
  }

  /// Reports that the program ends.
  package func stopping() { send("STOPPING=1") }

  private func send(_ text: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let isPlaced = withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      guard bytes.count < buffer.count else { return false }
      buffer.copyBytes(from: bytes)
      // A name in the abstract namespace begins with a zero.
      if bytes[0] == UInt8(ascii: "@") { buffer[0] = 0 }
      return true
    }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard isPlaced, descriptor >= 0 else { return }
    defer { close(descriptor) }
    // An abstract name ends at its length, not at a zero.
    let length = MemoryLayout<sockaddr_un>.offset(of: \sockaddr_un.sun_path).map { $0 + bytes.count } ?? 0
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        Array(text.utf8).withUnsafeBytes {
          sendto(descriptor, $0.baseAddress, $0.count, LinuxSocket.noSignal, place, socklen_t(length))
        }
      }
    }
  }
}
