// Recordings as people have them: each is read without an option, or by one that a message names.

import Foundation
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine

struct RecordingOutcome {
  var status: Int32
  var results: String
  var remarks: String

  init(_ words: [String], isTerminal: Bool = false) {
    let spy = SpyConsole(isTerminal: isTerminal)
    status = CommandLineTool.binnacle.run(words, console: spy.console)
    (results, remarks) = (spy.results, spy.remarks)
  }

  /// The integer result of a fit.
  func fit() throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(results.utf8)) as? [String: Any], "\(remarks)")
  }

  /// The options that the last message names, as words of the command line.
  var advised: [String] {
    var words: [String] = []
    for option in ["--where", "--columns", "--unit", "--accel-unit", "--time-unit"] {
      guard let found = remarks.firstRange(of: "\(option) ") else { continue }
      let value = remarks[found.upperBound...].prefix { !$0.isWhitespace && !";,".contains($0) || $0 == "," }
      let text = value.hasSuffix(",") || value.hasSuffix(":") ? value.dropLast() : value
      if !text.isEmpty, text.first?.isUppercase == false || option != "--unit" || text.count <= 2 {
        words += [option, String(text)]
      }
    }
    return words
  }
}

private func path(_ name: String) -> String { Repository.path("Tests/Data/recordings/\(name)") }

private struct Case {
  var file: String
  var options: [String] = []
  var rows = 190
  var unit = "uT"
  /// One µT in the file's unit.
  var scale = 1.0
  var hasForce = false
}

private let cases = [
  Case(file: "bad_rows.csv", rows: 186), Case(file: "clean.csv", hasForce: true),
  Case(file: "counts_dead_end.csv", options: ["--unit", "counts"], unit: "counts", scale: 100, hasForce: true),
  Case(file: "decimal_comma_quoted_header.csv"), Case(file: "json_lines.json", hasForce: true),
  Case(file: "json_lines.json", options: ["--where", "id=7"], rows: 95, hasForce: true),
  Case(file: "lis3mdl_demo_two_lines.txt", rows: 48), Case(file: "magneto_tabs_no_header.txt"),
  Case(file: "magneto_tabs_no_header.txt", options: ["--columns", "1,2,3"]),
  Case(file: "motioncal_raw.txt", hasForce: true),
  Case(file: "motioncal_serial_monitor.txt"), Case(file: "no_header_first_row_negative.csv"),
  Case(file: "no_header_first_row_positive.csv", options: ["--columns", "1,2,3"]), Case(file: "phone_logger_zyx.csv"),
  Case(file: "phyphox_names.csv"), Case(file: "python_tuples.txt", hasForce: true),
  Case(file: "record_types_android_gnss.txt", rows: 95),
  Case(file: "record_types_android_gnss.txt", options: ["--where", "1=UncalMag", "--columns", "4,5,6"], rows: 95),
  Case(file: "record_types_autopilot.log", rows: 95, unit: "mG", scale: 10),
  Case(file: "report_accel_unit.csv", hasForce: true), Case(file: "serial_monitor_numbers.txt"),
  Case(file: "slash_comments_tabs_xsens.txt", unit: "arbitrary", scale: 1 / 48.0, hasForce: true),
  Case(file: "time_microseconds.csv", unit: "G", scale: 0.01), Case(file: "units_row_below_header.csv"),
]

@Suite struct RecordingCaseTests {
  @Test(arguments: cases.indices) func file_isReadAsItIs(index: Int) throws {
    let one = cases[index]
    let fit = try RecordingOutcome(["fit", path(one.file), "--json"] + one.options).fit()
    #expect(fit["rows"] as? Int == one.rows && fit["unit"] as? String == one.unit, "\(one.file)")
    #expect(fit["hasAcceleration"] as? Bool == one.hasForce, "\(one.file)")
    let found = try #require(fit["integer"] as? [String: Any])
    let centre = try #require(found["centre"] as? [Double])
    #expect(found["accepted"] as? Bool == true)
    for (axis, iron) in [12.0, -34, 8].enumerated() {
      // 95 rows in whole milligauss, and 48 rows: noise of 0.2 µT leaves more than 0.1 µT.
      let limit = one.rows < 100 ? 0.15 : 0.1
      #expect(abs(centre[axis] / one.scale - iron) < limit, "\(one.file): \(centre)")
    }
  }

