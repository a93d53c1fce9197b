// Reserves the first three descriptors for standard input, output and error.
import Foundation

/// Standard input, output and error as the parent process left them.
package enum StandardDescriptors {
  /// Opens closed descriptors (`binnacle … >&-`) with a file that can be neither read nor written. Otherwise a capture
  /// or a serial port opened later would get their numbers, and the results would be written into it. Call it once,
  /// before anything else.
  package static func keepPlaces() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The system gives the lowest free number. All lower ones are in use by now, so it is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
