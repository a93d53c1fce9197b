// What a reason did to the result of a calibration.

/// What a reason did to the result.
public enum ReasonWeight: UInt8, Sendable {
  /// It is only reported and changed nothing.
  case note = 0
  /// It lowered the model or the grade.
  case lowered = 1
  /// It refused the result.
  case refused = 2
}
