// Live sources of places: a receiver on a pseudo-terminal, gpsd on a socket. And streams that nobody ends.
import Foundation
import Reference
import TestSupport
import Testing

/// Ends a stream that was given places, and checks that true headings came with its readings.
private func expectTrueHeadings(_ program: Program) throws {
  try program.waitForLines(30)
  let outcome = try program.interrupt()
  #expect(outcome.status == 0, "\(outcome.remarks)")
  let readings = try outcome.readings()
  #expect(readings.first?.isNull("trueHeadingDegrees") == true, "before the first place there is none")
  let late = readings.filter { !$0.isNull("trueHeadingDegrees") }
  #expect(late.count > 5, "\(readings.count) readings, \(late.count) with a true heading; \(outcome.remarks)")
  for reading in late {
    let way = ReferenceAngle.shortestDifferenceDegrees(
      from: try reading.number("magneticHeadingDegrees"), to: try reading.number("trueHeadingDegrees"))
    // The declination of Zürich from 2025 to 2030: 3.3° to 4.2° east.
    #expect(way > 3.2 && way < 4.3, "\(way)")
    #expect(try reading.flag("trueValid") && reading.text("reference") == "trueNorth")
  }
}

extension EndToEnd {
  @Test func location_fromAReceiverOnATerminal_givesTrueHeadings() throws {
    let receiver = try TemporaryTerminal()
    // Checked, so that the simulated instrument is calibrated; without an end it keeps to this machine's clock.
    let program = try Program([
      "stream", "simulated", "--rate", "20", "--check", "--json", "--location", "nmea:\(receiver.path)",
    ])
    try program.waitForLines(3)
    for _ in 0..<15 {
      // One with a wrong checksum first, half around the world: it is no place.
      receiver.send(Array("$GPRMC,120000.00,A,3322.2000,S,15112.4000,E,5.0,10.0,010726,,,A*00\r\n".utf8))
      receiver.send(Array(sentence("GPRMC,120000.00,A,4722.2000,N,00832.4000,E,5.0,10.0,010726,,,A").utf8))
      usleep(100_000)
    }
    try expectTrueHeadings(program)
  }

  /// A place that is there from the beginning is judged before the first reading; a receiver's comes later.
  @Test func location_ofADateOutsideTheModel_isRemarkedOnWhenItComes() throws {
    let receiver = try TemporaryTerminal()
    let program = try Program([
      "stream", "simulated", "--rate", "20", "--check", "--json", "--location", "nmea:\(receiver.path)",
    ])
    try program.waitForLines(3)
    for (day, lines) in [("010719", 30), ("010726", 60)] {
      for _ in 0..<5 {
        receiver.send(Array(sentence("GPRMC,120000.00,A,3354.0000,S,07030.0000,W,5.0,10.0,\(day),,,A").utf8))
        usleep(100_000)
      }
      try program.waitForLines(lines)
    }
    let outcome = try program.interrupt()
    let remarks = outcome.remarks
    #expect(remarks.contains("says 2019-07-01; WMM-2025 holds from") && remarks.contains("check the receiver's date"))
    #expect(remarks.components(separatedBy: "2019-07-01").count == 2, "\(remarks)")
    #expect(try outcome.readings().last?.isNull("trueHeadingDegrees") == false, "\(remarks)")
  }

  @Test func location_fromGpsd_givesTrueHeadings() throws {
    let server = try TemporaryServer()
    let place = server.link.dropFirst("tcp:".count)
    let program = try Program([
      "stream", "simulated", "--rate", "20", "--check", "--json", "--location", "gpsd:\(place)",
    ])
    let client = try server.accept()
    // As gpsd does: its version at once, reports after they were asked for.
    try client.write(Array("{\"class\":\"VERSION\",\"release\":\"3.22\"}\n".utf8), deadline: .after(seconds: 5))
    var asked = ""
    while !asked.contains("\n") {
      asked += String(decoding: try client.read(atMost: 256, deadline: .after(seconds: 10)), as: UTF8.self)
    }
    #expect(asked.hasPrefix("?WATCH={") && asked.contains("\"json\":true"))
    try program.waitForLines(3)
    let report =
      #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-07-01T12:00:00.000Z","lat":47.37,"lon":8.54,"#
      + #""altHAE":450.0,"eph":5.0}"#
    // Cut in the middle: lines are put together.
    for part in [report.prefix(40), report.dropFirst(40) + "\n"] {
      try client.write(Array(part.utf8), deadline: .after(seconds: 5))
      usleep(50_000)
    }
    try expectTrueHeadings(program)
  }

