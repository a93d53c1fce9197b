// Three equations with a symmetric positive matrix, by L·D·Lᵀ.

/// Solves for three unknowns.
struct SymmetricSolver {
  /// The pivots, and the entries of L below the diagonal: (1, 0), (2, 0), (2, 1).
  private(set) var p: CompactNumber
  private(set) var q: CompactNumber
  private(set) var r: CompactNumber
  private var l: CompactNumber
  private var m: CompactNumber
  private var n: CompactNumber

  /// - Parameters:
  ///   - diagonal: the diagonal of the matrix.
  ///   - xy: an entry off the diagonal, as are `xz` and `yz`.
  ///   - leastPivot: the result is `nil` if a pivot is not above this.
  @inline(never)
  init?(
    diagonal: CompactVector, xy: CompactNumber, xz: CompactNumber, yz: CompactNumber, leastPivot: CompactNumber
  ) {
    p = diagonal.x
    guard leastPivot < p else { return nil }
    (l, m) = (xy / p, xz / p)
    q = diagonal.y - l * xy
    guard leastPivot < q else { return nil }
    let rest = yz - m * xy
    n = rest / q
    r = diagonal.z - m * xz - n * rest
    guard leastPivot < r else { return nil }
  }

  /// The product of the pivots.
  var determinant: CompactNumber { p * q * r }

  @inline(never)
  func solve(_ right: CompactVector) -> CompactVector {
    let second = right.y - l * right.x
    let z = (right.z - m * right.x - n * second) / r
    let y = second / q - n * z
    return CompactVector(right.x / p - l * y - m * z, y, z)
  }

  /// The largest entry on the diagonal of the inverse.
  var largestOfInverse: CompactNumber {
    let x = solve(.unit(0)).x
    let y = solve(.unit(1)).y
    return CompactNumber.most(CompactNumber.most(x, y), r.reciprocal)
  }
}
