// Is the stated accuracy as wide as it has to be? The 95th percentile of |error| over stated accuracy, for each recording.

import Calibration
import Correction
import FieldMonitor
import FitComparison
import Foundation
import Heading
import Quantities
import Recordings
import Reference

/// What one recording gave.
struct SharpnessResult: CustomStringConvertible {
  var name: String
  /// Rows that count: with a true heading, an own heading and a stated accuracy.
  var rows = 0
  /// The constant that was removed: circular mean of true less own heading, degrees.
  var offsetDegrees = 0.0
  /// 95th percentile of |error| over stated accuracy. 1: exactly 95 % of the errors are within it.
  var q = Double.nan
  /// Rows whose error is within the accuracy, percent.
  var coveredPercent = 0.0
  /// Median of the stated accuracy, degrees.
  var statedDegrees = Double.nan

  var description: String {
    "\(name): q \(q), \(rows) rows, offset \(offsetDegrees)°, \(coveredPercent) % covered, median \(statedDegrees)° stated"
  }

  /// Whether the stated accuracy is neither too narrow nor too wide.
  var isPassed: Bool { q >= SharpnessCheck.least && q <= SharpnessCheck.most }
}

/// Runs a recording through heading, monitor and accuracy, as the device does.
enum SharpnessCheck {
  /// q above this says that the stated accuracy is too narrow, below `least` that it is too wide.
  static let most = 1.1
  static let least = 0.67

  /// - Throws: `RecordingError` where the file cannot be read.
  static func run(_ recording: SharpnessRecording) throws -> SharpnessResult {
    let samples = try samples(recording)
    let record = recording.isFitted ? fitted(samples) : .identity
    var headings: [(error: Double, stated: Double)] = []
    guard var monitor = monitor(samples, record) else { return SharpnessResult(name: recording.name) }
    for sample in samples {
      let field = record.apply(to: sample.field)
      let solution = try? TiltCompensation.solve(field: field, specificForce: sample.force)
      let status = monitor.assess(
        FieldObservation(time: sample.time, field: field, specificForce: sample.force, dip: solution?.dip))
      guard let solution, let truth = sample.trueDegrees,
        let stated = HeadingAccuracy.of(solution, status, calibration: .assumed).hundredths
      else { continue }
      let own = ReferenceAngle.degrees(binary: solution.heading.rawValue)
      headings.append((ReferenceAngle.shortestDifferenceDegrees(from: own, to: truth), Double(stated) / 100))
    }
    return result(recording.name, headings)
  }

  /// - Parameter headings: true less own heading, and the accuracy stated with it, degrees.
  static func result(_ name: String, _ headings: [(error: Double, stated: Double)]) -> SharpnessResult {
    var result = SharpnessResult(name: name, rows: headings.count)
    guard !headings.isEmpty else { return result }
    let radians = headings.map { $0.error * .pi / 180 }
    let mean = atan2(radians.map { sin($0) }.reduce(0, +), radians.map { cos($0) }.reduce(0, +)) * 180 / .pi
    result.offsetDegrees = mean
    let shares = headings.map {
      abs(ReferenceAngle.shortestDifferenceDegrees(from: mean, to: $0.error)) / $0.stated
    }.sorted()
    result.q = shares[max(0, Int((0.95 * Double(shares.count)).rounded(.up)) - 1)]
    result.coveredPercent = 100 * Double(shares.count { $0 <= 1 }) / Double(shares.count)
    result.statedDegrees = headings.map(\.stated).sorted()[headings.count / 2]
    return result
  }

  private struct Sample {
    var time: Instant
    var field: MagneticField
    var force: Acceleration
    var trueDegrees: Double?
  }

  private static func samples(_ recording: SharpnessRecording) throws -> [Sample] {
    let table = try RecordingTable(path: recording.path)
    let rows = table.rows
    let vectors = try MeasuredVectors(table: table, options: recording.options)
    let columns = Dictionary(uniqueKeysWithValues: table.header.enumerated().map { ($1, $0) })
    let (fieldUnit, forceUnit) = (recording.options.fieldUnit, recording.options.accelerationUnit)
    let perCount = recording.perCount
    return stride(from: 0, to: vectors.field.count, by: recording.stride).map { row in
      func value(_ name: String) -> Double? { columns[name].flatMap { Double(rows[row].cells[$0]) } }
      var field = vectors.field[row] * perCount.field
      if recording.hasOwnBias, let x = value("bx_os"), let y = value("by_os"), let z = value("bz_os") {
        field -= SIMD3(y, x, -z)
      }
      let force = vectors.acceleration[row] * perCount.force
      let nanotesla = field * fieldUnit.nanotesla
      func whole(_ v: SIMD3<Double>) -> Vector3 {
        Vector3(x: Int32(v.x.rounded()), y: Int32(v.y.rounded()), z: Int32(v.z.rounded()))
      }
      let microG = SIMD3(forceUnit.microG(force.x), forceUnit.microG(force.y), forceUnit.microG(force.z))
      // A trial has no clock.
      let time =
        vectors.times.isEmpty ? Instant(microseconds: UInt64(row) * 3_500) : vectors.times[row]
      return Sample(
        time: time, field: MagneticField(nanotesla: whole(nanotesla)), force: Acceleration(microG: whole(microG)),
        trueDegrees: recording.trueDegrees(value))
    }
  }

  /// Expects what the first ten seconds show, as an instrument that is calibrated where it is used.
  private static func monitor(_ samples: [Sample], _ record: CalibrationRecord) -> DisturbanceMonitor? {
    guard let start = samples.first?.time else { return nil }
    var strengths: [Double] = []
    var dips: [Double] = []
    for sample in samples.prefix(while: { $0.time.elapsed(since: start) <= 10_000_000 }) {
      let field = record.apply(to: sample.field)
      let v = field.q8Nanotesla
      strengths.append([v.x, v.y, v.z].map { Double($0) * Double($0) }.reduce(0, +).squareRoot() / 256)
      guard let solution = try? TiltCompensation.solve(field: field, specificForce: sample.force) else { continue }
      dips.append(Double(solution.dip.signed))
    }
    guard !dips.isEmpty else { return nil }
    let mean = strengths.reduce(0, +) / Double(strengths.count)
    let variance = strengths.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(strengths.count)
    let dip = Int32(dips.reduce(0, +) / Double(dips.count))
    return FieldExpectation(
      strengthNanotesla: UInt32(mean), dip: BinaryAngle(rawValue: UInt32(bitPattern: dip)),
      residualNanotesla: UInt32(variance.squareRoot())
    ).map { DisturbanceMonitor(expectation: $0) }
  }

  /// The device's own fit of all rows; the identity where it is refused.
  private static func fitted(_ samples: [Sample]) -> CalibrationRecord {
    var run = FitRun(
      samples: samples.map(\.field.nanotesla), accelerations: samples.map(\.force), configuration: .magnetometer)
    run.times = samples.map(\.time)
    let outcome = IntegerFit.outcome(of: run)
    var record = CalibrationRecord.identity
    if outcome.accepted { record.setMagnetometer(from: outcome) }
    return record
  }
}
