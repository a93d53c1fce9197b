// How an operation of the store ended, and what the store holds now.

/// How a load, a save or an erase ended. From 16 on it failed, and the record that was stored before is still there.
public enum StoreOutcome: UInt8, Sendable {
  /// A record was found and read.
  case loaded = 1
  /// Nothing was ever stored.
  case empty = 2
  /// The record was written and read back equal.
  case stored = 3
  /// The newest record is already equal to this one; nothing was written.
  case unchanged = 4
  /// Both slots were erased.
  case erased = 5
  /// The memory is not blank, but holds no valid record.
  case damaged = 16
  /// The memory cannot be read.
  case unreadable = 17
  /// The calibration is longer than a slot.
  case length = 18
  /// The memory did not carry out an erase.
  case eraseFailed = 19
  /// The memory did not carry out a write.
  case writeFailed = 20
  /// The written words were read back and differ.
  case readBackDiffers = 21

  /// Whether nothing was stored.
  public var isFailure: Bool { rawValue >= 16 }
}

/// The state of the store's slots.
public struct StoreContents: Equatable, Sendable {
  /// The slot of the newest valid record, 0 or 1; `nil` when there is none.
  public var newest: Int?
  /// The sequence number of that record; each save uses the next number.
  public var sequence: UInt32 = 0
  /// Words of its parts.
  public var length = 0
  /// The lowest tag (`RecordPart`) of the parts for which the slot had no room; 0 if there are none. No part with this tag or a
  /// greater one was stored.
  public var leftOut: UInt32 = 0
  public var slots: (SlotState, SlotState) = (.blank, .blank)

  public init() {}

  public static func == (a: StoreContents, b: StoreContents) -> Bool {
    a.newest == b.newest && a.sequence == b.sequence && a.length == b.length && a.leftOut == b.leftOut
      && a.slots == b.slots
  }
}
