// How an operation of the store ended, in one word and with what is there now.

/// How a load, a save or an erase ended. From 16 on it failed, and what was stored before still is.
public enum StoreOutcome: UInt8, Sendable {
  /// A record was found and read.
  case loaded = 1
  /// Nothing was ever stored.
  case empty = 2
  /// The record was written and read back equal.
  case stored = 3
  /// The newest record is this one already; nothing was written.
  case unchanged = 4
  /// Both slots were erased.
  case erased = 5
  /// There is something, and no valid record in it.
  case damaged = 16
  /// The memory cannot be read.
  case unreadable = 17
  /// The record is longer than a slot, or empty.
  case length = 18
  /// The memory did not take an erase.
  case eraseFailed = 19
  /// The memory did not take a write.
  case writeFailed = 20
  /// What was written does not read back.
  case readBackDiffers = 21

  /// Whether nothing was stored.
  public var isFailure: Bool { rawValue >= 16 }
}

/// What the store knows of its slots.
public struct StoreContents: Equatable, Sendable {
  /// The slot of the newest valid record, 0 or 1; `nil` when there is none.
  public var newest: Int?
  /// Of that record; each save takes the next.
  public var sequence: UInt32 = 0
  /// Bytes of that record.
  public var length = 0
  public var slots: (SlotState, SlotState) = (.blank, .blank)

  public init() {}

  public static func == (a: StoreContents, b: StoreContents) -> Bool {
    a.newest == b.newest && a.sequence == b.sequence && a.length == b.length && a.slots == b.slots
  }
}
