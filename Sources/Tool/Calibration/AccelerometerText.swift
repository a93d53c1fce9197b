// Texts about a calibration of the accelerometer that differ from those of a magnetometer.

import LinkProtocol
import Quantities
import TerminalInterface
import ToolStream

enum AccelerometerText {
  /// The number of sides that were up.
  static func sides(_ coverage: DirectionCells) -> Int {
    (0..<6).count { face in (0..<16).contains { coverage.hasCell(UInt8(face * 16 + $0)) } }
  }

  /// What to do next.
  static func advice(_ advice: UInt8, mounting: AxisRemap) -> String {
    switch advice {
    case 1: return "Hold it still, any side up."
    case 3: return "All six sides are done. Poses with an edge or a corner up improve the result. Or press Enter."
    case 5: return "Look at the report."
    default:
      guard advice >= 16, let side = CalibrationText.side(ofFace: Int(advice) - 16, mounting) else { return "" }
      switch side {
      case .nose: return "Hold it still with the nose up."
      case .tail: return "Hold it still with the nose down."
      case .right: return "Lay it on its left side, the right side up."
      case .left: return "Lay it on its right side, the left side up."
      case .belly: return "Lay it upside down."
      case .top: return "Lay it level, top up."
      }
    }
  }

  /// The report's lines about the results.
  static func lines(_ report: CalibrationReport) -> [String] {
    func milligrams(_ value: Int32) -> String { Digits.fixed(Double(value) / 256_000, 1) }
    let b = report.hardIron
    return [
      "  gravity as measured     \(Digits.fixed(Double(report.fieldStrength) / 1e6, 4)) g, residual "
        + "\(Digits.fixed(Double(report.residual) / 100, 2)) %",
      "  offset                  \(milligrams(b.x)), \(milligrams(b.y)), \(milligrams(b.z)) mg",
    ] + CalibrationFormat.axisRatios(report)
  }
}
