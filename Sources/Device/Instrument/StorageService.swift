// Requests to the store: which client sent them, and who gets the result.

import Binnacle
import LinkProtocol
import Quantities
import RecordStore

/// A request of the instrument to the board's store; `RecordKeeper` carries it out.
public enum StorageRequest: Equatable, Sendable {
  /// Read the newest record.
  case load
  /// Store `CompassInstrument.recordToStore`.
  case save
  /// Store `CompassInstrument.storedMark`, and leave the stored record as it is.
  case saveMark
  /// Erase everything.
  case erase
  /// For tests of power loss: after this number of further erases and writes, the store does nothing.
  case stop(after: UInt16)
}

/// The store's state: one request at a time, for one client.
struct StorageService {
  /// The client that waits for an outcome.
  enum Client: Equatable {
    /// The start of the instrument, which needs the record with which it starts.
    case boot
    /// The commit of the calibration.
    case calibration
    /// A host, with the kind and the token of its request.
    case host(UInt8, token: UInt8)
  }

  private enum State: UInt8 {
    case idle
    /// The board has not fetched a test of power loss yet. No client waits for its result, so the store is not busy.
    case drill
    /// The board has not fetched a request yet.
    case asked
    /// The board's store is working.
    case working
  }

  private var state = State.idle
  /// The client of the last request; valid only while the store is busy.
  private var client = Client.boot
  private var request = StorageRequest.load

  var isBusy: Bool { state.rawValue >= State.asked.rawValue }

  /// Whether a save is going to read the record in use, so that the record must not change until then.
  var isAboutToSave: Bool { state == .asked && request == .save }

  func isBusy(for client: Client) -> Bool { isBusy && self.client == client }

  /// - Returns: whether the request was accepted. It is not accepted while another is in progress.
  @inline(never)
  mutating func ask(_ next: StorageRequest, for client: Client) -> Bool {
    guard !isBusy else { return false }
    state = .asked
    self.client = client
    request = next
    return true
  }

  /// Requests an action for the host. The answer follows when the store has finished, unless the store is busy now.
  @inline(never)
  mutating func ask(_ next: StorageRequest, for header: FrameHeader) -> Answer {
    // The host repeats a request if the answer is slow. One answer then serves both requests.
    let client = Client.host(header.kind, token: header.token)
    return isBusy(for: client) || ask(next, for: client) ? .later : .busy
  }

  /// Requests a test of power loss. Call this only while the store is not busy.
  mutating func drill(_ next: StorageRequest) {
    state = .drill
    request = next
  }

  /// Returns the request that the board has not fetched yet. It returns each request only once.
  mutating func fetchRequest() -> StorageRequest? {
    guard state == .asked || state == .drill else { return nil }
    state = state == .asked ? .working : .idle
    return request
  }

  /// Ends the request, so that the next one can be accepted.
  /// - Returns: the client that waits for its outcome.
  mutating func finish() -> Client? {
    guard isBusy else { return nil }
    state = .idle
    return client
  }
}

extension CompassInstrument where Navigation: ~Copyable, Motion: ~Copyable {
  /// The calibration record that `StorageRequest.save` stores.
  public var recordToStore: InlineArray<216, UInt8> { compass.recordBytes() }

  /// The mark that is stored beside the record; 0 is not stored. Bit 0: the device must not ask whether to show the calibration.
  public var storedMark: UInt8 {
    calibration.questions.isSuppressedForDevice ? StoredRecord.quietMark : 0
  }

  /// Whether the record with which the instrument starts has not been loaded yet.
  public var isWaitingForStoredRecord: Bool { storage.isBusy(for: .boot) }

