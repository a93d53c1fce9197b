// A magnetometer for which sources give different scales, and a check with the strength of the Earth's field.
import Quantities
import TerminalInterface

/// Two scales that different sources give for one chip. If the place is known, the world model shows which one is
/// right.
///
/// QMC5883P: the data sheet has 15,000 counts per gauss at ±2 gauss. PX4 and ArduPilot use the QMC5883L's 12,000. The
/// other ranges are in proportion. docs/sensors.md has the sources.
package enum DisputedScale {
  /// The tolerance for the ratio of the measured strength and the expected one: 6 %, so that 0.8 and 1 cannot be
  /// confused.
  static let tolerance = 0.06

  /// - Parameters:
  ///   - chip: the chip that was calibrated.
  ///   - strength: the result of the calibration, nanotesla; 0 if unknown.
  ///   - isPlanar: whether this is only the horizontal part.
  ///   - place: the world model's field at the place; `nil` if the place is unknown.
  /// - Returns: a remark with advice; `nil` if the strength is neither 0.8 nor 1.25 times the model's.
  package static func remark(_ chip: SensorChip, strength: UInt32, isPlanar: Bool, _ place: GeomagneticField?)
    -> String?
  {
    guard chip == .qmc5883p, strength > 0, let place else { return nil }
    let expected = Double(isPlanar ? place.horizontalQ8 : place.totalQ8) / 256
    guard expected > 0 else { return nil }
    let ratio = Double(strength) / expected
    let scale: String
    if abs(ratio / 0.8 - 1) <= tolerance {
      scale =
        "this one counts 12,000 a gauss at ±2 gauss, not the 15,000 of its data sheet, so that strengths read a fifth "
        + "too small"
    } else if abs(ratio / 1.25 - 1) <= tolerance {
      scale =
        "this one counts more than the 15,000 a gauss of its data sheet, so that strengths read a quarter too large"
    } else {
      return nil
    }
    return "QMC5883P: the calibration found \(microtesla(Double(strength))), \(Digits.fixed(ratio, 2)) of the "
      + "\(microtesla(expected)) of the world model, and sources disagree about its scale by 25 %: \(scale).\n"
      + "Headings are right all the same. Check that the location is right, and report the chip: CONTRIBUTING.md says how"
  }

  /// How to find the right scale while the place is unknown; `nil` for other chips.
  package static func offer(_ chip: SensorChip) -> String? {
    guard chip == .qmc5883p else { return nil }
    return "QMC5883P: sources disagree about its scale by 25 %. `binnacle stream LINK --location` with a latitude and "
      + "longitude checks this calibration's strength by the world model"
  }

  private static func microtesla(_ nanotesla: Double) -> String { Digits.fixed(nanotesla / 1000, 1) + " µT" }
}
