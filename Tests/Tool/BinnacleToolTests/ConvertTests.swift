// binnacle convert: what is written is read back without options, to the last digit.
import Foundation
import Quantities
import Recordings
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolConnection
@testable import ToolStream

private func run(_ words: [String]) -> (status: Int32, results: String, remarks: String) {
  let spy = SpyConsole()
  let status = CommandLineTool.binnacle.run(words, console: spy.console)
  return (status, spy.results, spy.remarks)
}

/// The rows of a clean table, read without options.
private func rows(_ path: String) throws -> [RecordingRow] {
  let table = try RecordingTable(path: path)
  return try Recording(table: table, options: RecordingColumns(table, LineColumns()).options).rows
}

/// The numbers of a row: time, field, specific force and rate.
private func numbers(_ row: RecordingRow) -> [Int64] {
  var found = [row.time.map { Int64($0.microseconds) } ?? -1]
  for vector in [row.field.nanotesla, row.acceleration?.microG, row.rate?.q20] {
    guard let vector else { continue }
    found += [Int64(vector.x), Int64(vector.y), Int64(vector.z)]
  }
  return found
}

private let broad = "Tests/Data/marg/broad_slow_rotation_breaks.csv"
private let broadWords = [
  "--columns", "my,mx,-mz,ay,ax,-az,gy,gx,-gz", "--accel-unit", "m/s2", "--gyro-unit", "rad/s", "--time", "t_s",
]

private func broadRows() throws -> [RecordingRow] {
  var options = try RecordingOptions(
    columns: broadWords[1], accelerationUnit: .metresPerSecondSquared, time: "t_s")
  options.rateUnit = .radiansPerSecond
  return try Recording(path: broad, options: options).rows
}

@Test func convertedRecording_isReadBackToTheLastDigit() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("clean.csv")
  let (status, results, remarks) = run(["convert", broad, "-o", path] + broadWords)
  let wanted = try broadRows()
  #expect(status == 0 && results.isEmpty && remarks.contains("\(wanted.count)".prefix(1)), "\(remarks)")
  let found = try rows(path)
  #expect(found.map(numbers) == wanted.map(numbers))
  // The other columns come along.
  #expect(found.map(\.input) == wanted.map(\.input))
  // A second conversion changes nothing, and standard output is the same as a file.
  let again = run(["convert", path])
  #expect(try again.results == String(contentsOfFile: path, encoding: .utf8))
  // A file is never overwritten.
  #expect(run(["convert", path, "-o", path]).status == 6)
}

@Test func convertedRecording_asJSON_hasTheSameNumbers() throws {
  let csv = run(["convert", broad, "--to", "csv"] + broadWords).results.split(separator: "\n")
  let json = run(["convert", broad, "--to", "json"] + broadWords).results.split(separator: "\n")
  #expect(json.count == csv.count - 1)
  let header = csv[0].split(separator: ",").map(String.init)
  for index in stride(from: 0, to: json.count, by: 50) {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json[index].utf8)) as? [String: Double])
    #expect(object.count == header.count)
    for (name, cell) in zip(header, csv[index + 1].split(separator: ",")) {
      #expect(object[name] == Double(cell), "\(name)")
    }
  }
}

@Test(arguments: ["csv", "json"])
func convertedLines_ofAnyLayout_areReadBackToTheLastDigit(form: String) throws {
  let folder = try TemporaryFolder()
  // Semicolons, decimal commas, and milligauss; a minute of a sensor that is turned.
  let lines = (0..<200).map { index in
    let angle = Double(index) / 9
    let field = [205.5 * cos(angle) + 31, 205.5 * sin(angle) - 12, 430 * cos(angle / 3)]
    return ([Double(index) / 20] + field).map { String(format: "%.3f", $0).replacing(".", with: ",") }
      .joined(separator: ";")
  }
  let path = try folder.write((["t_s;mx_mG;my_mG;mz_mG"] + lines).joined(separator: "\r\n"), to: "odd.csv")
  let clean = folder.path("clean.\(form)")
  #expect(run(["convert", path, "--to", form, "-o", clean]).status == 0)
  let (wanted, found) = (try rows(path).map(numbers), try rows(clean).map(numbers))
  #expect(wanted.count == 200 && found == wanted)
}

