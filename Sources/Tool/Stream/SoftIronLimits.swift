// The limits for a soft iron that was written by hand: the matrix must not change the volume and must not mirror.
//
// A fit of lengths gives a symmetric S with determinant 1; the alignment with gravity rotates it, R·S. R may be any
// rotation, because modules can be mounted any way. Every matrix with determinant 1 has the form R·S.
import Correction
import FitComparison
import Foundation
import Quantities
import Reference
import TerminalInterface

enum SoftIronLimits {
  /// The largest deviation of the determinant from 1. It allows numbers rounded to two digits.
  static let volumeTolerance = 0.02
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
    return nil
  }

  private static func text(_ value: Double) -> String { String(format: "%.4g", value) }
}
