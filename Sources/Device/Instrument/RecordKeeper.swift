// Carries out the instrument's requests to the store, one slice in each pass of the main loop.

import Binnacle
import LinkProtocol
import Quantities
import RecordStore

/// A record store in two pages of memory.
public struct RecordKeeper<Page: FlashPage & ~Copyable>: DeviceRecords, ~Copyable {
  private var store: TwoSlotStore<Page>

  public init(_ first: consuming Page, _ second: consuming Page) { store = TwoSlotStore(first, second) }

  /// `.storage`.
  public var capabilities: Capabilities { .storage }

  /// Gives the instrument the record with which it starts. This takes a bounded time: it reads two slots, and the newer
  /// one again.
  public mutating func begin<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ instrument: inout CompassInstrument<Navigation, Motion>
  ) {
    guard instrument.storage.fetchRequest() != nil else { return }
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
      // The record in use may be temporary. So a mark alone is stored beside the stored record.
      if request == .save {
        let record = instrument.recordToStore
        store.set(.calibration, to: record.span)
      }
      let mark: InlineArray<1, UInt8> = [instrument.storedMark]
      store.set(.questions, to: mark.span.extracting(0..<(mark[0] == 0 ? 0 : 1)))
      store.save()
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
    let questions = store.bytes(of: .questions)
    instrument.storageDidEnd(
      outcome, contents: store.contents, record: store.bytes(of: .calibration),
      mark: questions.isEmpty ? 0 : questions[0], at: now)
  }
}

/// A record store that a device may have or not, as decided when it starts.
public struct OptionalRecords<Page: FlashPage & ~Copyable>: DeviceRecords, ~Copyable {
  private var keeper: RecordKeeper<Page>?

  /// - Parameter keeper: `nil` for a device that cannot store.
  public init(_ keeper: consuming RecordKeeper<Page>?) { self.keeper = keeper }

  /// `.storage` or nothing.
  public var capabilities: Capabilities { keeper == nil ? .none : .storage }
  /// Whether a request is in progress.
  public var isBusy: Bool {
    switch keeper {
    case .some(let keeper): keeper.isBusy
    case nil: false
    }
  }
  /// Gives the instrument the record with which it starts.
  public mutating func begin<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ instrument: inout CompassInstrument<Navigation, Motion>
  ) { keeper?.begin(&instrument) }
  /// Begins to carry out a request.
  public mutating func carryOut<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ request: StorageRequest, for instrument: borrowing CompassInstrument<Navigation, Motion>
  ) { keeper?.carryOut(request, for: instrument) }
  /// Does one slice of the request in progress.
  public mutating func run<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) { keeper?.run(&instrument, at: now) }
}
