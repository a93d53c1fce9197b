// The integer core against the vectors of Protocols/calibration.

import Correction
import Quantities
import TestSupport
import Testing

private func vector(_ v: [Int32]) -> Vector3 { Vector3(x: v[0], y: v[1], z: v[2]) }

private func matrix(_ s: [Int32]) -> MatrixQ24 {
  MatrixQ24(vector(s), vector(Array(s[3...])), vector(Array(s[6...])))
}

private struct CorrectionCase: Decodable {
  let name: String
  let nanotesla: [Int32]
  let hardIronQ8: [Int32]
  let softIronQ24: [Int32]
  let correctedQ8: [Int32]
}

@Test func correction_givesTheBitsOfTheVectors() throws {
  for c in try Repository.vectors("calibration/vectors/correction.json", as: CorrectionCase.self) {
    var record = CalibrationRecord.identity
    record.hardIron = vector(c.hardIronQ8)
    record.softIron = matrix(c.softIronQ24)
    let result = record.apply(to: MagneticField(nanotesla: vector(c.nanotesla)))
    #expect(result.q8Nanotesla == vector(c.correctedQ8), "\(c.name)")
  }
}

private struct RecordCase: Decodable {
  let name: String
  let bytes: String
  let reject: String?
  let sensorChip: UInt8?
  let modelOrder: UInt8?
  let grade: UInt8?
  let serial: UInt32?
  let date: Int32?
  let temperatureEighths: Int16?
  let hardIronQ8: [Int32]?
  let softIronQ24: [Int32]?
  let fieldStrengthNanotesla: UInt32?
  let headingErrorHundredths: UInt16?
  let typicalErrorHundredths: UInt16?
  let sampleCount: UInt16?
  let dip: Int32?
  let residualNanotesla: UInt16?
  let tiltSeenDegrees: UInt8?
  let coverage: [UInt32]?
  let covarianceExponent: Int8?
  let covariance: [Int32]?
  let accelerometerOrder: UInt8?
  let offsetMicroG: [Int32]?
  let matrixQ24: [Int32]?
  let rotation: [Int32]?
  let canonical: Bool?

  var raw: [UInt8] {
    let digits = Array(bytes)
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
  }
}

@Test func record_isReadOrRejectedAsTheVectorsSay() throws {
  for c in try Repository.vectors("calibration/vectors/record.json", as: RecordCase.self) {
    do {
      let record = try CalibrationRecord(bytes: c.raw.span)
      #expect(c.reject == nil, "\(c.name) was accepted")
      guard c.reject == nil else { continue }
      #expect(record.sensorChip == c.sensorChip && record.modelOrder.rawValue == c.modelOrder, "\(c.name)")
      #expect(record.grade == c.grade && record.sensorSerial == c.serial, "\(c.name)")
      #expect(record.date == c.date && record.temperatureEighths == c.temperatureEighths, "\(c.name)")
      #expect(record.hardIron == c.hardIronQ8.map(vector), "\(c.name)")
      #expect(record.softIron == c.softIronQ24.map(matrix), "\(c.name)")
      #expect(record.fieldStrength == c.fieldStrengthNanotesla, "\(c.name)")
      #expect(record.predictedError == c.headingErrorHundredths ?? 65535, "\(c.name)")
      #expect(record.predictedTypicalError == c.typicalErrorHundredths ?? 65535, "\(c.name)")
      #expect(record.sampleCount == c.sampleCount, "\(c.name)")
      #expect(record.dip?.signed == c.dip && record.residual == c.residualNanotesla ?? 65535, "\(c.name)")
      #expect(record.coverage == c.coverage.map { DirectionCells($0[0], $0[1], $0[2]) }, "\(c.name)")
      #expect(record.tiltSeen == c.tiltSeenDegrees ?? 255, "\(c.name)")
      #expect(record.covariance.map { v in (0..<12).map { v.terms[$0] } } == c.covariance, "\(c.name)")
      #expect(record.covariance?.exponent == c.covarianceExponent, "\(c.name)")
      #expect(record.accelerometer?.modelOrder.rawValue ?? 0 == c.accelerometerOrder, "\(c.name)")
      #expect(record.accelerometer?.offset == c.offsetMicroG.map(vector), "\(c.name)")
      #expect(record.accelerometer?.matrix == c.matrixQ24.map(matrix), "\(c.name)")
      #expect(record.accelerometer?.rotation == c.rotation.map(vector), "\(c.name)")
      let bytes = record.bytes()
      #expect((bytes.indices.map { bytes[$0] } == c.raw) == c.canonical, "\(c.name)")
    } catch let defect {
      #expect("\(defect)" == c.reject, "\(c.name)")
    }
  }
}

@Test func record_thatIsRead_isTheSameAfterItIsWritten() throws {
  var seen = 0
  for c in try Repository.vectors("calibration/vectors/record.json", as: RecordCase.self) where c.reject == nil {
    let record = try CalibrationRecord(bytes: c.raw.span)
    let bytes = record.bytes()
    #expect(bytes[2] == 1 && bytes[3] == 216)
    #expect(try CalibrationRecord(bytes: bytes.span) == record, "\(c.name)")
    seen += 1
  }
  #expect(seen > 5)
}
