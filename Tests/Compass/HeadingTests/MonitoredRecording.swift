// A recording run through correction, heading, field monitor and accuracy, row by row, with what its author knew.

import Correction
import FieldMonitor
import Foundation
import Quantities
import Recordings
import Reference
import TestSupport
import Testing

@testable import Heading

struct MonitoredRow {
  /// Seconds, as recorded.
  var time: Double
  /// Degrees; `nil` where there is none.
  var heading: Double?
  var dip: Double?
  var tilt: Double
  var status: FieldStatus
  /// Degrees; `nil` when it cannot be stated.
  var accuracy: Double?
  /// The other columns.
  var value: [String: Double]

  var isFlagged: Bool { status.state.isFlagged }

  func at(_ name: String) -> Double { value[name] ?? .nan }

  func rate(_ names: [String]) -> Double { names.map { at($0) * at($0) }.reduce(0, +).squareRoot() }
}

/// A row after correction, with its attitude and heading.
private struct SolvedRow {
  let row: RecordingRow
  let time: Instant
  let field: CorrectedField
  let force: Acceleration
  let solution: HeadingSolution?

  /// - Parameter attitude: columns with roll and pitch in degrees, instead of the accelerometer.
  init(_ row: RecordingRow, attitude: (String, String)?) throws {
    self.row = row
    time = try #require(row.time)
    let measured = try #require(row.acceleration)
    force = attitude.map { Self.force(row, $0) } ?? measured
    field = CalibrationRecord.identity.apply(to: row.field)
    solution = try? TiltCompensation.solve(field: field, specificForce: force)
  }

  private static func force(_ row: RecordingRow, _ attitude: (String, String)) -> Acceleration {
    func radians(_ name: String) -> Double {
      (row.input.first { $0.name == name }?.number ?? .nan) * Double.pi / 180
    }
    let (roll, pitch) = (radians(attitude.0), radians(attitude.1))
    return Acceleration(
      microG: Vector3(
        x: Int32((sin(pitch) * 1e6).rounded()), y: Int32((-sin(roll) * cos(pitch) * 1e6).rounded()),
        z: Int32((-cos(roll) * cos(pitch) * 1e6).rounded())))
  }

  /// Nanotesla.
  var strength: Double {
    let v = field.q8Nanotesla
    let squares: [Double] = [v.x, v.y, v.z].map { Double($0) * Double($0) }
    return squares.reduce(0, +).squareRoot() / 256
  }
}

struct MonitoredRecording {
  var rows: [MonitoredRow] = []
  var expectation: FieldExpectation

  /// - Parameters:
  ///   - reference: the expectation is learned from this many seconds, with the identity for a calibration.
  ///   - attitude: columns with roll and pitch in degrees, instead of the accelerometer.
  init(
    _ file: String, options: RecordingOptions, reference: Double = 10, attitude: (String, String)? = nil
  ) throws {
    let recording = try Recording(path: Repository.path("Tests/Data/marg/\(file)"), options: options)
    let solved = try recording.rows.map { try SolvedRow($0, attitude: attitude) }
    let start = try #require(solved.first).time
    expectation = try Self.expectation(
      of: solved.filter { Double($0.time.elapsed(since: start)) <= reference * 1e6 })
    var monitor = DisturbanceMonitor(expectation: expectation)
    rows = solved.map { Self.monitored($0, by: &monitor) }
  }

  private static func expectation(of rows: [SolvedRow]) throws -> FieldExpectation {
    let strengths = rows.map(\.strength)
    let dips = rows.compactMap { $0.solution.map { Double($0.dip.signed) } }
    let mean = strengths.reduce(0, +) / Double(strengths.count)
    let variance = strengths.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(strengths.count)
    let dip = Int32(dips.reduce(0, +) / Double(dips.count))
    return try #require(
      FieldExpectation(
        strengthNanotesla: UInt32(mean), dip: BinaryAngle(rawValue: UInt32(bitPattern: dip)),
        residualNanotesla: UInt32(variance.squareRoot())))
  }

  private static func monitored(_ solved: SolvedRow, by monitor: inout DisturbanceMonitor) -> MonitoredRow {
    let (row, force, solution) = (solved.row, solved.force, solved.solution)
    let status = monitor.assess(
      FieldObservation(time: solved.time, field: solved.field, specificForce: force, dip: solution?.dip))
    let accuracy = solution.flatMap { HeadingAccuracy.of($0, status, calibration: .assumed).hundredths }
    let down = -Double(force.microG.z)
    let across = Double(force.microG.x) * Double(force.microG.x) + Double(force.microG.y) * Double(force.microG.y)
    return MonitoredRow(
      time: Double(solved.time.microseconds) / 1e6, heading: solution?.heading.degrees,
      dip: solution?.dip.signedDegrees,
      tilt: atan2(across.squareRoot(), down) * 180 / Double.pi, status: status,
      accuracy: accuracy.map { Double($0) / 100 },
      value: Dictionary(uniqueKeysWithValues: row.input.map { ($0.name, $0.number ?? .nan) }))
  }

  func rows(from: Double, to: Double) -> [MonitoredRow] { rows.filter { $0.time >= from && $0.time <= to } }
}

// MARK: - Figures

func shortest(_ degrees: Double) -> Double {
  let turned = (degrees + 180).truncatingRemainder(dividingBy: 360)
  return (turned < 0 ? turned + 360 : turned) - 180
}

func share(_ rows: [MonitoredRow], _ condition: (MonitoredRow) -> Bool) -> Double {
  rows.isEmpty ? .nan : Double(rows.filter(condition).count) / Double(rows.count)
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  return sorted.count % 2 == 1
    ? sorted[sorted.count / 2] : (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2
}

func meanAndDeviation(_ values: [Double]) -> (mean: Double, deviation: Double) {
  let mean = values.reduce(0, +) / Double(values.count)
  return (mean, (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot())
}
