// A test command for the device's record store.

import LinkProtocol
import SerialLink

extension DeviceSession {
  /// Interrupts the store: it carries out this many more erases and writes, and then stops, as in a power failure,
  /// until the device restarts.
  package func interruptStorage(after operations: UInt16) throws(SessionError) {
    _ = try request(.interruptStorage) { frame in InterruptStorage(operations: operations).append(to: &frame) }
  }
}
