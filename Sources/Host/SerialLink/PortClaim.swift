// Opens a port for this process alone.
import Foundation

/// Two locks on an open port. The first is an advisory lock, which other careful programs respect and which applies
/// even to root. The second is the kernel's exclusive mode, which refuses every later open by users other than root.
/// Both end with the process.
enum PortClaim {
  /// An exclusive mode that no process holds any more is overridden. Where the kernel itself keeps a port open, such as
  /// its console, the mode stays after a program was killed. Only root sees this case; for other users `open` fails.
  /// - Throws: `busy` when another open file holds the advisory lock, or another process holds the exclusive mode.
  static func claim(_ descriptor: Int32, name: String, path: String) throws(LinkError) {
    let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    let hasOtherHolder = { PortHolders.list(path: path).contains { $0.process != getpid() } }
    if isLocked || (LinuxTerminal.isExclusive(descriptor) && hasOtherHolder()) {
      throw .busy(name: name, holder: PortHolders.describe(path: path))
    }
    _ = ioctl(descriptor, UInt(TIOCEXCL))
  }

  /// The exclusive mode belongs to the terminal. It would stay after this descriptor closes, while others have the
  /// terminal open.
  static func giveBack(_ descriptor: Int32) {
    _ = ioctl(descriptor, UInt(TIOCNXCL))
    _ = flock(descriptor, LOCK_UN)
  }
}
