// Cholesky factors of small symmetric matrices in 32 bits.

import FixedPoint

/// The lower triangle of a symmetric matrix of up to nine rows, row by row, or its Cholesky factor in the same place.
///
/// The diagonal of the factor holds reciprocals, Q20, because its entries are only used as divisors.
package struct Triangle {
  var entries = InlineArray<45, Int32>(repeating: 0)

  package init() {}

  @inline(__always)
  static func place(_ i: Int, _ j: Int) -> Int { (i &* (i &+ 1)) &>> 1 &+ j }

  /// The entry at (`i`, `j`), which equals the entry at (`j`, `i`).
  subscript(_ i: Int, _ j: Int) -> Int32 {
    mutating get { entries[unchecked: i > j ? Self.place(i, j) : Self.place(j, i)] }
  }

  /// Replaces row `row` (Q30) by the row of the Cholesky factor. The rows above it are already replaced. No entry of
  /// the factor is above 1.
  /// - Parameter least: the smallest pivot, Q60; a smaller one is replaced by it.
  /// - Returns: whether the pivot was larger than `least`.
  @inline(never)
  mutating func factorRow(_ row: Int, columns: Int, leastPivot least: Int64) -> Bool {
    let start = Self.place(row, 0)
    var j = 0
    while j < columns {
      // Q60: after the subtraction, an entry is at most the square root of the product of its two diagonal entries.
      var sum = Int64(widening: entries[unchecked: start &+ j]) &<< 30
      let other = Self.place(j, 0)
      var k = 0
      while k < j {
        sum = sum &- Int64(multiplying: entries[unchecked: start &+ k], entries[unchecked: other &+ k])
        k = k &+ 1
      }
      if j == row {
        let isAbove = sum > least
        setPivot(row, UInt64(bitPattern: isAbove ? sum : least).approximateSquareRoot)
        return isAbove
      }
      entries[unchecked: start &+ j] = sum.scaled(byQ30: entries[unchecked: other &+ j]).word(rightBy: 20)
      j = j &+ 1
    }
    return true
  }

  /// Stores `pivot` (Q30) as the diagonal entry of the factor. A pivot below 2^−11 is replaced by 2^−11.
  @inline(never)
  mutating func setPivot(_ row: Int, _ pivot: UInt32) {
    let limited = pivot > 1 &<< 19 ? pivot : 1 &<< 19 &+ 1
    // 2^63/(pivot·2^zeros), divided by 2^(13 − zeros).
    let zeros = UInt32(bitPattern: limited.leadingZeros)
    let reciprocal = (limited &<< zeros).normalisedReciprocal &>> (13 &- zeros)
    entries[unchecked: Self.place(row, row)] = Int32(bitPattern: reciprocal)
  }

  /// Replaces row `row` of the factor by that row of the inverse. The rows above it are already inverted. Q30 → Q20,
  /// |entries| < 2^11.
  @inline(never)
  mutating func invertRow(_ row: Int) {
    let start = Self.place(row, 0)
    let pivot = entries[unchecked: start &+ row]
    var j = 0
    while j < row {
      // −(Σ_{k=j…row−1} G_rk T_kj) / G_rr: the entries k ≥ j of this row still belong to the factor.
      var sum: Int64 = 0
      var k = j
      while k < row {
        sum = sum &- Int64(multiplying: entries[unchecked: start &+ k], entries[unchecked: Self.place(k, j)])
        k = k &+ 1
      }
      // The factor's entry at this place is no longer needed. Q50, below 2^62.
      entries[unchecked: start &+ j] = (sum &>> 4).scaled(byQ30: pivot).word(rightBy: 16)
      j = j &+ 1
    }
  }

  /// Replaces column `column` by that column of TᵀT, Q12, where T is the inverse in Q20. The columns to the left are
  /// already replaced.
  @inline(never)
  mutating func squareColumn(_ column: Int, count: Int) {
    var i = column
    while i < count {
      // Entry (i, column) = Σ_{k ≥ i} T_ki T_k,column; the entries below and to the right still belong to T.
      var sum: Int64 = 0
      var k = i
      while k < count {
        sum = sum &+ Int64(multiplying: entries[unchecked: Self.place(k, i)], entries[unchecked: Self.place(k, column)])
        k = k &+ 1
      }
      entries[unchecked: Self.place(i, column)] = sum.word(rightBy: 28)
      i = i &+ 1
    }
  }
}
