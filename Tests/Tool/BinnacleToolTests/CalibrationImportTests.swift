// What `calibration import` and `export` do to a board that has a calibration already.
import Correction
import Foundation
import HostSession
import LinkProtocol
import Quantities
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCalibration
@testable import ToolCommandLine
@testable import ToolConnection
@testable import ToolStream

/// A simulated board whose records are kept in a folder.
struct KeptBoard {
  let folder: TemporaryFolder
  var link: String { "simulated?state=\(folder.path("state"))" }

  init(_ record: CalibrationRecord? = nil) throws {
    folder = try TemporaryFolder()
    guard let record else { return }
    let connection = try Connection(link)
    try connection.use { try connection.give(record) }
  }

  func run(_ words: String...) -> (status: Int32, results: String, remarks: String) {
    let spy = SpyConsole()
    let status = CommandLineTool.binnacle.run(["calibration"] + words, console: spy.console)
    return (status, spy.results, spy.remarks)
  }

  /// Imports a file of this text.
  func give(_ text: String, _ words: String...) throws -> (status: Int32, answer: [String: Any], remarks: String) {
    let spy = SpyConsole()
    let path = try folder.write(text, to: "file.json")
    let status = CommandLineTool.binnacle.run(["calibration", "import", link, path] + words, console: spy.console)
    let answer = try? JSONSerialization.jsonObject(with: Data(spy.results.utf8)) as? [String: Any]
    return (status, answer ?? [:], spy.remarks)
  }

  /// The record that the next process finds.
  func record() throws -> CalibrationRecord {
    let connection = try Connection(link)
    let bytes = try connection.use { try connection.session.calibration() }
    return try CalibrationRecord(bytes: bytes.span)
  }

  func exported() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(run("export", link).results.utf8)) as? [String: Any])
  }
}

func text(_ object: [String: Any]) throws -> String {
  String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
}

let accelerometerPart = {
  var part = AccelerometerRecord()
  part.modelOrder = .ellipsoid
  part.offset = Vector3(x: 48_043, y: -30_958, z: 39_808)
  part.matrix.rows.0 = Vector3(x: 16_370_000, y: -133_303, z: 79_521)
  part.rotation = Vector3(x: 12_345_678, y: -1, z: Int32.min)
  return part
}()

/// A record that knows everything.
let wholeRecord = {
  var record = CalibrationRecord()
  record.modelOrder = .axisAligned
  record.grade = 3
  record.hardIron = Vector3(x: 15_360_001, y: -7, z: 256)
  record.softIron.rows.1.y = 20_971_520
  record.softIron.rows.2.z = 13_421_773
  record.date = 9_821
  record.temperatureEighths = -163
  record.dip = BinaryAngle(rawValue: UInt32((63.12 / 360 * 0x1p32).rounded()))
  record.fieldStrength = 47_324
  record.residual = 312
  record.tiltSeen = 88
  record.sampleCount = 1_234
  record.predictedError = 229
  record.predictedTypicalError = 57
  record.accelerometer = accelerometerPart
  return record
}()

@Test func import_ofAFit_keepsTheAccelerometersPart_andSaysSo() throws {
  let spy = SpyConsole()
  _ = CommandLineTool.binnacle.run(
    [
      "fit", Repository.path("Tests/Data/marg/sap6_shots.csv"), "--columns", "mx_uT,my_uT,-mz_uT", "--unit", "uT",
      "--where", "device=BB", "--json",
    ], console: spy.console)
  var gravity = CalibrationRecord()
  gravity.accelerometer = accelerometerPart
  let board = try KeptBoard(gravity)
  let (status, answer, remarks) = try board.give(spy.results, "--json")
  #expect(status == 0, "\(remarks)")
  #expect(answer["kept"] as? String == "accelerometer" && answer["hasAccelerometer"] as? Bool == true, "\(answer)")
  let after = try board.record()
  #expect(after.accelerometer == accelerometerPart)
  #expect(after.modelOrder == .ellipsoid && after.hardIron.x == -304_218 && after.tiltSeen == 31)
}

