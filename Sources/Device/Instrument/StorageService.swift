// Requests to the store: which client sent them, and who gets the outcome.

import Calibration
import Correction
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
  /// For tests of power loss: do nothing after this number of further erases and writes.
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
    /// The board has not fetched a test of power loss yet. Nothing waits for its result, so the store is not busy.
    case drill
    /// The board has not fetched a request yet.
    case asked
    /// The board's store is working.
    case working
  }

  private var state = State.idle
  /// The client of the last request; it has a meaning only while the store is busy.
  private var client = Client.boot
  private(set) var header = FrameHeader(kind: 0, token: 0, sequence: 0)
  private var request = StorageRequest.load

  var isBusy: Bool { state.rawValue >= State.asked.rawValue }

  /// Whether a save will read the record in use, which must not change until then.
  var isAboutToSave: Bool { state == .asked && request == .save }

  func isBusy(for client: Client) -> Bool { isBusy && self.client == client }

  /// - Parameter header: a host's request; other clients have none.
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

  /// Asks for a test of power loss. Call this only while the store is not busy.
  mutating func drill(_ next: StorageRequest) {
    state = .drill
    request = next
  }

  /// Returns the request that the board has not fetched yet, once.
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

extension CompassInstrument where Way: ~Copyable, Gyro: ~Copyable {
  // MARK: - For the board

  /// The bytes that `StorageRequest.save` stores.
  public var recordToStore: InlineArray<216, UInt8> { pipeline.record.bytes() }

  /// The mark stored after the record. Bit 0: the device shall not ask whether the calibration should be shown.
  public var storedMark: UInt8 { prompter.isSuppressedForDevice ? StoredRecord.quietMark : 0 }

  /// Whether the record with which the instrument starts is still to come.
  public var isWaitingForStoredRecord: Bool { storage.isBusy(for: .boot) }

  /// Tells the client of the last request how it ended.
  /// - Parameters:
  ///   - contents: what the store holds now.
  ///   - record: the bytes that were loaded or stored; empty when there are none.
  public mutating func storageDidEnd(_ outcome: StoreOutcome, contents: StoreContents, record: Span<UInt8>) {
    guard let client = storage.finish() else { return }
    switch client {
    case .boot:
      guard outcome == .loaded else { return }
      adoptStored(record)
      if record.count > CalibrationRecord.length {
        prompter.suppressForDevice(record[CalibrationRecord.length] & StoredRecord.quietMark != 0)
      }
    case .calibration:
      calibrator.handle(saving: outcome.isFailure ? .failed : .succeeded, at: calibrationTime)
    case .host:
      answerStorage(storage.header, outcome, contents, record)
    }
  }

  // MARK: - Requests

  /// Checks the conditions of a request to the store, and begins it.
  mutating func beginStorage(_ kind: MessageKind) {
    guard capabilities.contains(.storage) else {
      guard kind == .getStoredRecord else { return refuse(lacking: .storage) }
      return answer(StoredRecord(status: .absent, slot: 0, slots: 0, sequence: 0))
    }
    if kind == .eraseRecords {
      guard hasKey(EraseRecords.key) else { return }
      if calibrator.state.isRunning {
        return refuse(
          .illegalEvent, value: CalibrationEvent.erased.rawValue,
          limit: Int32(truncatingIfNeeded: Int(calibrator.state.rawValue)))
      }
    }
    // The host repeats a request when the answer is slow. The request in progress then serves both.
    if storage.isBusy(for: .host), storage.header.token == decoder.frame.token,
      storage.header.kind == decoder.frame.kind
    {
      return
    }
    guard !storage.isBusy else { return refuseBusy() }
    var wanted = StorageRequest.load
    switch kind {
    case .storeRecord:
      guard adoptRequested() else { return }
      wanted = .save
    case .eraseRecords: wanted = .erase
    case .answerPrompt: wanted = .saveMark
    default: break
    }
    _ = storage.ask(wanted, for: .host, header: request)
  }

  /// A test of power loss: the store stops after this number of operations, as if power had been lost.
  mutating func interruptStorage() {
    guard has(.storage), has(.provocation) else { return }
    guard !storage.isBusy else { return refuseBusy() }
    storage.drill(
      .stop(after: UInt16(truncatingIfNeeded: decoder.frame.payloadWord(Layout.InterruptStorage.operations))))
    acknowledge()
  }

  private mutating func answerStorage(
    _ header: FrameHeader, _ outcome: StoreOutcome, _ contents: StoreContents, _ record: Span<UInt8>
  ) {
    if header.kind == MessageKind.getStoredRecord.rawValue {
      let status: StoredRecordState = outcome == .loaded ? .present : outcome == .empty ? .empty : .damaged
      let slots = contents.slots.0.rawValue | contents.slots.1.rawValue &<< 4
      transmitter.begin(.storedRecord, token: header.token)
      StoredRecord(status: status, slot: contents.newest == 1 ? 1 : 0, slots: slots, sequence: contents.sequence)
        .append(to: &transmitter.frame)
      if status == .present { transmitter.frame.append(record) }
      return endReply()
    }
    guard !outcome.isFailure else {
      return refuse(header, .notStored, detail: Int32(truncatingIfNeeded: Int(outcome.rawValue)), limit: 0)
    }
    if outcome == .erased {
      pipeline.forgetCalibration()
      prompter.suppressForDevice(false)
    }
    acknowledge(header)
  }

  private mutating func answer(_ stored: StoredRecord) {
    beginReply(.storedRecord)
    stored.append(to: &transmitter.frame)
    endReply()
  }

  /// A stored record is checked like one from a host. A record that does not pass is not used.
  private mutating func adoptStored(_ bytes: Span<UInt8>) {
    do throws(RecordDefect) { try adopt(CalibrationRecord(bytes: bytes)) } catch {}
  }

  /// Puts a record into use, unless it is for another sensor.
  @inline(never)
  mutating func adopt(_ record: borrowing CalibrationRecord) throws(RecordDefect) {
    guard isOfFittedSensor(record) else { throw .sensor }
    pipeline.record = copy record
    pipeline.noteChange()
  }

  /// A chip that has not answered yet may be of any kind.
  func isOfFittedSensor(_ record: borrowing CalibrationRecord) -> Bool {
    let chip = record.sensorChip
    let fitted = sensor.identity.chip
    return chip == 0 || fitted == .absent || chip == fitted.rawValue
  }
}
