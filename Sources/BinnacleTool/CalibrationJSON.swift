// A calibration record as JSON: what it is, its equation, and the exact integers.
import Correction
import Foundation
import HostSession
import Quantities
import Recordings
import Terminal
import Wire

enum CalibrationJSON {
  static let equation = "corrected = S * (m - h); m and h in nanotesla, sensor axes; h first, then S"

  /// The record with everything it knows.
  static func object(_ record: CalibrationRecord, bytes: [UInt8], hello: Hello) -> JSONObject {
    var object: JSONObject = [
      "what": "calibration", "equation": .string(equation), "board": .string(hello.boardText),
      "boardIdentifier": .string(identifier(hello.boardIdentifier)),
      "sensor": .string("\(SensorChip(rawValue: record.sensorChip).name)"),
      "model": .string(CalibrationWords.name(record.modelOrder)), "grade": .integer(record.grade),
    ]
    object["hardIronNanotesla"] = .array(components(record.hardIron).map { .double(Double($0) / 256) })
    let rows = [record.softIron.rows.0, record.softIron.rows.1, record.softIron.rows.2]
    object["softIron"] = .array(rows.map { row in .array(components(row).map { .double(Double($0) / 0x1p24) }) })
    object["fieldStrengthNanotesla"] = record.fieldStrength == 0 ? .null : .integer(record.fieldStrength)
    object["predictedHeadingErrorDegrees"] = .object([
      "typical": hundredths(record.predictedTypicalError), "worst": hundredths(record.predictedError),
    ])
    object["residualNanotesla"] = record.residual == 65535 ? .null : .integer(record.residual)
    object["tiltSeenDegrees"] = record.tiltSeen == 255 ? .null : .integer(record.tiltSeen)
    object["samples"] = record.sampleCount == 0 ? .null : .integer(record.sampleCount)
    object["temperatureCelsius"] = .optional(record.temperatureEighths) { .double(Double($0) / 8) }
    object["date"] = .optional(record.date) { .string(day($0)) }
    object["dipDegrees"] = .optional(record.dip) {
      .fixed(Double($0.signed) * 360 / 0x1p32, decimals: 2)
    }
    object["hasAccelerometer"] = .bool(record.accelerometer != nil)
    object["accelerometer"] = record.accelerometer.map { .object(accelerometer($0)) } ?? .null
    object["record"] = .string(bytes.map { String(format: "%02x", $0) }.joined())
    return object
  }

  private static func accelerometer(_ part: AccelerometerRecord) -> JSONObject {
    let rows = [part.matrix.rows.0, part.matrix.rows.1, part.matrix.rows.2]
    return [
      "equation": "corrected = A * (a - b); a and b in micro-g, sensor axes; b first, then A",
      "model": .string(CalibrationWords.name(part.modelOrder)),
      "offsetMicroG": .array(components(part.offset).map { .integer($0) }),
      "matrix": .array(rows.map { row in .array(components(row).map { .double(Double($0) / 0x1p24) }) }),
    ]
  }

  static func identifier(_ number: UInt64) -> String { String(format: "%016llx", number) }

  private static func hundredths(_ value: UInt16) -> JSONValue {
    value == 65535 ? .null : .fixed(Double(value) / 100, decimals: 2)
  }

  private static func components(_ v: Vector3) -> [Int32] { [v.x, v.y, v.z] }

  /// Days since 2000-01-01 as a date.
  static func day(_ days: Int32) -> String {
    let formatter = DateFormatter()
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "yyyy-MM-dd"
    return formatter.string(from: Date(timeIntervalSince1970: 946_684_800 + Double(days) * 86_400))
  }

  /// Days since 2000-01-01 UTC.
  static func today() -> Int32 { Int32((Date().timeIntervalSince1970 - 946_684_800) / 86_400) }

  // MARK: - Reading

  /// An export that was read back.
  struct Import {
    var record: CalibrationRecord
    var bytes: [UInt8]
    /// 0 when the export does not say.
    var boardIdentifier: UInt64
  }

