// Captures and recordings that are not what they should be.
import Foundation
import Recordings
import TestSupport
import Testing

extension BadInput {
  @Test func truncatedCapture_stillGivesItsReadings() throws {
    let folder = try TemporaryFolder()
    let (path, lines, bytes) = try capture(in: folder)
    // 5 % takes the readings' last chunks, the notes and the end; 70 % most of the stream.
    for kept in [0.95, 0.3] {
      try Data(bytes.prefix(Int(Double(bytes.count) * kept))).write(to: URL(fileURLWithPath: path))
      let outcome = try Program.run("replay", path, "--json")
      #expect(outcome.status == 6)
      expectMessage(outcome.remarks, ["\(path): cut off at byte ", "What lies before was used"])
      #expect(!outcome.lines.isEmpty && outcome.lines.count <= lines.count, "\(outcome.lines.count) at \(kept)")
      #expect(outcome.lines == Array(lines.prefix(outcome.lines.count)))
    }
  }

  @Test func damagedCapture_givesWhatLiesBefore() throws {
    let folder = try TemporaryFolder()
    let (path, lines, bytes) = try capture(in: folder)
    var damaged = bytes
    damaged[bytes.count / 2] ^= 0x10
    try Data(damaged).write(to: URL(fileURLWithPath: path))
    let outcome = try Program.run("replay", path, "--json")
    #expect(outcome.status == 6)
    expectMessage(outcome.remarks, ["\(path): damaged at byte "])
    #expect(!outcome.lines.isEmpty && outcome.lines == Array(lines.prefix(outcome.lines.count)))
  }

  @Test func captureOfAnotherFormat_namesBothVersions() throws {
    let folder = try TemporaryFolder()
    var (path, _, bytes) = try capture(in: folder)
    bytes[8] = 9
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    expectRefusal(
      try Program.run("replay", path), status: 6, "capture format 9; this program reads format 1", "newer one")
  }

