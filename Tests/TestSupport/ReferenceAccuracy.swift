// The stated accuracy in Double (Protocols/heading/spec.md, section 9).

import Foundation

/// The known values from which an accuracy is computed. All belong to one sample.
package struct ReferenceAccuracy: Equatable, Sendable {
  package var headingDegrees: Double
  package var pitchDegrees: Double
  package var dipDegrees: Double
  /// Variance of one component of the field's relative error.
  package var fieldVariance: Double
  /// Variance of the tilt about each horizontal axis, rad².
  package var tiltVariance: Double
  /// Standard deviation of the heading that the calibration leaves, degrees.
  package var calibrationDegrees: Double
  /// Square of the least field beside the Earth's that explains the sample, over the square of the expected strength.
  package var offsetSquared = 0.0
  /// The expected strength over the smaller of the measured and the expected horizontal field.
  package var steepness = 1.0
  /// Whether a dip was measured and compared, or the state is clear.
  package var hasDip = true

  package init(
    headingDegrees: Double, pitchDegrees: Double, dipDegrees: Double, fieldVariance: Double, tiltVariance: Double,
    calibrationDegrees: Double
  ) {
    self.headingDegrees = headingDegrees
    self.pitchDegrees = pitchDegrees
    self.dipDegrees = dipDegrees
    self.fieldVariance = fieldVariance
    self.tiltVariance = tiltVariance
    self.calibrationDegrees = calibrationDegrees
  }

  /// The accuracy A in degrees, before rounding up; at most 180.
  /// - Parameter declinationDegrees: the declination's standard deviation; 0 for the magnetic heading.
  package func degrees(declinationDegrees: Double = 0) -> Double {
    func radians(_ degrees: Double) -> Double { degrees * (Double.pi / 180) }
    func tangent(_ degrees: Double) -> Double { sin(radians(degrees)) / cos(radians(degrees)) }
    let (dip, pitch) = (tangent(dipDegrees), tangent(pitchDegrees))
    let gain = dip * dip + pitch * pitch + 2 * dip * pitch * cos(radians(headingDegrees))
    let steep = 1 + dip * dip
    let (own, declination) = (radians(calibrationDegrees), radians(declinationDegrees))
    var square = 4 * fieldVariance * steep + 3.18 * 3.18 * tiltVariance * gain
    square += 4 * own * own + 4 * declination * declination
    square += (hasDip ? 13 : 161) * offsetSquared * steepness * steepness
    return min(180, max(0, square).squareRoot() * (180 / Double.pi))
  }

  /// Standard deviation of the world model's declination, degrees.
  /// - Parameter yearsOutside: years before or after the model's dates; 0 within them.
  package static func declinationDegrees(horizontalNanotesla: Double, yearsOutside: Double = 0) -> Double {
    let part = (5417 + 800 * yearsOutside) / horizontalNanotesla
    return (0.26 * 0.26 + part * part).squareRoot()
  }

  /// The grade 3 to 0 of an accuracy in degrees.
  package static func grade(_ degrees: Double?, isFlagged: Bool) -> UInt8 {
    guard let degrees else { return 0 }
    let grade: UInt8 = degrees <= 5 ? 3 : degrees <= 15 ? 2 : degrees <= 45 ? 1 : 0
    return isFlagged ? min(1, grade) : grade
  }
}
