// Carries out the instrument's requests to the store, one slice in each pass of the main loop.

import Binnacle
import Quantities
import RecordStore

/// A board's record store, as its main loop uses it.
public struct RecordKeeper<Page: FlashPage & ~Copyable>: ~Copyable {
  private var store: TwoSlotStore<Page>

  public init(_ first: consuming Page, _ second: consuming Page) { store = TwoSlotStore(first, second) }

  /// Gives the instrument the record with which it starts. This takes a bounded time: it reads two slots, and the newer
  /// one again.
  public mutating func begin<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ instrument: inout CompassInstrument<Navigation, Motion>
  ) {
    guard instrument.device.storage.fetchRequest() != nil else { return }
    store.load()
    while instrument.isWaitingForStoredRecord { run(&instrument, at: Instant(microseconds: 0)) }
  }

  /// Whether a request is in progress. A main loop must not sleep then: each pass does one slice.
  public var isBusy: Bool { store.isBusy }

  /// Begins to carry out a request of the instrument.
  @inline(never)
  public mutating func carryOut<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ request: StorageRequest, for instrument: borrowing CompassInstrument<Navigation, Motion>
  ) {
    switch request {
    case .load: store.load()
    case .save, .saveMark:
      // The record in use may be temporary. So a mark alone is stored together with the stored record. If no record is
      // stored, it is stored with the record in use.
      if request == .save || store.record.isEmpty {
        let record = instrument.recordToStore
        store.fill(with: record.span)
      }
      store.save(length: CalibrationRecord.length, mark: instrument.storedMark)
    case .erase: store.erase()
    case .stop(let operations): store.stop(after: UInt32(truncatingIfNeeded: Int(operations)))
    }
  }

  /// Does one slice of the request in progress, if there is one.
  @inline(never)
  public mutating func run<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) {
    guard let outcome = store.step() else { return }
    instrument.storageDidEnd(outcome, contents: store.contents, record: store.record, at: now)
  }
}
