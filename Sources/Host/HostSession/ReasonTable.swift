// The reasons for a missing heading, a doubtful heading, a refused request and a refused calibration: one table for
// messages, JSON and documents (Protocols/link/spec.md and Protocols/calibration/spec.md have the same codes and
// names).

import LinkProtocol
import Quantities

/// A reason: its code on the link, its name in JSON, its explanation and its remedy.
public struct Reason: Equatable, Sendable {
  /// The number on the link; for a doubt, the number of its bit.
  public var code: Int
  public var name: String
  /// One clause without a full stop.
  public var sentence: String
  /// What to do; empty if nothing can be done.
  public var remedy: String

  init(_ code: Int, _ name: String, _ sentence: String, _ remedy: String = "") {
    (self.code, self.name, self.sentence, self.remedy) = (code, name, sentence, remedy)
  }
}

/// All reasons by their kind.
public enum ReasonTable {
  /// The row of a code. A code of a later version gets a row that shows its number.
  public static func reason(_ code: Int, of rows: [Reason]) -> Reason {
    rows.first { $0.code == code }
      ?? Reason(
        code, CodeText.name(String?.none, code: UInt8(truncatingIfNeeded: code)),
        "reason \(code), which this program does not know", "Update the binnacle program.")
  }

  /// Why a reading has no heading: `UnavailableReason`.
  public static let unavailable = [
    Reason(0, "none", "no reason given"),
    Reason(
      1, "sensorFault", "the magnetometer does not answer; it is being initialised again",
      "Check its wiring and supply."),
    Reason(2, "overflow", "the field is beyond the sensor's range", "Move magnets and iron away."),
    Reason(3, "noHorizontalField", "there is no horizontal field", "Hold the instrument level, away from iron."),
    Reason(4, "noSpecificForce", "free fall: down is unknown"),
    Reason(5, "unknownScale", "the board does not know this scale", "Flash the board with newer firmware."),
    Reason(6, "countsOutOfRange", "the counts are out of range", "Check the samples that are injected."),
    Reason(7, "sensorStarting", "the magnetometer is starting", "Wait a second."),
    Reason(
      8, "noFreshSample", "the magnetometer has given nothing new for too long", "Check its wiring; reset the board."),
    Reason(
      9, "pointsVertically", "the axis that points is within 4° of the vertical, where it has no heading",
      "Choose another pointing axis."),
  ]

  /// The reasons to doubt a heading: `HeadingDoubts`, by bit.
  public static let doubts = [
    Reason(0, "uncalibrated", "no calibration is in use", "Calibrate the compass."),
    Reason(1, "tiltUnknown", "the tilt is not known: the instrument is assumed to be level", "Hold it level."),
    Reason(2, "accelerated", "the specific force is not 1 g", "Hold it still."),
    Reason(3, "freeFall", "there is almost no specific force"),
    Reason(4, "disturbed", "the field is disturbed", "Move away from iron and magnets."),
    Reason(5, "dipDeviates", "the dip is not what was expected", "Move away from iron and magnets."),
    Reason(6, "weakHorizontalField", "the horizontal field is weak here"),
    Reason(7, "nearPole", "a magnetic pole is too near for a compass"),
    Reason(8, "positionUnknown", "the position is not known", "Tell it, with --location."),
    Reason(9, "dateUnknown", "the date is not known", "Tell it, with --date."),
    Reason(10, "modelUnavailable", "the world model does not hold here and now"),
    Reason(11, "clockBackwards", "time ran backwards"),
    Reason(12, "saturated", "an axis is beyond the sensor's range", "Move magnets and iron away."),
    Reason(13, "outdated", "the sensor has given nothing new for too long", "Check its wiring; reset the board."),
    Reason(14, "stuck", "the sensor gives the same counts again and again", "Reset the board."),
    Reason(15, "noField", "the whole field is zero", "Check the sensor's wiring."),
    Reason(16, "forceOutdated", "the accelerometer's last sample is too old", "Check its wiring; reset the board."),
    Reason(17, "forceFault", "the accelerometer has failed", "Check its wiring; reset the board."),
  ]

  /// The names of the doubts that are set. Doubts of later versions have the number of their bit.
  public static func names(of set: HeadingDoubts) -> [String] {
    (0..<32).filter { set.rawValue >> UInt32($0) & 1 == 1 }.map { bit in
      doubts.first { $0.code == bit }?.name ?? "other\(bit)"
    }
  }

