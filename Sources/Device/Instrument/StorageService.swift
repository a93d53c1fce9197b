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
  /// Store the stored record again, with `CompassInstrument.storedMark`.
  case saveMark
  /// Erase everything.
  case erase
  /// For tests of power loss: after this number of further erases and writes, the store does nothing.
  case stop(after: UInt16)
}

/// The store's state: one request at a time, for one client.
struct StorageService {
  /// The client that waits for an outcome.
  enum Client: UInt8 {
    /// The start of the instrument, which needs the record with which it starts.
    case boot
    /// The commit of the calibration.
    case calibration
    /// A host. Its request is `header`.
    case host
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
  private(set) var header = FrameHeader(kind: 0, token: 0, sequence: 0)
  private var request = StorageRequest.load

  var isBusy: Bool { state.rawValue >= State.asked.rawValue }

  /// Whether a save is going to read the record in use, so that the record must not change until then.
  var isAboutToSave: Bool { state == .asked && request == .save }

  func isBusy(for client: Client) -> Bool { isBusy && self.client == client }

  /// - Parameter header: the host's request; empty for other clients.
  /// - Returns: whether the request was accepted. It is not accepted while another is in progress.
  @inline(never)
  mutating func ask(
    _ next: StorageRequest, for client: Client, header: FrameHeader = FrameHeader(kind: 0, token: 0, sequence: 0)
  ) -> Bool {
    guard !isBusy else { return false }
    state = .asked
    self.client = client
    self.header = header
    request = next
    return true
  }

  /// Requests an action for the host. The answer follows when the store has finished, unless the store is busy now.
  @inline(never)
  mutating func ask(_ next: StorageRequest, for header: FrameHeader) -> Answer {
    // The host repeats a request if the answer is slow. One answer then serves both requests.
    if isBusy(for: .host), self.header.token == header.token, self.header.kind == header.kind { return .later }
    return ask(next, for: .host, header: header) ? .later : .busy
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
  /// The bytes that `StorageRequest.save` stores.
  public var recordToStore: InlineArray<216, UInt8> { device.compass.recordBytes() }

  /// The mark that is stored after the record. Bit 0: the device must not ask whether to show the calibration.
  public var storedMark: UInt8 {
    device.calibration.questions.isSuppressedForDevice ? StoredRecord.quietMark : 0
  }

  /// Whether the record with which the instrument starts has not been loaded yet.
  public var isWaitingForStoredRecord: Bool { device.storage.isBusy(for: .boot) }

  /// Reports to the client of the last request how it ended.
  /// - Parameters:
  ///   - contents: the present contents of the store.
  ///   - record: the bytes that were loaded or stored; empty when there are none.
  ///   - now: the time of this pass of the main loop.
  public mutating func storageDidEnd(
    _ outcome: StoreOutcome, contents: StoreContents, record: Span<UInt8>, at now: Instant
  ) {
    switch device.storage.finish() {
    case .boot: device.bootRecordDidLoad(outcome, record)
    case .calibration: device.calibration.saved(!outcome.isFailure, at: device.session.time(at: now))
    case .host:
      let header = device.storage.header
      let answer = device.storageDidEnd(outcome, contents, record, for: header, &line)
      line.send(answer, to: header)
    case nil: return
    }
  }
}

extension Device where Navigation: ~Copyable, Motion: ~Copyable {
  /// Checks a stored record like one from a host. A record that does not pass is not used.
  mutating func bootRecordDidLoad(_ outcome: StoreOutcome, _ record: Span<UInt8>) {
    guard outcome == .loaded else { return }
    do throws(RecordDefect) { try compass.useRecord(record) } catch {}
    if record.count > CalibrationRecord.length {
      calibration.questions.suppressForDevice(record[CalibrationRecord.length] & StoredRecord.quietMark != 0)
    }
  }

  /// Answers a host's request to the store when the store has finished.
  mutating func storageDidEnd(
    _ outcome: StoreOutcome, _ contents: StoreContents, _ record: Span<UInt8>, for header: FrameHeader,
    _ line: inout Transmitter
  ) -> Answer {
    if header.kind == MessageKind.getStoredRecord.rawValue {
      let status: StoredRecordState = outcome == .loaded ? .present : outcome == .empty ? .empty : .damaged
      let slots = contents.slots.0.rawValue | contents.slots.1.rawValue &<< 4
      line.begin(.storedRecord, token: header.token)
      StoredRecord(status: status, slot: contents.newest == 1 ? 1 : 0, slots: slots, sequence: contents.sequence)
        .append(to: &line.frame)
      if status == .present { line.frame.append(record) }
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

  mutating func getStoredRecord(_ header: FrameHeader, _ line: inout Transmitter) -> Answer {
    if capabilities.contains(.storage) { return storage.ask(.load, for: header) }
    line.begin(.storedRecord, token: header.token)
    StoredRecord(status: .absent, slot: 0, slots: 0, sequence: 0).append(to: &line.frame)
    return .message
  }

  mutating func storeRecord(_ request: borrowing FrameBuffer) -> Answer {
    guard capabilities.contains(.storage) else { return .lacking(.storage) }
    let header = request.header
    if storage.isBusy {
      // A repetition waits for the request in progress; its record is already in use.
      return storage.ask(.save, for: header)
    }
    let used = useRecord(request)
    if case .refused = used { return used }
    return storage.ask(.save, for: header)
  }

  mutating func eraseRecords(_ request: borrowing FrameBuffer) -> Answer {
    guard capabilities.contains(.storage) else { return .lacking(.storage) }
    if let refused = Self.refusal(ofKeyIn: request, EraseRecords.key) { return refused }
    if calibration.state.isRunning {
      return .refused(
        .illegalEvent, value: CalibrationEvent.erased.rawValue,
        limit: Int32(truncatingIfNeeded: Int(calibration.state.rawValue)))
    }
    return storage.ask(.erase, for: request.header)
  }

  /// A test of power loss: the store stops after this number of operations, as if power had been lost.
  mutating func interruptStorage(_ request: borrowing FrameBuffer) -> Answer {
    guard capabilities.contains(.storage) else { return .lacking(.storage) }
    guard capabilities.contains(.provocation) else { return .lacking(.provocation) }
    guard !storage.isBusy else { return .busy }
    storage.drill(
      .stop(after: UInt16(truncatingIfNeeded: request.payloadWord(Layout.InterruptStorage.operations))))
    return .acknowledged
  }
}