@Test func import_forPeople_saysWhatStays() throws {
  let board = try KeptBoard(wholeRecord)
  let path = try board.folder.write(#"{"hardIronNanotesla": [1, 2, 3]}"#, to: "hand.json")
  let spy = SpyConsole(isTerminal: true)
  #expect(CommandLineTool.binnacle.run(["calibration", "import", board.link, path], console: spy.console) == 0)
  #expect(spy.results.contains("the accelerometer's calibration stays as it was: \(path) has none"), "\(spy.results)")
  // Only the magnetometer's part is another one.
  var expected = CalibrationRecord()
  expected.hardIron = Vector3(x: 256, y: 512, z: 768)
  expected.modelOrder = .sphere
  expected.grade = 1
  expected.accelerometer = accelerometerPart
  #expect(try board.record() == expected)
}

@Test func import_ofARecordWithOneSensor_keepsTheOthersPart() throws {
  var magnetic = wholeRecord
  magnetic.accelerometer = nil
  var gravity = CalibrationRecord()
  gravity.accelerometer = accelerometerPart
  let (first, second) = (try KeptBoard(magnetic), try KeptBoard(gravity))
  #expect(try first.give(text(second.exported()), "--json").answer["kept"] as? String == "magnetometer")
  #expect(try first.record() == wholeRecord)
  let third = try KeptBoard(magnetic)
  #expect(try second.give(text(third.exported()), "--json").answer["kept"] as? String == "accelerometer")
  #expect(try second.record() == wholeRecord)
  // With nothing missing, nothing is kept.
  var whole = wholeRecord
  whole.hardIron.x += 1
  whole.accelerometer?.offset.x += 1
  let answer = try second.give(text(KeptBoard(whole).exported()), "--json").answer
  #expect(answer["kept"] is NSNull && answer["lost"] is NSNull, "\(answer)")
  #expect(try second.record() == whole)
}

@Test func import_ofAnExportWithoutRecord_hasEverythingThatItsNumbersSay() throws {
  var object = try KeptBoard(wholeRecord).exported()
  object["record"] = nil
  let board = try KeptBoard()
  let (status, _, remarks) = try board.give(text(object))
  #expect(status == 0, "\(remarks)")
  #expect(try board.record() == wholeRecord)
  #expect(try board.exported()["dipDegrees"] as? Double == 63.12)
}

@Test func import_ofAnUncalibratedExport_staysUncalibrated_andTakesNothingAway() throws {
  var object = try KeptBoard().exported()
  for hasRecord in [true, false] {
    if !hasRecord { object["record"] = nil }
    let board = try KeptBoard()
    #expect(try board.give(text(object), "--json").answer["model"] as? String == "none")
    #expect(try board.record() == .identity)
    let whole = try KeptBoard(wholeRecord)
    let (status, _, remarks) = try whole.give(text(object))
    #expect(status == 6 && remarks.contains("calibration erase"), "\(remarks)")
    #expect(remarks.split(separator: "\n").count == 2)
    #expect(try whole.record() == wholeRecord)
  }
}

@Test func import_ofAnotherKnownSensor_doesNotKeepThePartOfTheOneBefore() throws {
  var used = wholeRecord
  used.sensorChip = SensorChip.lsm303dlhc.rawValue
  used.sensorSerial = 77
  func parts(_ sensor: CalibrationJSON.Sensor, _ used: CalibrationRecord) -> CalibrationParts {
    var record = CalibrationRecord()
    record.modelOrder = .sphere
    record.hardIron.x = 5
    if let chip = sensor.chip { record.sensorChip = chip.rawValue }
    return CalibrationParts(CalibrationJSON.Import(record: record, sensor: sensor, board: .unsaid), inUse: used)
  }
  let other = parts(.unknown("LIS3MDL"), used)
  #expect(other.lost == .accelerometer && other.kept == nil && other.record.accelerometer == nil)
  #expect(other.words(path: "a.json")?.contains("accelerometer's calibration is gone") == true)
  for sensor: CalibrationJSON.Sensor in [.unsaid, .chip(.lsm303dlhc)] {
    let same = parts(sensor, used)
    #expect(same.kept == .accelerometer && same.record.accelerometer == accelerometerPart)
    // The part that stays is still that sensor's.
    #expect(same.record.sensorChip == 1 && same.record.sensorSerial == 77 && same.record.hardIron.x == 5)
  }
  #expect(parts(.chip(.lsm303dlhc), wholeRecord).record.sensorChip == 1)
  var magnetic = used
  magnetic.accelerometer = nil
  let nothing = parts(.unknown("LIS3MDL"), magnetic)
  #expect(nothing.lost == nil && nothing.kept == nil && nothing.words(path: "a.json") == nil)
}

@Test(arguments: [
  // The sensor's code and the board's identifier, what the file says, and whether it is taken without and with --any-board.
  (1, 7, "LSM303DLHC", "0000000000000007", true, true), (1, 7, "lsm303dlhc", nil, true, true),
  (1, 7, "LIS3MDL", nil, false, false), (0, 7, "LIS3MDL", nil, false, true), (0, 0, "LSM303DLHC", nil, false, true),
  (1, 7, "", nil, false, false), (1, 7, "no sensor", nil, true, true), (0, 0, nil, nil, true, true),
  (1, 7, nil, "xyz", false, true), (0, 0, nil, "xyz", false, true), (1, 7, nil, "", false, true),
  (1, 7, nil, "00000000000000007", false, true), (1, 7, nil, "8", false, true), (1, 0, nil, "8", false, true),
  (1, 7, nil, "0000000000000000", true, true),
])
func import_ofAnotherSensorOrBoard_isRefused(
  chip: UInt8, identifier: UInt64, sensor: String?, board: String?, isTaken: Bool, isTakenFromAnyBoard: Bool
) throws {
  let folder = try TemporaryFolder()
  var object: [String: Any] = ["hardIronNanotesla": [1, 2, 3]]
  object["sensor"] = sensor
  object["boardIdentifier"] = board
  let file = try CalibrationJSON.read(path: folder.write(text(object), to: "a.json"))
  for (isAnyBoard, isFine) in [(false, isTaken), (true, isTakenFromAnyBoard)] {
    let refusal = ImportCalibrationCommand.refusal(
      file, path: "a.json", for: hello(chip, identifier), link: "auto", isAnyBoard: isAnyBoard)
    #expect((refusal == nil) == isFine, "\(refusal?.description ?? "taken")")
    guard let refusal else { continue }
    #expect(refusal.status == .badFile && refusal.description.split(separator: "\n").count == 2)
    #expect(isTakenFromAnyBoard == refusal.description.contains("--any-board"), "\(refusal.description)")
  }
}

private func hello(_ chip: UInt8, _ identifier: UInt64) -> Hello {
  var hello = Hello()
  (hello.sensorChip, hello.boardIdentifier) = (chip, identifier)
  for (index, byte) in "lm3s6965evb".utf8.enumerated() { hello.board.bytes[index] = byte }
  return hello
}

/// Two boards without an identifier may have the same sensor, and yet each its own iron.
@Test(arguments: [
  (0, nil, "host", false), (0, "0000000000000000", "host", false), (0, "0000000000000000", "lm3s6965evb", true),
  (7, "0000000000000000", "host", false), (7, nil, "lm3s6965evb", true), (7, "7", "renamed", true),
])
func import_ofABoardWithoutIdentifier_goesByItsName(
  mine: UInt64, identifier: String?, name: String, isTaken: Bool
) throws {
  let folder = try TemporaryFolder()
  var object: [String: Any] = ["hardIronNanotesla": [1, 2, 3], "sensor": "LSM303DLHC", "board": name]
  object["boardIdentifier"] = identifier
  let file = try CalibrationJSON.read(path: folder.write(text(object), to: "a.json"))
  let refusal = ImportCalibrationCommand.refusal(
    file, path: "a.json", for: hello(1, mine), link: "auto", isAnyBoard: false)
  #expect((refusal == nil) == isTaken, "\(refusal?.description ?? "taken")")
  #expect(refusal?.description.contains("(\(name), this one is lm3s6965evb)") ?? true, "\(refusal!.description)")
  #expect(
    ImportCalibrationCommand.refusal(file, path: "a.json", for: hello(1, mine), link: "auto", isAnyBoard: true) == nil)
}

