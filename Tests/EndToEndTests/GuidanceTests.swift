// A drive to Cupertino on an emulated board: real firmware, true heading, an arrow, an arrival, and the way on.
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Tests/Data/nmea/cupertino_drive.nmea is made by Protocols/tools/make_drive.py; its HDT sentences turn the board.
  @Test func drive_toCupertinoIsAsTheTranscriptSays() throws {
    let outcome = try Program.run(
      "guide", "emulator:lm3s6965evb", "--to", "37.3229978,-122.0321823", "--arrival", "4828.032", "--unit", "mi",
      "--location", "nmea:\(Repository.path("Tests/Data/nmea/cupertino_drive.nmea"))", "--speed", "0", "--level", "0.5",
      "--json", within: 120)
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let transcript = try outcome.lines.map { line in
      let json = try JSON(line: line)
      var words = [try json.text("state"), json.isNull("arrow") ? "-" : try json.text("arrow")]
      if json.isNull("distanceMetres") {
        words += ["-", "-"]
      } else {
        words.append(String(format: "%.0f", try json.number("distanceMetres")))
        words.append(String(format: "%.2f", try json.number("bearingDegrees")))
      }
      return words.joined(separator: " ")
    }
    let path = Repository.path("Tests/Data/nmea/cupertino_drive.transcript.txt")
    let golden = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(transcript == golden.filter { !$0.hasPrefix("#") })
    // What the transcript must show at least.
    #expect(transcript.first == "waiting - - -")
    for word in ["ahead", "left", "right"] { #expect(transcript.contains { $0.hasPrefix("guiding \(word)") }) }
    let arrivals = transcript.indices.filter { $0 > 0 && transcript[$0].hasPrefix("arrived") }
      .filter { transcript[$0 - 1].hasPrefix("guiding") }
    #expect(arrivals.count == 2, "arrives, leaves, and arrives again")
    // The heading behind the arrow is true: the board found the declination (12.8° east) by itself.
    for line in outcome.lines {
      let json = try JSON(line: line)
      guard !json.isNull("turnDegrees") else { continue }
      let sum = try json.number("trueHeadingDegrees") + json.number("turnDegrees") - json.number("bearingDegrees")
      #expect(abs(sum.remainder(dividingBy: 360)) < 0.002)
    }
  }

  /// The micro:bit's image has no navigation, and speaks the same protocol.
  @Test func guide_ofABoardWithoutNavigation_isWrongUsage() throws {
    let outcome = try Program.run("guide", "emulator:microbit", "--to", "47,8", "--location", "47.1,8", within: 60)
    #expect(outcome.status == 2)
    #expect(outcome.remarks.contains("was built without navigation"), "\(outcome.remarks)")
  }

  /// Its emulator has no magnetometer either: what is preferred is not required.
  @Test func stream_thatPrefersAMagnetometer_goesOnWithoutOne() throws {
    for (words, status) in [(["--prefer", "magnetometer"], 0), ([], 2), (["--require", "magnetometer"], 2)] {
      for end in [["--readings", "3"], ["--duration", "1"]] {
        let outcome = try Program.run(["stream", "emulator:microbit", "--json"] + end + words, within: 60)
        #expect(outcome.status == Int32(status), "\(words): \(outcome.remarks)")
        #expect(outcome.remarks.contains("no magnetometer"), "\(outcome.remarks)")
      }
    }
  }

  @Test func swing_ofAnEmulatedBoardFindsNoDeviation() throws {
    let outcome = try Program.run("swing", "emulator:lm3s6965evb", "--json", within: 120)
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let card = try outcome.verdict()
    #expect(try card.integer("samples") == 8)
    // The chip of the emulator cuts counts off: half a count of 20,000 nT is 0.07°.
    for name in ["a", "b", "c", "d", "e"] { #expect(abs(try card.number("\(name)Degrees")) <= 0.3) }
  }

  /// What is in use is what is available. This board does not know that it lies flat.
  @Test func sources_ofABoardThatNobodyLooksAtAreNone() throws {
    let outcome = try Program.run("sources", "emulator:lm3s6965evb", "--background", "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    #expect(outcome.remarks.contains("calibration of its simulated world"), "\(outcome.remarks)")
    let sources = try outcome.verdict()
    #expect(try sources.isNull("headingFrom") && sources.text("sources.device.missing").contains("--background"))
    #expect(try sources.flag("sources.device.available") == false)
    #expect(try sources.text("features.placeCallout.collection") == "n/a")
    #expect(try sources.text("features.placeCallout.presentation") == "none: skip")
    #expect(try sources.text("features.beacon.presentation") == "none: dim")
  }
}
