// A test command for the device's record store.

import LinkProtocol
import SerialLink

extension DeviceSession {
  /// Interrupts the store: it carries out this number of further erases and writes, and then stops until the device
  /// restarts, as in a power failure.
  package func interruptStorage(after operations: UInt16) throws(SessionError) {
    _ = try request(.interruptStorage) { frame in InterruptStorage(operations: operations).append(to: &frame) }
  }
}