@Test func import_ofAnUnknownSensorOrBoard_isRefusedByTheCommand() throws {
  for (field, isTakenFromAnyBoard) in [
    (#""sensor": "LIS3MDL""#, false), (#""boardIdentifier": "xyz""#, true), (#""boardIdentifier": 7"#, true),
  ] {
    let board = try KeptBoard(wholeRecord)
    let object = "{\"hardIronNanotesla\": [1, 2, 3], \(field)}"
    let (status, _, remarks) = try board.give(object)
    #expect(status == 6 && remarks.split(separator: "\n").count == 2, "\(remarks)")
    #expect(remarks.contains("--any-board") == isTakenFromAnyBoard, "\(remarks)")
    #expect(try board.record() == wholeRecord)
    #expect(try (board.give(object, "--any-board").status == 0) == isTakenFromAnyBoard)
  }
}

@Test func export_saysWhatCorrectsNothing() throws {
  let none = try KeptBoard()
  let nothing = none.run("export", none.link)
  #expect(nothing.status == 0 && nothing.remarks.contains("what is exported corrects nothing"), "\(nothing.remarks)")
  var gravity = CalibrationRecord()
  gravity.accelerometer = accelerometerPart
  let board = try KeptBoard(gravity)
  let one = board.run("export", board.link)
  #expect(!one.remarks.contains("nothing"), "\(one.remarks)")
  #expect(one.remarks.contains("corrects the accelerometer alone") && one.remarks.contains("binnacle calibrate"))
  let whole = try KeptBoard(wholeRecord)
  #expect(whole.run("export", whole.link).remarks.isEmpty)
}

@Test func nameInAFile_isNoCommandToTheTerminal() throws {
  let board = try KeptBoard()
  let long = String(repeating: "x", count: 400)
  for (field, told) in [
    (#""sensor": "\u001b]0;BMM\u0007\nbinnacle: erased""#, "(·]0;BMM··binnacle: erased)"),
    (#""board": "\u001b[31mred\u202e""#, "(·[31mred·, this one is host)"),
    (#""boardIdentifier": "\u009b1m\r""#, "“·1m·”"),
    ("\"sensor\": \"\(long)\"", "(\(long.prefix(80))…)"),
  ] {
    let remarks = try board.give("{\"hardIronNanotesla\": [1, 2, 3], \(field)}").remarks
    #expect(remarks.contains(told), "\(remarks)")
    #expect(remarks.split(separator: "\n").count == 2, "\(remarks)")
  }
}
