// Calibration records for tests that store them.
import Correction
import Quantities

/// The bytes of a record that is not like that of any other number.
func record(_ x: Int) -> [UInt8] {
  var record = CalibrationRecord()
  record.modelOrder = .sphere
  record.hardIron = Vector3(x: Int32(x), y: 1 - Int32(x), z: 99)
  record.covariance = CovarianceTerms()
  record.covariance?.terms[11] = Int32(x) &* 77
  let bytes = record.bytes()
  return bytes.indices.map { bytes[$0] }
}
