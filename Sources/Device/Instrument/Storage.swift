// Records that survive: who asked the store for what, and who is told how it went.

import Calibration
import Correction
import LinkProtocol
import Quantities
import RecordStore

/// What the instrument asks of the board's store; `RecordKeeper` carries it out.
public enum StorageRequest: Equatable, Sendable {
  /// Read the newest record.
  case load
  /// Store `CompassInstrument.recordToStore`.
  case save
  /// Store the record that is stored, with `CompassInstrument.storedMark`.
  case saveMark
  /// Erase everything.
  case erase
  /// A drill: stand still after so many more erases and writes.
  case stop(after: UInt16)
}

/// One request at a time: for whom, and whether the board has taken it.
struct StorageDesk {
  enum Client {
    /// The record to begin with.
    case boot
    /// The calibration's commit.
    case calibration
    /// A request of this kind and token.
    case host(FrameHeader)
  }

  /// Who waits for an outcome.
  private(set) var client: Client?
  /// What the board has not been told yet.
  private var request: StorageRequest?

  var isBusy: Bool { client != nil }
  /// Whether a save still looks at the record in use.
  var isAboutToSave: Bool { request == .save }

  /// - Returns: whether the request was taken; not while another is under way.
  mutating func ask(_ next: StorageRequest, for client: Client) -> Bool {
    guard self.client == nil else { return false }
    self.client = client
    request = next
    return true
  }

  /// A drill waits for nobody's answer.
  mutating func drill(_ next: StorageRequest) { request = next }

  mutating func takeRequest() -> StorageRequest? {
    defer { request = nil }
    return request
  }

  /// The request has ended; the next may come.
  /// - Returns: who waits for its outcome.
  mutating func finish() -> Client? {
    defer { client = nil }
    return client
  }
}

extension CompassInstrument where Way: ~Copyable {
  // MARK: - For the board

  /// The bytes that `StorageRequest.save` is about.
  public var recordToStore: InlineArray<216, UInt8> { pipeline.record.bytes() }

  /// What is kept behind the record: bit 0, nobody wants to be asked whether the calibration should be shown.
  public var storedMark: UInt8 { prompter.isSuppressedForDevice ? StoredRecord.quietMark : 0 }

  /// Whether the record to begin with is still to come.
  public var isWaitingForStoredRecord: Bool {
    if case .boot = storage.client { return true }
    return false
  }

  /// Takes how the last request of the store ended.
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
    case .host(let header):
      answerStorage(header, outcome, contents, record)
    }
  }

  // MARK: - Requests

  /// Checks what a request of the store needs, and begins it.
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
    // The host asks again when an answer is slow: the one that is under way serves both.
    if case .host(let earlier) = storage.client, earlier.token == decoder.frame.token,
      earlier.kind == decoder.frame.kind
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
    _ = storage.ask(wanted, for: .host(request))
  }

  /// A drill: the store stops after so many operations, as if power had gone.
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

  /// What was stored is checked like what a host sends; a record that does not pass is not used.
  private mutating func adoptStored(_ bytes: Span<UInt8>) {
    do throws(RecordDefect) { try adopt(CalibrationRecord(bytes: bytes)) } catch {}
  }

  /// Takes a record into use, unless it is another sensor's.
  @inline(never)
  mutating func adopt(_ record: borrowing CalibrationRecord) throws(RecordDefect) {
    guard isOfFittedSensor(record) else { throw .sensor }
    pipeline.record = copy record
    pipeline.noteChange()
  }

  /// A chip that has not answered yet may be any.
  func isOfFittedSensor(_ record: borrowing CalibrationRecord) -> Bool {
    let chip = record.sensorChip
    let fitted = sensor.identity.chip
    return chip == 0 || fitted == .absent || chip == fitted.rawValue
  }
}
