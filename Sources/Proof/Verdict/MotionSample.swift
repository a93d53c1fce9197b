// The samples of a trial for the filters: means of several rows, with a fault.

import Foundation
import Reference

/// One sample of three sensors.
struct MotionSample: Sendable {
  /// The time stamp, microseconds.
  var time: UInt64
  /// Counts.
  var rate: SIMD3<Double>
  var force: SIMD3<Double>
  var field: SIMD3<Double>
  /// A rate of one of its rows is at the end of the range.
  var isSaturated: Bool
  /// The truth at its last row.
  var truth: ReferenceQuaternion?
  var isMoving: Bool
  /// Whether its error counts: it moves, the cameras saw it, and the fault's first seconds are over.
  var isCounted: Bool
}

extension MotionTrial {
  /// The samples of a filter that takes the mean of `group` rows.
  func samples(group: Int, fault: MotionFault? = nil) -> [MotionSample] {
    let rows = fault?.applied(to: self.rows) ?? self.rows
    let settling = Int((fault?.settlingSeconds ?? 0) * 1e6 / units.period)
    let largest = fault?.largestRate ?? .infinity
    return (0..<rows.count / group).map { n in
      let end = (n + 1) * group
      var mean = [Double](repeating: 0, count: 9)
      for row in rows[n * group..<end] { for i in 0..<9 { mean[i] += row.counts[i] / Double(group) } }
      let last = rows[end - 1]
      return MotionSample(
        time: UInt64(Double(end) * units.period * (fault?.clock ?? 1)),
        rate: SIMD3(mean[0], mean[1], mean[2]), force: SIMD3(mean[3], mean[4], mean[5]),
        field: SIMD3(mean[6], mean[7], mean[8]),
        isSaturated: rows[n * group..<end].contains { row in row.counts[0..<3].contains { abs($0) >= largest } },
        truth: last.truth, isMoving: last.isMoving,
        isCounted: last.isMoving && last.truth != nil && end > settling)
    }
  }

  /// Writes the samples with a fault for filters in other programs: `folder/NAME-HERTZ/TRIAL.npy`.
  ///
  /// A file is an array of NumPy (format 1.0, `numpy.lib.format`) of 15 numbers a row: seconds since the time stamp of the
  /// row before, nine counts in the order of the trial, the truth (w, x, y, z; NaN where unknown), whether its error counts.
  package func write(_ fault: MotionFault, group: Int, to folder: String) throws {
    let samples = samples(group: group, fault: fault)
    var bytes = Self.header(rows: samples.count)
    var before = 0.0
    for sample in samples {
      let time = Double(sample.time) / 1e6
      let truth = sample.truth.map { [$0.w, $0.v.x, $0.v.y, $0.v.z] } ?? [Double](repeating: .nan, count: 4)
      let vectors = [sample.rate, sample.force, sample.field].flatMap { [$0.x, $0.y, $0.z] }
      for value in [time - before] + vectors + truth + [sample.isCounted ? 1 : 0] {
        withUnsafeBytes(of: Float(value).bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
      }
      before = time
    }
    let place = "\(folder)/\(fault)-\(Int((1e6 / MotionCheck.period / Double(group)).rounded()))"
    do {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(fileURLWithPath: "\(place)/\(name).npy"))
    } catch {
      throw MotionTrialError(
        description: "\(place) cannot be written.\nGive a folder that this user may write to, on a disk with 1 GB free."
      )
    }
  }

  private static func header(rows: Int) -> [UInt8] {
    var text = "{'descr': '<f4', 'fortran_order': False, 'shape': (\(rows), 15), }"
    // With the ten bytes before it and a line feed, a multiple of 64.
    text += String(repeating: " ", count: 63 - (10 + text.utf8.count) % 64) + "\n"
    let length = UInt16(text.utf8.count)
    return [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(length & 0xff), UInt8(length >> 8)] + Array(text.utf8)
  }
}
