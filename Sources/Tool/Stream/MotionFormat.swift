// The values of a gyroscope in addition to a reading, as columns of a row and as JSON.
import DeviceUnits
import Foundation
import Heading
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface

enum MotionFormat {
  /// The titles of `columns`.
  static let head = "     roll   pitch  turn/s  by"

  /// Roll, pitch and rate of turn, from the reading alone while there is no fused attitude; and the sensors that gave
  /// the heading.
  static func columns(_ motion: FusionReport, _ reading: Reading) -> String {
    let alone =
      reading.mode == .tilted
      ? (
        roll: reading.roll.signedDegrees,
        pitch: reading.pitch.signedDegrees
      ) : nil
    let found = tilt(motion) ?? alone
    func column(_ value: Double?, _ width: Int) -> String {
      (value.map { Digits.fixed($0, 1) + "°" } ?? "—").padded(to: width, .right)
    }
    return column(found?.roll, 9) + column(found?.pitch, 8) + column(rateOfTurn(motion), 8) + "  "
      + "\(reading.source)".padded(to: 9)
  }

  /// The fields of docs/json.md, "compass".
  static func json(_ part: CompassPart) -> JSONObject {
    [
      "magneticHeadingDegrees": .fixed(part.magnetic.degrees, decimals: 7),
      "accuracyDegrees": .fixed(Double(part.accuracy) / 100, decimals: 2),
      "grade": .integer(part.grade), "disturbance": .string("\(part.disturbance)"),
    ]
  }

  /// Whether the rate comes from a working gyroscope.
  private static func isAlive(_ motion: FusionReport) -> Bool {
    switch motion.reason {
    case .some(.none), .uncalibrated, .pointsVertically: true
    case .starting: motion.stateCode != 0
    default: false
    }
  }

  /// 95 % of the errors of `rateOfTurn` are smaller, degrees per second: twice the standard deviation of the bias, and of
  /// the scale times the rate.
  static func rateBound(_ motion: FusionReport) -> Double {
    let scale = Double(motion.scaleDeviation) / 16_777_216
    return 2 * (degrees(motion.biasDeviation) + scale * abs(degrees(motion.rateOfTurn)))
  }

  /// Degrees per second, clockwise; `nil` if the gyroscope gives none.
  static func rateOfTurn(_ motion: FusionReport) -> Double? {
    isAlive(motion) ? degrees(motion.rateOfTurn) : nil
  }

  /// Roll (right side down) and pitch (nose up) of the fused attitude, degrees; `nil` while there is none.
  static func tilt(_ motion: FusionReport) -> (roll: Double, pitch: Double)? {
    guard isAlive(motion) else { return nil }
    let (w, x, y, z) = parts(motion)
    // The last row of the rotation matrix is down in body axes.
    let down = SIMD3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
    let turn = 180 / Double.pi
    return (atan2(down.y, down.z) * turn, asin(min(1, max(-1, -down.x))) * turn)
  }

  private static func parts(_ motion: FusionReport) -> (Double, Double, Double, Double) {
    let v = motion.attitude
    let one = 1_073_741_824.0
    return (Double(motion.attitudeW) / one, Double(v.x) / one, Double(v.y) / one, Double(v.z) / one)
  }

  /// Converts 2^−20 rad/s to degrees per second.
  private static func degrees(_ q20: some BinaryInteger) -> Double { Double(q20) / 1_048_576 * 180 / Double.pi }

  /// The fields of docs/json.md, "motion".
  static func json(_ motion: FusionReport) -> JSONObject {
    let (w, x, y, z) = parts(motion)
    let tilt = tilt(motion)
    func angle(_ value: BinaryAngle) -> JSONValue {
      .fixed(value.degrees, decimals: 7)
    }
    let bias = motion.bias.q20
    let iron = motion.hardIron.nanotesla
    var object: JSONObject = [
      "fused": .bool(motion.flags.contains(.fused)),
      "reason": .string(CodeText.name(motion.reason, code: motion.reasonCode)),
      "deviceTimeSeconds": .fixed(Double(motion.time.microseconds) / 1e6, decimals: 6),
      "magneticHeadingDegrees": .optional(motion.shownMagnetic, angle),
      "trueHeadingDegrees": .optional(motion.fusedTrue, angle),
      "accuracyDegrees": .optional(motion.accuracy) { .fixed(Double($0) / 100, decimals: 2) },
      "attitude": motion.stateCode == 0
        ? .null : .array([w, x, y, z].map { JSONValue.fixed($0, decimals: 9) }),
      "rollDegrees": .optional(tilt) { .fixed($0.roll, decimals: 4) },
      "pitchDegrees": .optional(tilt) { .fixed($0.pitch, decimals: 4) },
      "turnDegreesPerSecond": .optional(rateOfTurn(motion)) { .fixed($0, decimals: 4) },
      "atRest": .bool(motion.flags.contains(.atRest)),
      "fieldTurned": .bool(motion.flags.contains(.fieldTurned)),
      "biasDegreesPerSecond": .array([bias.x, bias.y, bias.z].map { .fixed(degrees($0), decimals: 5) }),
      "biasDeviationDegreesPerSecond": .fixed(degrees(motion.biasDeviation), decimals: 5),
      "scaleError": .fixed(Double(motion.scaleError) / 16_777_216, decimals: 6),
      "scaleDeviation": .fixed(Double(motion.scaleDeviation) / 16_777_216, decimals: 6),
      "fieldDelaySeconds": .fixed(Double(motion.foundDelay) / 1e6, decimals: 6),
      "fieldDelayDeviationSeconds": .fixed(Double(motion.foundDelayDeviation) / 1e6, decimals: 6),
      "hardIronNanotesla": .array([.integer(iron.x), .integer(iron.y), .integer(iron.z)]),
      "missing": .integer(motion.missing), "repeated": .integer(motion.repeated),
      "outOfOrder": .integer(motion.outOfOrder), "late": .integer(motion.late),
      "saturated": .integer(motion.saturated), "restarts": .integer(motion.restarts),
    ]
    object.append(AxesText.json(motion))
    return object
  }
}
