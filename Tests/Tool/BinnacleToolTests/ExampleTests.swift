// The examples of `--help`, run as they are printed; files that they name are made here, and a board is simulated.

import Foundation
import Quantities
import TestSupport
import Testing
import ToolCommandLine

@testable import ToolConnection
@testable import ToolServe
@testable import ToolStream

@Suite struct ExampleTests {
  /// A minute of a sensor that is turned every way: field in µT, specific force in m/s², time in s.
  private static let walk: [String] = (0..<1200).map { index in
    var (field, force) = (SIMD3(20.0, 0, 43), SIMD3(0.0, 0, -9.80665))
    for (axis, rate) in [(0, 1.2), (1, 0.9), (2, 1.5)] {
      let (i, j, angle) = ((axis + 1) % 3, (axis + 2) % 3, rate * Double(index) / 20)
      (field[i], field[j]) = (
        field[i] * cos(angle) - field[j] * sin(angle), field[i] * sin(angle) + field[j] * cos(angle)
      )
      (force[i], force[j]) = (
        force[i] * cos(angle) - force[j] * sin(angle), force[i] * sin(angle) + force[j] * cos(angle)
      )
    }
    return ([Double(index) / 20] + [field.x, field.y, field.z, force.x, force.y, force.z].map { $0 })
      .map { String(format: "%.4f", $0) }.joined(separator: ",")
  }

  private static var milligauss: [String] {
    walk.map { row in
      row.split(separator: ",")[1...3].map { String(format: "%.1f", (Double($0) ?? 0) * 10) }.joined(separator: ",")
    }
  }

  /// The same turn as PX4 writes it: one topic, in gauss.
  /// - Parameter sensors: magnetometers, of which all measure the same.
  static func flight(sensors: Int) -> [UInt8] {
    func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    func message(_ type: String, _ body: [UInt8]) -> [UInt8] {
      little(UInt16(body.count)) + Array(type.utf8) + body
    }
    var bytes: [UInt8] = Array("ULog".utf8) + [1, 0x12, 0x35, 1] + little(UInt64(0))
    bytes += message("B", [UInt8](repeating: 0, count: 40))
    bytes += message("F", Array("sensor_mag:uint64_t timestamp;uint32_t device_id;float x;float y;float z;".utf8))
    for sensor in 0..<sensors {
      bytes += message("A", [UInt8(sensor)] + little(UInt16(sensor)) + Array("sensor_mag".utf8))
    }
    for row in walk {
      let numbers = row.split(separator: ",").compactMap { Double($0) }
      let field = numbers[1...3].flatMap { little(Float($0 / 100).bitPattern) }
      for sensor in 0..<sensors {
        let device = little(UInt32(396_825 + sensor))
        bytes += message("D", little(UInt16(sensor)) + little(UInt64(numbers[0] * 1e6)) + device + field)
      }
    }
    return bytes
  }

