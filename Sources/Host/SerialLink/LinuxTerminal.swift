// Properties of terminals that only Linux provides.
import Foundation

enum LinuxTerminal {
  /// Whether a process has put the terminal into exclusive mode. Root can open it anyway, so this program must check.
  ///
  /// TIOCGEXCL, Linux ioctl_tty(2): _IOR('T', 0x40, int). Swift cannot import so complex a macro.
  static func isExclusive(_ descriptor: Int32) -> Bool {
    var exclusive: Int32 = 0
    return ioctl(descriptor, 0x8004_5440, &exclusive) == 0 && exclusive != 0
  }
}
