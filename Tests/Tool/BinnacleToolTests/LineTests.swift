// A sensor with somebody else's firmware: its lines from a port or standard input, and the result for that firmware.

import Correction
import Foundation
import LinkProtocol
import Quantities
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolConnection
@testable import ToolStream

/// The field and the specific force of an instrument that is tumbled, with iron beside its sensor; row `index` at 50 Hz.
private func row(_ index: Int) -> (field: [Double], force: [Double]) {
  var field = SIMD3(20.0, 0, 43)
  var force = SIMD3(0.0, 0, -1)
  for (axis, rate) in [(0, 1.2), (1, 0.9), (2, 1.5)] {
    let angle = rate * Double(index) / 50
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3)
    for keyPath in [\(field: SIMD3<Double>, force: SIMD3<Double>).field, \.force] {
      var both = (field: field, force: force)
      let v = both[keyPath: keyPath]
      both[keyPath: keyPath][i] = v[i] * cos(angle) - v[j] * sin(angle)
      both[keyPath: keyPath][j] = v[i] * sin(angle) + v[j] * cos(angle)
      (field, force) = both
    }
  }
  // 0.05 µT of something like noise.
  let noise = SIMD3(sin(Double(index) * 12.9), sin(Double(index) * 78.2), sin(Double(index) * 37.7)) * 0.05
  let measured = field * SIMD3(1.04, 1, 0.97) + SIMD3(12, -7, 5) + noise
  return ([measured.x, measured.y, measured.z], [force.x, force.y, force.z])
}

private func line(_ index: Int) -> String {
  let (field, force) = row(index)
  return (field + force).map { String(format: "%.3f", $0) }.joined(separator: ",")
}

private func motionCalLine(_ index: Int) -> String {
  let (field, force) = row(index)
  let numbers = force.map { $0 * 8192 } + [0, 0, 0] + field.map { $0 * 10 }
  return "Raw:" + numbers.map { "\(Int($0.rounded()))" }.joined(separator: ",")
}

private func run(_ words: [String]) -> (status: Int32, results: String, remarks: String) {
  let spy = SpyConsole(isTerminal: false)
  let status = CommandLineTool.binnacle.run(words, console: spy.console)
  return (status, spy.results, spy.remarks)
}

private func objects(_ lines: String) throws -> [[String: Any]] {
  try lines.split(separator: "\n").compactMap {
    try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
  }
}

/// Acceleration first, as sketches print it.
@Sendable private func sixNumbers(_ index: Int) -> String {
  let (field, force) = row(index)
  return (force + field).map { String(format: "%.3f", $0) }.joined(separator: ",")
}

private func fromStandardInput(
  _ path: String, _ words: [String]
) throws -> (status: Int32, results: String, remarks: String) {
  let process = binnacle(words)
  let (output, errors) = (Pipe(), Pipe())
  process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
  (process.standardOutput, process.standardError) = (output, errors)
  try process.run()
  let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  let told = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  process.waitUntilExit()
  return (process.terminationStatus, text, told)
}

/// A sketch that prints a line every 20 ms until it is dropped.
private final class Sketch: @unchecked Sendable {
  let terminal: TemporaryTerminal
  private let lock = NSLock()
  private var isOver = false

  init(_ line: @escaping @Sendable (Int) -> String) throws {
    terminal = try TemporaryTerminal()
    Thread.detachNewThread { [self] in
      terminal.send(Array("Compass ready\r\n".utf8))
      let start = ContinuousClock.now
      var index = 0
      while !lock.withLock({ isOver }) {
        terminal.send(Array((line(index) + "\r\n").utf8))
        index += 1
        Thread.sleep(until: Date() + max(0, Double(index) / 50 - (ContinuousClock.now - start) / .seconds(1)))
      }
    }
  }

  func end() { lock.withLock { isOver = true } }
}

private func bytes(inArray text: String) -> [UInt8] {
  text.matches(of: /0x([0-9a-f]{2}),/).compactMap { UInt8($0.output.1, radix: 16) }
}

