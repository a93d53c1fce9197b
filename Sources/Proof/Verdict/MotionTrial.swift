// Trials with an optical reference: the files of BROAD, and tables of our own for other devices.
//
// D. Laidig, M. Caruso, A. Cereatti, T. Seel, "BROAD - A Benchmark for Robust Inertial Orientation Estimation", Data 2021,
// 6(7), 72. A trial is a CSV, perhaps compressed by xz: gyroscope, accelerometer, magnetometer in counts, the quaternion of
// the truth in 1/32767 (sensor to east, north, up), and whether it moves; a row every 3.5 ms.
//
// A table of another device begins with the line t_ms,gx,gy,gz,ax,ay,az,mx,my,mz,qw,qx,qy,qz,use: milliseconds, 1e-4 rad/s, 1e-3 m/s²
// (at rest up), 0.01 µT, the truth in 1/32767 (sensor to a frame of its own whose z is up; empty where unknown), and whether the row
// counts. Its file is named DEVICE_quiet_HOW, DEVICE_disturbed_HOW or DEVICE_HOW.
import CMotionSample
import Foundation
import Reference
import TerminalInterface

/// A trial that cannot be read.
package struct MotionTrialError: Error, CustomStringConvertible {
  package let description: String
}

/// The units of a trial's counts, and the frames of its truth.
struct MotionTrialUnits: Sendable {
  /// rad/s, m/s² and µT of a count; microseconds from row to row.
  let rate: Double
  let force: Double
  let field: Double
  let period: Double
  /// How much older a field is than its time stamp, microseconds.
  let fieldDelay: Double
  /// The truth has its own frame, and its body axes differ from the sensor's: two rotations are fitted.
  let isAligned: Bool

  static let broad = MotionTrialUnits(
    rate: 2000.0 / 32_768 * .pi / 180, force: 16.0 / 32_768 * 9.80665, field: 0.15, period: MotionCheck.period,
    fieldDelay: 623, isAligned: false)

  static func table(period: Double) -> MotionTrialUnits {
    MotionTrialUnits(rate: 1e-4, force: 1e-3, field: 0.01, period: period, fieldDelay: 600, isAligned: true)
  }

  /// Degrees a second of one count of the gyroscope.
  var degrees: Double { rate * 180 / .pi }
}

/// One trial.
package struct MotionTrial: Sendable {
  /// One row: nine counts, the truth if the cameras saw it, and whether its error counts.
  struct Row: Sendable {
    var counts: [Double]
    var truth: ReferenceQuaternion?
    var isMoving: Bool
  }

  /// The file's name up to its first dot.
  package let name: String
  var rows: [Row]
  let units: MotionTrialUnits

  /// The device, and whether the field was disturbed; `nil` for a trial of BROAD.
  package var device: String? {
    guard units.isAligned else { return nil }
    let parts = name.split(separator: "_")
    let condition = parts.firstIndex { $0 == "quiet" || $0 == "disturbed" }
    return condition.map { "\(parts[..<$0].joined(separator: "_")), \(parts[$0])" } ?? String(parts.first ?? "?")
  }

  /// The trials of a folder, by name. - Throws: `MotionTrialError` where a file cannot be read or holds no row.
  package static func folder(_ path: String) throws -> [MotionTrial] {
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
  package static func sample() throws -> MotionTrial {
    let bytes = UnsafeRawBufferPointer(start: motion_sample(), count: Int(motion_sample_length()))
    return try MotionTrial(name: "06, 15 s of it", text: String(decoding: bytes, as: UTF8.self), path: "the sample")
  }

  /// - Throws: `MotionTrialError`.
  package init(path: String) throws {
    try self.init(
      name: String((path as NSString).lastPathComponent.prefix { $0 != "." }),
      text: String(decoding: try Self.bytes(path), as: UTF8.self), path: path)
  }

  private init(name: String, text: String, path: String) throws {
    self.name = name
    // Only our tables begin with the time.
    let first = text.hasPrefix("t_ms,") ? 1 : 0
    var times: [Double] = []
    rows = text.split(separator: "\n").compactMap { line in
      let row = line.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard row.count >= 14 + first, let time = row[0], time.isFinite else { return nil }
      if first == 1 { times.append(time) }
      let cells = Array(row[first...])
      let q = cells[9..<13].compactMap { $0 }
      let truth =
        q.count == 4 ? ReferenceQuaternion(w: q[0], v: SIMD3(q[1], q[2], q[3])).normalised : nil
      return Row(counts: cells[0..<9].map { $0 ?? 0 }, truth: truth, isMoving: cells[13] == 1)
    }
    units =
      times.count < 2
      ? .broad : .table(period: (times[times.count - 1] - times[0]) / Double(times.count - 1) * 1000)
    guard rows.contains(where: { $0.isMoving && $0.truth != nil }) else {
      throw MotionTrialError(
        description: "\(path) has no row of 14 numbers with a truth and movement.\n"
          + "A trial's columns are gx … mz, qw … qz, movement, or t_ms, gx … mz, qw … qz, use.")
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
      content = try InputFile.output(of: process, from: pipe, upTo: .recording)
    } catch {
      throw MotionTrialError(description: "\(path), unpacked, \(error).\nIs it the right file?")
    }
    guard process.terminationStatus == 0 else {
      throw MotionTrialError(description: "\(path): xz cannot unpack it.\nInstall xz-utils, or fetch the file again.")
    }
    return Data(content)
  }
}