  @Test func twoAxes_areAPlanarFit() throws {
    let fit = try RecordingOutcome(["fit", path("two_axes.csv"), "--columns", "x,y", "--json"]).fit()
    let found = try #require(fit["integer"] as? [String: Any])
    let centre = try #require(found["centre"] as? [Double])
    #expect(found["model"] as? String == "planar" && found["accepted"] as? Bool == true)
    #expect(abs(centre[0] - 4.5) < 0.1 && abs(centre[1] + 13.3) < 0.1 && abs(centre[2]) < 0.1, "\(centre)")
    let soft = try #require(found["softIron"] as? [[Double]])
    #expect(abs(soft[1][1] / soft[0][0] - 31.0 / 29) < 0.01, "\(soft)")
    // Headings need the third axis.
    let stream = RecordingOutcome(["replay", path("two_axes.csv"), "--json"])
    #expect(stream.status == 2 && stream.remarks.contains("three are needed"), "\(stream.remarks)")
  }

  @Test func aSensorThatLayStill_isToldAsSuch() {
    let fit = RecordingOutcome(["fit", path("still_unit_hint.csv")])
    #expect(fit.status == 1 && fit.remarks.contains("lay still") && !fit.remarks.contains("--unit"), "\(fit.remarks)")
  }

  @Test func motionCal_afterAGreetingOrACutLine_isRead() throws {
    for (file, rows) in [("motioncal-greeting.txt", 700), ("motioncal-cut.txt", 700)] {
      let outcome = RecordingOutcome(["fit", path(file), "--columns", "mx,my,mz,ax,ay,az", "--json"])
      let found = try #require(try outcome.fit()["rows"] as? Int)
      #expect(abs(found - rows) <= 1 && outcome.status == 0, "\(file): \(found)")
    }
  }