@Suite(.waits, .repeatedAfterStandstill, .timeLimit(.minutes(3))) struct LineTests {
  @Test func calibrate_ofAnotherFirmwaresLines_givesItsRecordAsASourceFile() throws {
    let sketch = try Sketch(line)
    defer { sketch.end() }
    let link = "csv:\(sketch.terminal.path)?columns=1,2,3,4,5,6&unit=uT"
    let (status, results, remarks) = run(["calibrate", link, "--yes", "--as", "c"])
    #expect(status == 0, "\(remarks)")
    #expect(results.contains("static const uint8_t binnacle_record[216] = {"))
    #expect(remarks.contains("Turn it slowly") && remarks.contains("dip "), "the rest is for the person")
    let record = try CalibrationRecord(bytes: bytes(inArray: results).span)
    #expect(record.modelOrder == .ellipsoid)
    let iron = [record.hardIron.x, record.hardIron.y, record.hardIron.z].map { Double($0) / 256 }
    for (found, wanted) in zip(iron, [12_000.0, -7_000, 5_000]) { #expect(abs(found - wanted) < 300, "\(iron)") }
  }

  @Test func calibrate_ofAxesThatDisagree_namesTheColumnsThatFit() throws {
    let sketch = try Sketch(line)
    defer { sketch.end() }
    let link = "csv:\(sketch.terminal.path)?columns=1,2,3,5,4,6&unit=uT"
    let (status, results, _) = run(["calibrate", link, "--yes", "--json"])
    #expect(status == 1)
    let report = try #require(try objects(results).first { $0["event"] as? String == "report" })
    let reasons = report["reasons"] as? [[String: Any]] ?? []
    #expect(reasons.map { $0["code"] as? String } == ["axesDisagree"])
    let found = report["axesThatFit"] as? [String: [String]]
    #expect(found == ["accelerometer": ["4", "5", "6"], "magnetometer": ["2", "1", "3"]], "\(report)")
    #expect(report["dipAgreesWithPlace"] is NSNull, "no place is known")
  }

  @Test func stream_ofMotionCalsLines_isReadAsItIs() throws {
    let sketch = try Sketch(motionCalLine)
    defer { sketch.end() }
    let (status, results, remarks) = run(["stream", "csv:\(sketch.terminal.path)", "--readings", "3", "--json"])
    #expect(status == 0, "\(remarks)")
    let first = try #require(results.split(separator: "\n").first)
    let reading = try #require(JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any])
    #expect(reading["mode"] as? String == "tilted")
    let field = try #require(reading["fieldNanotesla"] as? [Double])
    // Some of the first rows, in steps of 0.1 µT.
    let isOne = (0..<100).contains { index in zip(row(index).field, field).allSatisfy { abs($0 * 1000 - $1) < 51 } }
    #expect(isOne, "\(field)")
  }

  @Test func stream_tellsOfAPortWhatItTellsOfAFile() throws {
    let sketch = try Sketch(sixNumbers)
    defer { sketch.end() }
    let (status, _, remarks) = run(["stream", "csv:\(sketch.terminal.path)", "--readings", "2", "--json"])
    #expect(status == 0, "\(remarks)")
    let folder = try TemporaryFolder()
    let path = try folder.write((0..<40).map(sixNumbers).joined(separator: "\n") + "\n", to: "six.csv")
    let file = run(["replay", "\(path)", "--json"])
    let told = try #require(file.remarks.split(separator: "\n").first { $0.contains("read as ") })
    #expect(remarks.contains(told), "\(told)\n\(remarks)")
    // Columns that were named: the accelerations are m/s², which nobody said.
    let metres = try Sketch { index in
      let (field, force) = row(index)
      return (field + force.map { $0 * 9.8 }).map { String(format: "%.3f", $0) }.joined(separator: ",")
    }
    defer { metres.end() }
    let wrong = run(["stream", "csv:\(metres.terminal.path)?columns=1,2,3,4,5,6", "--readings", "1", "--json"])
    #expect(wrong.remarks.contains("gravity reads 9.8") && wrong.remarks.contains("--accel-unit m/s2"), "\(wrong)")
  }

  @Test func stream_ofCounts_hasTheScaleOfAFile_andRefusesWhatNeedsStrength() throws {
    let counts: @Sendable (Int) -> String = { index in
      let (field, force) = row(index)
      return (field.map { $0 * 120 } + force.map { $0 * 16_384 }).map { "\(Int($0.rounded()))" }.joined(separator: ",")
    }
    let sketch = try Sketch(counts)
    defer { sketch.end() }
    let link = "csv:\(sketch.terminal.path)?columns=1,2,3,4,5,6&accel-unit=counts&unit=counts"
    let (status, results, remarks) = run(["stream", link, "--readings", "2", "--json"])
    #expect(status == 0 && remarks.contains("one count is taken for "), "\(remarks)")
    let scale = try #require(remarks.firstMatch(of: /taken for ([0-9.]+) nT/).flatMap { Double($0.output.1) })
    #expect([4, 8, 16].contains(scale), "50 uT are 6000 counts")
    let first = try #require(results.split(separator: "\n").first)
    let reading = try #require(JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any])
    let field = try #require(reading["fieldNanotesla"] as? [Double])
    let length = field.map { $0 * $0 }.reduce(0, +).squareRoot()
    #expect((16_384..<131_072).contains(length), "\(field)")
    let refused = run(["stream", link, "--readings", "1", "--location", "47.4,8.5"])
    #expect(refused.status == 2 && refused.remarks.contains("counts have no strength"), "\(refused.remarks)")
    let known = run(["stream", link + "&scale=2", "--readings", "1", "--json"])
    #expect(known.remarks.contains("one count is taken for 2 nT"), "\(known.remarks)")
    let early = run(["calibrate", link, "--yes", "--as", "ardupilot"])
    #expect(early.status == 2 && early.remarks.contains("needs the field's strength"), "\(early.remarks)")
    // Standard input has the same, and a kept scale comes before it.
    let folder = try TemporaryFolder()
    let path = try folder.write((0..<200).map(counts).joined(separator: "\n") + "\n", to: "counts.csv")
    let options = ["--columns", "1,2,3,4,5,6", "--unit", "counts", "--accel-unit", "counts"]
    let piped = try fromStandardInput(path, ["replay", "-", "--json"] + options)
    let file = run(["replay", "\(path)", "--json"] + options)
    #expect(piped.status == 0 && piped.results == file.results)
    #expect(piped.remarks.contains("one count is taken for") && file.remarks.contains("one count is taken for"))
  }

  @Test func calibrate_ofCounts_keepsWhatOneStandsFor() throws {
    let sketch = try Sketch { index in
      let (field, force) = row(index)
      return (field.map { $0 * 120 } + force.map { $0 * 16_384 }).map { "\(Int($0.rounded()))" }.joined(separator: ",")
    }
    defer { sketch.end() }
    let folder = try TemporaryFolder()
    let link =
      "csv:\(sketch.terminal.path)?columns=1,2,3,4,5,6&accel-unit=counts&unit=counts&scale=8&state=\(folder.url.path)"
    let (status, results, remarks) = run(["calibrate", link, "--yes", "--as", "json"])
    #expect(status == 0, "\(remarks)")
    let path = try folder.write(results, to: "kept.json")
    let kept = try CalibrationJSON.read(path: path)
    #expect(kept.countScale == 8)
    let iron = Double(kept.record.hardIron.x) / 256
    #expect(abs(iron - 12 * 120 * 8) < 300)
    // Another run knows the scale by its folder.
    let again = run(["stream", link.replacing("&scale=8", with: ""), "--readings", "1", "--json"])
    #expect(again.remarks.contains("one count is taken for 8 nT"), "\(again.remarks)")
  }

  @Test func aNamedChip_ofAPort_hasItsRangeAndItsOverflow() throws {
    let sketch = try Sketch { index in index % 3 == 2 ? "-4096,120,-300" : "210,120,-300" }
    defer { sketch.end() }
    let link = "csv:\(sketch.terminal.path)?unit=hmc5883l@1.3G"
    let meter = run(["field-meter", link, "--readings", "12", "--json"])
    let reports = try objects(meter.results).filter { $0["rangeNanotesla"] != nil }
    #expect(reports.count == 12 && reports.allSatisfy { $0["rangeNanotesla"] as? Int == 187_798 }, "\(meter)")
    #expect(Set(reports.compactMap { $0["saturated"] as? Bool }) == [true, false])
    let stream = run(["stream", link, "--readings", "12", "--json", "--check"])
    #expect(stream.status == 0, "\(stream)")
    #expect(try objects(stream.results).contains { "\($0)".contains("overflow") }, "\(stream.results)")
  }

  @Test(arguments: [9, 14, 22]) func mounting_ofAPort_turnsFieldAndForce(number: UInt8) throws {
    let mounting = try #require(AxisRemap(rawValue: number))
    let (field, force) = row(137)
    func own(_ v: [Double]) -> [Double] {
      let millionths = v.map { Int32(($0 * 1e6).rounded()) }
      let turned = mounting.sensor(Vector3(x: millionths[0], y: millionths[1], z: millionths[2]))
      return [turned.x, turned.y, turned.z].map { Double($0) / 1e6 }
    }
    func text(_ numbers: [Double]) -> String { numbers.map { String(format: "%.6f", $0) }.joined(separator: ",") }
    let (turned, plain) = (text(own(field) + own(force)), text(field + force))
    let told = try Sketch { _ in turned }
    defer { told.end() }
    let straight = try Sketch { _ in plain }
    defer { straight.end() }
    func attitude(_ sketch: Sketch, _ more: [String]) throws -> [Double] {
      let link = "csv:\(sketch.terminal.path)?columns=1,2,3,4,5,6"
      let found = run(["stream", link, "--readings", "2", "--json", "--check"] + more)
      #expect(found.status == 0, "\(found)")
      let reading = try #require(try objects(found.results).first)
      return ["magneticHeadingDegrees", "pitchDegrees", "rollDegrees"].compactMap { reading[$0] as? Double }
    }
    let (a, b) = (try attitude(told, ["--mounting", "\(number)"]), try attitude(straight, []))
    #expect(a.count == 3 && b.count == 3)
    for (one, other) in zip(a, b) { #expect(abs(one - other) < 0.02, "\(a) \(b)") }
  }

  @Test func stream_ofColumnsThatTheLinesDoNotHave_namesThoseTheyHave() throws {
    let sketch = try Sketch { "X: \(row($0).field[0]) Y: \(row($0).field[1]) Z: \(row($0).field[2]) uT" }
    defer { sketch.end() }
    let (status, _, remarks) = run(["stream", "csv:\(sketch.terminal.path)?columns=mx,my,mz", "--readings", "1"])
    #expect(status != 0 && remarks.contains("The columns are: X, Y, Z."), "\(remarks)")
    let words = try Sketch { "temperature \($0) degrees" }
    defer { words.end() }
    let none = run(["stream", "csv:\(words.terminal.path)", "--readings", "1"])
    #expect(none.status == 5 && none.remarks.contains("prints no lines of numbers, but “"), "\(none.remarks)")
  }

  @Test func stream_whosePortIsPulled_endsAsALostLink() throws {
    let sketch = try Sketch(line)
    let link = "csv:\(sketch.terminal.path)?columns=1,2,3,4,5,6"
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 2)
      sketch.end()
      Thread.sleep(forTimeInterval: 0.2)
      sketch.terminal.hangUp()
    }
    let (status, results, _) = run(["stream", link, "--json"])
    #expect(status == 3 && results.split(separator: "\n").count >= 3)
  }

  @Test func stream_ofStandardInput_givesTheReadingsOfTheFile() throws {
    let folder = try TemporaryFolder()
    let text = (["mx,my,mz,ax,ay,az"] + (0..<200).map(line)).joined(separator: "\n") + "\n"
    let path = try folder.write(text, to: "walk.csv")
    func readings(_ name: String, _ columns: [String]) throws -> (String, Int32) {
      let process = binnacle(["replay", "\(name)", "--json"] + columns)
      let output = Pipe()
      process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      process.standardOutput = output
      try process.run()
      let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      return (text, process.terminationStatus)
    }
    let file = try readings(path, ["--columns", "mx,my,mz,ax,ay,az"])
    let piped = try readings("-", [])
    #expect(piped.1 == 0 && piped.0.split(separator: "\n").count == 200)
    #expect(piped.0 == file.0)
  }

  @Test func fit_asASourceFile_isTheRecordOfItsJSON() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write((0..<600).map(motionCalLine).joined(separator: "\r\n") + "\r\n", to: "motioncal.txt")
    let words = ["fit", path, "--columns", "mx,my,mz,ax,ay,az"]
    let json = run(words + ["--as", "json"])
    #expect(json.status == 0 && json.results == run(words + ["--json"]).results)
    let kept = try folder.write(json.results, to: "fit.json")
    let wanted = try CalibrationJSON.read(path: kept).record
    for form in ["c", "swift"] {
      let (status, results, _) = run(words + ["--as", form])
      #expect(status == 0 && bytes(inArray: results) == wanted.byteArray, "\(form)")
    }
    let process = binnacle(words + ["--as", "record"])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    #expect(try output.fileHandleForReading.readToEnd().map(Array.init) == wanted.byteArray)
    process.waitUntilExit()
    // What was refused is no record; counts have a scale instead of a strength.
    let counts = run(words + ["--unit", "counts", "--as", "c"])
    #expect(counts.status == 0 && counts.remarks.contains("the record takes one count for"), "\(counts.remarks)")
    let few = try folder.write((0..<30).map(motionCalLine).joined(separator: "\n") + "\n", to: "few.txt")
    let refused = run(["fit", few, "--columns", "mx,my,mz,ax,ay,az", "--as", "c"])
    #expect(refused.status == 1 && refused.results.isEmpty && refused.remarks.contains("refused"), "\(refused.remarks)")
  }
}
