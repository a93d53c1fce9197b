// The magnetometer's part of a record: how a fit of the field fills it (Protocols/calibration/spec.md, section 2).

import Correction
import FixedPoint
import Quantities

extension CalibrationRecord {
  /// Replaces the magnetometer's part with the result of an accepted fit in nanotesla: h, S with the rotation into the
  /// accelerometer's axes, strength, dip, residual and predictions.
  ///
  /// The accelerometer's part stays. Sensor chip, serial, date, temperature and the directions visited also stay: the
  /// caller has to set them (`CalibrationMachine.coverage`).
  @inline(never)
  public mutating func setMagnetometer(from outcome: borrowing FitOutcome) {
    forgetCovariance()
    modelOrder = outcome.model
    grade = outcome.grade
    sampleCount = outcome.sampleCount < 65535 ? UInt16(truncatingIfNeeded: outcome.sampleCount) : 65535
    hardIron = outcome.centre
    softIron = outcome.correction
    dip = outcome.dipAngle
    fieldStrength = outcome.radius
    predictedError = outcome.predictedWorst
    predictedTypicalError = outcome.predictedTypical
    residual = Self.nanotesla(outcome.residual, of: fieldStrength)
    tiltSeen = outcome.tiltSeen < 90 ? outcome.tiltSeen : 90
  }

  /// A share of a strength, in nanotesla. The share is in 1/1000 %.
  private static func nanotesla(_ share: UInt16, of strength: UInt32) -> UInt16 {
    // Below 2^16 · 2^17 for a strength within 131 µT.
    let product = UInt64(product: UInt32(share), strength)
    // A division by 100,000 as 85,899/2^33: within 2e-6 of it, and without a 64-bit division.
    let value = (product &* 85_899) &>> 33
    return value < 65535 ? UInt16(truncatingIfNeeded: value) : 65534
  }
}