  @Test func countsOfAFit_areNoDeadEnd() throws {
    let folder = try TemporaryFolder()
    let words = [path("counts_dead_end.csv"), "--unit", "counts", "--columns", "mx,my,mz,ax,ay,az"]
    let fit = RecordingOutcome(["fit"] + words + ["--json"])
    let file = try folder.write(fit.results, to: "fit.json")
    func readings(_ words: [String]) throws -> [[String: Any]] {
      let outcome = RecordingOutcome(["replay"] + words + ["--json", "--calibration", file])
      #expect(outcome.status == 0, "\(outcome.remarks)")
      return try outcome.results.split(separator: "\n").map {
        try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
    }
    let counted = try readings(words)
    #expect(counted.count == 190)
    // The same numbers as hundredths of a microtesla, whose headings they must have.
    let text = try String(contentsOfFile: words[0], encoding: .utf8).split(separator: "\n").map { line in
      let cells = line.split(separator: ",")
      return cells.indices.map {
        1...3 ~= $0 ? Double(cells[$0]).map { "\($0 / 100)" } ?? "\(cells[$0])" : "\(cells[$0])"
      }
      .joined(separator: ",")
    }
    let same = try folder.write(text.joined(separator: "\n") + "\n", to: "same.csv")
    let columns = ["--columns", "mx,my,mz,ax,ay,az"]
    let other = try folder.write(RecordingOutcome(["fit", same, "--json"] + columns).results, to: "same.json")
    let outcome = RecordingOutcome(["replay", same, "--json", "--calibration", other] + columns)
    let lines = outcome.results.split(separator: "\n")
    #expect(lines.count == 190, "\(outcome.remarks)")
    var valid = 0
    for (line, counts) in zip(lines, counted) {
      let reading = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard let a = reading["magneticHeadingDegrees"] as? Double, let b = counts["magneticHeadingDegrees"] as? Double
      else { continue }
      valid += 1
      // The record of counts is rounded at another scale: 1 nT in 38,400, at a tilt of up to 85°.
      let difference = abs((a - b + 540).truncatingRemainder(dividingBy: 360) - 180)
      #expect(difference < 0.1, "\(a) \(b)")
    }
    #expect(valid > 100)
    let place = RecordingOutcome(["replay", words[0]] + words.dropFirst() + ["--location", "47,8"])
    #expect(place.status == 2 && place.remarks.contains("counts have no strength"), "\(place.remarks)")
    let report = RecordingOutcome(["report"] + words + ["-o", folder.path("counts.html")])
    #expect(report.status == 0, "\(report.remarks)")
  }

  @Test func countsBeyondAChipsRange_areMarked() throws {
    let hmc = RecordingOutcome([
      "replay", path("hmc-overflow.csv"), "--columns", "mx,my,mz,ax,ay,az", "--unit", "hmc5883l@1.3G",
      "--time",
      "t", "--json",
    ])
    #expect(hmc.status == 0 && hmc.remarks.contains("at the end of the range of hmc5883l@1.3G"), "\(hmc.remarks)")
    #expect(
      hmc.results.ranges(of: "\"overflow\":true").count + hmc.results.ranges(of: "\"overflow\": true").count == 36)
    let lis = RecordingOutcome([
      "replay", path("chip-range.csv"), "--columns", "mx,my,mz,ax,ay,az", "--unit", "lis2mdl@49G",
      "--time", "t",
      "--json",
    ])
    #expect(lis.status == 0 && lis.results.split(separator: "\n").count == 40, "\(lis.remarks)")
  }

