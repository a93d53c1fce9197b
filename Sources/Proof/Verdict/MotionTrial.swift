// Trials with optical truth, as BROAD publishes them.
//
// D. Laidig, M. Caruso, A. Cereatti, T. Seel, "BROAD - A Benchmark for Robust Inertial Orientation Estimation", Data 2021,
// 6(7), 72. A trial is a CSV, perhaps compressed by xz: gyroscope, accelerometer, magnetometer in counts, the quaternion of
// the truth in 1/32767 (sensor to east, north, up), and whether it moves; a row every 3.5 ms.
import CMotionSample
import Foundation
import Reference
import TerminalInterface

/// A trial that cannot be read.
public struct MotionTrialError: Error, CustomStringConvertible {
  public let description: String
}

/// One trial.
public struct MotionTrial: Sendable {
  /// One row: nine counts, the truth if the cameras saw it, and whether its error counts.
  struct Row: Sendable {
    var counts: [Double]
    var truth: ReferenceQuaternion?
    var isMoving: Bool
  }

  /// The file's name up to its first dot.
  public let name: String
  var rows: [Row]

  /// The trials of a folder, by name. - Throws: `MotionTrialError` where a file cannot be read or holds no row.
  public static func folder(_ path: String) throws -> [MotionTrial] {
    guard let files = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw MotionTrialError(
        description: "\(path) is no folder that can be read.\nGive the folder that holds the trials.")
    }
    let trials = files.filter { $0.hasSuffix(".csv") || $0.hasSuffix(".csv.xz") }.sorted()
    guard !trials.isEmpty else {
      throw MotionTrialError(
        description: "\(path) holds no trial: no file ends in .csv or .csv.xz.\nGive the folder that holds the trials.")
    }
    return try trials.map { try MotionTrial(path: "\(path)/\($0)") }
  }

  /// 15 s of trial 06, which are part of the program.
  public static func sample() throws -> MotionTrial {
    let bytes = UnsafeRawBufferPointer(start: motion_sample(), count: Int(motion_sample_length()))
    return try MotionTrial(name: "06, 15 s of it", text: String(decoding: bytes, as: UTF8.self), path: "the sample")
  }

  /// - Throws: `MotionTrialError`.
  public init(path: String) throws {
    try self.init(
      name: String((path as NSString).lastPathComponent.prefix { $0 != "." }),
      text: String(decoding: try Self.bytes(path), as: UTF8.self), path: path)
  }

  private init(name: String, text: String, path: String) throws {
    self.name = name
    rows = text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard cells.count >= 14, let first = cells[0], first.isFinite else { return nil }
      let q = cells[9..<13].compactMap { $0 }
      let truth =
        q.count == 4 ? ReferenceQuaternion(w: q[0], v: SIMD3(q[1], q[2], q[3])).normalised : nil
      return Row(counts: cells[0..<9].map { $0 ?? 0 }, truth: truth, isMoving: cells[13] == 1)
    }
    guard rows.contains(where: { $0.isMoving && $0.truth != nil }) else {
      throw MotionTrialError(
        description: "\(path) has no row of 14 numbers with a truth and movement.\n"
          + "A trial's columns are gx … mz, qw … qz, movement.")
    }
  }

  private static func bytes(_ path: String) throws -> Data {
    let data: [UInt8]
    do throws(FileFault) { data = try contents(ofFile: path, upTo: .recording) } catch {
      throw MotionTrialError(description: "\(path) \(error).\nCheck the file and its permissions.")
    }
    guard path.hasSuffix(".xz") else { return Data(data) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["xz", "-dc", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let content: [UInt8]
    do throws(FileFault) {
      content = try InputFile(adopting: dup(pipe.fileHandleForReading.fileDescriptor), upTo: .recording).rest()
    } catch {
      process.terminate()
      throw MotionTrialError(description: "\(path), unpacked, \(error).\nIs it the right file?")
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw MotionTrialError(description: "\(path): xz cannot unpack it.\nInstall xz-utils, or fetch the file again.")
    }
    return Data(content)
  }
}
