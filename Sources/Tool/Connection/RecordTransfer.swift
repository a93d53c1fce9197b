// Sends a calibration record to a device.
import Correction
import HostSession
import LinkProtocol
import StreamCheck

extension CalibrationRecord {
  /// The bytes of the record, in the form that requests need.
  package var byteArray: [UInt8] {
    let bytes = bytes()
    return bytes.indices.map { bytes[$0] }
  }
}

extension Connection {
  /// Makes the device use a record, and store it if it can.
  package func give(_ record: CalibrationRecord) throws(SessionError) {
    if hello.capabilities.contains(.storage) {
      try session.store(record: record.byteArray)
    } else {
      try session.setCalibration(record.byteArray)
    }
  }

  /// Writes today's date into the record in use, because the device has no calendar.
  package func dateRecord() throws(SessionError) {
    let inUse = try session.calibration()
    guard var record = try? CalibrationRecord(bytes: inUse.span) else { return }
    record.date = Place.today.days
    do throws(SessionError) {
      try give(record)
    } catch {
      // The record is in use in any case. The stored one is read back and reported.
      guard case .refused(_, _, let refusal) = error, refusal.reason == RefusalReason.notStored.rawValue else {
        throw error
      }
    }
  }

  /// Makes the device use a record while this program runs. If the program is killed, the next one recognises by the
  /// serial number that the record does not belong to the board (`restoreRecord`).
  package func setForThisRun(_ record: CalibrationRecord) throws(SessionError) {
    var marked = record
    marked.sensorSerial = LentRecord.serial
    try session.setCalibration(marked.byteArray)
  }
}