  @Test func foreignFile_isNoCapture() throws {
    let folder = try TemporaryFolder()
    let image = folder.path("picture.png")
    try Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).write(to: URL(fileURLWithPath: image))
    expectRefusal(try Program.run("replay", image), status: 6, image, "it is a binary file")
    expectRefusal(
      try Program.run("serve", "capture:\(image)"), status: 6, "not a capture", "binnacle capture LINK -o FILE")
    let table = try folder.write("mx,my,mz\n1,2,3\n", to: "walk.csv")
    expectRefusal(try Program.run("serve", "capture:\(table)"), status: 6, "not a capture", "binnacle replay \(table)")
    for file in ["recording:\(table)", "capture:\(table)", table] {
      expectRefusal(try Program.run("stream", file), status: 2, "binnacle replay \(table)")
    }
    let empty = try folder.write("", to: "empty")
    expectRefusal(try Program.run("replay", empty), status: 6, empty, "empty")
    expectRefusal(try Program.run("serve", "capture:\(folder.url.path)"), status: 5, "it is a folder")
    expectRefusal(try Program.run("replay", folder.path("absent")), status: 5, "there is no such file")
  }

  /// All checksums are right: times and figures that no session has are passed over, and none of them traps.
  @Test func captureOfAbsurdFigures_isReplayed() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("absurd.binnacle")
    let header = CaptureHeader(linkName: "made up", startMicroseconds: .max)
    let writer = try CaptureWriter(path: path, header: header)
    for note in [
      "clock offset 9223372036854775807 uncertainty 9223372036854775807 device 1",
      "clock offset -9223372036854775808 uncertainty -1 device 18446744073709551615", "counting",
      "forgive missing -9223372036854775808 outOfOrder 1", "forgive missing 9223372036854775807 outOfOrder 0",
    ] {
      try writer.append(note: note, at: 1 << 63)
    }
    try writer.append(.received, [0, 1, 2, 0], at: .max)
    try writer.close(at: .max)
    for form in [["--json"], ["--check"], ["--nmea"], []] {
      let outcome = try Program.run(["replay", path] + form)
      #expect((0...6).contains(outcome.status), "\(form): \(outcome.status) \(outcome.remarks)")
    }
  }

  @Test func fileWhereADeviceBelongs_isWrongUsage() throws {
    expectRefusal(try Program.run("selftest", "capture:run.binnacle"), status: 2, "is a file, not a device")
    expectRefusal(try Program.run("check", "link", "recording:a.csv"), status: 2, "is a file, not a device")
  }

  /// Tables, the columns asked for, and what is said. 2: the options are wrong; 6: the file is.
  static let tables: [(name: String, text: String, options: [String], status: Int32, told: [String])] = [
    ("missing column", "mag_x,mag_y,mag_z\n1,2,3\n", ["--columns", "mag_x,mag_y,magz"], 2, ["“magz”", "“mag_z”"]),
    ("NaN", "mx,my,mz\n1,2,3\n4,NaN,6\n", [], 6, [":3: column “my”", "not a finite decimal number"]),
    ("empty cell", "mx,my,mz\n1,,3\n", [], 6, [":2: column “my”", "the cell is empty"]),
    ("words", "mx,my,mz\n1,two,3\n", [], 6, [":2: column “my”", "“two” is not a number"]),
    ("empty file", "", [], 6, ["it is empty", "Give a recording"]),
    ("no rows", "mx,my,mz\n", [], 6, ["no rows of numbers below “mx,my,mz”"]),
    ("uneven rows", "mx,my,mz\n1,2,3\n4,5\n", [], 6, [":3:", "2 cells where the header names 3"]),
    ("beyond range", "mx,my,mz\n1,2,99999\n", [], 6, ["99999 is beyond", "--unit uT"]),
    ("time runs back", "t,mx,my,mz\n1,1,2,3\n0.5,1,2,3\n", ["--time", "t"], 6, [":3: column “t”", "before that"]),
    (
      "unknown unit", "mx,my,mz\n1,2,3\n", ["--unit", "uTesla"], 2,
      ["uTesla", "uT, nT, mT, T, mG, G, A/m, counts, arbitrary"]
    ),
    ("unknown acceleration unit", "mx,my,mz\n1,2,3\n", ["--accel-unit", "m/s"], 2, ["m/s", "g, mg, m/s2"]),
    (
      "unknown time unit", "t,mx,my,mz\n0,1,2,3\n", ["--time", "t", "--time-unit", "minutes"], 2,
      ["minutes", "s, ms, us, ns"]
    ),
    ("unit of no time", "mx,my,mz\n1,2,3\n", ["--time-unit", "us"], 2, ["there is none", "--time NAME"]),
    ("two columns", "mx,my,mz\n1,2,3\n", ["--columns", "mx,my"], 2, ["2 names", "three, six or nine"]),
  ]

  @Test(arguments: tables.indices)
  func badRecording_saysWhereAndWhatToDo(index: Int) throws {
    let (name, text, options, status, told) = Self.tables[index]
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "walk.csv")
    let columns = options.contains("--columns") ? [] : ["--columns", "mx,my,mz"]
    let outcome = try Program.run(["replay", "\(path)"] + columns + options)
    #expect(outcome.status == status, "\(name): \(outcome.remarks)")
    #expect(outcome.lines.isEmpty)
    expectMessage(outcome.remarks, told)
  }

  @Test func captureAsRecording_isNoTable() throws {
    let folder = try TemporaryFolder()
    let (path, _, _) = try capture(in: folder)
    let outcome = try Program.run("replay", "\(path)", "--columns", "a,b,c")
    expectRefusal(outcome, status: 2, path, "is a capture")
    expectRefusal(try Program.run("serve", "recording:\(path)"), status: 6, path, "it is a binary file")
    expectRefusal(
      try Program.run("replay", "\(folder.path("absent.csv"))", "--columns", "a,b,c"), status: 5,
      "there is no such file")
  }

  /// A capture of 40 readings of the simulated world: its path, what it was printed as, its bytes.
  private func capture(in folder: TemporaryFolder) throws -> (path: String, lines: [String], bytes: [UInt8]) {
    let path = folder.path("run.binnacle")
    let live = try Program.run("capture", "simulated", "-o", path, "--readings", "40", "--json")
    #expect(live.status == 0, "\(live.remarks)")
    #expect(live.lines.count == 40)
    return (path, live.lines, Array(try Data(contentsOf: URL(fileURLWithPath: path))))
  }
}
