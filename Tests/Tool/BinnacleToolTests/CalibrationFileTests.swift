// A calibration file is taken as it is meant, or refused with the field that is wrong.
import Correction
import Foundation
import Quantities
import TestSupport
import Testing

@testable import ToolCommandLine
@testable import ToolStream

/// Why a text is no calibration; nil when it is one.
private func refusal(_ text: String) throws -> String? {
  let folder = try TemporaryFolder()
  let path = try folder.write(text, to: "file.json")
  do {
    _ = try CalibrationJSON.read(path: path)
    return nil
  } catch let error as CommandError {
    #expect(error.status == .badFile && error.description.split(separator: "\n").count == 2, "\(error.description)")
    return error.description
  }
}

@Test(arguments: [
  (#""softIron": "x""#, "softIron"), (#""softIron": [[1,0,0],[0,1,0]]"#, "softIron"),
  (#""softIron": [1,0,0,0,1,0,0,0,1]"#, "softIron"), (#""softIron": [[1,0,0],[0,1,0],[0,0,"1"]]"#, "softIron"),
  (#""softIron": [[1,0,0],[0,1,0],[0,0,true]]"#, "softIron"), (#""softIron": {}"#, "softIron"),
  (#""softIron": [[1,0,0],[0,1,0],[0,0,1],[0,0,0]]"#, "softIron"), (#""softIron": false"#, "softIron"),
  (#""softiron": [[1,0,0],[0,1,0],[0,0,1]]"#, "must be written “softIron”"),
  (#""hardIronNanotesla": [1, 2]"#, "hardIronNanotesla"), (#""hardIronNanotesla": [1, 2, 3, 4]"#, "hardIronNanotesla"),
  (#""hardIronNanotesla": [1, 2, true]"#, "hardIronNanotesla"), (#""hardIronNanotesla": null"#, "hardIronNanotesla"),
  (#""hardIronNanotesla": [1, 2, 4194305]"#, "hardIronNanotesla"), (#""hardIronNanotesla": 5"#, "hardIronNanotesla"),
  (#""hardIronNanotesla": ["1", "2", "3"]"#, "hardIronNanotesla"), (#""hardIronNanotesla": [1, 2, 1e300]"#, "hardIron"),
  (#""model": "banana""#, "“model” must be one of none, planar, sphere, axis, ellipsoid"), (#""model": 2"#, "model"),
  (#""model": "none""#, "“model” is none"), (#""accepted": false"#, "refused"), (#""accepted": 1"#, "accepted"),
  (#""grade": 4"#, "grade"), (#""grade": -1"#, "grade"), (#""grade": 2.5"#, "grade"), (#""grade": 1e30"#, "grade"),
  (#""grade": "good""#, "grade"), (#""fieldStrengthNanotesla": 1e300"#, "fieldStrengthNanotesla"),
  (#""fieldStrengthNanotesla": -1"#, "fieldStrengthNanotesla"), (#""residualNanotesla": 1e30"#, "residualNanotesla"),
  (#""residualNanotesla": [1]"#, "residual"), (#""tiltSeenDegrees": 181"#, "tilt"), (#""samples": -1"#, "samples"),
  (#""samples": 1.5"#, "samples"), (#""samples": 1e300"#, "samples"), (#""temperatureCelsius": 1e9"#, "temperature"),
  (#""dipDegrees": 91"#, "dipDegrees"), (#""date": 20261121"#, "date"), (#""date": "yesterday""#, "date"),
  (#""date": "2026-02-30""#, "date"), (#""date": "2026-1-5""#, "date"), (#""sensor": 1"#, "sensor"),
  (#""predictedHeadingErrorDegrees": 5"#, "predictedHeadingErrorDegrees"),
  (#""predictedHeadingErrorDegrees": {"worst": 1e300}"#, "predictedHeadingErrorDegrees.worst"),
  (#""predictedHeadingErrorDegrees": {"typical": "x"}"#, "predictedHeadingErrorDegrees.typical"),
  (#""accelerometer": 1"#, "accelerometer"), (#""accelerometer": {}"#, "accelerometer.offsetMicroG"),
  (#""accelerometer": {"offsetMicroG": [1, 2, 1e30]}"#, "accelerometer.offsetMicroG"),
  (#""accelerometer": {"offsetMicroG": [1, 2, 3], "matrix": [[0,0,0],[0,0,0],[0,0,0]]}"#, "accelerometer.matrix"),
  (#""accelerometer": {"offsetMicroG": [1, 2, 3], "model": "none"}"#, "accelerometer.model"),
  (#""accelerometer": {"offsetMicroG": [1, 2, 3], "rotationDegrees": [1, 2, 1e9]}"#, "accelerometer.rotationDegrees"),
  (#""accelerometer": {"offsetMicroG": [1, 2, 3]}, "hasAccelerometer": false"#, "hasAccelerometer"),
  (#""hasAccelerometer": true"#, "hasAccelerometer"), (#""record": 5"#, "record"), (#""record": "4""#, "record"),
])
func calibrationFile_withAFieldThatIsNone_isRefusedByName(field: String, words: String) throws {
  let iron = field.contains("hardIronNanotesla") ? "" : #""hardIronNanotesla": [1, 2, 3], "#
  let refused = try refusal("{\(iron)\(field)}")
  #expect(refused?.contains(words) == true, "\(refused ?? "taken")")
}

@Test(arguments: ["", "[]", "5", "{", "{\"hardIronNanotesla\": [1, 2, NaN]}", "{\"hardIronNanotesla\": [1, 2, 1e400]}"])
func calibrationFile_thatIsNoObject_isRefused(text: String) throws {
  #expect(try refusal(text)?.contains("holds no JSON object") == true)
}

@Test func calibrationFile_nullSaysNothing() throws {
  let names = [
    "softIron", "model", "grade", "fieldStrengthNanotesla", "residualNanotesla", "tiltSeenDegrees", "samples",
    "temperatureCelsius", "date", "dipDegrees", "accelerometer", "hasAccelerometer", "sensor", "boardIdentifier",
    "record", "predictedHeadingErrorDegrees", "accepted",
  ]
  let folder = try TemporaryFolder()
  let nulls = names.map { "\"\($0)\": null" }.joined(separator: ", ")
  let file = try CalibrationJSON.read(path: folder.write("{\"hardIronNanotesla\": [1, 2, 3], \(nulls)}", to: "a.json"))
  #expect(file.sensor == .unsaid && file.board == .unsaid)
  let bare = try CalibrationJSON.read(path: folder.write("{\"hardIronNanotesla\": [1, 2, 3]}", to: "b.json"))
  #expect(file.record == bare.record && file.record.modelOrder == .sphere && file.record.grade == 1)
}

private let fit = """
  {"what": "fit", "unit": "uT", "integer": {"model": "sphere", "accepted": true, "grade": 2, "centre": [1, -2, 3],
  "softIron": [[1,0,0],[0,1,0],[0,0,1]], "radius": 47.5, "residualPercent": 2, "predictedHeadingErrorDegrees": 3.29,
  "typicalHeadingErrorDegrees": 0.29, "tiltSeenDegrees": 31}, "alignment": {"integer": null}}
  """

@Test func fitFile_isTakenWithAllThatItSays() throws {
  let folder = try TemporaryFolder()
  let record = try CalibrationJSON.read(path: folder.write(fit, to: "fit.json")).record
  #expect(record.modelOrder == .sphere && record.grade == 2 && record.hardIron.y == -512_000)
  #expect(record.fieldStrength == 47_500 && record.residual == 950 && record.tiltSeen == 31 && record.dip == nil)
  #expect(record.predictedError == 329 && record.predictedTypicalError == 29, "not cut to 28")
  let over = fit.replacingOccurrences(of: "\"tiltSeenDegrees\": 31", with: "\"tiltSeenDegrees\": 130")
  #expect(try CalibrationJSON.read(path: folder.write(over, to: "fit.json")).record.tiltSeen == 90)
  let turned = fit.replacingOccurrences(
    of: #"{"integer": null}"#, with: #"{"integer": {"dipDegrees": -45, "softIron": [[1,0.1,0],[-0.1,0.99,0],[0,0,1]]}}"#
  )
  let aligned = try CalibrationJSON.read(path: folder.write(turned, to: "fit.json")).record
  #expect(aligned.dip == BinaryAngle(rawValue: 0xe000_0000) && aligned.softIron.rows.0.y == 1_677_722)
}

@Test(arguments: [
  ("\"radius\": 47.5", "\"radius\": 1e300", "integer.radius"),
  ("\"radius\": 47.5", "\"radius\": 4e9", "integer.radius"),
  ("\"radius\": 47.5", "\"radius\": \"47\"", "integer.radius"),
  ("\"radius\": 47.5", "\"radius\": -5", "integer.radius"),
  ("\"radius\": 47.5", "\"radius\": null", "integer.radius"),
  ("\"residualPercent\": 2", "\"residualPercent\": 1e30", "integer.residualPercent"),
  ("\"residualPercent\": 2", "\"residualPercent\": \"2\"", "integer.residualPercent"),
  ("[1, -2, 3]", "[1, -2]", "integer.centre"), ("[1, -2, 3]", "[1, -2, 1e300]", "integer.centre"),
  ("[1, -2, 3]", "[1, -2, 9000]", "integer.centre"), ("[1, -2, 3]", "\"x\"", "integer.centre"),
  ("[[1,0,0],[0,1,0],[0,0,1]]", "\"x\"", "integer.softIron"), ("\"sphere\"", "\"ball\"", "integer.model"),
  ("\"accepted\": true", "\"accepted\": false", "the fit was refused"),
  ("\"accepted\": true", "\"accepted\": \"yes\"", "integer.accepted"),
  ("\"accepted\": true, ", "", "“integer”"), ("\"integer\": {\"model\"", "\"integers\": {\"model\"", "“integer”"),
  ("\"uT\"", "\"Z\"", "“unit” must be one of uT"),
  ("\"grade\": 2", "\"grade\": 9", "integer.grade"), ("3.29", "1e9", "integer.predictedHeadingErrorDegrees"),
  ("0.29", "\"x\"", "integer.typicalHeadingErrorDegrees"), ("{\"integer\": null}", "7", "alignment"),
  ("{\"integer\": null}", "{\"integer\": {\"dipDegrees\": 1e9}}", "alignment.integer.dipDegrees"),
  ("{\"integer\": null}", "{\"integer\": {\"softIron\": 1}}", "alignment.integer.softIron"),
])
func fitFile_withAFieldThatIsNone_isRefusedByItsName(field: String, replacement: String, words: String) throws {
  #expect(fit.contains(field))
  let refused = try refusal(fit.replacingOccurrences(of: field, with: replacement))
  #expect(refused?.contains(words) == true, "\(refused ?? "taken")")
}

/// A fit in counts is a record in which one count stands for a power of two of nanotesla.
@Test func fitFile_inCounts_hasAScale() throws {
  let folder = try TemporaryFolder()
  let counted = fit.replacingOccurrences(of: "\"uT\"", with: "\"counts\"")
  let found = try CalibrationJSON.read(path: folder.write(counted, to: "fit.json"))
  // 47.5 · 1024 is the first that is 32,768 and more.
  #expect(found.countScale == 1024 && found.record.fieldStrength == 48_640)
  #expect(found.record.hardIron == Vector3(x: 262_144, y: -524_288, z: 786_432))
  #expect(try CalibrationJSON.read(path: folder.write(fit, to: "uT.json")).countScale == nil)
}

/// An export with any of its numbers changed is neither the record nor the numbers.
@Test(arguments: [
  "sensor", "model", "grade", "hardIronNanotesla", "softIron", "fieldStrengthNanotesla", "predictedHeadingErrorDegrees",
  "residualNanotesla", "tiltSeenDegrees", "samples", "temperatureCelsius", "date", "dipDegrees", "hasAccelerometer",
  "accelerometer",
])
func exportFile_thatWasEdited_isRefusedWithTheFieldsName(name: String) throws {
  let bytes = wholeRecord.bytes()
  var object = CalibrationJSON.numbers(wholeRecord)
  object["record"] = .string(bytes.indices.map { String(format: "%02x", bytes[$0]) }.joined())
  #expect(try refusal(object.line) == nil)
  #expect(CalibrationJSON.numbers(wholeRecord).keys.contains(name))
  let was = object[name]
  object[name] = .null
  let refused = try refusal(object.line)
  #expect(refused?.contains("“\(name)” was edited") == true && refused?.contains("\nRemove “record”") == true)
  // What is left out says nothing else.
  object[name] = nil
  #expect(try refusal(object.line) == nil)
  object[name] = was
  #expect(try refusal(object.line) == nil)
}

@Test func dates_comeBackAsTheyWereWritten() {
  for days: Int32 in [-10_000, -1, 0, 59, 60, 9_821, 200_000, 2_000_000] {
    #expect(CalibrationJSON.days(CalibrationJSON.day(days)) == days)
  }
  #expect(CalibrationJSON.days("2000-01-01") == 0 && CalibrationJSON.days("2026-11-21") == 9_821)
}
