// Sockets as Linux spells them: close-on-exec from the start, no SIGPIPE.
import Foundation

package enum LinuxSocket {
  static let stream = Int32(SOCK_STREAM.rawValue)
  /// Closed in child processes from the first moment, so that no program spawned meanwhile keeps the line open.
  static let streamClosedOnExec = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  /// A peer that is gone is an error of the call, not a signal to the process.
  package static let noSignal = Int32(MSG_NOSIGNAL)

  /// A connected pair of stream sockets, both closed on exec. (Pipes cannot be had so: Swift does not see `pipe2`.)
  package static func pair(name: String) throws(LinkError) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, streamClosedOnExec, 0, &ends) == 0 else {
      throw .cannotOpen(name: name, reason: String(cString: strerror(errno)))
    }
    return (ends[0], ends[1])
  }
}
