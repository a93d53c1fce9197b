// Sends a calibration record to a device.
import Correction
import HostSession
import LinkProtocol
import Verdict

extension CalibrationRecord {
  /// The bytes of the record, in the form that requests need.
  var byteArray: [UInt8] {
    let bytes = bytes()
    return bytes.indices.map { bytes[$0] }
  }
}

extension Connection {
  /// Makes the device use a record, and store it if it can.
  func give(_ record: CalibrationRecord) throws(SessionError) {
    if hello.capabilities.contains(.storage) {
      try session.store(record: record.byteArray)
    } else {
      try session.setCalibration(record.byteArray)
    }
  }

  /// Makes the device use a record while this program runs. If the program is killed, the next one recognises by the
  /// serial number that the record does not belong to the board (`takeBackRecord`).
  func setForThisRun(_ record: CalibrationRecord) throws(SessionError) {
    var marked = record
    marked.sensorSerial = HeadingSamples.serial
    try session.setCalibration(marked.byteArray)
  }
}
