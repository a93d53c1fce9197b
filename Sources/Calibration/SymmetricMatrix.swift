// A record's matrix as the symmetric one that the fit measures.
import Correction
import FixedPoint
import Quantities

extension Symmetric {
  /// The upper triangle of a symmetric matrix.
  init(_ m: MatrixQ24) {
    self.init(xx: m.rows.0.x, xy: m.rows.0.y, xz: m.rows.0.z, yy: m.rows.1.y, yz: m.rows.1.z, zz: m.rows.2.z)
  }

  /// A Q24 matrix in Q16.
  var coarse: Symmetric {
    Symmetric(
      xx: xx.shifted(rightBy: 8), xy: xy.shifted(rightBy: 8), xz: xz.shifted(rightBy: 8), yy: yy.shifted(rightBy: 8),
      yz: yz.shifted(rightBy: 8), zz: zz.shifted(rightBy: 8))
  }

  /// The largest over the smallest eigenvalue of a positive definite Q16 matrix of determinant 1, 1/1000: the largest of
  /// it, which is given, times that of its inverse, the cofactors.
  func ratioOfEigenvalues(largest: Int32) -> UInt16 {
    let product = Int64(multiplying: largest, cofactors(rightBy: 16).largestEigenvalue)  // Q32
    let ratio = (product &* 1000).shiftedHalfUp(rightBy: 32).saturatedToInt32
    return ratio > 65_535 ? 65_535 : UInt16(truncatingIfNeeded: ratio)
  }

  /// The largest eigenvalue of a positive matrix in Q16, at most 2^12: tr(MP)/tr P for a high power P of it.
  var largestEigenvalue: Int32 {
    var p = normalised
    var step = 0
    while step < 6 {
      p = p.squared.normalised
      step = step &+ 1
    }
    return contracted(with: p).divided(by: Int64(widening: p.trace)).saturatedToInt32
  }

  /// The matrix times a power of two, with a trace of 1 to 2 in Q26.
  private var normalised: Symmetric {
    var m = self
    while m.trace < 1 &<< 26, m.trace > 0 {
      m = Symmetric(
        xx: m.xx &<< 1, xy: m.xy &<< 1, xz: m.xz &<< 1, yy: m.yy &<< 1, yz: m.yz &<< 1, zz: m.zz &<< 1)
    }
    while m.trace >= 1 &<< 27 {
      m = Symmetric(
        xx: m.xx &>> 1, xy: m.xy &>> 1, xz: m.xz &>> 1, yy: m.yy &>> 1, yz: m.yz &>> 1, zz: m.zz &>> 1)
    }
    return m
  }
}
