// The recordings on which the stated accuracy is compared with the error, and what is known of each.

import Foundation
import Quantities
import Recordings
import Reference

/// One recording with a true heading.
struct SharpnessRecording: Equatable, Sendable {
  /// Where the truth comes from. Each way gives degrees, clockwise; a constant is removed later.
  enum Truth: Equatable, Sendable {
    /// Columns qw, qx, qy, qz: sensor (forward, left, up) to east-north-up, measured by cameras.
    case cameras
    /// Column yaw_true_deg of an autopilot.
    case autopilot
    /// Columns rvx, rvy, rvz: a phone's rotation vector, device (right, up the screen, out of it) to east-north-up.
    case phone
  }

  var name: String
  /// The pathname of the file.
  var path: String
  /// Its columns and units.
  var options: RecordingOptions
  /// Where its true heading comes from.
  var truth: Truth
  /// The phone's own estimate of the hard iron is subtracted: columns bx_os, by_os, bz_os.
  var hasOwnBias = false
  /// An ellipsoid is fitted to all rows first; otherwise the file's own calibration is used.
  var isFitted = false
  /// Every n-th row, for recordings of 286 rows a second.
  var stride = 1

  /// The files of Tests/Data/marg.
  static func own(in folder: String) throws(RecordingError) -> [SharpnessRecording] {
    let broad = try RecordingOptions(
      columns: "mx,-my,-mz,ax,-ay,-az", fieldUnit: .microtesla, accelerationUnit: .metresPerSecondSquared, time: "t_s",
      timeUnit: .seconds)
    let quad = try RecordingOptions(
      columns: "mx_mG,my_mG,mz_mG,ax,ay,az", fieldUnit: .milligauss, accelerationUnit: .metresPerSecondSquared,
      time: "t_ms", timeUnit: .milliseconds)
    let phone = try RecordingOptions(
      columns: "my_unc,mx_unc,-mz_unc,ay,ax,-az", fieldUnit: .microtesla, accelerationUnit: .metresPerSecondSquared,
      time: "t_ms", timeUnit: .milliseconds)
    let slow = "\(folder)/marg/broad_slow_rotation_breaks.csv"
    var list = [
      SharpnessRecording(name: "broad_slow_rotation_breaks", path: slow, options: broad, truth: .cameras),
      SharpnessRecording(
        name: "broad_slow_rotation_breaks, fitted", path: slow, options: broad, truth: .cameras, isFitted: true),
      SharpnessRecording(
        name: "quad_flight", path: "\(folder)/marg/quad_flight.csv", options: quad, truth: .autopilot),
    ]
    for part in ["a", "b"] {
      list.append(
        SharpnessRecording(
          name: "phone_indoor_\(part)", path: "\(folder)/marg/phone_indoor_\(part).csv", options: phone, truth: .phone,
          hasOwnBias: true))
    }
    return list
  }

  /// The trials of a folder: `*.csv`, counts of BROAD's sensor at 2000/7 rows a second, every 14th row taken.
  static func trials(in folder: String) throws -> [SharpnessRecording] {
    let options = try RecordingOptions(
      columns: "mx,-my,-mz,ax,-ay,-az", fieldUnit: .microtesla, accelerationUnit: .standardGravity)
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".csv") }.sorted().map {
      SharpnessRecording(
        name: String($0.dropLast(4)), path: "\(folder)/\($0)", options: options, truth: .cameras, stride: 14)
    }
  }

  /// What a count of a trial is worth, microtesla and g; 1 where the file has units.
  var perCount: (field: Double, force: Double) { stride == 1 ? (1, 1) : (0.15, 16.0 / 32_768) }

  /// The true heading of a row, degrees; `nil` where it is not known.
  func trueDegrees(_ value: (String) -> Double?) -> Double? {
    switch truth {
    case .autopilot: return value("yaw_true_deg")
    case .cameras:
      guard let w = value("qw"), let x = value("qx"), let y = value("qy"), let z = value("qz") else { return nil }
      // The sensor's x axis: the first column of the matrix. A trial's quaternion has a length of 32,767.
      return ReferenceAngle.degrees(y: w * w + x * x - y * y - z * z, x: 2 * (x * y + w * z))
    case .phone:
      guard let x = value("rvx"), let y = value("rvy"), let z = value("rvz") else { return nil }
      let w = max(0, 1 - x * x - y * y - z * z).squareRoot()
      // The y axis, which points forward: the second column.
      return ReferenceAngle.degrees(y: 2 * (x * y - w * z), x: w * w - x * x + y * y - z * z)
    }
  }
}
