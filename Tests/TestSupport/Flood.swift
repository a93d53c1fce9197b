// Somebody who sends the same bytes as fast as they are taken.
import Foundation
import SerialLink

/// Sends until nobody takes it any more. Each source is the test's own.
package final class Flood: @unchecked Sendable {
  private var terminal: TemporaryTerminal?
  private let lock = NSLock()
  private var isOver = false
  private var sent = 0

  /// Bytes that were taken so far.
  package var bytes: Int { lock.withLock { sent } }

  /// Through a pseudo-terminal, whose path is for `binnacle`.
  package init(_ bytes: [UInt8], terminal: TemporaryTerminal) {
    self.terminal = terminal
    run { [weak self] in
      let count = bytes.withUnsafeBytes { write(terminal.controller, $0.baseAddress, $0.count) }
      self?.addSent(count)
      return count > 0 || errno == EINTR
    }
  }

  /// Into a named pipe.
  package init(_ bytes: [UInt8], pipe path: String) {
    run { [weak self] in
      let descriptor = open(path, O_WRONLY)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      while self?.goesOn == true {
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return false }
        self?.addSent(count)
      }
      return false
    }
  }

  /// To everybody who connects.
  package init(_ bytes: [UInt8], server: TemporaryServer) {
    run { [weak self] in
      guard let client = try? server.accept(within: 0.2) else { return true }
      defer { client.close() }
      while self?.goesOn == true {
        guard (try? client.write(bytes, deadline: .after(seconds: 1))) != nil else { return true }
        self?.addSent(bytes.count)
      }
      return false
    }
  }

  deinit { end() }

  /// Sends no more.
  package func end() { lock.withLock { isOver = true } }

  private var goesOn: Bool { lock.withLock { !isOver } }
  private func addSent(_ count: Int) { lock.withLock { sent += max(0, count) } }

  private func run(_ step: @escaping @Sendable () -> Bool) {
    signal(SIGPIPE, SIG_IGN)
    Thread.detachNewThread { [weak self] in
      while self?.goesOn == true, step() {}
    }
  }
}
