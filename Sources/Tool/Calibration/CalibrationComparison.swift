// Compares a new calibration with the one in use: by the expected error of each, and by their difference.
import Calibration
import Correction
import Foundation
import LinkProtocol
import Quantities
import Reference
import TerminalInterface

/// A calibration that was just found, compared with the one in use.
/// The difference is that of the headings of a level instrument in all directions, for readings that the new
/// calibration is assumed to correct exactly. It shows how much changes. It does not show which one is right; only
/// their expected errors can indicate that.
struct CalibrationComparison: Equatable {
  /// The expected error of the one in use, degrees RMS; `nil` if there is none or it has no such value.
  let typicalInUse: Double?
  let worstInUse: Double?
  let isCalibrated: Bool
  /// The expected error of the new one: degrees RMS, and the limit for 95 % of attitudes.
  let typical: Double
  let worst: Double
  /// The difference between the headings of the two, degrees RMS.
  let change: Double

  /// - Returns: `nil` for a report without a result, and for a report of the accelerometer.
  init?(_ report: CalibrationReport, inUse record: CalibrationRecord, mounting: AxisRemap) {
    guard report.modelOrder != 0, !report.flags.contains(.accelerometer), report.predictedTypical != 0xffff else {
      return nil
    }
    func degrees(_ hundredths: UInt16) -> Double? { hundredths == 0xffff ? nil : Double(hundredths) / 100 }
    isCalibrated = record.modelOrder != .none
    typicalInUse = isCalibrated ? degrees(record.predictedTypicalError) : nil
    worstInUse = isCalibrated ? degrees(record.predictedError) : nil
    typical = Double(report.predictedTypical) / 100
    worst = degrees(report.predictedWorst) ?? 2 * typical
    let found = Self.matrix(report.softIron).inverse
    let old = Self.matrix(record.softIron.rows)
    let shift = (Self.vector(report.hardIron) - Self.vector(record.hardIron)) / 256
    // Without an accelerometer the dip is not known; 60° is typical of middle latitudes.
    let dip = report.dip == Int16.max ? 60 : Double(report.dip) / 100
    let (horizontal, vertical) = (cos(dip * .pi / 180), sin(dip * .pi / 180))
    let axes = ReferenceMounting(rawValue: mounting.rawValue) ?? .identity
    var sum = 0.0
    for step in 0..<36 {
      let heading = Double(step) * .pi / 18
      let field =
        Double(report.fieldStrength) * SIMD3(horizontal * cos(heading), -horizontal * sin(heading), vertical)
      // The field that the sensor measured if the new calibration is right, and its correction by the old one.
      let seen = old * (found * axes.sensor(field) + shift)
      let body = axes.body(seen)
      let turned = ReferenceAngle.shortestDifferenceDegrees(
        from: heading * 180 / .pi, to: atan2(-body.y, body.x) * 180 / .pi)
      sum += turned * turned
    }
    change = (sum / 36).squareRoot()
  }

  private static func vector(_ v: Vector3) -> SIMD3<Double> { SIMD3(Double(v.x), Double(v.y), Double(v.z)) }

  private static func matrix(_ rows: (Vector3, Vector3, Vector3)) -> ReferenceMatrix3 {
    ReferenceMatrix3([rows.0, rows.1, rows.2].map { vector($0) / 0x1p24 })
  }

  /// Whether the expected errors of both explain the difference between the headings, and the new one does not expect a
  /// smaller error.
  ///
  /// If the difference is larger, the iron has changed since the old calibration was made, and the expected error of
  /// the old one is no longer valid.
  var isNoBetter: Bool {
    guard isCalibrated else { return change <= worst }
    guard let typicalInUse else { return false }
    let worstInUse = worstInUse ?? 2 * typicalInUse
    return typical >= typicalInUse && change <= (worst * worst + worstInUse * worstInUse).squareRoot()
  }

  /// One sentence if the new one is no better; otherwise nil.
  var text: String? {
    guard isNoBetter else { return nil }
    func degrees(_ value: Double) -> String { Digits.fixed(value, 2) + "°" }
    guard let typicalInUse else {
      return
        "no better than no calibration: it turns headings by \(degrees(change)) RMS and may itself be \(degrees(worst)) off. "
        + "There is hardly any iron to correct"
    }
    return
      "no better than the one in use: that expects \(degrees(typicalInUse)) RMS, this one \(degrees(typical)), and "
      + "their headings differ by \(degrees(change)) RMS. You lose nothing if you keep the old one"
  }

  var json: JSONObject {
    func value(_ degrees: Double?) -> JSONValue { .optional(degrees) { .fixed($0, decimals: 2) } }
    return [
      "calibrated": .bool(isCalibrated),
      "predictedHeadingErrorDegrees": .object(["typical": value(typicalInUse), "worst": value(worstInUse)]),
      "headingChangeDegrees": .fixed(change, decimals: 3), "newIsNoBetter": .bool(isNoBetter),
    ]
  }
}
