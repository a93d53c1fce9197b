// Display, axis, mounting, deviation card and Core Location's form, from the command line to the device and back.
import Foundation
import Reference
import TestSupport
import Testing

/// Headings of the same simulated turn, with more words on the command line.
private func headings(_ words: String..., link: String = "simulated", count: Int = 20) throws -> [Double] {
  let outcome = try Program.run(["stream", link, "--readings", "\(count)", "--json"] + words)
  try #require(outcome.status == 0, "\(words): \(outcome.remarks)")
  return try outcome.lines.prefix(count).map { try JSON(line: $0).number("magneticHeadingDegrees") }
}

private func turns(_ a: [Double], _ b: [Double]) -> [Double] {
  zip(a, b).map { ReferenceAngle.shortestDifferenceDegrees(from: $0, to: $1) }
}

extension EndToEnd {
  @Test func orientation_fromTheCommandLine_turnsTheHeadingOnly() throws {
    // Calibrated: an invalid heading is never turned.
    let plain = try headings("--check")
    for (word, turn) in [("upside-down", -180.0), ("landscape-left", 90), ("landscape-right", -90), ("face-up", 0)] {
      let turned = try headings("--check", "--orientation", word)
      #expect(turns(plain, turned).allSatisfy { abs($0 - turn) < 1e-6 }, "\(word)")
      #expect(turned.allSatisfy { $0 >= 0 && $0 < 360 }, "\(word)")
    }
    #expect(try headings("--orientation", "landscape-left") == headings(), "uncalibrated: not valid, not turned")
    // Level from the beginning, nobody knows how it was held last; it looks at the sky. Neither rule adds anything.
    for flat in ["last", "portrait"] {
      let words = ["stream", "simulated", "--readings", "5", "--check", "--json", "--orientation", "auto"]
      let found = try Program.run(words + ["--orientation-flat", flat])
      let last = try #require(try found.readings().last)
      #expect(try last.text("orientation") == "faceUp" && last.flag("flat"), "\(flat)")
      #expect(try found.readings().last?.number("magneticHeadingDegrees") == plain[4], "\(flat)")
    }
  }

  @Test func pointing_fromTheCommandLine_tellsTheHeadingOfThatAxisAndIsChecked() throws {
    let plain = try headings()
    for (axis, turn) in [("-X", -180.0), ("+Y", 90), ("-Y", -90)] {
      #expect(turns(plain, try headings("--pointing", axis)).allSatisfy { abs($0 - turn) < 1e-4 }, "\(axis)")
    }
    let outcome = try Program.run("stream", "simulated", "--readings", "20", "--check", "--json", "--pointing", "+Y")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let verdict = try outcome.verdict()
    #expect(try verdict.flag("numeric.pass") && verdict.isNull("truth"))
    #expect(try verdict.text("truthReason").contains("forward axis"))
  }

  @Test func pointing_straightDownOnALevelBoard_isRefused() throws {
    let outcome = try Program.run("stream", "emulator:lm3s6965evb", "--readings", "1", "--pointing", "+Z")
    #expect(outcome.status == 2 && outcome.lines.isEmpty)
    #expect(outcome.remarks.contains("has no accelerometer"), "\(outcome.remarks)")
  }

  @Test func level_ofABoardWithoutAccelerometer_isWhatItsAccuracyAllowsFor() throws {
    func accuracies(_ words: String...) throws -> [Double] {
      let outcome = try Program.run(
        ["stream", "emulator:lm3s6965evb", "--readings", "5", "--check", "--json"] + words)
      #expect(outcome.status == 0, "\(outcome.remarks)")
      return try outcome.readings().map { try $0.number("accuracyDegrees") }
    }
    // 3.18·tan δ·t at a dip of 65°, and what little the field adds.
    #expect(try accuracies().allSatisfy { $0 < 3 }, "a world that is known to be level")
    #expect(try accuracies("--level", "5").allSatisfy { abs($0 - 34) < 1.5 })
    #expect(try accuracies("--level", "2").allSatisfy { abs($0 - 13.6) < 1 })
    let refused = try Program.run("stream", "simulated", "--readings", "1", "--level", "1")
    #expect(refused.status == 2 && refused.remarks.contains("measures its tilt"), "\(refused.remarks)")
  }