  /// Why a device refused a request: `RefusalReason`.
  public static let refusals = [
    Reason(1, "unknownKind", "its firmware is older and does not know this request", flash),
    Reason(2, "tooShort", "the request is too short", flash),
    Reason(3, "outOfRange", "a value is out of range", "Give one within the limit."),
    Reason(4, "protocolMismatch", "it does not speak this protocol version", flash),
    Reason(5, "badRecord", "the calibration record has a defect", "Export it again, or calibrate anew."),
    Reason(6, "notSupported", "this board cannot do that", "Use another board."),
    Reason(7, "busy", "an earlier request of this kind is still running", "Try again."),
    Reason(8, "illegalEvent", "its calibration is in a state that does not allow it"),
    Reason(9, "notStored", "the store did not keep the record", "Try again."),
  ]

  /// The reasons for the state of a calibration, or for a new calibration: codes of Protocols/calibration/spec.md,
  /// sections 6 and 7. The measured value and its limit complete the sentence.
  public static let calibration = [
    Reason(1, "tooFewSamples", "too few samples", "Turn it for longer."),
    Reason(2, "notDetermined", "the directions seen do not determine the model", "Turn it further."),
    Reason(3, "notPositive", "the samples do not lie on an ellipsoid", "Turn it every way, away from steel."),
    Reason(4, "noiseExceedsCurvature", "the scatter is as large as the curvature", "Keep away from motors and mains."),
    Reason(5, "residual", "the samples lie too far off the surface", "Calibrate elsewhere."),
    Reason(6, "heldOut", "samples that the fit did not see lie too far off it", "Calibrate anew."),
    Reason(7, "predictedError", "the heading may be too far off", "Turn it every way."),
    Reason(8, "fieldStrength", "the field is not the Earth's", "Keep away from steel and magnets."),
    Reason(9, "axisRatio", "the longest axis is too long for the shortest", "Move iron away from the sensor."),
    Reason(10, "saturated", "samples were beyond the sensor's range", "Move the magnet away."),
    Reason(11, "outliers", "samples do not fit the others", "Keep magnets away, and calibrate anew."),
    Reason(12, "lowered", "a smaller model was used", "Tilt it further for a full one."),
    Reason(32, "noMotion", "the instrument did not move", "Turn it."),
    Reason(33, "stale", "no sample came", "Check the sensor."),
    Reason(34, "beyondRange", "samples were beyond the sensor's range", "Move the magnet away."),
    Reason(35, "reviewExpired", "nobody answered", "Calibrate again, and answer."),
    Reason(36, "notStored", "the record could not be stored", "Store it again."),
    Reason(37, "triedOnOld", "a later fit was tried on the samples of the old one"),
    Reason(38, "triedOnNew", "a later fit was tried on new samples"),
    Reason(
      39, "gyroscopeAxes", "axes of the gyroscope are exchanged or reversed against the magnetometer's",
      "Correct how it is mounted."),
    Reason(
      40, "fieldTurn", "how the magnetometer is turned against the gyroscope"),
    Reason(
      41, "fieldTurnedFar", "the magnetometer is turned against the gyroscope", "Correct how it is mounted."),
    Reason(
      42, "gyroscopeAxesOfForce", "axes of the gyroscope are exchanged or reversed against the accelerometer's",
      "Correct how it is mounted."),
    Reason(
      43, "forceTurn", "how the accelerometer is turned against the gyroscope"),
    Reason(
      44, "forceTurnedFar", "the accelerometer is turned against the gyroscope", "Correct how it is mounted."),
    Reason(64, "uncalibrated", "the compass is not calibrated", "Calibrate it."),
    Reason(65, "poorGrade", "the calibration in use is poor", "Calibrate it."),
    Reason(66, "strengthDeviates", "the field's strength is off", "Calibrate it."),
    Reason(67, "dipDeviates", "the dip is off", "Calibrate it."),
    Reason(68, "residualDeviates", "the field scatters", "Calibrate it."),
    Reason(69, "aged", "the calibration is old", "Calibrate it."),
    Reason(70, "temperatureMoved", "the sensor is at another temperature than when it was calibrated", "Calibrate it."),
    Reason(71, "magnetised", "the sensor was magnetised", "Give it a set/reset pulse, then calibrate."),
  ]

  private static let flash = "Flash the board with the firmware that belongs to this binnacle program."
}