  /// Reports to the client of the last request how it ended.
  /// - Parameters:
  ///   - contents: the present contents of the store.
  ///   - record: the calibration record that was loaded; empty when there is none.
  ///   - mark: the mark that was loaded; 0 when there is none.
  ///   - now: the time of this pass of the main loop.
  public mutating func storageDidEnd(
    _ outcome: StoreOutcome, contents: StoreContents, record: Span<UInt8>, mark: UInt8, at now: Instant
  ) {
    switch storage.finish() {
    case .boot: bootRecordDidLoad(outcome, record, mark)
    case .calibration: calibration.saved(!outcome.isFailure, at: session.time(at: now))
    case .host(let kind, let token):
      let header = FrameHeader(kind: kind, token: token, sequence: 0)
      line.send(storageDidEnd(outcome, contents, record, mark, for: header), to: header)
    case nil: return
    }
  }
}

extension CompassInstrument where Navigation: ~Copyable, Motion: ~Copyable {
  /// Checks a stored record like one from a host. A record that does not pass is not used.
  mutating func bootRecordDidLoad(_ outcome: StoreOutcome, _ record: Span<UInt8>, _ mark: UInt8) {
    guard outcome == .loaded else { return }
    do throws(RecordDefect) { try compass.useRecord(record) } catch {}
    if mark & StoredRecord.quietMark != 0 { calibration.questions.suppressForDevice(true) }
  }

  /// Answers a host's request to the store when the store has finished.
  mutating func storageDidEnd(
    _ outcome: StoreOutcome, _ contents: StoreContents, _ record: Span<UInt8>, _ mark: UInt8,
    for header: FrameHeader
  ) -> Answer {
    if header.kind == MessageKind.getStoredRecord.rawValue {
      let status: StoredRecordState = outcome.isFailure ? .damaged : record.isEmpty ? .empty : .present
      let slots = contents.slots.0.rawValue | contents.slots.1.rawValue &<< 4
      line.begin(.storedRecord, token: header.token)
      StoredRecord(
        status: status, slot: contents.newest == 1 ? 1 : 0, slots: slots,
        leftOut: UInt8(truncatingIfNeeded: contents.leftOut),
        sequence: contents.sequence
      ).append(to: &line.frame)
      line.frame.append(record)
      if mark != 0 { line.frame.append(mark) }
      return .message
    }
    guard !outcome.isFailure else {
      return .refused(.notStored, detail: Int32(truncatingIfNeeded: Int(outcome.rawValue)), limit: 0)
    }
    if outcome == .erased {
      compass.forgetCalibration()
      calibration.questions.suppressForDevice(false)
    }
    return .acknowledged
  }

  // MARK: - Requests

  mutating func getStoredRecord(_ header: FrameHeader) -> Answer {
    if capabilities.contains(.storage) { return storage.ask(.load, for: header) }
    line.begin(.storedRecord, token: header.token)
    StoredRecord(status: .absent, slot: 0, slots: 0, leftOut: 0, sequence: 0).append(to: &line.frame)
    return .message
  }

  mutating func storeRecord() -> Answer {
    guard capabilities.contains(.storage) else { return .lacking(.storage) }
    let header = decoder.frame.header
    if storage.isBusy {
      // A repetition waits for the request in progress; its record is already in use.
      return storage.ask(.save, for: header)
    }
    let used = useRecord()
    if case .refused = used { return used }
    return storage.ask(.save, for: header)
  }

  mutating func eraseRecords() -> Answer {
    guard capabilities.contains(.storage) else { return .lacking(.storage) }
    if let refused = refusal(ofKey: EraseRecords.key) { return refused }
    if calibration.state.isRunning {
      return .refused(
        .illegalEvent, value: CalibrationEvent.erased.rawValue,
        limit: Int32(truncatingIfNeeded: Int(calibration.state.rawValue)))
    }
    return storage.ask(.erase, for: decoder.frame.header)
  }

  /// A test of power loss: the store stops after this number of operations, as if power had been lost.
  mutating func interruptStorage() -> Answer {
    guard capabilities.contains(.storage) else { return .lacking(.storage) }
    guard capabilities.contains(.provocation) else { return .lacking(.provocation) }
    guard !storage.isBusy else { return .busy }
    storage.drill(
      .stop(after: UInt16(truncatingIfNeeded: decoder.frame.payloadWord(Layout.InterruptStorage.operations))))
    return .acknowledged
  }
}
