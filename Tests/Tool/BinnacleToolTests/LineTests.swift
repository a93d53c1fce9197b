// A sensor with somebody else's firmware: its lines from a port or standard input, and the result for that firmware.

import Correction
import Foundation
import TestSupport
import Testing

@testable import BinnacleTool

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
      let process = binnacle(["stream", "recording:\(name)", "--json"] + columns)
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
