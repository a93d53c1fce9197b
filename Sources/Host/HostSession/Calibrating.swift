// A calibration from the host's side, one method a request.

import LinkProtocol
import Quantities
import SerialLink

extension DeviceSession {
  /// Starts a calibration.
  public func startCalibration(
    flags: CalibrationStart.Flags = .none, delaySeconds: Double = 0
  ) throws(SessionError) {
    let delay = UInt16(max(0, min(60_000, delaySeconds * 1000)).rounded())
    _ = try request(.startCalibration) { frame in
      CalibrationStart(flags: flags, delayMilliseconds: delay).append(to: &frame)
    }
  }

  /// Sends a command to the calibration that runs.
  public func command(_ command: CalibrationCommand) throws(SessionError) {
    _ = try request(.commandCalibration) { frame in command.append(to: &frame) }
  }

  /// Where the calibration stands.
  public func calibrationProgress() throws(SessionError) -> CalibrationProgress {
    try request(.getCalibrationProgress, expecting: CalibrationProgress.self)
  }

  /// What the last calibration found, and why.
  public func calibrationReport() throws(SessionError) -> CalibrationReport {
    try request(.getCalibrationReport, expecting: CalibrationReport.self)
  }

  /// Answers the question whether a calibration should be shown, now or for the time that the answer says.
  public func answerPrompt(_ answer: PromptAnswer) throws(SessionError) {
    _ = try request(.answerPrompt) { frame in answer.append(to: &frame) }
  }

  /// What the device's store holds, and the record's bytes when it holds one.
  public func storedRecord() throws(SessionError) -> (state: StoredRecord, bytes: [UInt8]) {
    let (state, bytes, _) = try store()
    return (state, bytes)
  }

  /// Whether the device's store says that nobody wants to be asked; `nil` for a device without a store, which does not
  /// know it after a restart.
  public func storedQuiet() throws(SessionError) -> Bool? {
    let (state, _, mark) = try store()
    return state.status == .absent ? nil : mark & StoredRecord.quietMark != 0
  }

  /// The store's state, its record and the mark behind it.
  private func store() throws(SessionError) -> (state: StoredRecord, bytes: [UInt8], mark: UInt8) {
    let frame = try request(.getStoredRecord)
    guard let state: StoredRecord = frame.message() else {
      throw .malformed(name: stream.name, request: .getStoredRecord)
    }
    guard state.status == .present else { return (state, [], 0) }
    let bytes = Array(frame.payload.dropFirst(MessageKind.storedRecord.minimumLength))
    guard bytes.count >= 80, case let length = Int(bytes[3]), bytes.count >= length else {
      throw .malformed(name: stream.name, request: .getStoredRecord)
    }
    return (state, Array(bytes[..<length]), bytes.count > length ? bytes[length] : 0)
  }

  /// Takes a record into use and stores it; returns when it was read back equal.
  public func store(record: [UInt8]) throws(SessionError) {
    _ = try request(.storeRecord) { frame in frame.append(record.span) }
  }

  /// Erases all stored records.
  public func eraseRecords() throws(SessionError) {
    _ = try request(.eraseRecords) { frame in EraseRecords().append(to: &frame) }
  }
}