  @Test func aMirroredOrderOfColumns_isTold() {
    let outcome = RecordingOutcome(["fit", path("phone_logger_zyx.csv"), "--columns", "z,y,x"])
    #expect(
      outcome.remarks.contains("mirrors the axes") && outcome.remarks.contains("in order: x,y,z"), "\(outcome.remarks)")
    let right = RecordingOutcome(["fit", path("phone_logger_zyx.csv"), "--columns", "y,x,-z"])
    #expect(!right.remarks.contains("mirrors"), "\(right.remarks)")
  }

  @Test func rowsMoreThanAnHourApart_areTold() {
    let outcome = RecordingOutcome([
      "fit", path("time_microseconds.csv"), "--columns", "magnetometer_ga[0],magnetometer_ga[1],magnetometer_ga[2]",
      "--time",
      "timestamp", "--time-unit", "s",
    ])
    #expect(outcome.remarks.contains("more than an hour after the row before"), "\(outcome.remarks)")
  }

  @Test func standardInput_andTheFile_areReadAlike() throws {
    for (file, more) in [
      ("magneto_tabs_no_header.txt", []), ("python_tuples.txt", []), ("serial_monitor_numbers.txt", []),
      ("json_lines.json", []), ("json_lines.json", ["--where", "id=7"]),
    ] {
      let words = ["replay", "--json", "--reference", "5"] + more
      let whole = RecordingOutcome(words + [path(file)])
      let process = binnacle(words + ["-"])
      let output = Pipe()
      process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: path(file)))
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let piped = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(piped.split(separator: "\n").count == whole.results.split(separator: "\n").count, "\(file)")
    }
  }

  // MARK: - Advice

  /// Texts that are refused, and whether the advice of the message, typed, reads them.
  @Test(arguments: [
    "t,u,v,w\n", "a,b,c,d,e,f\n", "q,r,s,u,v,w,x1,x2,x3\n", "Mag_X,Mag_Y,Mag_Z\n", "counts_x,counts_y,counts_z\n",
    "temperature,speed,height,weight\n", "1;2;3;4;5\n",
  ])
  func advice_followedLiterally_works(header: String) throws {
    let folder = try TemporaryFolder()
    let separator = header.contains(";") ? ";" : ","
    let width = header.split(separator: Character(separator)).count
    let rows = (0..<200).map { row in
      (0..<width).map { column in
        let angle = Double(row) * (0.37 + 0.21 * Double(column % 3))
        return "\(Int((4800 * sin(angle + Double(column))).rounded()) + 700 * column)"
      }.joined(separator: separator)
    }
    let file = try folder.write(
      (header.hasPrefix("1") ? "" : header) + rows.joined(separator: "\n") + "\n", to: "odd.csv")
    var words = ["fit", file, "--json"]
    // At most two questions: which columns, and which unit.
    for _ in 0..<3 {
      let outcome = RecordingOutcome(words)
      guard outcome.status == 2 else {
        #expect(outcome.status < 2 && outcome.results.contains("\"rows\""), "\(outcome.remarks)")
        return
      }
      #expect(!outcome.advised.isEmpty, "\(outcome.remarks)")
      words += outcome.advised
    }
    Issue.record("\(words) is still refused: \(RecordingOutcome(words).remarks)")
  }

  @Test func whatIsNoRecording_saysSoBeforeColumnsAreAskedFor() throws {
    let folder = try TemporaryFolder()
    let binary = folder.path("log.bin")
    try Data([0xa3, 0x95, 0, 1, 2, 3, 0xff, 0, 0, 7]).write(to: URL(fileURLWithPath: binary))
    for command in ["fit", "replay", "report"] {
      for (file, status, words) in [
        (folder.path("none.csv"), Int32(5), "no such file"), (folder.url.path, 5, "folder"), (binary, 6, "binary"),
      ] {
        let outcome = RecordingOutcome([command, file] + (command == "report" ? ["-o", folder.path("x.html")] : []))
        #expect(outcome.status == status && outcome.remarks.contains(words), "\(command) \(file): \(outcome.remarks)")
      }
    }
  }

  @Test func foreignText_movesNoCursor() throws {
    let folder = try TemporaryFolder()
    let name = "\u{1b}[2Jmx" + String(repeating: "y", count: 300)
    let file = try folder.write("\(name),b,c,d\n1,2,3,4\n5,6,7,8\n", to: "odd.csv")
    let outcome = RecordingOutcome(["fit", file])
    #expect(outcome.status == 2 && !outcome.remarks.contains("\u{1b}"))
    #expect(outcome.remarks.split(separator: "\n").allSatisfy { $0.count < 400 }, "\(outcome.remarks)")
  }

  @Test func report_showsTheRemarksOnTheTerminal() throws {
    let folder = try TemporaryFolder()
    let words = ["report", path("report_accel_unit.csv"), "--columns", "mag_x,mag_y,mag_z,acc_x,acc_y,acc_z"]
    let wrong = RecordingOutcome(words + ["-o", folder.path("wrong.html")], isTerminal: true)
    #expect(wrong.remarks.contains("--accel-unit m/s2"), "\(wrong.remarks)")
    #expect(wrong.results.contains("next: Give the unit: --accel-unit m/s2"), "\(wrong.results)")
    #expect(!wrong.results.contains("Hold it still"), "\(wrong.results)")
    let right = RecordingOutcome(
      ["report", path("report_accel_unit.csv"), "-o", folder.path("right.html")], isTerminal: true)
    #expect(right.remarks.contains("in m/s2 (by size; --accel-unit says otherwise)"), "\(right.remarks)")
  }
}

