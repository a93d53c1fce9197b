// The requests for a calibration, one method for each.

import LinkProtocol
import Quantities
import SerialLink

extension DeviceSession {
  /// Starts a calibration.
  package func startCalibration(
    flags: CalibrationStart.Flags = .none, delaySeconds: Double = 0
  ) throws(SessionError) {
    let delay = UInt16(max(0, min(60_000, delaySeconds * 1000)).rounded())
    _ = try request(.startCalibration) { frame in
      CalibrationStart(flags: flags, delay: delay).append(to: &frame)
    }
  }

  /// Sends a command to the calibration that runs.
  package func command(_ command: CalibrationCommand) throws(SessionError) {
    _ = try request(.commandCalibration) { frame in command.append(to: &frame) }
  }

  /// The progress of the calibration.
  package func calibrationProgress() throws(SessionError) -> CalibrationProgress {
    try request(.getCalibrationProgress, expecting: CalibrationProgress.self)
  }

  /// The result of the last calibration, and the reasons for it.
  package func calibrationReport() throws(SessionError) -> CalibrationReport {
    try request(.getCalibrationReport, expecting: CalibrationReport.self)
  }

  /// Answers the question whether to show a calibration, for now or for the time that the answer says.
  package func answerPrompt(_ answer: PromptAnswer) throws(SessionError) {
    _ = try request(.answerPrompt) { frame in answer.append(to: &frame) }
  }

  /// The state of the device's store, and the bytes of the record if it holds one.
  package func storedRecord() throws(SessionError) -> (state: StoredRecord, bytes: [UInt8]) {
    let (state, bytes, _) = try store()
    return (state, bytes)
  }

  /// Whether the device's store says that the user does not want to be asked. `nil` for a device without a store, which
  /// forgets the wish at a restart.
  package func storedQuiet() throws(SessionError) -> Bool? {
    let (state, _, mark) = try store()
    return state.status == .absent ? nil : mark & StoredRecord.quietMark != 0
  }

  /// The store's state, its calibration record, and the mark.
  private func store() throws(SessionError) -> (state: StoredRecord, bytes: [UInt8], mark: UInt8) {
    let frame = try request(.getStoredRecord)
    guard let state: StoredRecord = frame.message() else {
      throw .malformed(name: stream.name, request: .getStoredRecord)
    }
    let bytes = Array(frame.payload.dropFirst(MessageKind.storedRecord.minimumLength))
    let length = state.status == .present ? MessageKind.storeRecord.minimumLength : 0
    guard bytes.count >= length else { throw .malformed(name: stream.name, request: .getStoredRecord) }
    return (state, Array(bytes[..<length]), bytes.count > length ? bytes[length] : 0)
  }

  /// Puts a record into use and stores it. Returns when the device has read it back without a difference.
  package func store(record: [UInt8]) throws(SessionError) {
    _ = try request(.storeRecord) { frame in frame.append(record.span) }
  }

  /// Erases all stored records.
  package func eraseRecords() throws(SessionError) {
    _ = try request(.eraseRecords) { frame in EraseRecords().append(to: &frame) }
  }
}
