// From a quadric to hard iron, soft iron and radius.
import Correction
import FixedPoint
import Quantities

/// An ellipsoid |S(u − h)| = R with det S = 1, in the quadric's unit of length.
struct Ellipsoid {
  /// h, Q26.
  private(set) var centre = InlineArray<3, Int32>(repeating: 0)
  /// S, Q24.
  private(set) var matrix = Symmetric()
  /// R, Q26.
  private(set) var radius: Int32 = 0
  /// k = c + bᵀA⁻¹b, Q26.
  private(set) var level: Int32 = 0

  /// - Parameters:
  ///   - polynomial: F by monomials, Q26, below ±16.
  ///   - normal: of a planar quadric, the axis without extent; `nil` for a spatial one.
  /// - Returns: `nil` when A is not positive definite, or not by a margin (det A below 2^−10).
  init?(_ polynomial: Span<Int32>, planarNormal normal: Int32?) {
    // F(u) = uᵀAu − 2bᵀu − c.
    var a = Symmetric(upper: polynomial, from: 4)
    var b = InlineArray<3, Int32>(repeating: 0)
    var i = 0
    while i < 3 {
      b[unchecked: i] = 0 &- polynomial[unchecked: i &+ 1] &>> 1
      var j = 0
      while j < i {
        a.set(i, j, a.entries[unchecked: 3 &* i &+ j] &>> 1)
        j = j &+ 1
      }
      i = i &+ 1
    }
    if let normal {
      // A planar matrix gets √det along its normal, so that S is 1 there; b is 0 there.
      let n = Int(truncatingIfNeeded: normal)
      let determinant = a.cofactor(n, n, rightBy: 26)
      a.set(n, n, determinant >= 1 &<< 30 ? 0 : Self.root(Int64(widening: determinant) &<< 26))
    }
    // Entries below 16: products stay below 2^61; the cofactors of positive definite ones are at most 9/4.
    var c = Symmetric(cofactorsOf: &a, rightBy: 26)
    // Diagonal cofactors of a positive definite matrix, by a margin.
    i = 0
    while i < 9 {
      let cofactor = c.entries[unchecked: i]
      if cofactor <= 1 &<< 16 || cofactor >= 1 &<< 29 { return nil }
      i = i &+ 4
    }
    // Q52.
    let determinant = Symmetric.dot(a.entries.span, 0, c.entries.span, 0)
    guard a.entries[0] > 0, determinant > 1 &<< 42 else { return nil }
    let divisor = determinant.shifted(rightBy: 26)

    // h = A⁻¹b and k = c + bᵀh.
    i = 0
    while i < 3 {
      let h = Symmetric.dot(c.entries.span, 3 &* i, b.span, 0).quotient(by: divisor)
      if h.magnitude >= 1 &<< 29 { return nil }
      centre[unchecked: i] = h
      i = i &+ 1
    }
    let k = Symmetric.dot(b.span, 0, centre.span, 0).shifted(rightBy: 26) &- Int64(widening: polynomial[unchecked: 0])
    guard k > 1 &<< 16, k < 1 &<< 30 else { return nil }
    level = Int32(truncatingIfNeeded: k)

    // Invariants of √A, Q26.
    let trace = Int64(widening: a.trace) &<< 26
    let second = Int64(widening: c.trace) &<< 26
    let i3 = Self.root(determinant)
    // Coarsely first, in Q13: the digits of a 64-bit root are dear.
    var step = 0
    var c1: UInt32 = 3 &<< 13
    var c2: UInt32 = 3 &<< 13
    let cosecond = UInt32(bitPattern: c.trace)
    let cotrace = UInt32(bitPattern: a.trace)
    let c3 = UInt32(bitPattern: i3 &>> 13)
    while step < 4 {
      c2 = (cosecond &+ 2 &* c3 &* c1).squareRoot
      c1 = (cotrace &+ c2 &<< 14).squareRoot
      step = step &+ 1
    }
    var i1 = Int32(bitPattern: c1 &<< 13)
    var i2: Int32 = 0
    step = 0
    while step < 5 {
      i2 = Self.root(second &+ Int64(multiplying: i3, i1) &<< 1)
      i1 = Self.root(trace &+ Int64(widening: i2) &<< 27)
      step = step &+ 1
    }

    // √A = (i₁i₃ + (i₁² − i₂)A − A²) / (i₁i₂ − i₃); det^(1/6) = ∛i₃.
    let scale = Self.cubeRoot(Int64(widening: i3))
    // Q26: at most 8.
    let below = ((Int64(multiplying: i1, i2) &>> 26 &- Int64(widening: i3)) &* scale) &>> 26
    var square = a
    square.square()
    let factor = Int32(truncatingIfNeeded: Int64(multiplying: i1, i1) &>> 26 &- Int64(widening: i2))
    let unit = Int32(truncatingIfNeeded: Int64(multiplying: i1, i3) &>> 26)
    i = 0
    while i < 3 {
      var j = 0
      while j <= i {
        let at = 3 &* i &+ j
        // Q26 over Q26 as Q24; the dividend is below 2^32 before.
        let above =
          Int64(widening: i == j ? unit : 0)
          &+ Int64(multiplying: factor, a.entries[unchecked: at]).shifted(rightBy: 26)
          &- Int64(widening: square.entries[unchecked: at])
        matrix.set(i, j, ((above &<< 24) &+ (below &>> 1)).quotient(by: below))
        j = j &+ 1
      }
      i = i &+ 1
    }
    radius = (Int64(widening: Self.root(k &<< 26)) &<< 26).quotient(by: scale)
  }

  /// √ of a Q52 below 2^62 as Q26.
  private static func root(_ value: Int64) -> Int32 {
    value <= 0 ? 0 : Int32(bitPattern: UInt64(bitPattern: value).squareRoot)
  }

  /// ∛ of a Q26 in (2^−5, 1], by Newton from 1: each step halves the distance or better.
  private static func cubeRoot(_ value: Int64) -> Int64 {
    var root: Int64 = 1 &<< 26
    var step = 0
    while step < 12 {
      let square = (root &* root) &>> 26
      let change = ((value &- (square &* root) &>> 26) &<< 26).divided(by: 3 &* square)
      root = root &+ change
      if change == 0 { break }
      step = step &+ 1
    }
    return root
  }
}