@Test func convertedCounts_stayCounts() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("clean.csv")
  let handheld = "Tests/Data/mag/handheld_counts.csv"
  let words = ["--columns", "mx,my,mz", "--unit", "counts"]
  #expect(run(["convert", handheld, "-o", path] + words).status == 0)
  let fits = [["fit", handheld, "--json"] + words, ["fit", path, "--json"]].map(run)
  #expect(fits[0].status == 0 && fits[1].status == 0)
  let fields = try fits.map { try #require(FileValue.fields(Data($0.results.utf8))) }
  #expect(fields[0]["unit"] == .text("counts"))
  for name in ["unit", "rows", "integer", "double"] { #expect(fields[0][name] == fields[1][name], "\(name)") }
}

@Test func cellsOfOtherColumns_areQuotedWhereTheyMustBe() throws {
  let folder = try TemporaryFolder()
  let text = "mx,my,mz,\"a,b\",note\n20,1,40,7,\"he said \"\"north\"\"\"\n21,2,41,8,#1\n"
  let path = try folder.write(text, to: "odd.csv")
  let clean = folder.path("clean.csv")
  #expect(run(["convert", path, "--columns", "mx,my,mz", "-o", clean]).status == 0)
  #expect(
    try String(contentsOfFile: clean, encoding: .utf8)
      == "mx_uT,my_uT,mz_uT,\"a,b\",note\n20,1,40,7,\"he said \"\"north\"\"\"\n21,2,41,8,\"#1\"\n")
  #expect(try rows(clean).map(\.input.last?.text) == ["he said \"north\"", "#1"])
}

@Test func convertedCapture_hasTheSamplesThatWereMeasured() throws {
  let folder = try TemporaryFolder()
  let (capture, path) = (folder.path("run.binnacle"), folder.path("clean.csv"))
  #expect(
    run(
      ["replay", "\(broad)", "--columns", "my,mx,-mz,ay,ax,-az", "--accel-unit", "m/s2", "--time", "t_s"]
        + ["--readings", "300", "--capture", capture, "--json"]
    ).status == 0)
  let (status, _, remarks) = run(["convert", capture, "-o", path])
  #expect(status == 0, "\(remarks)")
  let found = try rows(path).map(numbers)
  let wanted = try broadRows().prefix(300).map(numbers)
  // Rows that give no reading have no field in a capture; none has a rate.
  #expect(found.count > 250)
  let known = Set(wanted.map { Array($0[1..<7]) })
  for row in found { #expect(known.contains(Array(row[1..<7]))) }
  #expect(run(["convert", capture, "--columns", "x,y,z"]).status == 2)
}

@Test func captureOfADevice_isConvertedInTheAxesOfTheInstrument() throws {
  let folder = try TemporaryFolder()
  let (capture, path) = (folder.path("run.binnacle"), folder.path("clean.csv"))
  #expect(run(["capture", "simulated", "-o", capture, "--readings", "30", "--json"]).status == 0)
  #expect(run(["convert", capture, "-o", path]).status == 0)
  let found = try rows(path)
  #expect(found.count > 20)
  for (row, next) in zip(found, found.dropFirst()) {
    #expect(try #require(next.time) > #require(row.time))
    let a = try #require(row.acceleration?.microG)
    #expect(abs(Double(a.z) + 1e6) < 3e5, "level and at rest the down axis reads −1 g")
  }
  // The table is a recording: a report takes it as it is.
  #expect(run(["report", path, "-o", folder.path("report.html"), "--json"]).status == 0)
}

@Test(arguments: [["convert", "-"], ["convert", broad, "--to", "xml"]])
func impossibleConversion_isRefused(words: [String]) {
  let (found, results, remarks) = run(words)
  #expect(found == 2 && results.isEmpty && !remarks.isEmpty)
}

/// Numbers near 1, and counts with fractions, keep all their digits.
@Test(arguments: ["au", "counts"])
func convertedNumbersWithoutASize_areTheNumbersOfTheFile(unit: String) throws {
  let folder = try TemporaryFolder()
  let lines = (0..<40).map { row in
    (0..<3).map { String(format: "%.5f", sin(Double(row * 3 + $0) * 0.7) * (unit == "au" ? 1 : 300)) }
      .joined(separator: ",")
  }
  let head = "mx_\(unit),my_\(unit),mz_\(unit)"
  let file = try folder.write(([head] + lines).joined(separator: "\n") + "\n", to: "a.csv")
  let (status, results, remarks) = run(["convert", file])
  let written = results.split(separator: "\n").map(String.init)
  #expect(status == 0 && written.first == head && written.count == 41, "\(remarks)")
  let limit = unit == "au" ? 1e-6 : 1e-3
  for (a, b) in zip(written.dropFirst(), lines) {
    let (a, b) = (
      a.split(separator: ",").map { Double($0) ?? .nan }, b.split(separator: ",").map { Double($0) ?? .nan }
    )
    #expect(a.count == 3 && zip(a, b).allSatisfy { abs($0 - $1) <= limit }, "\(a) \(b)")
  }
}