/// The files of a phone's app, each with its own times.
@Suite struct RecordingJoinTests {
  /// Field at 50 Hz, acceleration at 100 Hz and 5 ms later; the truth is a function of the time.
  private func write(to folder: TemporaryFolder) throws -> [String] {
    func turn(_ t: Double) -> (field: SIMD3<Double>, force: SIMD3<Double>) {
      var (field, force) = (SIMD3(20.0, 0, 43), SIMD3(0.0, 0, -9.81))
      for (axis, rate) in [(0, 0.6), (1, 0.45), (2, 0.75)] {
        let (i, j, angle) = ((axis + 1) % 3, (axis + 2) % 3, rate * t)
        (field[i], field[j]) = (
          field[i] * cos(angle) - field[j] * sin(angle), field[i] * sin(angle) + field[j] * cos(angle)
        )
        (force[i], force[j]) = (
          force[i] * cos(angle) - force[j] * sin(angle), force[i] * sin(angle) + force[j] * cos(angle)
        )
      }
      return (field + SIMD3(12, -34, 8), force)
    }
    var (mag, acc, linear) = (
      "time,seconds_elapsed,z,y,x\n", "time,seconds_elapsed,z,y,x\n", "time,seconds_elapsed,z,y,x\n"
    )
    for row in 0..<3000 {
      let t = Double(row) / 50
      let f = turn(t).field
      mag += "\(1_743_585_300_000_000_000 + row * 20_000_000),\(t),\(f.z),\(f.y),\(f.x)\n"
    }
    for row in 0..<5900 {
      let t = 0.5 + Double(row) / 100
      let a = turn(t).force
      acc += "\(1_743_585_300_500_000_000 + row * 10_000_000),\(t),\(a.z),\(a.y),\(a.x)\n"
      linear += "\(1_743_585_300_500_000_000 + row * 10_000_000),\(t),0.01,0.02,0.01\n"
    }
    return try [
      folder.write(mag, to: "Magnetometer.csv"), folder.write(acc, to: "TotalAcceleration.csv"),
      folder.write(linear, to: "Accelerometer.csv"),
    ]
  }

  private func check(_ words: [String]) throws {
    let outcome = RecordingOutcome(["fit"] + words + ["--json"])
    let fit = try outcome.fit()
    // The first half second has no acceleration.
    #expect(fit["hasAcceleration"] as? Bool == true && fit["rows"] as? Int ?? 0 > 2900, "\(outcome.remarks)")
    let found = try #require(fit["integer"] as? [String: Any])
    let centre = try #require(found["centre"] as? [Double], "\(outcome.remarks)")
    for (axis, iron) in [12.0, -34, 8].enumerated() { #expect(abs(centre[axis] - iron) < 0.1, "\(centre)") }
    let dip = ((fit["alignment"] as? [String: Any])?["integer"] as? [String: Any])?["dipDegrees"] as? Double
    #expect(abs((dip ?? 0) - atan2(43, 20) * 180 / .pi) < 0.5, "\(String(describing: dip)) \(outcome.remarks)")
  }

  @Test func filesWithATimeEach_areJoined() throws {
    let folder = try TemporaryFolder()
    let files = try write(to: folder)
    try check([files[0], "--join", files[1]])
    // Of the accelerations of a folder the one that shows gravity is taken.
    try check([folder.url.path])
    let none = RecordingOutcome([
      "fit", files[0], "--join", Repository.path("Tests/Data/recordings/magneto_tabs_no_header.txt"),
    ])
    #expect(none.status == 6 && none.remarks.contains("no column of times"), "\(none.remarks)")
  }

  @Test(.enabled(if: Repository.hasPython)) func anArchive_isItsFiles() throws {
    let folder = try TemporaryFolder()
    let files = try write(to: folder)
    let archive = folder.path("walk.zip")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "python3", "-c",
        "import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:\n"
          + " for f in sys.argv[2:]: z.write(f, f.rsplit('/', 1)[1])", archive,
      ] + files
    try process.run()
    process.waitUntilExit()
    try check([archive])
    var bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
    bytes.removeLast(40)
    try bytes.write(to: URL(fileURLWithPath: archive))
    let damaged = RecordingOutcome(["fit", archive])
    #expect(damaged.status == 6 && damaged.remarks.contains("damaged archive"), "\(damaged.remarks)")
  }
}
