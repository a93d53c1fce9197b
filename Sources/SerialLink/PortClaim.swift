// Opening a port for ourselves alone.
import Foundation

/// Two locks on an open port: an advisory one that other careful programs respect (and that even root meets), and the
/// kernel's exclusive mode, which refuses every later open by users other than root. Both end with the process.
enum PortClaim {
  /// - Throws: `busy` when another open file holds either lock.
  static func take(_ descriptor: Int32, name: String, path: String) throws(LinkError) {
    let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    if isLocked || LinuxTerminal.isExclusive(descriptor) {
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
