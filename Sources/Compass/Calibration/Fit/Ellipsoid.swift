// Computes hard iron, soft iron and radius from a quadric.

import Correction
import FixedPoint
import Quantities

/// An ellipsoid |S(u − h)| = R with det S = 1, in the unit of length of the quadric.
struct Ellipsoid {
  /// h, Q26.
  private(set) var centre = InlineArray<3, Int32>(repeating: 0)
  /// S, Q24: xx, xy, xz, yy, yz, zz.
  private(set) var matrix = InlineArray<6, Int32>(repeating: 0)
  /// R, Q26.
  private(set) var radius: Int32 = 0
  /// k = c + bᵀA⁻¹b, Q26.
  private(set) var level: Int32 = 0

  /// - Parameters:
  ///   - polynomial: the coefficients of F in the order of the monomials, Q26, each below ±16.
  ///   - normal: for a planar quadric, the axis perpendicular to the plane; `nil` for a spatial one.
  /// - Returns: whether A is clearly positive definite (det A above 2^−10).
  mutating func fit(_ polynomial: Span<Int32>, planarNormal normal: Int32?) -> Bool {
    // F(u) = uᵀAu − 2bᵀu − c.
    var a = Symmetric(upper: polynomial, from: 4, halving: 1)
    if let normal {
      // In a planar matrix, the entry along the normal is √det, so that S is 1 there; b is 0 there.
      let n = Int(truncatingIfNeeded: normal)
      let determinant = a.cofactor(n, n, rightBy: 26)
      a.set(n, n, determinant >= 1 &<< 30 ? 0 : Self.root(Int64(widening: determinant) &<< 26))
    }
    // Entries below 16: products stay below 2^61. Cofactors of positive definite matrices are at most 9/4.
    var c = Symmetric(cofactorsOf: &a, rightBy: 26)
    // Q52.
    let determinant = Symmetric.dot(a.entries.span, 0, c.entries.span, 0)
    // The leading minors must be positive, with a margin.
    guard a.entries[0] > 0, c.entries[8] > 1 &<< 16, determinant > 1 &<< 42 else { return false }
    // h = A⁻¹b and k = c + bᵀh. The polynomial contains −2b.
    let divisor = 0 &- determinant.shifted(rightBy: 25)
    var i = 3
    while i > 0 {
      i = i &- 1
      let h = Symmetric.dot(c.entries.span, 3 &* i, polynomial, 1).quotient(by: divisor)
      if h.magnitude >= 1 &<< 29 { return false }
      centre[unchecked: i] = h
    }
    level =
      (0 &- Symmetric.dot(centre.span, 0, polynomial, 1) &- Int64(multiplying: polynomial[unchecked: 0], 1 &<< 27))
      .word(rightBy: 27)
    guard level > 1 &<< 16, level < 1 &<< 30 else { return false }

    unfold(&a, trace: c.trace, determinant: determinant)
    return true
  }

  /// Computes `matrix` and `radius` from A and `level`.
  /// - Parameters:
  ///   - trace: of the cofactors of A, Q26.
  ///   - determinant: of A, Q52.
  @inline(__always)
  private mutating func unfold(_ a: inout Symmetric, trace: Int32, determinant: Int64) {
    // Invariants of √A, Q26. Each iteration divides the error by nine.
    let i3 = Self.root(determinant)
    var i1: Int32 = 3 &<< 26
    var i2: Int32 = 0
    var before: Int32 = 0
    while (i1 &- before).magnitude > 8 {
      before = i1
      i2 = Self.root(Int64(widening: trace) &<< 26 &+ Int64(multiplying: i3, i1) &<< 1)
      i1 = Self.root(Int64(widening: a.trace) &<< 26 &+ Int64(widening: i2) &<< 27)
    }

    // √A = (i₁i₃ + (i₁² − i₂)A − A²) / (i₁i₂ − i₃), over det^(1/6) = ∛i₃.
    let gain = Self.inverseCubeRoot(i3)
    // Q27, below 16: i₁i₂ is at least nine times i₃.
    let scale = (Int64(widening: gain) &<< 27).quotient(by: Int64(widening: i1.timesQ26(i2) &- i3))
    let factor = i1.timesQ26(i1) &- i2
    let unit = i1.timesQ26(i3)
    var place = 6
    var i = 3
    while i > 0 {
      i = i &- 1
      var j = 3
      while j > i {
        j = j &- 1
        place = place &- 1
        let square = Symmetric.dot(a.entries.span, 3 &* i, a.entries.span, 3 &* j).word(rightBy: 26)
        // Below 16, because the sum of the eigenvalues of A is below 3.
        let above = (i == j ? unit : 0) &+ factor.timesQ26(a.entries[unchecked: 3 &* i &+ j]) &- square
        matrix[unchecked: place] = Int64(multiplying: above, scale).word(rightBy: 29)
      }
    }
    radius = gain.timesQ26(Self.root(Int64(widening: level) &<< 26))
  }

  /// The square root of a Q52 number below 2^62, as Q26.
  @inline(never)
  private static func root(_ value: Int64) -> Int32 {
    value <= 0 ? 0 : Int32(bitPattern: UInt64(bitPattern: value).approximateSquareRoot)
  }

  /// 1/∛ of a Q26 number in (2^−5, 1], Q26, by Newton's method from 1. The steps increase the value; the loop ends when
  /// they no longer do.
  private static func inverseCubeRoot(_ value: Int32) -> Int32 {
    let one: Int32 = 1 &<< 26
    var root = one
    var change: Int32 = 0
    repeat {
      root = root &+ change
      // (1 − vy³)/3 of y, rounded down.
      let rest = one &- value.timesQ26(root).timesQ26(root).timesQ26(root)
      change = Int64(multiplying: root.timesQ26(rest), 0x5555_5555).upperWord
    } while change > 0
    return root
  }
}
