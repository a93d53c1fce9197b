// A calibration record on its way to a device.
import Correction
import HostSession
import LinkProtocol
import Verdict

extension CalibrationRecord {
  /// Its bytes, as requests take them.
  var byteArray: [UInt8] {
    let bytes = bytes()
    return bytes.indices.map { bytes[$0] }
  }
}

extension Connection {
  /// Lets the device use a record, and keep it where it can.
  func give(_ record: CalibrationRecord) throws(SessionError) {
    if hello.capabilities.contains(.storage) {
      try session.store(record: record.byteArray)
    } else {
      try session.setCalibration(record.byteArray)
    }
  }

  /// Lets the device use a record for as long as this program runs. Where it is killed, the next one sees by the serial
  /// number that the record is none of the board's (`takeBackRecord`).
  func setForThisRun(_ record: CalibrationRecord) throws(SessionError) {
    var marked = record
    marked.sensorSerial = HeadingSamples.serial
    try session.setCalibration(marked.byteArray)
  }
}