  @Test func instrumentOptions_onTheEmulatedBoard_areAppliedAndCheckedAndReplayed() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("run.binnacle")
    let outcome = try Program.run(
      "stream", "emulator:lm3s6965evb", "--readings", "30", "--check", "--json", "--mounting", "+Y,-X", "--pointing",
      "-X", "--orientation", "upside-down", "--capture", path)
    let verdict = try outcome.verdict()
    // The mounting is not that of the bench: the heading is a quarter off its truth, which another axis does not know;
    // the arithmetic is right all the same.
    #expect(try verdict.flag("numeric.pass") && verdict.integer("numeric.samples") == 30)
    #expect(outcome.status == 0, "\(outcome.remarks)")
    for reading in try outcome.readings() { #expect(try reading.text("orientation") == "upsideDown") }
    // A capture tells the mounting and the axis; its check needs no options.
    let replay = try Program.run("replay", path, "--check", "--json")
    #expect(try replay.status == 0 && replay.verdict().flag("numeric.pass"), "\(replay.remarks)")
    #expect(replay.lines.dropLast() == outcome.lines.dropLast())
  }

  @Test func card_fromASwing_isAppliedAndShownInHDG() throws {
    let folder = try TemporaryFolder()
    let card = folder.path("card.json")
    let object =
      #"{"what":"swing","outcome":"card","aDegrees":2,"bDegrees":0,"cDegrees":0,"dDegrees":0,"eDegrees":0}"#
    try Data(object.utf8).write(to: URL(fileURLWithPath: card))
    let plain = try headings("--check")
    #expect(turns(plain, try headings("--check", "--card", card)).allSatisfy { abs($0 - 2) < 1e-6 })
    #expect(turns(plain, try headings("--check", "--card", "-2,0,0,0,0")).allSatisfy { abs($0 + 2) < 1e-6 })

    // A calibrated source of sentences: HDG holds the heading before the card, the deviation, and HDM their sum.
    let outcome = try Program.run(
      [
        "replay", "\(Repository.path("Tests/Data/marg/broad_slow_rotation_breaks.csv"))", "--columns",
        "mx,-my,-mz,ax,-ay,-az", "--accel-unit", "m/s2", "--time", "t_s", "--readings", "20", "--nmea", "--card", card,
      ])
    #expect(outcome.status == 0, "\(outcome.remarks)")
    func fields(_ name: String) -> [[String]] {
      outcome.lines.filter { $0.hasPrefix("$HC\(name)") }.map {
        $0.prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
    }
    let (sensor, magnetic) = (fields("HDG"), fields("HDM"))
    #expect(sensor.count == 20 && magnetic.count == 20)
    for (hdg, hdm) in zip(sensor, magnetic) {
      #expect(hdg[2...3] == ["2.0", "E"])
      let way = turns([try #require(Double(hdg[1]))], [try #require(Double(hdm[1]))])[0]
      #expect(abs(way - 2) < 0.11, "\(hdg) \(hdm)")
    }
  }

  @Test func coreLocation_ofARecording_keepsItsSemantics() throws {
    let words = [
      "replay", "\(Repository.path("Tests/Data/marg/broad_slow_rotation_breaks.csv"))", "--columns",
      "mx,-my,-mz,ax,-ay,-az", "--accel-unit", "m/s2", "--time", "t_s", "--readings", "300",
    ]
    let plain = try Program.run(words + ["--json"])
    let readings = try plain.lines.map { try JSON(line: $0) }
    for place in [nil, "47.37,8.54"] {
      let outcome = try Program.run(words + ["--core-location"] + (place.map { ["--location", $0] } ?? []))
      #expect(outcome.status == 0 && outcome.lines.count == 300, "\(outcome.remarks)")
      for (line, reading) in zip(outcome.lines, readings) {
        let json = try JSON(line: line)
        #expect(
          Set(json.object.keys)
            == ["magneticHeading", "trueHeading", "headingAccuracy", "x", "y", "z", "timestamp"])
        let magnetic = try json.number("magneticHeading")
        #expect(magnetic >= 0 && magnetic < 360)
        let isValid = try reading.flag("magneticValid")
        #expect(try (json.number("headingAccuracy") >= 0) == isValid)
        if isValid { #expect(try magnetic == reading.number("magneticHeadingDegrees")) }
        let trueHeading = try json.number("trueHeading")
        if isValid, place != nil {
          // 3.7° east in Zürich.
          #expect(abs(turns([magnetic], [trueHeading])[0] - 3.7) < 0.5 && trueHeading >= 0 && trueHeading < 360)
        } else {
          #expect(trueHeading == -1)
        }
        let field = try reading.numbers("fieldNanotesla").map { max(-128, min(128, $0 / 1000)) }
        #expect(try [json.number("x"), json.number("y"), json.number("z")] == field)
      }
    }
  }
}
