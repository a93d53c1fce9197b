// The examples of `--help` that read files, run as they are printed; files that they name are made here.

import Foundation
import TestSupport
import Testing

@testable import BinnacleTool

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
  private static var flight: [UInt8] {
    func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    func message(_ type: String, _ body: [UInt8]) -> [UInt8] {
      little(UInt16(body.count)) + Array(type.utf8) + body
    }
    var bytes: [UInt8] = Array("ULog".utf8) + [1, 0x12, 0x35, 1] + little(UInt64(0))
    bytes += message("B", [UInt8](repeating: 0, count: 40))
    bytes += message("F", Array("sensor_mag:uint64_t timestamp;uint32_t device_id;float x;float y;float z;".utf8))
    bytes += message("A", [0] + little(UInt16(0)) + Array("sensor_mag".utf8))
    for row in walk {
      let numbers = row.split(separator: ",").compactMap { Double($0) }
      let field = numbers[1...3].flatMap { little(Float($0 / 100).bitPattern) }
      bytes += message("D", little(UInt16(0)) + little(UInt64(numbers[0] * 1e6)) + little(UInt32(396_825)) + field)
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
    try Data(Self.flight).write(to: URL(fileURLWithPath: folder.path("flight.ulg")))
    let raw = Repository.path("Tests/Data/recordings/motioncal_raw.txt")
    _ = try folder.write(String(contentsOfFile: raw, encoding: .utf8), to: "motioncal.txt")
    let fit = RecordingOutcome(["fit", walk, "--columns", "mx,my,mz", "--unit", "uT", "--json"])
    #expect(fit.status == 0, "\(fit.remarks)")
    _ = try folder.write(fit.results, to: "fit.json")
    let capture = RecordingOutcome(["capture", "simulated", "-o", folder.path("run.binnacle"), "--readings", "20"])
    #expect(capture.status == 0, "\(capture.remarks)")
    return folder
  }

  @Test func examplesOfRecordings_doWhatTheySay() throws {
    let folder = try files()
    let made = Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
    let commands: [any Subcommand] = [FitCommand(), ReportCommand(), StreamCommand(), ReplayCommand()]
    var count = 0
    for command in commands {
      for example in command.examples {
        let all = example.arguments.split(separator: " ").map(String.init)
        var words = Array(all.prefix { $0 != "|" && $0 != ">" })
        // Links to devices and boards are other tests' matter.
        guard words[0] != "stream" || words[1].hasPrefix("recording:"), !words.contains("--on") else { continue }
        for index in words.indices.dropFirst() {
          let (link, name) =
            words[index].hasPrefix("recording:") ? ("recording:", words[index].dropFirst(10)) : ("", words[index][...])
          if made.contains(String(name)) { words[index] = link + folder.path(String(name)) }
          if name.hasPrefix("Tests/Data/") { words[index] = link + Repository.path(String(name)) }
        }
        if let place = words.firstIndex(of: "-o") {
          words[place + 1] = folder.path("example-\(count).html")
        } else if words[0] == "report" {
          words += ["-o", folder.path("example-\(count).html")]
        }
        let outcome = RecordingOutcome(words)
        let isRefusal = example.explanation.contains("refusal")
        #expect(outcome.status == (isRefusal ? 1 : 0), "\(example.arguments): \(outcome.status) \(outcome.remarks)")
        count += 1
      }
    }
    #expect(count >= 12)
  }
}
