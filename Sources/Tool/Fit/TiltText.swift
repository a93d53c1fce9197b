// A flat fit that was refused: whether it was tilted too far for one, or something disturbed the field.
import Calibration
import Correction
import Foundation
import TerminalInterface

enum TiltText {
  /// Tilt below which hands hold it level.
  private static let fewestDegrees = 4.0

  /// Whether the tilt seen alone may be what refuses a flat fit.
  ///
  /// A tilt by t moves the field in the plane by t·tan(dip) of its length: up to 3·t at 71°. More than that, and reasons
  /// that speak of single samples, a tilt does not explain.
  /// - Parameters:
  ///   - reasons: of the model shown and of larger ones.
  ///   - residualPercent: of the flat fit.
  static func mayExplain(
    model: ModelOrder, isAccepted: Bool, reasons: FitReasons, residualPercent: Double, tiltDegrees: Double
  ) -> Bool {
    guard model == .planar, !isAccepted, tiltDegrees >= fewestDegrees else { return false }
    for other in [FitReasons.heldOut, .saturated, .fieldStrength] where reasons.contains(other) { return false }
    // Outliers are samples 37.5 % of the radius off: one and a half times this residual, of which a tilt makes many.
    if reasons.contains(.outliers), residualPercent < 25 { return false }
    guard reasons.contains(.residual) || reasons.contains(.predictedError) else { return false }
    return residualPercent <= 300 * sin(min(tiltDegrees, 90) * .pi / 180)
  }

  /// How far to tilt it for a full fit.
  static func further(_ tiltDegrees: Double) -> String {
    tiltDegrees < 25 ? "Tilt it to 30° and more" : "Tilt it further and to all sides"
  }

  /// Tilt from which on a field that all three axes measure is no plane any more, whatever soft iron flattens it.
  private static let wideDegrees = 40.0

  /// What to read of a flat fit that was refused where a tilt may explain it. The residual of a disturbance looks the
  /// same, and an ellipsoid takes up much of either: so both are named, and what tells them apart.
  static func lines(tiltDegrees: Double) -> [String] {
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
