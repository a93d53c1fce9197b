// Reads a calibration record from the numbers of a JSON object: every field is either used or refused.
import Correction
import Foundation
import Quantities
import ToolConnection

/// The fields of an export, from any author.
struct CalibrationNumbers {
  typealias Complaint = FileFields.Complaint

  let fields: FileFields

  /// The names in an export.
  private static let known = [
    "sensor", "model", "grade", "hardIronNanotesla", "softIron", "fieldStrengthNanotesla",
    "predictedHeadingErrorDegrees", "residualNanotesla", "tiltSeenDegrees", "samples", "temperatureCelsius", "date",
    "dipDegrees", "hasAccelerometer", "accelerometer", "record", "boardIdentifier", "accepted",
  ]

  func record() throws(Complaint) -> CalibrationRecord {
    try refuseMisspelt()
    guard try fields.truth("accepted") ?? true else {
      throw Complaint(text: "its result was refused (“accepted” is false)")
    }
    var record = CalibrationRecord()
    try readModel(&record)
    try readQuality(&record)
    try readCircumstances(&record)
    record.accelerometer = try accelerometer()
    if let chip = CalibrationJSON.Sensor(try sensorName()).chip { record.sensorChip = chip.rawValue }
    return record
  }

  /// The sensor's name; nil if the object does not give it.
  func sensorName() throws(Complaint) -> String? { try fields.text("sensor", "a name") }

  // A name with wrong capitals would be ignored together with its value, so it is refused.
  private func refuseMisspelt() throws(Complaint) {
    for name in fields.values.keys.sorted() where !Self.known.contains(name) {
      guard let right = Self.known.first(where: { $0.lowercased() == name.lowercased() }) else { continue }
      throw Complaint(text: "“\(name)” must be written “\(right)”")
    }
  }

  private func readModel(_ record: inout CalibrationRecord) throws(Complaint) {
    let h = try fields.requiredVector("hardIronNanotesla", limit: 0x1p22, "three numbers within ±4,194,304 nT")
    record.hardIron = Self.vector(h, scale: 256)
    if let s = try fields.matrix("softIron", limit: 32) { record.softIron = Self.matrix(s) }
    let order = try model(fields) ?? (record.softIron == .identity ? .sphere : .ellipsoid)
    guard order != .none || (record.hardIron == .zero && record.softIron == .identity) else {
      throw Complaint(
        text: "“model” is none, and there are numbers that correct something; set “model” to sphere or ellipsoid")
    }
    record.modelOrder = order
  }

  private func readQuality(_ record: inout CalibrationRecord) throws(Complaint) {
    let grade = try fields.number("grade", 0...3, isWhole: true, "a whole number from 0 to 3")
    record.grade = grade.map { UInt8($0) } ?? (record.modelOrder == .none ? 0 : 1)
    if let strength = try fields.number("fieldStrengthNanotesla", 0...4_294_967_295, "from 0 to 4,294,967,295 nT") {
      record.fieldStrength = UInt32(strength.rounded())
    }
    if let residual = try fields.number("residualNanotesla", 0...65_534, "from 0 to 65,534 nT") {
      record.residual = UInt16(residual.rounded())
    }
    guard let errors = try fields.object("predictedHeadingErrorDegrees") else { return }
    let wanted = "from 0 to 655.34°"
    if let typical = try errors.number("typical", 0...655.34, wanted) {
      record.predictedTypicalError = UInt16((typical * 100).rounded())
    }
    if let worst = try errors.number("worst", 0...655.34, wanted) {
      record.predictedError = UInt16((worst * 100).rounded())
    }
  }

  private func readCircumstances(_ record: inout CalibrationRecord) throws(Complaint) {
    // In a record, 90° also means every larger tilt; a fit reports the exact tilt.
    if let tilt = try fields.number("tiltSeenDegrees", 0...180, "from 0 to 180°") {
      record.tiltSeen = UInt8(min(90, tilt.rounded()))
    }
    if let samples = try fields.number("samples", 0...1e15, isWhole: true, "a whole number, 0 or more") {
      record.sampleCount = UInt16(min(65_535, samples))
    }
    if let celsius = try fields.number("temperatureCelsius", -4096...4095.875, "from -4096 to 4095.875 °C") {
      record.temperatureEighths = Int16((celsius * 8).rounded())
    }
    if let dip = try fields.number("dipDegrees", -90...90, "from -90 to 90°") {
      record.dip = BinaryAngle(degrees: dip)
    }
    let wanted = "a date such as 2026-11-21"
    if let text = try fields.text("date", wanted) {
      guard let days = CalibrationJSON.days(text) else { throw fields.complaint("date", wanted) }
      record.date = days
    }
  }

  private func accelerometer() throws(Complaint) -> AccelerometerRecord? {
    let isTold = try fields.truth("hasAccelerometer")
    guard let object = try fields.object("accelerometer") else {
      guard isTold != true else {
        throw Complaint(
          text: "“hasAccelerometer” is true, and there is no “accelerometer”; remove the one or give the other")
      }
      return nil
    }
    guard isTold != false else {
      throw Complaint(text: "“hasAccelerometer” is false, and there is an “accelerometer”; remove one of them")
    }
    var part = AccelerometerRecord()
    let offset = try object.requiredVector("offsetMicroG", limit: 0x1p24, "three numbers within ±16,777,216 micro-g")
    part.offset = Self.vector(offset, scale: 1)
    if let matrix = try object.matrix("matrix", limit: 32) { part.matrix = Self.matrix(matrix) }
    guard part.matrix.isUsable else {
      throw Complaint(text: "“accelerometer.matrix” mirrors, or loses directions; 1 on its diagonal changes nothing")
    }
    if let turn = try object.vector("rotationDegrees", limit: 180, "three angles within ±180°") {
      // 180° itself would exceed the range of an Int32 by one.
      part.rotation = Self.vector(turn.map { min(179.999_999_9, $0) }, scale: 0x1p32 / 360)
    }
    part.modelOrder = try model(object) ?? (part.matrix == .identity ? .sphere : .ellipsoid)
    guard part.modelOrder != .none else { throw object.complaint("model", "sphere, axis or ellipsoid") }
    return part
  }

  private func model(_ fields: FileFields) throws(Complaint) -> ModelOrder? {
    let orders: [ModelOrder] = [.none, .planar, .sphere, .axisAligned, .ellipsoid]
    let wanted = "one of \(orders.map { CalibrationText.name($0) }.joined(separator: ", "))"
    guard let word = try fields.text("model", wanted) else { return nil }
    guard let order = orders.first(where: { CalibrationText.name($0) == word }) else {
      throw fields.complaint("model", wanted)
    }
    return order
  }

  // The limits above keep every product within the range of Int32.
  private static func vector(_ numbers: [Double], scale: Double) -> Vector3 {
    let scaled = numbers.map { Int32(($0 * scale).rounded()) }
    return Vector3(x: scaled[0], y: scaled[1], z: scaled[2])
  }

  private static func matrix(_ rows: [[Double]]) -> MatrixQ24 {
    let rows = rows.map { vector($0, scale: 0x1p24) }
    return MatrixQ24(rows[0], rows[1], rows[2])
  }
}
