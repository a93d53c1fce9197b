// binnacle stream on the emulated board: complete, in order, on time, and right by both verdicts.
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The bus of two lines and the driver on a Cortex-M4 and a Cortex-M33, against the emulator's own sensor.
  @Test(arguments: ["mps2-an386", "mps2-an505"])
  func stream_ofTheSensorOnTwoLines_isWholeAndRight(board: String) throws {
    let link = "emulator:\(board)"
    let outcome = try Program.run("stream", link, "--readings", "60", "--rate", "50", "--check", "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let verdict = try outcome.verdict()
    #expect(try verdict.flag("pass") && verdict.integer("samples") == 60 && verdict.integer("truth.unmatched") == 0)
    #expect(try verdict.number("truth.maxErrorDegrees") > 0.05)
    let list = try Program.run("sensors", link, "--json")
    #expect(list.status == 0 && list.lines.count == 1)
    #expect(list.lines.first?.contains("\"chip\":\"LSM303DLHC\"") == true, "\(list.lines)")
  }

  /// The micro:bit v2's LSM303AGR, on models of its registers; and a board whose chip has no self-test.
  @Test func sensors_selfTest_ofAnEmulatedBoard() throws {
    let able = try Program.run("sensors", "emulator:microbit-v2", "--self-test", "--json", within: 60)
    #expect(able.status == 0, "\(able.remarks)")
    let report = try able.verdict()
    #expect(try report.flag("pass"))
    let chips = try #require(report.value("sensors") as? [[String: Any]])
    #expect(chips.map { $0["chip"] as? String } == ["LIS2MDL", "LIS3DH"])
    for (chip, change) in zip(chips, [20.0, 0.4]) {
      let axes = try #require(chip["axes"] as? [[String: Any]])
      #expect(chip["result"] as? String == "pass" && axes.count == 3)
      // The emulated world turns meanwhile.
      for axis in axes { #expect(abs(abs(try #require(axis["change"] as? Double)) - change) < change / 4) }
    }
    let unable = try Program.run("sensors", "emulator:lm3s6965evb", "--self-test", within: 60)
    #expect(unable.status == 0 && unable.lines.contains { $0.contains("\"result\":\"none\"") }, "\(unable.lines)")
  }

  @Test func stream_ofTheEmulatedBoardIsWholeAndRight() throws {
    let outcome = try Program.run(
      "stream", "emulator:lm3s6965evb", "--readings", "500", "--rate", "50", "--check", "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let readings = try outcome.readings()
    let verdict = try outcome.verdict()
    #expect(readings.count == 500)
    for name in ["readings", "samples"] { #expect(try verdict.integer(name) == 500) }
    for name in ["lost", "corrupt", "outOfOrder"] { #expect(try verdict.integer(name) == 0) }
    #expect(try verdict.flag("pass"))

    try expectInOrder(readings)
    let stale = try readings.filter { try $0.flag("stale") }
    #expect(try verdict.integer("truth.stale") == stale.count)

    for part in ["numeric", "truth"] {
      for name in Self.verdictFields { #expect(verdict.value("\(part).\(name)") != nil, "\(part).\(name) is missing") }
      #expect(try verdict.flag("\(part).pass"))
      #expect(try verdict.integer("\(part).samples") == 500)
      let (largest, rms) = (
        try verdict.number("\(part).maxErrorDegrees"), try verdict.number("\(part).rmsErrorDegrees")
      )
      #expect(largest > 0 && rms > 0 && rms < largest)
      #expect(largest <= (try verdict.number("\(part).limitDegrees")))
      #expect(try verdict.number("maxErrorDegrees") >= largest)
    }
    #expect(try verdict.number("numeric.limitDegrees") == 1e-4)
    #expect(try verdict.integer("numeric.fieldMismatches") == 0)
    #expect(try verdict.integer("truth.unmatched") == 0)
    // The bench: 20,000 nT horizontal; one count is 1/1100 gauss. Half a count on both axes and half a nanotesla of
    // rounding turn the field by atan(√½·(c + 1)/H) at most; the numeric limit is added.
    let count = 100_000.0 / 1100
    let turned: Double = atan(0.5.squareRoot() * (count + 1) / 20_000)
    let limit = turned * 180 / Double.pi + 1e-4
    #expect(abs(try verdict.number("truth.limitDegrees") - limit) < 1e-9)
    #expect(try verdict.text("truth.limitReason").contains("atan"))
    // Half a count is there to be seen: a truth that agrees much better would be taken from the device itself.
    #expect(try verdict.number("truth.maxErrorDegrees") > 0.05)
  }

  /// Every reading has its fields, and is not before the last one.
  private func expectInOrder(_ readings: [JSON]) throws {
    var previous: JSON?
    for reading in readings {
      for name in Self.readingFields { #expect(reading.value(name) != nil, "\(name) is missing") }
      if let previous {
        let step = try reading.integer("sequence") - previous.integer("sequence")
        let isStale = try reading.flag("stale")
        // A stale reading is the sample before once more; any other has a new one.
        #expect(isStale ? step == 0 : step > 0)
        if isStale { #expect(try reading.numbers("counts") == previous.numbers("counts")) }
        #expect(try reading.number("deviceTimeSeconds") >= previous.number("deviceTimeSeconds"))
      }
      previous = reading
    }
  }

  @Test func stream_keepsItsRateInDeviceTime() throws {
    let outcome = try Program.run("stream", "emulator:lm3s6965evb", "--duration", "2", "--rate", "50", "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let times = try outcome.lines.map { try JSON(line: $0).number("deviceTimeSeconds") }
    let span = try #require(times.last) - #require(times.first)
    // The time of a reading is that of its sample, at most one sample (75 a second) before the reading.
    #expect(span <= 2 && span > 1.8, "\(span) s")
    #expect(times.count <= Int(span * 50) + 3)
    // Over ten readings, so that the grain of the samples counts little; the median, so that a busy machine does.
    let intervals = zip(times, times.dropFirst(10)).map { ($1 - $0) / 10 }.sorted()
    try #require(!intervals.isEmpty)
    let median = intervals[intervals.count / 2]
    #expect(median > 0.0185 && median < 0.0215, "\(median) s from reading to reading")
  }

  @Test func stream_countsTheDeviceItselfForDuration() throws {
    // Time in the simulated device runs as fast as the host computes where the end is known beforehand.
    let began = Date()
    let outcome = try Program.run("stream", "simulated", "--duration", "60", "--rate", "10", "--check", "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    #expect(Date().timeIntervalSince(began) < 30)
    let readings = try outcome.readings()
    let first = try #require(readings.first).number("deviceTimeSeconds")
    let last = try #require(readings.last).number("deviceTimeSeconds")
    #expect(last - first <= 60 && last - first > 59.8)
    #expect((599...601).contains(readings.count), "\(readings.count)")
    #expect(try outcome.verdict().flag("truth.pass"))
  }

  @Test func stream_onATerminalShowsRowsAndWhereTheLimitsComeFrom() throws {
    let command = "NO_COLOR=1 \(Program.path) stream simulated --readings 30 --rate 5 --check"
    let terminal = try TemporaryProcess("script", ["-qec", command, "/dev/null"])
    let lines = terminal.finish().split(separator: "\r\n").map(String.init)
    #expect(terminal.process.terminationStatus == 0)
    #expect(try #require(lines.first).hasPrefix("simulated: board host, firmware "))
    try #require(lines.count > 33)
    #expect(lines[1] == "calibrated for this check: its world is known to hold no iron")
    for word in ["time s", "magnetic", "true", "field µT", "dip", "accuracy", "display", "lost"] {
      #expect(lines[2].contains(word))
    }
    // Time, magnetic heading with its compass point, no true one, field, dip, stated accuracy, display, frames lost; roll,
    // pitch, rate of turn and who gives the heading.
    let row =
      #/
      \ *\d+\.\d{3}\ +\d+\.\d\d°\ [NESW]+\ +—\ +\d+\.\d\d\ +\d\d\.\d°
      \ +±(0\.\d\d|[1-9]\d*\.\d)°\ +portrait\ +0(\ +-?\d+\.\d°){3}\ +(?<by>compass|both|gyroscope)(\ +stale)?\ *
      /#
    let rows = lines[3..<33].compactMap { try? row.wholeMatch(in: $0) }
    #expect(rows.count == 30, "\(lines[3..<33].joined(separator: "\n"))")
    // The gyroscope is part of the heading from its third second on, and the rate of turn from the beginning.
    #expect(rows.first?.by == "compass" && rows.last?.by == "both")
    let end = lines[33...].joined(separator: "\n")
    for text in ["numeric: pass", "truth  : pass", "atan(sqrt(1/2)*(c + 1 nT)/H) + 1e-4", "30 readings, 0 frames lost"]
    {
      #expect(end.contains(text), "\(end)")
    }
    #expect(lines.last == "verdict: pass")
  }

  private static let readingFields = [
    "deviceTimeSeconds", "sequence", "counts", "magneticHeadingDegrees", "trueHeadingDegrees", "accuracyDegrees",
    "grade", "disturbance", "reasons", "fieldNanotesla", "dipDegrees", "rollDegrees", "pitchDegrees",
  ]
  private static let verdictFields = [
    "what", "pass", "samples", "maxErrorDegrees", "rmsErrorDegrees", "limitDegrees", "worst",
  ]
}
