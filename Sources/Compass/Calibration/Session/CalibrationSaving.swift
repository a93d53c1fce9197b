// The states of saving a committed calibration (Protocols/calibration/spec.md, "Saving").
//
// One function holds every transition; a test compares it with Protocols/calibration/saving.json, row by row.

/// How far the last committed calibration has been saved.
public enum SavingState: UInt8, Sendable {
  /// Nothing was committed since the start.
  case none = 0
  /// A calibration was committed. It is not in use yet.
  case committed = 1
  /// The record is in use. It waits for the store, which may be busy.
  case waiting = 2
  /// The store has been told to write the record.
  case writing = 3
  /// The record was written and read back.
  case stored = 4
  /// The record is in use, but it is not stored: there is no store, or the store failed.
  case notStored = 5
}

/// The events that change the saving state.
public enum SavingEvent: UInt8, Sendable {
  /// A calibration was committed, or a background fit was better than the one in use.
  case commit = 0
  /// A new run began, or the candidate was dropped.
  case drop = 1
  /// The candidate came into use.
  case used = 2
  /// The store accepted the request to write.
  case begun = 3
  /// The store wrote the record and read it back.
  case succeeded = 4
  /// The store could not write the record.
  case failed = 5
  /// There is no store.
  case unavailable = 6
}

extension SavingState {
  /// The state after `event`, or `nil` when the event is illegal here: then nothing changes.
  ///
  /// The end of a write is illegal while a newer commit waits: it is about the older record.
  @inline(never)
  public func after(_ event: SavingEvent) -> SavingState? {
    var i = 0
    while i < 7 {
      let row = SavingRow.all[unchecked: i]
      i = i &+ 1
      guard row &>> UInt16(rawValue) & 1 != 0, row &>> SavingRow.eventAt & 15 == UInt16(event.rawValue) else {
        continue
      }
      return SavingState(rawValue: UInt8(truncatingIfNeeded: row &>> SavingRow.nextAt))
    }
    return nil
  }

  /// Carries out `event`.
  /// - Returns: whether the event was legal; otherwise nothing changed.
  @discardableResult
  mutating func handle(_ event: SavingEvent) -> Bool {
    guard let next = after(event) else { return false }
    self = next
    return true
  }
}

/// The table. A row is a set of states as bits 0…5, the event in bits 8…11 and the next state in bits 12…15.
private enum SavingRow {
  static var eventAt: UInt16 { 8 }
  static var nextAt: UInt16 { 12 }

  @inline(__always)
  static func row(_ states: UInt16, _ event: SavingEvent, _ next: SavingState) -> UInt16 {
    states | UInt16(event.rawValue) &<< eventAt | UInt16(next.rawValue) &<< nextAt
  }

  @inline(__always)
  static func bit(_ state: SavingState) -> UInt16 { 1 &<< UInt16(state.rawValue) }

  static let all: [7 of UInt16] = [
    row(0b11_1111, .commit, .committed),
    row(bit(.committed), .drop, .none),
    row(bit(.committed), .used, .waiting),
    row(bit(.waiting), .begun, .writing),
    row(bit(.writing), .succeeded, .stored),
    row(bit(.writing), .failed, .notStored),
    row(bit(.waiting), .unavailable, .notStored),
  ]
}
