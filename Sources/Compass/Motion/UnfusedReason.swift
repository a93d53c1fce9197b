// Why a heading is not fused with a gyroscope.

/// Why a heading is not fused.
public enum UnfusedReason: UInt8, Sendable {
  /// It is fused.
  case none = 0
  /// No gyroscope has answered.
  case noGyroscope = 1
  /// The settings say that the gyroscope is not used.
  case off = 2
  /// The fusion began less than three seconds ago, or had no field yet.
  case starting = 3
  /// No rate came for a quarter of a second.
  case silent = 4
  /// The gyroscope repeats one value while the instrument moves.
  case stuck = 5
  /// No specific force came for a second.
  case noForce = 6
  /// No calibration record is in use.
  case uncalibrated = 7
  /// The pointing axis is within 4° of the vertical.
  case pointsVertically = 8
  /// An axis of the gyroscope is reversed, exchanged or wrongly scaled.
  case axesWrong = 9
}