  @Test func stream_withoutAnEnd_keepsToTheClockAndEndsCleanly() throws {
    let began = Date()
    let program = try Program(["stream", "simulated", "--rate", "20", "--json"])
    try program.waitForLines(40)
    let seconds = Date().timeIntervalSince(began)
    let outcome = try program.interrupt()
    #expect(outcome.status == 0, "\(outcome.remarks)")
    // Forty readings at twenty a second; a busy machine may take longer, but none is faster.
    #expect(seconds > 1.8, "\(seconds) s")
    #expect(outcome.remarks.contains(" readings, 0 frames lost") && outcome.remarks.contains("ended by Ctrl-C"))
    #expect(outcome.lines.count < 20 * Int(Date().timeIntervalSince(began) + 2), "\(outcome.lines.count)")
  }

  @Test(arguments: ["simulated", "emulator:lm3s6965evb"])
  func guide_fromAPlaceThatStands_tellsTenRowsASecond(link: String) throws {
    let program = try Program(["guide", link, "--to", "47.38,8.54", "--location", "47.4,8.5", "--json"])
    try program.waitForLines(2)
    let began = Date()
    try program.waitForLines(22)
    let seconds = Date().timeIntervalSince(began)
    let outcome = try program.interrupt()
    #expect(outcome.status == 0, "\(outcome.remarks)")
    // A busy machine may take longer, but no row comes before its tenth of a second is over.
    #expect(seconds > 1.8, "\(seconds) s")
    #expect(outcome.lines.count < 10 * Int(Date().timeIntervalSince(began) + 2) + 5, "\(outcome.lines.count)")
  }

  @Test func stream_whoseReaderHadEnough_endsQuietly() throws {
    let pipe = try TemporaryProcess(
      "sh", ["-c", "\(Program.path) stream simulated --rate 100 --json | head -n 3 >/dev/null"])
    // Nothing about the end: the device's question is from the beginning.
    let said = pipe.finish().split(separator: "\n").filter { !$0.contains("the device asks to be calibrated") }
    #expect(said.isEmpty, "\(said)")
  }

  @Test func stream_onAColourTerminal_drawsTheNeedleBelowTheRows() throws {
    // A display in landscape turns the numbers by a quarter; the needle must not turn with them.
    let command = "TERM=xterm \(Program.path) stream simulated --readings 4 --check --orientation landscape-left"
    let terminal = try TemporaryProcess("script", ["-qec", "env -u NO_COLOR \(command)", "/dev/null"])
    let text = terminal.finish()
    #expect(terminal.process.terminationStatus == 0)
    let live = text.components(separatedBy: "\r\u{1b}[K").filter { $0.contains("E") }
    let rows = live.filter { $0.contains("±") }
    #expect(rows.count >= 3 && rows.allSatisfy { $0.contains("° E") || $0.contains("° ENE") || $0.contains("° ESE") })
    let needles = text.components(separatedBy: "\r").filter { $0.contains("north, when up is") }
    #expect(needles.count == 4)
    // The simulated turn begins at north: 0 to 20 degrees.
    #expect(needles.allSatisfy { $0.hasPrefix("↑") }, "\(needles)")
  }

  @Test func stream_ofABoardWithAStoredRecord_saysWhichCalibrationItUses() throws {
    let folder = try TemporaryFolder()
    let link = "emulator:lm3s6965evb?state=\(folder.url.path)"
    func banner() throws -> String {
      let command = "NO_COLOR=1 \(Program.path) stream '\(link)' --readings 1"
      let lines = try TemporaryProcess("script", ["-qec", command, "/dev/null"]).finish().split(separator: "\r\n")
      return String(try #require(lines.first { $0.contains("calibrat") }, "\(lines)"))
    }
    _ = try Images.built()
    #expect(try banner().hasPrefix("uncalibrated: the iron of its world turns the heading"))
    let file = folder.path("compass.json")
    try Data(#"{"hardIronNanotesla": [60000, 60000, 60000], "grade": 2, "softIron": [[1,0,0],[0,1,0],[0,0,1]]}"#.utf8)
      .write(to: URL(fileURLWithPath: file))
    let imported = try Program.run("calibration", "import", link, file)
    #expect(imported.status == 0, "\(imported.remarks)")
    // Another boot, of the same memory.
    let text = try banner()
    #expect(text.hasPrefix("calibration in use: ") && text.contains(" model, fair"), "\(text)")
  }
}
