// Terminal facts that only Linux offers.
import Foundation

enum LinuxTerminal {
  /// Whether some opener has put the terminal into exclusive mode. Root may open it all the same, so it must ask.
  ///
  /// TIOCGEXCL, Linux ioctl_tty(2): _IOR('T', 0x40, int); the macro is too involved for Swift to import.
  static func isExclusive(_ descriptor: Int32) -> Bool {
    var exclusive: Int32 = 0
    return ioctl(descriptor, 0x8004_5440, &exclusive) == 0 && exclusive != 0
  }
}
