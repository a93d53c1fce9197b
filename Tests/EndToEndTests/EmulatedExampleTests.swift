// The examples of `--help` that need an emulated board. ExampleTests looks here for each of them.

import Foundation
import TestSupport
import Testing

/// Each as the help prints it; a reason where it is not run here.
private let examples: [(line: String, status: Int32, reason: String?)] = [
  ("selftest emulator:microbit", 0, nil), ("selftest emulator:microbit --fault trap", 0, nil),
  ("sensors emulator:pico", 0, nil), ("sensors emulator:microbit-v2 --self-test", 0, nil),
  ("replay walk.csv --columns mx,my,mz --on emulator:microbit", 0, nil),
  ("stream emulator:lm3s6965evb --duration 12 --check", 0, "it takes 12 s; StreamTests have it on every board"),
  ("calibrate 'emulator:lm3s6965evb?state=DIR' --yes", 0, "it takes a minute; CalibrateTests have it"),
  ("check link emulator:microbit", 0, "it takes half a minute; LinkCheckTests have it"),
  ("check heading --on emulator:microbit", 0, "it takes half a minute; HeadingCheckTests have it on every board"),
  ("serve emulator:pico", 0, "it serves until it is ended; the browser's tests have it"),
  (
    "publish emulator:lm3s6965evb --level 1 --to nmea+tcp://", 0,
    "it publishes until it is ended; Tests/python/test_publish.py has it"
  ),
  (
    "guide emulator:lm3s6965evb --to 37.3229,-122.0322 --arrival 4828.032 --unit mi --location nmea:drive.nmea --speed 0",
    0, "it runs until it is ended; GuidanceTests have it"
  ),
]

extension EndToEnd {
  @Test func examplesOnEmulatedBoards_doWhatTheySay() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<120).map { index in
      let angle = Double(index) / 10
      return "\(20 * cos(angle)),\(-20 * sin(angle)),43"
    }
    let walk = try folder.write("mx,my,mz\n" + rows.joined(separator: "\n") + "\n", to: "walk.csv")
    for example in examples where example.reason == nil {
      let words = example.line.split(separator: " ").map { $0 == "walk.csv" ? walk : "\($0)" }
      let outcome = try Program.run(words)
      #expect(outcome.status == example.status, "\(example.line): \(outcome.remarks)")
    }
  }
}
