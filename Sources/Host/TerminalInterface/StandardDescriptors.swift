// The first three descriptors, kept from becoming something else.
import Foundation

/// Standard input, output and error as whoever started us left them.
public enum StandardDescriptors {
  /// Fills those that are closed (`binnacle … >&-`) with what can be neither read nor written. A capture or a serial port
  /// that is opened later would take their numbers, and the results would be written into it. Call once, first thing.
  public static func keepPlaces() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is this one: those below it are taken by now.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
