// Files that programs and people write in ways of their own: what is read without an option, what is told, what is asked.

import Foundation
import TestSupport
import Testing

@testable import ToolCommandLine

/// One world: hard iron −21, 15, 33 µT, strength 49 µT, dip 62°, a soft iron of a few percent; a sensor that is turned
/// every way, ten times a second.
private func samples(_ count: Int) -> [(m: SIMD3<Double>, a: SIMD3<Double>)] {
  (0..<count).map { index in
    let t = Double(index) * 0.1
    var (m, a) = (SIMD3(23.0, 0, 43.265), SIMD3(0.0, 0, -1))
    for (axis, rate) in [(0, 0.61), (1, 0.43), (2, 0.77)] {
      let (i, j, angle) = ((axis + 1) % 3, (axis + 2) % 3, rate * t)
      (m[i], m[j]) = (m[i] * cos(angle) - m[j] * sin(angle), m[i] * sin(angle) + m[j] * cos(angle))
      (a[i], a[j]) = (a[i] * cos(angle) - a[j] * sin(angle), a[i] * sin(angle) + a[j] * cos(angle))
    }
    return (SIMD3(m.x * 1.03, m.y * 0.98, m.z * 0.99) + SIMD3(-21, 15, 33), a)
  }
}

private let iron = SIMD3(-21.0, 15, 33)

private func cells(_ v: SIMD3<Double>, _ factor: Double = 1, decimals: Int = 3) -> String {
  (0..<3).map { String(format: "%.\(decimals)f", v[$0] * factor) }.joined(separator: ",")
}

/// The hard iron of a fit, in the file's unit, and its number of rows.
private func fit(_ words: [String]) throws -> (centre: SIMD3<Double>, rows: Int, hasForce: Bool, remarks: String) {
  let outcome = RecordingOutcome(["fit"] + words + ["--json"])
  let fit = try outcome.fit()
  let found = try #require(fit["integer"] as? [String: Any])
  #expect(found["accepted"] as? Bool == true, "\(words): \(outcome.remarks)")
  let centre = try #require(found["centre"] as? [Double])
  return (
    SIMD3(centre[0], centre[1], centre[2]), try #require(fit["rows"] as? Int), fit["hasAcceleration"] as? Bool == true,
    outcome.remarks
  )
}

