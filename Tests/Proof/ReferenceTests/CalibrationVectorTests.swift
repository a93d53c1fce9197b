// The reference against the vectors of Protocols/calibration, the order of S and h among them.

import Correction
import Reference
import TestSupport
import Testing

struct CorrectionCase: Decodable {
  let name: String
  let nanotesla: [Int32]
  let hardIronQ8: [Int32]
  let softIronQ24: [Int32]
  let correctedQ8: [Int32]
  let wrongOrder: [Int32]?

  var record: ReferenceRecord {
    var record = ReferenceRecord()
    record.hardIronQ8 = triple(hardIronQ8)
    record.softIronQ24 = rows(softIronQ24)
    return record
  }
}

func rows(_ s: [Int32]) -> [SIMD3<Int32>] { [triple(s), triple(Array(s[3...])), triple(Array(s[6...]))] }

@Test func correction_givesTheBitsOfTheVectors() throws {
  for c in try Repository.vectors("calibration/vectors/correction.json", as: CorrectionCase.self) {
    #expect(c.record.correctedQ8(nanotesla: triple(c.nanotesla)) == triple(c.correctedQ8), "\(c.name)")
  }
}

@Test func correction_inDoubleIsWithinHalfAStep() throws {
  for c in try Repository.vectors("calibration/vectors/correction.json", as: CorrectionCase.self) {
    let exact = c.record.corrected(nanotesla: SIMD3<Double>(triple(c.nanotesla))) * 256
    let difference = exact - SIMD3<Double>(triple(c.correctedQ8))
    for i in 0..<3 { #expect(abs(difference[i]) <= 0.5 + 1e-6, "\(c.name): \(exact)") }
  }
}

@Test func correction_subtractsBeforeItMultiplies() throws {
  let traps = try Repository.vectors("calibration/vectors/correction.json", as: CorrectionCase.self).filter {
    $0.wrongOrder != nil
  }
  #expect(traps.count >= 2)
  for c in traps {
    let wrong = try #require(c.wrongOrder.map(triple))
    let result = c.record.correctedQ8(nanotesla: triple(c.nanotesla))
    #expect(result == triple(c.correctedQ8), "\(c.name)")
    let inDouble = c.record.corrected(nanotesla: SIMD3<Double>(triple(c.nanotesla))) * 256
    let swapped = SIMD3<Double>(wrong) - inDouble
    #expect((swapped * swapped).sum().squareRoot() > 256 * 1000, "\(c.name) does not tell the orders apart")
  }
}

struct RecordCase: Decodable {
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
  var reasons: Set<String> = []
  for c in try Repository.vectors("calibration/vectors/record.json", as: RecordCase.self) {
    do {
      let record = try ReferenceRecord(bytes: c.raw)
      #expect(c.reject == nil, "\(c.name) was accepted")
      guard c.reject == nil else { continue }
      #expect(record.sensorChip == c.sensorChip && record.modelOrder == c.modelOrder, "\(c.name)")
      #expect(record.grade == c.grade && record.serial == c.serial, "\(c.name)")
      #expect(record.date == c.date && record.temperatureEighths == c.temperatureEighths, "\(c.name)")
      #expect(record.hardIronQ8 == c.hardIronQ8.map(triple), "\(c.name)")
      #expect(record.softIronQ24 == c.softIronQ24.map(rows), "\(c.name)")
      #expect(record.fieldStrengthNanotesla == c.fieldStrengthNanotesla, "\(c.name)")
      #expect(record.headingErrorHundredths == c.headingErrorHundredths ?? 65535, "\(c.name)")
      #expect(record.typicalErrorHundredths == c.typicalErrorHundredths ?? 65535, "\(c.name)")
      #expect(record.sampleCount == c.sampleCount && (0..<3).map { record.coverage[$0] } == c.coverage, "\(c.name)")
      #expect(record.dip == c.dip && record.residualNanotesla == c.residualNanotesla ?? 65535, "\(c.name)")
      #expect(record.tiltSeenDegrees == c.tiltSeenDegrees ?? 255, "\(c.name)")
      #expect(record.covariance?.terms == c.covariance, "\(c.name)")
      #expect(record.covariance?.exponent == c.covarianceExponent, "\(c.name)")
      #expect(record.accelerometer?.modelOrder ?? 0 == c.accelerometerOrder, "\(c.name)")
      #expect(record.accelerometer?.offsetMicroG == c.offsetMicroG.map(triple), "\(c.name)")
      #expect(record.accelerometer?.matrixQ24 == c.matrixQ24.map(rows), "\(c.name)")
      #expect(record.accelerometer?.rotation == c.rotation.map(triple), "\(c.name)")
      #expect((record.bytes == c.raw) == c.canonical, "\(c.name)")
    } catch {
      #expect(error.rawValue == c.reject, "\(c.name)")
      reasons.insert(error.rawValue)
    }
  }
  #expect(reasons == Set(ReferenceRecordDefect.allCases.map(\.rawValue)), "a reason without a vector")
}

/// Whatever chip a device accepts in a record, the reference reads: else a calibrated board could not be checked.
@Test func record_ofEveryChip_isReadAsTheDeviceReadsIt() {
  for chip in UInt8.min...255 {
    var record = ReferenceRecord()
    record.sensorChip = chip
    let bytes = record.bytes
    #expect(
      ((try? ReferenceRecord(bytes: bytes)) != nil) == ((try? CalibrationRecord(bytes: bytes.span)) != nil),
      "chip \(chip)")
  }
}

@Test func record_withAnyBitFlippedIsRejected() throws {
  var record = ReferenceRecord()
  record.hardIronQ8 = SIMD3(15_360_000, -1, 77)
  record.date = 9821
  let good = record.bytes
  #expect(try ReferenceRecord(bytes: good) == record)
  for bit in 0..<(216 * 8) {
    var bad = good
    bad[bit / 8] ^= 1 << UInt8(bit % 8)
    #expect(throws: ReferenceRecordDefect.self, "bit \(bit)") { try ReferenceRecord(bytes: bad) }
  }
}
