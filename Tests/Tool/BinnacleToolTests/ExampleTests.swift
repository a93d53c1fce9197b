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

  /// The same field as PX4 logs it, in gauss (its ULog format, version 1).
  private static var flight: Data {
    func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    func message(_ kind: Character, _ content: [UInt8]) -> [UInt8] {
      bytes(UInt16(content.count)) + [kind.asciiValue ?? 0] + content
    }
    var log: [UInt8] = [0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35, 1] + bytes(UInt64(0))
    log += message("F", Array("sensor_mag:uint64_t timestamp;uint32_t device_id;float x;float y;float z;".utf8))
    log += message("A", [0] + bytes(UInt16(0)) + Array("sensor_mag".utf8))
    for (index, row) in walk.enumerated() {
      let field = row.split(separator: ",")[1...3].map { (Float($0) ?? 0) / 100 }
      let content = bytes(UInt64(index) * 50_000) + bytes(UInt32(396_809)) + field.flatMap { bytes($0.bitPattern) }
      log += message("D", bytes(UInt16(0)) + content)
    }
    return Data(log)
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
    let milligauss = Self.walk.map { row in
      row.split(separator: ",")[1...3].map { "\((Double($0) ?? 0) * 10)" }.joined(separator: ",")
    }
    _ = try folder.write("mx,my,mz\n" + milligauss.joined(separator: "\n") + "\n", to: "log.csv")
    try Self.flight.write(to: URL(fileURLWithPath: folder.path("flight.ulg")))
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
