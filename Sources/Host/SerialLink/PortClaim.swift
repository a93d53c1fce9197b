// Opening a port for ourselves alone.
import Foundation

/// Two locks on an open port: an advisory one that other careful programs respect (and that even root meets), and the
/// kernel's exclusive mode, which refuses every later open by users other than root. Both end with the process.
enum PortClaim {
  /// Exclusive mode that nobody holds any more is overridden: where the kernel itself keeps a port open, as it does
  /// its console, the mode outlives a killed program. Only root gets to see that; others are refused by `open`.
  /// - Throws: `busy` when another open file holds the advisory lock, or another process the exclusive mode.
  static func claim(_ descriptor: Int32, name: String, path: String) throws(LinkError) {
    let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    let hasOtherHolder = { PortHolders.list(path: path).contains { $0.process != getpid() } }
    if isLocked || (LinuxTerminal.isExclusive(descriptor) && hasOtherHolder()) {
      throw .busy(name: name, holder: PortHolders.describe(path: path))
    }
    _ = ioctl(descriptor, UInt(TIOCEXCL))
  }

  /// The exclusive mode belongs to the terminal and would outlast our descriptor while others have it open.
  static func giveBack(_ descriptor: Int32) {
    _ = ioctl(descriptor, UInt(TIOCNXCL))
    _ = flock(descriptor, LOCK_UN)
  }
}
