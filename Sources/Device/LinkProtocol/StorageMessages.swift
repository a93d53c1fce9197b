// Messages between host and device about stored records (Protocols/link/spec.md, "storedRecord" and what follows).

import RawMemory

/// The state of the store.
public enum StoredRecordState: UInt8, Sendable {
  /// The device has no store.
  case absent = 0
  /// Nothing is stored.
  case empty = 1
  /// The record that follows.
  case present = 2
  /// What is stored cannot be read.
  case damaged = 3
}

extension StoredRecord {
  /// The bit of the mark that says that the device shall not ask whether to show the calibration.
  public static var quietMark: UInt8 { 1 }

  public init(status: StoredRecordState, slot: UInt8, slots: UInt8, leftOut: UInt8, sequence: UInt32) {
    self.init()
    statusCode = status.rawValue
    self.slot = slot
    self.slots = slots
    self.leftOut = leftOut
    self.sequence = sequence
  }

  /// `nil` for a state of a later version.
  public var status: StoredRecordState? { StoredRecordState(rawValue: statusCode) }
}
