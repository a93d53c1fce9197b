// The text for a refused flat fit: the instrument was tilted too far for it, or something disturbed the field.
import Calibration
import Correction
import Foundation
import TerminalInterface

/// Texts about the tilts that a calibration saw.
package enum TiltText {
  /// A tilt below this value is normal in the hand of a person who holds the instrument level.
  private static let fewestDegrees = 4.0

  /// Whether the measured tilt alone may explain the refusal of a flat fit.
  ///
  /// A tilt by t moves the field in the plane by t·tan(dip) of its length: up to 3·t at a dip of 71°. A tilt explains
  /// neither a larger residual nor reasons that concern single samples.
  /// - Parameters:
  ///   - reasons: those of the shown model and of larger ones.
  ///   - residualPercent: that of the flat fit.
  package static func mayExplain(
    model: ModelOrder, isAccepted: Bool, reasons: FitReasons, residualPercent: Double, tiltDegrees: Double
  ) -> Bool {
    guard model == .planar, !isAccepted, tiltDegrees >= fewestDegrees else { return false }
    for other in [FitReasons.heldOut, .saturated, .fieldStrength] where reasons.contains(other) { return false }
    // Outliers deviate by 37.5 % of the radius, which is one and a half times this residual. A tilt causes many of
    // them.
    if reasons.contains(.outliers), residualPercent < 25 { return false }
    guard reasons.contains(.residual) || reasons.contains(.predictedError) else { return false }
    return residualPercent <= 300 * sin(min(tiltDegrees, 90) * .pi / 180)
  }

  /// The advice on how far to tilt it for a full fit.
  package static func further(_ tiltDegrees: Double) -> String {
    tiltDegrees < 25 ? "Tilt it to 30° and more" : "Tilt it further and to all sides"
  }

  /// From this tilt on, the samples of a field that all three axes measure are not in a plane, whatever the soft iron.
  private static let wideDegrees = 40.0

  /// The explanations for a refused flat fit that a tilt may explain. The residual of a disturbance looks the same, and
  /// an ellipsoid absorbs much of either. So the text names both and tells how to distinguish them.
  package static func lines(tiltDegrees: Double) -> [String] {
    let tilt = "Tilted ±\(Digits.fixed(tiltDegrees, 0))°"
    guard tiltDegrees < wideDegrees else {
      return [
        "\(tilt), and yet near a plane: an axis may be dead, or the field was disturbed.",
        "Look whether all three axes follow when it turns; if they do, go elsewhere.",
      ]
    }
    return [
      "\(tilt): too much for a flat fit, too little for a full one; or the field was disturbed.",
      "\(further(tiltDegrees)), or keep it level; if that does not help, go elsewhere.",
    ]
  }
}
