// The limits for a soft iron that was written by hand: the matrix must change neither the volume nor the forward
// direction.
//
// A fit of lengths gives a symmetric S with determinant 1; the alignment with gravity rotates it by a few degrees, R·S.
// Every matrix with determinant 1 has the form R·S, so only the angle of R needs a check.
import Correction
import Foundation
import Quantities
import Reference
import TerminalInterface
import Verdict

enum SoftIronLimits {
  /// The largest deviation of the determinant from 1. It allows numbers rounded to two digits.
  static let volumeTolerance = 0.02
  /// The largest rotation R, degrees. The prior of the alignment is 0.67° about each axis; more than a few degrees
  /// never resulted.
  static let turnLimit = 15.0

  /// Why this is not a soft iron, with the value found and the value required; nil if it is one.
  static func violation(_ matrix: MatrixQ24) -> String? {
    let s = ReferenceMatrix3(matrix)
    let volume = s.determinant
    let size = cbrt(volume)
    guard volume > 0 else {
      return "the determinant of “softIron” is \(Digits.fixed(volume, 3)), and 1 is wanted; a negative one mirrors"
    }
    guard abs(volume - 1) <= volumeTolerance else {
      return "the determinant of “softIron” is \(text(volume)), and 1 is wanted, within \(text(volumeTolerance)); "
        + "divide its nine numbers by \(text(size))"
    }
    let turn = turnDegrees(s)
    guard turn <= turnLimit else {
      return "“softIron” turns by \(Digits.fixed(turn, 1))°, and a symmetric matrix is wanted, which turns by 0°, "
        + "or one turned by at most \(Digits.fixed(turnLimit, 0))°"
    }
    return nil
  }

  private static func text(_ value: Double) -> String { String(format: "%.4g", value) }

  /// The angle of R in M = R·S with S symmetric and positive. Method: Newton's iteration for the polar decomposition;
  /// each step is the mean of the matrix and its transposed inverse.
  private static func turnDegrees(_ matrix: ReferenceMatrix3) -> Double {
    var r = matrix
    for _ in 0..<60 {
      r = ReferenceMatrix3(zip(r.rows, r.inverse.transposed.rows).map { ($0 + $1) / 2 })
    }
    return acos(max(-1, min(1, (r.rows[0].x + r.rows[1].y + r.rows[2].z - 1) / 2))) * 180 / .pi
  }
}