  /// Folder with the files that examples name.
  private func files() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let walk = try folder.write(
      "t_s,mx,my,mz,ax,ay,az\n" + Self.walk.joined(separator: "\n") + "\n", to: "walk.csv")
    for (name, places) in [("Magnetometer.csv", [0, 1, 2, 3]), ("Accelerometer.csv", [0, 4, 5, 6])] {
      let rows = Self.walk.map { row in
        let cells = row.split(separator: ",")
        return places.map { String(cells[$0]) }.joined(separator: ",")
      }
      _ = try folder.write("seconds_elapsed,x,y,z\n" + rows.joined(separator: "\n") + "\n", to: name)
    }
    _ = try folder.write("mx,my,mz\n" + Self.milligauss.joined(separator: "\n") + "\n", to: "log.csv")
    try Data(Self.flight(sensors: 1)).write(to: URL(fileURLWithPath: folder.path("flight.ulg")))
    // Logs are known by what they hold.
    try Data(Self.flight(sensors: 2)).write(to: URL(fileURLWithPath: folder.path("flight.bin")))
    for (name, file) in [
      ("counts.csv", "mag/handheld_counts.csv"), ("shots.csv", "marg/sap6_shots.csv"),
      ("magnet.csv", "marg/xio_fusion.csv"),
    ] {
      try FileManager.default.copyItem(atPath: Repository.path("Tests/Data/" + file), toPath: folder.path(name))
    }
    let raw = Repository.path("Tests/Data/recordings/motioncal_raw.txt")
    _ = try folder.write(String(contentsOfFile: raw, encoding: .utf8), to: "motioncal.txt")
    let fit = RecordingOutcome(["fit", walk, "--columns", "mx,my,mz", "--unit", "uT", "--json"])
    #expect(fit.status == 0, "\(fit.remarks)")
    _ = try folder.write(fit.results, to: "fit.json")
    _ = try folder.write(
      DeviationCardFile.csv(DeviationCard(a: 1 << 24, b: 0, c: 0, d: 0, e: 0), at: 0), to: "card.csv")
    let capture = RecordingOutcome(["capture", "simulated", "-o", folder.path("run.binnacle"), "--readings", "20"])
    #expect(capture.status == 0, "\(capture.remarks)")
    return folder
  }

  /// Why an example is not run here. A board is replaced by the simulated instrument wherever that ends by itself.
  private static func reason(_ words: [String]) -> String? {
    let line = words.joined(separator: " ")
    if words[0] == "help" || words[0] == "boards" || words[0] == "flash" {
      return words[0] == "help" ? nil : "it needs images or a board that is plugged in; EndToEndTests have it"
    }
    if line.contains("emulator:") { return "it needs an image; EmulatedExampleTests run it" }
    if line.contains("gpsd") || line.contains("nmea:") { return "it needs a receiver; LocationTests have one" }
    if words[0] == "publish" { return "it publishes until it is ended; PublishTests and test_publish.py have it" }
    if line.contains("/dev/") || line.contains("--card") { return "it needs a port, or a card that was swung" }
    if words[0] == "serve" { return "it serves until it is ended; servedExamples_showTheirFile runs those of files" }
    if words[0] == "compare" { return "it needs two files that differ; CompareTests make them" }
    if words[0] == "report-silicon" { return "it waits for a person who turns a real board" }
    if words[0] == "swing" || words[0] == "sources" || words[0] == "guide" { return "it runs until it is ended" }
    if words.starts(with: ["check"]) {
      let isQuick = ["check motion", "check world-model", "check heading --on simulated --sabotage gain"].contains(line)
      return isQuick ? nil : "it computes for long, or needs the rows of another; `make test` has its own run"
    }
    if line == "calibration erase auto" { return "it asks a person" }
    if line == "sensors auto" { return "it lists what answers on the bus of a board" }
    return nil
  }

  /// Words as a shell splits them, up to a pipe or a redirection.
  private static func shellWords(_ text: String) -> [String] {
    var words: [String] = []
    var (word, quote): (String?, Character?) = (nil, nil)
    for character in text {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        (quote, word) = (character, word ?? "")
      } else if character == " " {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    #expect(quote == nil, "a quote that a shell would wait for: \(text)")
    if let word { words.append(word) }
    return Array(words.prefix { $0 != "|" && $0 != ">" })
  }

  /// The words of an example as they are run here: with files of the folder, and an instrument that ends.
  /// - Parameters:
  ///   - made: the files that are there.
  ///   - count: the number of the example.
  private func runnable(
    _ example: [String], of command: any Subcommand, in folder: TemporaryFolder, made: Set<String>, count: Int
  ) -> [String] {
    var words = example
    for index in words.indices.dropFirst() {
      let name = words[index]
      if made.contains(name) { words[index] = folder.path(name) }
      if name == "auto" { words[index] = "simulated" }
      if name == "compass.json" { words[index] = folder.path("compass-\(count).json") }
    }
    if words.contains("simulated") {
      let options = command.options.map(\.name)
      if options.contains("yes") { words.append("--yes") }
      let isEndless = !words.contains("--readings") && !words.contains("--duration")
      if options.contains("readings"), isEndless { words += ["--readings", "3"] }
    }
    if words.starts(with: ["calibration", "import"]) {
      // What was exported of the same instrument.
      words[3] = folder.path("exported.json")
      #expect(RecordingOutcome(["calibration", "export", "simulated", words[3]]).status == 0)
    }
    // A filter tells nothing of an instrument that does not move.
    if let filter = words.firstIndex(of: "--filter") {
      words += ["--heartbeat", "1s"]
      words[filter + 1] = "1"
    }
    if words[0] == "man" { words[1] = folder.path("man-\(count)") }
    if let place = words.firstIndex(of: "-o") {
      words[place + 1] = folder.path("example-\(count)." + (words[0] == "report" ? "html" : "out"))
    } else if words[0] == "report" {
      words += ["-o", folder.path("example-\(count).html")]
    }
    return words
  }

  @Test func examplesOfHelp_doWhatTheySay() throws {
    let folder = try files()
    let made = Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
    let emulated = try String(
      contentsOfFile: Repository.path("Tests/EndToEndTests/EmulatedExampleTests.swift"), encoding: .utf8)
    var (count, left) = (0, Set<String>())
    for (_, command) in commands {
      for example in command.examples {
        var words = Self.shellWords(example.arguments)
        if let reason = Self.reason(words) {
          left.insert(reason)
          if example.arguments.contains("emulator:") {
            #expect(emulated.contains("\"\(example.arguments)\""), "\(example.arguments)")
          }
          continue
        }
        words = runnable(words, of: command, in: folder, made: made, count: count)
        let outcome = RecordingOutcome(words)
        let isRefusal = example.explanation.contains("refusal") || words.contains("--sabotage")
        #expect(outcome.status == (isRefusal ? 1 : 0), "\(words): \(outcome.status) \(outcome.remarks)")
        count += 1
      }
    }
    #expect(count >= 40, "\(count) were run, the others not: \(left)")
  }

  @Test(arguments: [
    ["serve", "recording:walk.csv", "--columns", "mx,my,mz,ax,ay,az", "--unit", "uT", "--time", "t_s"],
    ["serve", "capture:run.binnacle"],
  ])
  func servedExamples_showTheirFile(example: [String]) throws {
    #expect(ServeCommand().examples.contains { $0.arguments == example.joined(separator: " ") })
    let folder = try files()
    let words = example.map { word in
      ["walk.csv", "run.binnacle"].reduce(word) { $0.replacing($1, with: folder.path($1)) }
    }
    let process = binnacle(words)
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    defer { process.terminate() }
    var told = ""
    while !told.contains("http://") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { break }
      told += String(decoding: more, as: UTF8.self)
    }
    let port = try #require(told.firstMatch(of: /http:\/\/[^:\/\s]+:(\d+)/).flatMap { UInt16($0.output.1) }, "\(told)")
    let client = try #require(RawClient(port: port))
    client.send(lines: "GET / HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close", "")
    let page = client.read(seconds: 10)
    #expect(String(decoding: page.prefix(20), as: UTF8.self).contains("200") && page.count > 1000)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
