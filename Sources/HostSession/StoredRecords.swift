// Records that outlive a restart of the device, one method each.

import SerialLink
import Wire

extension HostSession {
  /// What the device's store holds, read from its memory for this answer.
  /// - Returns: `contents`, and the record's bytes where `contents.status` is `present`, else none.
  public func storedRecord() throws(SessionError) -> (contents: StoredRecord, record: [UInt8]) {
    let frame = try request(.getStoredRecord)
    let length = MessageKind.storedRecord.minimumLength
    guard frame.kind == .storedRecord, let contents: StoredRecord = frame.message() else {
      throw .malformed(name: stream.name, request: .getStoredRecord)
    }
    guard contents.status == .present else { return (contents, []) }
    let rest = Array(frame.payload[length...])
    guard rest.count >= 4, rest.count >= Int(rest[3]) else {
      throw .malformed(name: stream.name, request: .getStoredRecord)
    }
    return (contents, Array(rest[..<Int(rest[3])]))
  }

  /// Puts a record into use and stores it. When this returns the device has read it back from its memory.
  /// - Parameter record: its bytes, of either version (Protocols/calibration/spec.md, section 2).
  public func storeRecord(_ record: [UInt8]) throws(SessionError) {
    _ = try request(.storeRecord) { frame in frame.append(record.span) }
  }

  /// Erases everything that is stored; afterwards nothing is corrected.
  public func eraseRecords() throws(SessionError) {
    _ = try request(.eraseRecords) { frame in EraseRecords().append(to: &frame) }
  }

  /// A drill: the store carries out so many more erases and writes, and then stands still until the device restarts.
  public func interruptStorage(after operations: UInt16) throws(SessionError) {
    _ = try request(.interruptStorage) { frame in InterruptStorage(operations: operations).append(to: &frame) }
  }
}
