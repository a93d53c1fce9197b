// The accelerometer's part of a record: how a fit of gravity fills it, and how it is applied
// (Protocols/calibration/spec.md, section 2).

import Correction
import FixedPoint
import Quantities

extension FitOutcome {
  /// The centre in the samples' unit.
  var wholeCentre: Vector3 {
    Vector3(x: centre.x.shifted(rightBy: 8), y: centre.y.shifted(rightBy: 8), z: centre.z.shifted(rightBy: 8))
  }
}

extension CalibrationRecord {
  /// Replaces the accelerometer's part with the result of a fit of gravity in micro-g. The rest of the record stays.
  ///
  /// b is the centre of the fit. A is S of the fit, scaled so that corrected gravity has a length of 1 g.
  @inline(never)
  public mutating func setAccelerometer(from outcome: FitOutcome) {
    accelerometerOrder = outcome.model.rawValue
    accelerometerOffset = outcome.wholeCentre
    accelerometerRotation = .zero
    // 10^6·256/R in Q28: the dividend is below 2^56, and the gate on the strength keeps R above 2^27.
    let gain = Int64(multiplying: 256_000_000, 1 &<< 28).quotient(by: Int64(widening: outcome.radiusQ8))
    accelerometerMatrix = outcome.softIron
    accelerometerMatrix.rows.0.scale(by: gain)
    accelerometerMatrix.rows.1.scale(by: gain)
    accelerometerMatrix.rows.2.scale(by: gain)
  }

  /// A·(a − b), each component rounded half up once; a unchanged if the accelerometer was not calibrated.
  /// `mutating`: embedded-swift.md, "Copies".
  /// - Parameter force: a, micro-g, sensor axes; a − b saturates.
  @inline(never)
  public mutating func correctedForce(_ force: Vector3) -> Vector3 {
    if accelerometerOrder == 0 { return force }
    // |d| < 2^31 and |A| ≤ 2^29: three products stay below 2^62.
    let d = Vector3(
      x: force.x.subtractingWithSaturation(accelerometerOffset.x),
      y: force.y.subtractingWithSaturation(accelerometerOffset.y),
      z: force.z.subtractingWithSaturation(accelerometerOffset.z))
    return Vector3(
      x: accelerometerMatrix.rows.0.product(with: d), y: accelerometerMatrix.rows.1.product(with: d),
      z: accelerometerMatrix.rows.2.product(with: d))
  }
}

// In place, so that a matrix row is passed by its address.
extension Vector3 {
  /// The dot product with a matrix row in Q24, rounded half up.
  @inline(never)
  mutating func product(with d: Vector3) -> Int32 { Int64(x, y, z, dot: d).word(rightBy: 24) }

  /// The product with a gain in Q28.
  @inline(never)
  fileprivate mutating func scale(by gain: Int32) {
    x = Int64(multiplying: x, gain).word(rightBy: 28)
    y = Int64(multiplying: y, gain).word(rightBy: 28)
    z = Int64(multiplying: z, gain).word(rightBy: 28)
  }
}