  /// Reads what `object` or `fit --json` wrote, or an object with at least `hardIronNanotesla` and, beyond a sphere,
  /// `softIron`.
  static func read(path: String) throws -> Import {
    func bad(_ reason: String) -> CommandError {
      CommandError(
        .badFile,
        "\(path) is no calibration: \(reason).\nUse what `binnacle calibration export` or `binnacle fit --json` writes."
      )
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandError(.cannotOpen, "\(path) cannot be read.\nCheck the name and the permissions.")
    }
    guard var fields = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] else {
      throw bad("it holds no JSON object")
    }
    if fields["what"] as? String == "fit" { fields = try fitted(fields, path: path) }
    let identifier = (fields["boardIdentifier"] as? String).flatMap { UInt64($0, radix: 16) } ?? 0
    guard let text = fields["record"] as? String else {
      let record = try handmade(fields, bad)
      if let reason = SoftIronRule.violation(record.softIron) { throw bad(reason) }
      guard record.softIron.isUsable else { throw bad(RecordDefect.singular.words) }
      let bytes = record.bytes()
      return Import(record: record, bytes: bytes.span.indices.map { bytes[$0] }, boardIdentifier: identifier)
    }
    guard let bytes = unhexed(text) else { throw bad("“record” is no hexadecimal text") }
    let record: CalibrationRecord
    do throws(RecordDefect) {
      record = try CalibrationRecord(bytes: bytes.span)
    } catch {
      throw bad(error.words)
    }
    // Whoever edits the numbers means them; the bytes would say something else.
    if let edited = try? handmade(fields, bad),
      edited.hardIron != record.hardIron || edited.softIron != record.softIron
    {
      throw bad("its numbers were edited and no longer agree with “record”; remove “record” to use the numbers")
    }
    return Import(record: record, bytes: bytes, boardIdentifier: identifier)
  }

  /// The integer result of `fit --json` with the names of an export. It holds in the axes that --columns gave the fit.
  private static func fitted(_ fields: [String: Any], path: String) throws -> [String: Any] {
    func refusal(_ text: String) -> CommandError { CommandError(.badFile, "\(path): \(text)") }
    guard let found = fields["integer"] as? [String: Any], found["accepted"] as? Bool == true,
      let centre = (found["centre"] as? [NSNumber])?.map(\.doubleValue),
      let radius = (found["radius"] as? NSNumber)?.doubleValue
    else {
      throw refusal("the fit was refused.\nRun it without --json to see why; record anew.")
    }
    guard let unit = (fields["unit"] as? String).flatMap(FieldUnit.init(rawValue:)), unit != .counts else {
      throw refusal("the fit is in counts, and a calibration in nanotesla.\nFit again with --unit uT, nT, mG or G.")
    }
    let strength = radius * unit.nanotesla
    var named: [String: Any] = [
      "hardIronNanotesla": centre.map { $0 * unit.nanotesla }, "fieldStrengthNanotesla": Int(strength.rounded()),
    ]
    if let residual = found["residualPercent"] as? NSNumber {
      named["residualNanotesla"] = Int((residual.doubleValue / 100 * strength).rounded())
    }
    named["predictedHeadingErrorDegrees"] = [
      "typical": found["typicalHeadingErrorDegrees"], "worst": found["predictedHeadingErrorDegrees"],
    ].compactMapValues { $0 }
    // Where gravity is known the heading errors above are those of R·S.
    let turned = (fields["alignment"] as? [String: Any])?["integer"] as? [String: Any]
    named["softIron"] = turned?["softIron"] ?? found["softIron"]
    named["grade"] = found["grade"]
    return named
  }

  private static func handmade(_ fields: [String: Any], _ bad: (String) -> CommandError) throws -> CalibrationRecord {
    func vector(_ value: Any?, scale: Double, limit: Double) -> Vector3? {
      guard let numbers = value as? [Any], numbers.count == 3 else { return nil }
      let scaled = numbers.compactMap { ($0 as? NSNumber)?.doubleValue }.map { ($0 * scale).rounded() }
      guard scaled.count == 3, scaled.allSatisfy({ abs($0) <= limit }) else { return nil }
      return Vector3(x: Int32(scaled[0]), y: Int32(scaled[1]), z: Int32(scaled[2]))
    }
    var record = CalibrationRecord()
    guard let hardIron = vector(fields["hardIronNanotesla"], scale: 256, limit: 0x1p30) else {
      throw bad("“hardIronNanotesla” must be three numbers within ±4,194,304")
    }
    record.hardIron = hardIron
    record.modelOrder = .sphere
    if let rows = fields["softIron"] as? [Any] {
      let vectors = rows.compactMap { vector($0, scale: 0x1p24, limit: 0x1p29) }
      guard vectors.count == 3 else { throw bad("“softIron” must be three rows of three numbers within ±32") }
      record.softIron = MatrixQ24(vectors[0], vectors[1], vectors[2])
      record.modelOrder = record.softIron == .identity ? .sphere : .ellipsoid
    }
    record.fieldStrength = UInt32(clamping: (fields["fieldStrengthNanotesla"] as? NSNumber)?.intValue ?? 0)
    if let residual = fields["residualNanotesla"] as? NSNumber { record.residual = UInt16(clamping: residual.intValue) }
    let errors = fields["predictedHeadingErrorDegrees"] as? [String: Any]
    func hundredths(_ name: String) -> UInt16? {
      (errors?[name] as? NSNumber).map { UInt16(clamping: Int(min(180, max(0, $0.doubleValue)) * 100)) }
    }
    if let typical = hundredths("typical") { record.predictedTypicalError = typical }
    if let worst = hundredths("worst") { record.predictedError = worst }
    record.grade = UInt8(clamping: min(3, max(0, (fields["grade"] as? NSNumber)?.intValue ?? 1)))
    if fields["sensor"] as? String == "\(SensorChip.lsm303dlhc.name)" {
      record.sensorChip = SensorChip.lsm303dlhc.rawValue
    }
    return record
  }

  private static func unhexed(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { at in
      UInt8(String(decoding: digits[at...at + 1], as: UTF8.self), radix: 16)
    }
    return bytes.count * 2 == digits.count ? bytes : nil
  }
}
