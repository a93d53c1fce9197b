// Vectors and matrices of compact numbers.

/// Three components.
struct CompactVector {
  var x: CompactNumber
  var y: CompactNumber
  var z: CompactNumber

  @inline(__always)
  init(_ x: CompactNumber, _ y: CompactNumber, _ z: CompactNumber) {
    self.x = x
    self.y = y
    self.z = z
  }

  static var zero: CompactVector { CompactVector(.zero, .zero, .zero) }

  @inline(never)
  func dot(_ other: CompactVector) -> CompactNumber {
    (x * other.x).adding(y, times: other.y).adding(z, times: other.z)
  }

  @inline(never)
  static func + (a: CompactVector, b: CompactVector) -> CompactVector {
    CompactVector(a.x + b.x, a.y + b.y, a.z + b.z)
  }

  @inline(never)
  static func - (a: CompactVector, b: CompactVector) -> CompactVector {
    CompactVector(a.x - b.x, a.y - b.y, a.z - b.z)
  }

  @inline(never)
  static func * (a: CompactNumber, b: CompactVector) -> CompactVector { CompactVector(a * b.x, a * b.y, a * b.z) }

  /// self + a·v.
  @inline(never)
  func adding(_ a: CompactNumber, times v: CompactVector) -> CompactVector {
    CompactVector(x.adding(a, times: v.x), y.adding(a, times: v.y), z.adding(a, times: v.z))
  }

  /// One component, 0…2.
  subscript(_ axis: Int32) -> CompactNumber { axis == 0 ? x : axis == 1 ? y : z }

  var length: CompactNumber { dot(self).squareRoot }
}

/// A 3×3 matrix by rows.
struct CompactMatrix {
  var x: CompactVector
  var y: CompactVector
  var z: CompactVector

  static var zero: CompactMatrix { CompactMatrix(x: .zero, y: .zero, z: .zero) }

  @inline(never)
  static func * (matrix: CompactMatrix, v: CompactVector) -> CompactVector {
    CompactVector(matrix.x.dot(v), matrix.y.dot(v), matrix.z.dot(v))
  }

  /// The row vector times the matrix.
  @inline(never)
  func row(_ row: CompactVector) -> CompactVector { (row.x * x).adding(row.y, times: y).adding(row.z, times: z) }
}
