// Runs the command of each row of docs/requirements.md as it stands there, and looks for the effect that the row names.
//
// The words LINK, LINK2 and gpsd stand for what a reader has. Here LINK is a simulated instrument in this process that was
// calibrated, unless the row says otherwise; LINK2 another one; gpsd is a log of a drive, as a receiver writes it, so that
// the command ends with it. `stream` cannot take a log: there it is a gpsd of ours on a port of this machine. A command that
// runs until Ctrl-C gets an end: --readings, or the end of the log.

import Foundation
import SerialLink
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolStream

/// One row of the table.
private struct EvidenceRow {
  let name: String
  /// As a shell takes it apart, without `binnacle`.
  let words: [String]

  static func all() throws -> [String: EvidenceRow] {
    let text = try String(contentsOfFile: Repository.path("docs/requirements.md"), encoding: .utf8)
    var rows: [String: EvidenceRow] = [:]
    for match in text.matches(of: /(?m)^\| (A\d+) \|.*\| `binnacle ([^`]+)` \|/) {
      let words = match.output.2.matches(of: /'([^']*)'|(\S+)/).map { String($0.output.1 ?? $0.output.2 ?? "") }
      rows[String(match.output.1)] = EvidenceRow(name: String(match.output.1), words: words)
    }
    return rows
  }
}

/// What a command came to.
private struct Shown {
  let status: Int32
  let rows: [[String: Any]]
  let text: String
  let remarks: String

  var last: [String: Any] { rows.last ?? [:] }
  func numbers(_ key: String) -> [Double] { rows.compactMap { $0[key] as? Double } }
  func texts(_ key: String) -> [String] { rows.compactMap { $0[key] as? String } }
}

/// What the rows are run with.
private final class Bench {
  let rows: [String: EvidenceRow]
  private let folder: TemporaryFolder
  /// The memory of an instrument that was calibrated, once for all rows.
  private static let memory = Result { () throws -> (folder: TemporaryFolder, path: String) in
    let folder = try TemporaryFolder()
    let path = folder.path("calibrated")
    let words = ["calibrate", "simulated?state=\(path)", "--yes"]
    #expect(CommandLineTool.binnacle.run(words, console: SpyConsole().console) == 0)
    return (folder, path)
  }

  init() throws {
    rows = try EvidenceRow.all()
    folder = try TemporaryFolder()
  }

  /// An instrument with that memory, of its own.
  private func calibrated() throws -> String {
    let path = folder.path(UUID().uuidString)
    try FileManager.default.copyItem(atPath: try Self.memory.get().path, toPath: path)
    return "simulated?state=\(path)"
  }

  /// A log: seconds, metres north of 47° N 8° E, and metres a second to the north.
  func log(_ fixes: [(second: Int, north: Double, speed: Double)], dilution: Double = 1) throws -> String {
    let text = fixes.map { fix in
      let clock = String(format: "12%02d%02d.00", fix.second / 60, fix.second % 60)
      let latitude = 47 + fix.north / 111_195
      let degrees = latitude.rounded(.down)
      let place = String(format: "%02.0f%07.4f,N,00800.0000,E", degrees, (latitude - degrees) * 60)
      let knots = String(format: "%.1f", fix.speed * 3600 / 1852)
      return sentence("GPGGA,\(clock),\(place),1,08,\(dilution),400.0,M,48.0,M,,")
        + sentence("GPRMC,\(clock),A,\(place),\(knots),000.0,150626,,,A")
    }
    return "nmea:" + (try folder.write(text.joined(), to: "\(UUID().uuidString).nmea"))
  }

  /// A drive to the north past the place of the rows, 47° N 8° E, from 2,500 m before it, and slower at its end.
  func drive() throws -> String {
    try log((0..<60).map { ($0, Double($0) * 50 - 2500, $0 < 50 ? 50 : 1) })
  }

  /// Runs a row.
  /// - Parameters:
  ///   - link: instead of LINK.
  ///   - location: instead of gpsd.
  ///   - more: what ends the command, or shows its results.
  ///   - without: words of the command that are left out.
  func show(
    _ name: String, link: String? = nil, location: String? = nil, more: [String] = [], without: [String] = [],
    isTerminal: Bool = false
  ) throws -> Shown {
    let row = try #require(rows[name], "\(name) is no row")
    var words = row.words.filter { !without.contains($0) }
    for (place, word) in words.enumerated() {
      switch word {
      case "LINK": words[place] = try link ?? calibrated()
      case "LINK2": words[place] = "simulated?seed=2&circle=3600"
      case "gpsd": words[place] = try location ?? drive()
      default: break
      }
    }
    if words[0] == "guide" { words += ["--speed", "0"] }
    let spy = SpyConsole(isTerminal: isTerminal, hasColour: isTerminal)
    let status = CommandLineTool.binnacle.run(words + more, console: spy.console)
    let rows = spy.results.split(separator: "\n").compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
    return Shown(status: status, rows: rows, text: spy.results, remarks: spy.remarks)
  }
}

/// The difference of two directions, degrees.
private func apart(_ a: Double, _ b: Double) -> Double { (a - b).remainder(dividingBy: 360) }

/// A gpsd that sends one fix ten times a second to its one client.
private final class OneFixDaemon {
  let location: String

  init() throws {
    let server = try TemporaryServer()
    location = "gpsd:127.0.0.1:\(server.port)"
    Thread.detachNewThread {
      guard let client = try? server.accept() else { return }
      let fix =
        #"{"class":"TPV","mode":3,"time":"2026-06-15T12:00:00.000Z","lat":47.0,"lon":8.0,"altHAE":448.0,"#
        + #""eph":5.0,"speed":10.0,"track":20.0}"#
      let hello = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
      for line in [hello] + Array(repeating: fix, count: 100) {
        guard (try? client.write(Array((line + "\n").utf8), deadline: .after(seconds: 1))) != nil else { return }
        usleep(100_000)
      }
      client.close()
    }
  }
}

@Suite(.waits) struct EvidenceTests {
  private let bench: Bench
  init() throws { bench = try Bench() }

  @Test func everyRow_isRunHere() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    for number in 1...41 {
      #expect(bench.rows["A\(number)"] != nil, "A\(number) has no command")
      #expect(source.contains("\"A\(number)\""), "A\(number) is not run")
    }
  }

  @Test func readings_showWhatTheirRowsSay() throws {
    var shown = try bench.show("A2", more: ["--readings", "10"])
    #expect(shown.status == 0 && shown.last["reference"] as? String == "trueNorth", "\(shown.last)")
    let declination = apart(
      try #require(shown.last["trueHeadingDegrees"] as? Double),
      try #require(shown.last["magneticHeadingDegrees"] as? Double))
    #expect(declination > 2 && declination < 5, "\(declination)")

    shown = try bench.show("A5")
    let times = shown.numbers("deviceTimeSeconds")
    #expect(shown.status == 0 && abs((times.last ?? 0) - (times.first ?? 0) - 10) < 0.2 && times.count > 90)

    shown = try bench.show("A6", more: ["--readings", "3"])
    #expect(shown.last["trueHeadingDegrees"] is NSNull && shown.last["magneticValid"] as? Bool == true)
    #expect(shown.last["reasons"] as? [String] == ["positionUnknown"])

    shown = try bench.show("A7", more: ["--readings", "10"])
    #expect(try #require(shown.last["trueHeading"] as? Double) >= 0)
    #expect(shown.last["headingAccuracy"] as? Double ?? -1 > 0)

    shown = try bench.show("A8", more: ["--readings", "3"])
    #expect(shown.last["headingAccuracy"] as? Double ?? -1 > 0 && shown.last["trueHeading"] as? Double == -1)
    shown = try bench.show("A8", link: "simulated", more: ["--readings", "3"])
    #expect(shown.numbers("headingAccuracy") == [-1, -1, -1], "not calibrated: not valid")

    shown = try bench.show("A9", more: ["--readings", "20"])
    let headings = shown.numbers("magneticHeadingDegrees")
    #expect(headings.count == 20)
    for (a, b) in zip(headings, headings.dropFirst()) { #expect(abs(apart(a, b)) >= 5, "\(a), \(b)") }

    shown = try bench.show("A12", link: "simulated", more: ["--readings", "20"])
    #expect(shown.status == 0 && !shown.remarks.contains("asks to be calibrated"))
    shown = try bench.show("A12", link: "simulated", more: ["--readings", "20"], without: ["--no-questions"])
    #expect(shown.remarks.contains("asks to be calibrated"))
  }

  @Test func troubleAndDisplay_areThoseOfTheirRows() throws {
    var shown = try bench.show("A15", link: "simulated", more: ["--readings", "2"])
    #expect(
      shown.texts("trouble") == ["transient", "transient"]
        && shown.last["advice"] as? String == "Calibrate the compass.")

    let portrait = try bench.show("A24", more: ["--readings", "1"])
    #expect(portrait.last["magneticValid"] as? Bool == true && portrait.last["trueHeadingDegrees"] is NSNull)
    shown = try bench.show("A16", more: ["--readings", "1"])
    let turned = apart(
      try #require(shown.last["magneticHeadingDegrees"] as? Double),
      try #require(portrait.last["magneticHeadingDegrees"] as? Double))
    #expect(abs(turned - 90) < 1e-3, "\(turned)")

    shown = try bench.show("A17", more: ["--readings", "3"], isTerminal: true)
    #expect(shown.text.contains("north, when up is where the instrument points"), "\(shown.text)")

    shown = try bench.show("A18", more: ["--readings", "3"])
    #expect(
      shown.last["orientation"] as? String == "portrait" && abs((shown.last["pitchDegrees"] as? Double ?? 0) - 60) < 1)
    shown = try bench.show("A25", more: ["--readings", "3"])
    #expect(shown.last["throughDisplay"] as? String == "-Z", "\(shown.last)")
    #expect(abs(apart(shown.last["magneticHeadingDegrees"] as? Double ?? 180, 10.2)) < 1, "the back points north, too")
  }

  @Test func requirements_areMetOrRefused() throws {
    let shown = try bench.show("A4", location: OneFixDaemon().location, more: ["--readings", "20"])
    #expect(shown.status == 0 && shown.rows.count == 20, "\(shown.remarks)")
    // No receiver: refused at once.
    let port = try TemporaryServer().port
    let refused = try bench.show("A4", location: "gpsd:127.0.0.1:\(port)", more: ["--readings", "3"])
    #expect(refused.status == 5 && refused.rows.isEmpty)
    // This instrument has a magnetometer. One without goes on, too, and says so: that takes an emulated board, in
    // stream_thatPrefersAMagnetometer_goesOnWithoutOne.
    let preferred = try bench.show("A3", more: ["--readings", "2"])
    #expect(preferred.status == 0 && preferred.rows.count == 2 && !preferred.remarks.contains("magnetometer"))
  }

  @Test func calibration_showsWhatItsRowsSay() throws {
    let shown = try bench.show("A11", link: "simulated", more: ["--yes"])
    #expect(shown.status == 0 && shown.last["committed"] as? Bool == true, "\(shown.last)")
    #expect((shown.last["headingErrorAfterDegrees"] as? Double ?? 9) < 1)
    // It ends by itself once it is complete.
    #expect(try bench.show("A14", link: "simulated", more: ["--yes", "--json"]).texts("event").last == "end")
  }

  /// A board that is not simulated is moved by a person, whom the command asks for figures of eight.
  @Test func calibration_asksForFiguresOfEight() throws {
    let board = try BenchBoard()
    let row = try #require(bench.rows["A13"])
    let spy = SpyConsole(isTerminal: true)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = CommandLineTool.binnacle.run(
        row.words.map { $0 == "LINK" ? board.link : $0 } + ["--yes"], console: spy.console)
      done.signal()
    }
    for _ in 0..<200 where !(spy.results + spy.remarks).contains("figures of eight") { usleep(50_000) }
    #expect((spy.results + spy.remarks).contains("figures of eight"), "\(spy.results) \(spy.remarks)")
    board.fallSilent()
    done.wait()
  }

  @Test func meter_showsWhatItsRowsSay() throws {
    var shown = try bench.show("A19", more: ["--readings", "3"])
    let field = try #require(shown.last["fieldNanotesla"] as? [Double])
    #expect(shown.last["normalisedMicrotesla"] as? [Double] == field.map { max(-128, min(128, $0 / 1000)) })
    shown = try bench.show("A20", more: ["--readings", "2"])
    let again = try #require(shown.last["fieldNanotesla"] as? [Double])
    let length = again.map { $0 * $0 }.reduce(0, +).squareRoot()
    #expect(shown.last["magnitudeNanotesla"] as? Double == length.rounded(.down))
    shown = try bench.show("A21", more: ["--readings", "1"])
    #expect(shown.last["rangeNanotesla"] as? Double ?? 0 > 100_000 && shown.last["saturated"] as? Bool == false)
    shown = try bench.show("A22", more: ["--readings", "10"])
    #expect(shown.last["zeroLoss"] as? String == "fieldMoved" && shown.remarks.contains("hold") == false)
    #expect(shown.remarks.contains("no zero point: the field moved while the zero point was taken, by "))
    shown = try bench.show("A23", more: ["--readings", "12"], isTerminal: true)
    let line = try #require(shown.text.split(separator: "\n").last)
    #expect(line.matches(of: /[▁▂▃▄▅▆▇█]{10}/).count == 4, "\(line)")
  }

  @Test func bearings_areThoseOfTheirRows() throws {
    let cupertino = try bench.show("A26", more: ["--json"])
    let sphere = try #require(cupertino.last["sphere"] as? [String: Any])
    #expect(abs((sphere["initialDegrees"] as? Double ?? 0) - 145.3717157) < 1e-5)
    let angle = try #require(try bench.show("A32", more: ["--json"]).last["sphere"] as? [String: Any])
    // South-west; the angle between two vectors would be the same for north-east.
    #expect(abs((angle["initialDegrees"] as? Double ?? 0) - 214.0487923) < 1e-5)
  }

  @Test func guidance_showsWhatItsRowsSay() throws {
    var shown = try bench.show("A1", more: ["--json"])
    #expect(shown.status == 0, "\(shown.remarks)")
    for row in shown.rows {
      guard let speed = row["speedMetresPerSecond"] as? Double, row["state"] as? String == "guiding" else { continue }
      #expect(row["headingFrom"] as? String == (speed > 3 ? "course" : "device"), "\(row)")
    }
    #expect(Set(shown.texts("headingFrom")) == ["course", "device"])

    // Fixes that are known to 20 m pass, and the place moves by 1,000 m at a time; coarser ones do not.
    shown = try bench.show("A10", more: ["--json"])
    let places = Set(shown.numbers("distanceMetres").map { $0.rounded() })
    #expect(places.count >= 2 && places.count <= 4, "\(places)")
    let coarse = try bench.log((0..<9).map { ($0, Double($0) * 50, 50) }, dilution: 400)
    #expect(try bench.show("A10", location: coarse, more: ["--json"]).numbers("distanceMetres").isEmpty)

    shown = try bench.show("A27", more: ["--json"])
    for row in shown.rows {
      guard let turn = row["turnDegrees"] as? Double, let arrow = row["arrow"] as? String else { continue }
      let side = turn > 0 ? "right" : "left"
      if abs(turn) <= 10 { #expect(arrow == "ahead", "\(turn)") }
      if abs(turn) > 12 { #expect(arrow == side || arrow == "unsure", "\(turn): \(arrow)") }
    }
    #expect(shown.texts("arrow").contains("ahead") && shown.texts("arrow").contains { $0 != "ahead" })

    // The heading is known to a degree or so: 30° are kept, a tenth of a degree is not.
    shown = try bench.show("A28", more: ["--json"])
    #expect(shown.texts("arrow").count > 10)
    shown = try bench.show("A28", more: ["--json", "--worst", "0.1"])
    #expect(shown.texts("arrow").isEmpty && shown.texts("hidden").contains { $0 != "notGuiding" }, "\(shown.last)")
    #expect(shown.texts("because").isEmpty == false && shown.texts("advice").isEmpty == false)
  }

  @Test func guidance_onItsWay_showsWhatItsRowsSay() throws {
    // Three miles around 37.3229, −122.0322, on the way to it.
    var shown = try bench.show(
      "A29", location: "nmea:" + Repository.path("Tests/Data/nmea/cupertino_drive.nmea"), more: ["--json"])
    for row in shown.rows where row["state"] as? String == "arrived" {
      #expect(row["distanceMetres"] as? Double ?? 9e9 <= 4828.032 * 1.2)
    }
    #expect(shown.texts("state").contains("arrived") && shown.texts("state").contains("guiding"), "\(shown.last)")

    // A fix that is older than the one before it, 900 m away.
    let late = try bench.log([(10, -100, 10), (11, -90, 10), (9, -1000, 10), (12, -80, 10)])
    shown = try bench.show("A30", location: late, more: ["--json"])
    #expect(
      shown.numbers("distanceMetres").allSatisfy { $0 < 150 }
        && shown.remarks.contains("12:00:09 UTC after a later one"),
      "\(shown.remarks)")

    shown = try bench.show("A31", more: ["--json"])
    #expect(shown.texts("state").first == "waiting" && shown.texts("state").contains("guiding"))
    #expect(shown.rows.first?["distanceMetres"] is NSNull)

    // Away from the start to the north: the start lies south.
    shown = try bench.show("A33", more: ["--json"])
    #expect(abs(apart(shown.last["bearingDegrees"] as? Double ?? 0, 180)) < 1, "\(shown.last)")
    #expect(shown.remarks.contains("saved here"))

    shown = try bench.show("A41", isTerminal: true)
    #expect(shown.text.contains(" mi"), "\(shown.text.suffix(500))")
  }

  private func sources(_ shown: Shown) throws -> [String: [String: Any]] {
    try #require(shown.last["sources"] as? [String: [String: Any]], "\(shown.text) \(shown.remarks)")
  }

  private func features(_ shown: Shown) throws -> [String: [String: String]] {
    try #require(shown.last["features"] as? [String: [String: String]], "\(shown.text) \(shown.remarks)")
  }

  @Test func sources_ofCourseHeadAndDevice_areThere() throws {
    let all = try sources(try bench.show("A34", more: ["--json"]))
    for name in ["course", "head", "device"] {
      #expect(all[name]?["available"] as? Bool == true, "\(name): \(all)")
    }
    let ahead = try features(try bench.show("A39"))
    #expect(
      ahead["aheadOfMe"] == ["collection": "head", "presentation": "head"] && ahead["beacon"] == ahead["aheadOfMe"])
  }

  @Test func sources_byContext_areThoseOfTheirRows() throws {
    let lanyard = try sources(try bench.show("A35", more: ["--json"]))
    #expect(lanyard["device"]?["available"] as? Bool == true)
    let both = try features(try bench.show("A36", more: ["--json"]))
    #expect(both["myLocation"] == ["collection": "device", "presentation": "device"])
    let location = try features(try bench.show("A38"))
    #expect(location["myLocation"] == ["collection": "course", "presentation": "course"])
  }

  @Test func sources_thatAreNotApplicableOrNone_areThoseOfTheirRows() throws {
    let place = try features(try bench.show("A37"))
    #expect(place["placeCallout"] == ["collection": "n/a", "presentation": "device"])
    // Nobody looks at the device, and it does not lie flat: callouts are left out, the beacon is dimmed.
    let none = try features(try bench.show("A40"))
    #expect(none["beacon"]?["presentation"] == "none: dim", "\(none)")
    #expect(none["placeCallout"]?["presentation"] == "none: skip", "\(none)")
  }
}
