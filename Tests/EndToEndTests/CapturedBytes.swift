// The readings in a capture, as this project and as the independent decoder read them.
import Foundation
import HostSession
import LinkProtocol
import Quantities
import Recordings
import TestSupport
import Testing

enum CapturedBytes {
  /// Every answer to an injected sample, decoded by `Wire`.
  static func computed(in path: String) throws -> [Reading] {
    let reader = try CaptureReader(path: path)
    let frames = FrameReader()
    var readings: [Reading] = []
    while let chunk = try reader.next() {
      guard chunk.kind == .received else { continue }
      chunk.bytes.withUnsafeBytes { bytes in
        frames.feed(bytes, at: 0) { frame in
          guard frame.kind == .computed else { return }
          if let reading: Reading = frame.message() { readings.append(reading) }
        }
      }
    }
    #expect(frames.counters.corrupt == 0 && frames.counters.overlong == 0)
    return readings
  }

  /// The same out of Tests/python/binnacle_link.py, which knows nothing but the specifications: the lines of its
  /// output, and its exit status.
  static func decodedByPython(_ path: String) throws -> (lines: [Substring], status: Int32) {
    // The environment that `make setup` prepares, or else the user's own.
    let prepared = Repository.path(".build/python/bin/python")
    let python = access(prepared, X_OK) == 0 ? prepared : "python3"
    let process = try TemporaryProcess(python, [Repository.path("Tests/python/binnacle_link.py"), "decode", path])
    let output = process.finish()
    let status = process.process.terminationStatus
    try #require(
      !output.contains("ModuleNotFoundError") && status != 127,
      "The independent decoder cannot run. Run `make setup`. \(output.suffix(200))")
    return (output.split(separator: "\n"), status)
  }
}

extension Reading {
  /// What the independent decoder has to say about this reading, field by field.
  func expectEqual(to line: JSON) throws {
    #expect(try line.integer("fields.time") == Int(time.microseconds))
    #expect(try line.integer("fields.sampleNumber") == Int(sampleNumber))
    #expect(try line.integer("fields.mode") == Int(mode.rawValue))
    #expect(try line.integer("fields.flags") == Int(flags.rawValue))
    #expect(try line.integer("fields.scale") == Int(scale.rawValue))
    for (name, vector) in [
      ("counts", counts), ("field", field.nanotesla), ("specificForce", specificForce.microG),
      ("correctedField", correctedField.q8Nanotesla),
    ] {
      #expect(try line.numbers("fields.\(name)") == [Double(vector.x), Double(vector.y), Double(vector.z)])
    }
    #expect(try line.integer("fields.heading") == Int(heading.rawValue))
    #expect(try line.integer("fields.roll") == Int(roll.rawValue))
    #expect(try line.integer("fields.pitch") == Int(pitch.rawValue))
    #expect(try line.integer("fields.dip") == Int(dip.rawValue))
    #expect(try line.integer("fields.horizontal") == Int(horizontalNanotesla))
  }
}