private func expectIron(_ centre: SIMD3<Double>, _ expected: SIMD3<Double> = iron, within limit: Double = 0.1) {
  for axis in 0..<3 { #expect(abs(centre[axis] - expected[axis]) < limit, "\(centre)") }
}

@Suite struct ForeignFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: - Names

  @Test func headerShorterThanTheRows_isToldWithBothCounts_andTheAdviceReadsIt() throws {
    let names = "Packet number,Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),Accelerometer X (g),"
    let rows = samples(300).enumerated().map {
      "\($0),-0.75,-0.20,\($0 % 7),\(cells($1.a, decimals: 4)),\(cells($1.m))"
    }
    let text = ([names + "Accelerometer Y (g),Accelerometer Z (g)"] + rows).joined(separator: "\n")
    let file = try folder.write(text + "\n", to: "short.csv")
    let first = RecordingOutcome(["fit", file])
    #expect(first.status == 2 && first.remarks.contains("--columns 8,9,10,5,6,7"), "\(first.remarks)")
    #expect(first.remarks.contains("the header names 7 columns, and the rows have 10 cells"), "\(first.remarks)")
    let found = try fit([file, "--columns", "8,9,10,5,6,7"])
    expectIron(found.centre)
    #expect(found.rows == 300 && found.hasForce)
  }

  @Test func columnsWithoutNames_areProposedByTheirNumbers() throws {
    // The field is neither where sketches usually print it, nor in a usual unit.
    let rows = samples(300).enumerated().map { index, sample in
      "\(index * 100),21.\(index % 10),\(cells(sample.m, 100, decimals: 0)),\(cells(sample.a, 16_384, decimals: 0)),"
        + "\(index * 37 % 250 - 120),\(index * 91 % 250 - 130),\(index * 53 % 250 - 125),7"
    }
    let file = try folder.write(rows.joined(separator: "\n") + "\n", to: "bare.csv")
    let first = RecordingOutcome(["fit", file])
    #expect(first.status == 2, "\(first.remarks)")
    let found = try fit([file] + first.advised)
    expectIron(found.centre / 100)
    #expect(found.rows == 300 && found.hasForce, "\(first.advised)")
  }

  @Test func kindsWithoutNames_areProposedByTheirNumbers() throws {
    let rows = samples(200).enumerated().flatMap { index, sample in
      [
        "A;\(index);\(cells(sample.a, 9.81).replacing(",", with: ";"))", "B;\(index);0.\(index % 9);1;2;\(index % 5)",
        "C;\(index);3;\(cells(sample.m).replacing(",", with: ";"))",
      ]
    }
    let file = try folder.write(rows.joined(separator: "\n") + "\n", to: "kinds.txt")
    let first = RecordingOutcome(["fit", file])
    #expect(first.status == 2 && first.remarks.contains("--where 1=C --columns 4,5,6"), "\(first.remarks)")
    expectIron(try fit([file, "--where", "1=C", "--columns", "4,5,6"]).centre)
  }

  @Test(arguments: [
    "rad_mag_x,rad_mag_y,rad_mag_z", "mag_x_deg,mag_y_deg,mag_z_deg", "mag_x [rad],mag_y [rad],mag_z [rad]",
    "roll,pitch,yaw",
  ])
  func angles_areNoField_andAreNotProposed(names: String) throws {
    let rows = samples(100).enumerated().map { "\(Double($0) / 10),\(cells($1.a * 9.81)),1,2,\($0 % 9),\(cells($1.a))" }
    let text = (["time,acc_x,acc_y,acc_z,rad_vel_x,rad_vel_y,rad_vel_z,\(names)"] + rows).joined(separator: "\n")
    let outcome = RecordingOutcome(["fit", try folder.write(text + "\n", to: "angles.csv")])
    #expect(outcome.status == 6 && outcome.remarks.contains("no magnetic field in this table"), "\(outcome.remarks)")
  }

  @Test func twoMagnetometers_areBothNamed() throws {
    let rows = samples(300).enumerated().map { "\(Double($0) / 10),\(cells($1.m * 0.5)),\(cells($1.m))" }
    let names = ["mag0", "mag1"].flatMap { name in ["x", "y", "z"].map { "\(name)_\($0)_uT" } }
    let text = (["t_s,\(names.joined(separator: ","))"] + rows).joined(separator: "\n")
    let file = try folder.write(text + "\n", to: "two.csv")
    let first = try fit([file])
    expectIron(first.centre, iron / 2)
    #expect(
      first.remarks.contains("2 magnetometers; --columns takes another: mag1_x_uT,mag1_y_uT,mag1_z_uT"),
      "\(first.remarks)")
    expectIron(try fit([file, "--columns", "mag1_x_uT,mag1_y_uT,mag1_z_uT"]).centre)
  }

  @Test func severalSamplesInARow_areAllRead() throws {
    let all = samples(400)
    let burst = stride(from: 0, to: 400, by: 4).map { row in
      "\(Double(row + 4) / 10),"
        + (row..<(row + 4)).map { cells(all[$0].m) + "," + cells(all[$0].a) }.joined(separator: ",")
    }
    let header = (0..<4).map { "mx\($0),my\($0),mz\($0),ax\($0),ay\($0),az\($0)" }.joined(separator: ",")
    let flat = all.enumerated().map { "\(Double($0 + 1) / 10),\(cells($1.m)),\(cells($1.a))" }
    let file = try folder.write((["t_s,\(header)"] + burst).joined(separator: "\n") + "\n", to: "burst.csv")
    let other = try folder.write((["t_s,mx,my,mz,ax,ay,az"] + flat).joined(separator: "\n") + "\n", to: "flat.csv")
    let (found, expected) = (try fit([file]), try fit([other]))
    #expect(found.rows == 400 && found.hasForce && found.centre == expected.centre)
    #expect(
      found.remarks.contains(
        "a row has 4 samples, to mx3,my3,mz3, spread evenly over the time since the row before"), "\(found.remarks)")
    // A command that needs times says what it says of a file with one sample in each row.
    let streams = [file, other].map { RecordingOutcome(["replay", $0, "--json"]).results }
    #expect(streams[0] == streams[1] && streams[0].split(separator: "\n").count == 400)
  }

  @Test func theSensorWins_beforeTheFieldOfAModel() throws {
    let rows = samples(300).map { "\(cells($0.a * 48_000)),\(cells($0.m * 1e-6, decimals: 9))" }
    let names = ["Magnetic Field.X,Magnetic Field.Y,Magnetic Field.Z", "Magnetometer X,Magnetometer Y,Magnetometer Z"]
    let text = ([names.joined(separator: ",")] + rows).joined(separator: "\n")
    let found = try fit([try folder.write(text + "\n", to: "model.csv"), "--unit", "T"])
    expectIron(found.centre * 1e6)
    #expect(found.remarks.contains("2 magnetometers"), "\(found.remarks)")
  }

  // MARK: - Files of one recording

  private func app(_ prefix: String, scale: Double = 1) throws -> String {
    let url = folder.url.appendingPathComponent("app")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    func write(_ name: String, _ value: ((m: SIMD3<Double>, a: SIMD3<Double>)) -> SIMD3<Double>) throws {
      let rows = samples(400).enumerated().map { index, sample in
        let v = value(sample)
        return "\(1_776_444_995_000_000_000 + index * 100_000_000),\(Double(index) / 10),\(v.z),\(v.y),\(v.x)"
      }
      let text = (["time,seconds_elapsed,z,y,x"] + rows).joined(separator: "\n") + "\n"
      try Data(text.utf8).write(to: url.appendingPathComponent("\(prefix)\(name).csv"))
    }
    try write("MagnetometerUncalibrated") { $0.m * scale }
    try write("AccelerometerUncalibrated") { $0.a }
    // Without gravity, in m/s², and of a size that could be gravity.
    try write("Accelerometer") { SIMD3($0.a.y, $0.a.x, $0.a.z) * 9.8 }
    try write("Gyroscope") { $0.a }
    return url.path
  }

  @Test(arguments: ["", "walk7", "heading test_", "user1-"]) func filesWithAPrefix_areOneRecording(prefix: String)
    throws
  {
    let path = try app(prefix)
    let found = try fit([path])
    expectIron(found.centre)
    #expect(found.hasForce && found.remarks.contains("accelerometer.x"), "\(found.remarks)")
    // The unit tells which of the two was taken.
    #expect(found.remarks.contains("in g (by size"), "\(found.remarks)")
    let named = try fit([
      "\(path)/\(prefix)MagnetometerUncalibrated.csv", "--join", "\(path)/\(prefix)AccelerometerUncalibrated.csv",
    ])
    expectIron(named.centre)
    #expect(named.hasForce, "\(named.remarks)")
  }

  @Test func twoRecordingsInAFolder_areNotMixed() throws {
    _ = try app("first")
    let found = try fit([try app("second", scale: 0.8)])
    expectIron(found.centre)
    #expect(found.hasForce && found.remarks.contains("the files are of several recordings"), "\(found.remarks)")
  }

  @Test func joinedFile_thatIsNotUnderstood_isRefused() throws {
    let path = try app("")
    for (name, text, reason) in [
      ("notes.csv", "time,seconds_elapsed,steps\n1,0.1,3\n2,0.2,4\n3,0.3,4\n", "it is not known what it has"),
      (
        "LinearAcceleration.csv",
        "seconds_elapsed,x,y,z\n"
          + (0..<400).map { "\(Double($0) / 10),0.01,0.0\($0 % 9),0.02" }.joined(separator: "\n"),
        "does not include gravity"
      ),
    ] {
      let other = try folder.write(text + "\n", to: name)
      let outcome = RecordingOutcome(["fit", "\(path)/MagnetometerUncalibrated.csv", "--join", other])
      #expect(outcome.status == 2 && outcome.remarks.contains(reason), "\(outcome.remarks)")
    }
  }

  // MARK: - Times

  @Test func clockThatStartsAgain_isANewRun() throws {
    let rows = samples(600).enumerated().map { "\(Double($0 % 300) / 10),\(cells($1.m)),\(cells($1.a, decimals: 4))" }
    let text = (["t_s,mx_uT,my_uT,mz_uT,ax_g,ay_g,az_g"] + rows).joined(separator: "\n")
    let file = try folder.write(text + "\n", to: "again.csv")
    let found = try fit([file])
    expectIron(found.centre)
    #expect(found.rows == 600 && found.remarks.contains("starts again at line 302"), "\(found.remarks)")
    let words = ["replay", file, "--reference", "5", "--json"]
    for (more, told) in [([], "run 1 of 2 is read"), (["--where", "run=2"], "run 2 of 2 is read")] {
      let outcome = RecordingOutcome(words + more)
      #expect(outcome.results.split(separator: "\n").count == 300, "\(outcome.remarks)")
      #expect(outcome.remarks.contains("line 302") && outcome.remarks.contains(told), "\(outcome.remarks)")
    }
    let none = RecordingOutcome(words + ["--where", "run=3"])
    #expect(none.status == 6 && none.remarks.contains("there is no run 3: the recording has 2"), "\(none.remarks)")
    // Times in no order are not runs.
    let mixed = rows.indices.map { rows[$0 * 241 % 600] }
    let odd = try folder.write(
      (["t_s,mx_uT,my_uT,mz_uT,ax_g,ay_g,az_g"] + mixed).joined(separator: "\n"), to: "odd.csv")
    let outcome = RecordingOutcome(["replay", odd, "--reference", "5", "--json"])
    #expect(outcome.status == 6 && outcome.remarks.contains("the time is before that of the row above"))
    // A fit needs no order.
    let back = (["t_s,mx_uT,my_uT,mz_uT,ax_g,ay_g,az_g"] + rows[..<300].reversed()).joined(separator: "\n")
    let reversed = try fit([try folder.write(back, to: "back.csv")])
    expectIron(reversed.centre)
    #expect(reversed.rows >= 299 && reversed.remarks.contains("the times of the rows have no order"))
  }

  @Test func fileThatHasItselfAppended_isTwoRuns() throws {
    let rows = samples(300).enumerated().map { "\(Double($0) / 10),\(cells($1.m))" }
    let text = (["t_s,mx_uT,my_uT,mz_uT"] + rows).joined(separator: "\n") + "\n"
    let found = try fit([try folder.write(text + text, to: "twice.csv")])
    expectIron(found.centre)
    #expect(found.rows == 600 && found.remarks.contains("starts again at line 303"), "\(found.remarks)")
  }

  @Test func timeInTwoColumns_isOne() throws {
    let rows = samples(300).enumerated().map { index, sample in
      "\(1_700_000_000 + index / 10),\(index % 10 * 100_000_000),\(cells(sample.m)),\(cells(sample.a, decimals: 4))"
    }
    let text = (["header.stamp.secs,header.stamp.nsecs,mx_uT,my_uT,mz_uT,ax_g,ay_g,az_g"] + rows).joined(
      separator: "\n")
    let outcome = RecordingOutcome(["convert", try folder.write(text + "\n", to: "ros.csv")])
    let lines = outcome.results.split(separator: "\n")
    #expect(lines.count == 301, "\(outcome.remarks)")
    #expect(lines[13].hasPrefix("1700000001.2,"), "\(lines[13])")
  }

  // MARK: - Units and limits

  @Test func rawLines_takeAGivenUnit() throws {
    let rows = samples(600).map { sample in
      "Raw:0,0,\(sample.a.z < -0.5 ? -1 : 0),0,0,0,"
        + (0..<3).map { "\(Int(sample.m[$0].rounded()))" }.joined(separator: ",")
    }
    let file = try folder.write(rows.joined(separator: "\n") + "\n", to: "raw.txt")
    let plain = RecordingOutcome(["fit", file])
    #expect(plain.status == 1 && plain.remarks.contains("are these uT? --unit uT"), "\(plain.remarks)")
    // Whole microtesla in 600 rows: the noise is 0.3 µT.
    expectIron(try fit([file, "--unit", "uT"]).centre)
    expectIron(try fit([file, "--unit", "uT", "--columns", "mx,my,mz"]).centre)
    expectIron(try fit([file, "--unit", "counts"]).centre)
  }

  @Test func limitsOfTheReceiver_areTold() throws {
    func outcome(_ scale: Double, _ form: String) throws -> RecordingOutcome {
      let rows = samples(300).map { cells($0.m - iron + SIMD3(129, -175, 243) * scale) }
      let text = (["mx_uT,my_uT,mz_uT"] + rows).joined(separator: "\n") + "\n"
      return RecordingOutcome(["fit", try folder.write(text, to: "iron.csv"), "--as", form])
    }
    let far = try outcome(1, "ardupilot")
    #expect(far.status == 0 && far.remarks.contains("COMPASS_OFFS_MAX, 1800 mG"), "\(far.remarks)")
    #expect(far.remarks.contains("the largest here is 2430 mG"), "\(far.remarks)")
    // 0.55 times 3261 mG is 1794 mG.
    #expect(try !outcome(0.55, "ardupilot").remarks.contains("COMPASS_OFFS_MAX"))
    #expect(try outcome(0.56, "ardupilot").remarks.contains("COMPASS_OFFS_MAX"))
    #expect(try outcome(1, "px4").remarks.contains("beyond 1.3 G"))
    #expect(try !outcome(0.53, "px4").remarks.contains("1.3 G"))
  }

  // MARK: - Other texts

  @Test(arguments: ["", "2024-03-01 10:15:12 ", "[10:15:12.000] "]) func nmea_isToldAsSuch(stamp: String) throws {
    let sentences = (0..<200).map { index in
      "\(stamp)$GPRMC,1015\(10 + index % 50),A,4724.\(index % 10)00,N,00830.100,E,0.5,\(index).0,010324,,*1B\n"
        + "\(stamp)$GPGSV,3,1,11,03,03,111,00,04,15,270,00,06,01,010,00,13,06,292,00*74\n"
        + "\(stamp)!AIVDM,1,1,,A,15M67FC000G?ufbE`FepT@3n00Sa,0*5C"
    }
    let file = try folder.write(sentences.joined(separator: "\n") + "\n", to: "boat.nmea")
    for words in [["fit", file], ["report", file, "-o", folder.path("no.html")], ["replay", file]] {
      let outcome = RecordingOutcome(words)
      #expect(
        outcome.status == 6 && outcome.remarks.contains("NMEA 0183")
          && outcome.remarks.contains("--location nmea:FILE"),
        "\(words): \(outcome.remarks)")
    }
  }
}
