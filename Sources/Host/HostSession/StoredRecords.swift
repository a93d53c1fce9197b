// A drill for the device's record store.

import LinkProtocol
import SerialLink

extension DeviceSession {
  /// The store carries out so many more erases and writes, and then stands still, as if the power had gone, until the
  /// device restarts.
  public func interruptStorage(after operations: UInt16) throws(SessionError) {
    _ = try request(.interruptStorage) { frame in InterruptStorage(operations: operations).append(to: &frame) }
  }
}
