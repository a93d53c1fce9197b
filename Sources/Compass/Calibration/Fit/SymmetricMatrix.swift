// Symmetric 3×3 matrices in 32 bits.

import Correction
import FixedPoint
import Quantities
import RawMemory

/// All nine entries, row by row. The owner decides the fixed-point format.
///
/// Functions that only read the entries are `mutating`: embedded-swift.md, "Copies".
struct Symmetric {
  private(set) var entries = InlineArray<9, Int32>(repeating: 0)

  init() {}

  /// From six values in the order xx, xy, xz, yy, yz, zz; those off the diagonal are divided by 2^`halving`.
  @inline(never)
  init(upper values: Span<Int32>, from start: Int, halving: Int32) {
    var at = start
    var i = 0
    while i < 3 {
      var j = i
      while j < 3 {
        set(i, j, values[unchecked: at] &>> (i == j ? 0 : halving))
        at = at &+ 1
        j = j &+ 1
      }
      i = i &+ 1
    }
  }

  /// The same entries as a matrix; they must be in Q24.
  var matrix: MatrixQ24 { Unchecked.reinterpreted(entries) }

  var trace: Int32 { mutating get { entries[0] &+ entries[4] &+ entries[8] } }

  /// Sets an entry and its mirror image.
  mutating func set(_ i: Int, _ j: Int, _ value: Int32) {
    entries[unchecked: 3 &* i &+ j] = value
    entries[unchecked: 3 &* j &+ i] = value
  }

  /// The sum of three products, from place `i` of the first and place `j` of the second.
  @inline(never)
  static func dot(_ a: Span<Int32>, _ i: Int, _ b: Span<Int32>, _ j: Int) -> Int64 {
    Int64(multiplying: a[unchecked: i], b[unchecked: j])
      &+ Int64(multiplying: a[unchecked: i &+ 1], b[unchecked: j &+ 1])
      &+ Int64(multiplying: a[unchecked: i &+ 2], b[unchecked: j &+ 2])
  }

  /// The sum of the products of corresponding entries, with the fraction bits of both formats. Entries below 2^29.
  mutating func contracted(with m: inout Symmetric) -> Int64 {
    Self.dot(entries.span, 0, m.entries.span, 0) &+ Self.dot(entries.span, 3, m.entries.span, 3)
      &+ Self.dot(entries.span, 6, m.entries.span, 6)
  }

  /// Squares the matrix and scales it by a power of two so that its trace is between 1 and 2: Q26 to Q26.
  @inline(never)
  mutating func square() {
    let m = entries
    var i = 0
    while i < 3 {
      var j = 0
      while j <= i {
        set(i, j, Self.dot(m.span, 3 &* i, m.span, 3 &* j).word(rightBy: 26))
        j = j &+ 1
      }
      i = i &+ 1
    }
    normalise()
  }

  /// The cofactors divided by 2^`count`, rounded and saturated. Entries below 2^31/√2.
  @inline(never)
  init(cofactorsOf m: inout Symmetric, rightBy count: Int32) {
    var i = 0
    while i < 3 {
      var j = 0
      while j <= i {
        set(i, j, m.cofactor(i, j, rightBy: count))
        j = j &+ 1
      }
      i = i &+ 1
    }
  }

  /// One cofactor.
  @inline(never)
  mutating func cofactor(_ i: Int, _ j: Int, rightBy count: Int32) -> Int32 {
    // With the rows in the cyclic order 0, 1, 2, 0 … the sign of a cofactor is always plus.
    let upper = 3 &* (i == 2 ? 0 : i &+ 1)
    let lower = 3 &* (i == 0 ? 2 : i &- 1)
    let left = j == 2 ? 0 : j &+ 1
    let right = j == 0 ? 2 : j &- 1
    return
      (Int64(multiplying: entries[unchecked: upper &+ left], entries[unchecked: lower &+ right])
      &- Int64(multiplying: entries[unchecked: upper &+ right], entries[unchecked: lower &+ left])).word(rightBy: count)
  }

  // MARK: - Eigenvalues

  /// The largest eigenvalue divided by the smallest, 1/1000, of a positive definite Q24 matrix with determinant 1: its
  /// largest eigenvalue, which is given, times that of its inverse, which is the matrix of cofactors.
  mutating func ratioOfEigenvalues(largest: Int32) -> UInt16 {
    var inverse = Symmetric(cofactorsOf: &self, rightBy: 24)
    // Q16 each.
    let product = Int64(multiplying: largest &>> 8, inverse.largestEigenvalue() &>> 8).word(rightBy: 12)
    return Int64(multiplying: product, 1000).word(rightBy: 20).saturatedToUInt16
  }

  /// The largest eigenvalue of a positive definite matrix M: tr(MP)/tr P, where P is a high power of M.
  @inline(never)
  mutating func largestEigenvalue() -> Int32 {
    var p = self
    p.normalise()
    var step = 0
    while step < 6 {
      p.square()
      step = step &+ 1
    }
    return contracted(with: &p).quotient(by: Int64(widening: p.trace))
  }

  /// Scales the matrix by a power of two so that its trace is between 1 and 2, in Q26.
  @inline(never)
  private mutating func normalise() {
    let up = UInt32(bitPattern: trace).leadingZeros &- 5
    var i = 9
    while i > 0 {
      i = i &- 1
      let entry = entries[unchecked: i]
      entries[unchecked: i] = up < 0 ? entry &>> (0 &- up) : entry &<< up
    }
  }
}
