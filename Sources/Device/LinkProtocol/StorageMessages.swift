// Messages between host and device about stored records (Protocols/link/spec.md, "storedRecord" and what follows).

import RawMemory

/// Erases the stored records. The key prevents a stray frame from doing so.
public struct EraseRecords: Message, Equatable, Sendable {
  /// "ERAS" in ASCII, first letter lowest.
  public static var key: UInt32 { 0x5341_5245 }

  public init() {}
  public func append(to frame: inout FrameBuffer) { frame.append(Self.key) }
  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    let key = reader.uint32()
    if reader.isOverrun || key != Self.key { return nil }
  }
}

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

/// The state of the store. The record's bytes follow if there is one, and then its mark if there is one.
public struct StoredRecord: Message, Equatable, Sendable {
  /// The bit of the mark that says that the device shall not ask whether to show the calibration.
  public static var quietMark: UInt8 { 1 }

  /// `StoredRecordState`, raw, so that the number of a later version can be shown.
  public var statusCode: UInt8
  /// Which of the two slots holds the record.
  public var slot: UInt8
  /// What each slot holds: slot 0 in bits 0…3, slot 1 in bits 4…7, each 0 blank, 1 valid, 2 damaged, 3 unreadable.
  public var slots: UInt8
  /// The number of the record: each stored record has the next number.
  public var sequence: UInt32

  public init(status: StoredRecordState, slot: UInt8, slots: UInt8, sequence: UInt32) {
    statusCode = status.rawValue
    self.slot = slot
    self.slots = slots
    self.sequence = sequence
  }

  /// `nil` for a state of a later version.
  public var status: StoredRecordState? { StoredRecordState(rawValue: statusCode) }

  @inline(never)
  public func append(to frame: inout FrameBuffer) {
    frame.append(statusCode)
    frame.append(slot)
    frame.append(slots)
    frame.append(UInt8(0))
    frame.append(sequence)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    statusCode = reader.uint8()
    slot = reader.uint8()
    slots = reader.uint8()
    _ = reader.uint8()
    sequence = reader.uint32()
    if reader.isOverrun { return nil }
  }
}

/// For tests of power loss: the store carries out this number of further erases and writes, and then does nothing until
/// restart.
public struct InterruptStorage: Message, Equatable, Sendable {
  public var operations: UInt16

  public init(operations: UInt16) { self.operations = operations }
  public func append(to frame: inout FrameBuffer) { frame.append(operations) }
  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    operations = reader.uint16()
    if reader.isOverrun { return nil }
  }
}
