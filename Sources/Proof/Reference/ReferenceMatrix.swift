// The linear algebra for the fits: symmetric systems and symmetric 3×3 matrices.

/// A symmetric matrix, stored by rows, factored as L·D·Lᵀ.
struct ReferenceFactors {
  let size: Int
  /// The unit lower triangle by rows.
  private var lower: [Double]
  private(set) var pivots: [Double]

  /// - Parameter matrix: `size`² entries. Factoring continues after negative pivots, as long as no pivot is 0.
  init(_ matrix: [Double], size: Int) {
    self.size = size
    lower = [Double](repeating: 0, count: size * size)
    pivots = [Double](repeating: 0, count: size)
    for i in 0..<size {
      for j in 0...i {
        var value = matrix[i * size + j]
        for k in 0..<j { value -= lower[i * size + k] * lower[j * size + k] * pivots[k] }
        if i == j {
          pivots[i] = value
          lower[i * size + i] = 1
        } else {
          lower[i * size + j] = pivots[j] == 0 ? 0 : value / pivots[j]
        }
      }
    }
  }

  /// The solution of matrix·x = `right`.
  func solve(_ right: [Double]) -> [Double] {
    var x = right
    for i in 0..<size {
      for k in 0..<i { x[i] -= lower[i * size + k] * x[k] }
    }
    for i in 0..<size { x[i] /= pivots[i] }
    for i in stride(from: size - 1, through: 0, by: -1) {
      for k in (i + 1)..<size { x[i] -= lower[k * size + i] * x[k] }
    }
    return x
  }

  /// The inverse, by rows.
  var inverse: [Double] {
    var result = [Double](repeating: 0, count: size * size)
    for column in 0..<size {
      var unit = [Double](repeating: 0, count: size)
      unit[column] = 1
      let x = solve(unit)
      for row in 0..<size { result[row * size + column] = x[row] }
    }
    return result
  }
}

/// A 3×3 matrix by rows.
public struct ReferenceMatrix3: Equatable, Sendable {
  public var rows: [SIMD3<Double>]

  public init(_ rows: [SIMD3<Double>]) {
    precondition(rows.count == 3, "a 3×3 matrix has three rows")
    self.rows = rows
  }

  /// The identity.
  public static let identity = ReferenceMatrix3([SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)])

  /// The matrix times a vector.
  public static func * (m: ReferenceMatrix3, v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((m.rows[0] * v).sum(), (m.rows[1] * v).sum(), (m.rows[2] * v).sum())
  }

  /// The product of two matrices.
  public static func * (a: ReferenceMatrix3, b: ReferenceMatrix3) -> ReferenceMatrix3 {
    let columns = b.transposed.rows
    return ReferenceMatrix3(
      a.rows.map { row in SIMD3((row * columns[0]).sum(), (row * columns[1]).sum(), (row * columns[2]).sum()) })
  }

  /// The matrix times a number.
  public static func * (m: ReferenceMatrix3, factor: Double) -> ReferenceMatrix3 {
    ReferenceMatrix3(m.rows.map { $0 * factor })
  }

  /// The matrix with rows and columns exchanged.
  public var transposed: ReferenceMatrix3 {
    ReferenceMatrix3((0..<3).map { i in SIMD3(rows[0][i], rows[1][i], rows[2][i]) })
  }

  /// The determinant.
  public var determinant: Double { (rows[0] * Self.cross(rows[1], rows[2])).sum() }

  /// The inverse by Cramer's rule; not finite for a singular matrix.
  public var inverse: ReferenceMatrix3 {
    let columns = [
      Self.cross(rows[1], rows[2]), Self.cross(rows[2], rows[0]), Self.cross(rows[0], rows[1]),
    ]
    return ReferenceMatrix3(columns).transposed * (1 / determinant)
  }

  /// The rotation by |`v`| radians about `v` (O. Rodrigues, Journal de Mathématiques Pures et Appliquées 5, 1840).
  public init(rotationVector v: SIMD3<Double>) {
    let angle = (v * v).sum().squareRoot()
    guard angle > 0 else {
      self = .identity
      return
    }
    let (u, s, c) = (v / angle, sine(angle), cosine(angle))
    func row(_ e: SIMD3<Double>) -> SIMD3<Double> {
      // Row i is Rᵀ·e_i: the unit vector, rotated back.
      e * c - Self.cross(u, e) * s + u * (u * e).sum() * (1 - c)
    }
    rows = [row(SIMD3(1, 0, 0)), row(SIMD3(0, 1, 0)), row(SIMD3(0, 0, 1))]
  }

  /// The rotation vector of a rotation, 0 to π radians long. It follows from the quaternion, whose largest part is found
  /// first (S. W. Shepperd, Journal of Guidance and Control 1, 1978).
  public var rotationVector: SIMD3<Double> {
    let (x, y, z) = (rows[0].x, rows[1].y, rows[2].z)
    let squares = [1 + x + y + z, 1 + x - y - z, 1 - x + y - z, 1 - x - y + z]
    let parts = [
      [squares[0], rows[2].y - rows[1].z, rows[0].z - rows[2].x, rows[1].x - rows[0].y],
      [rows[2].y - rows[1].z, squares[1], rows[0].y + rows[1].x, rows[2].x + rows[0].z],
      [rows[0].z - rows[2].x, rows[0].y + rows[1].x, squares[2], rows[1].z + rows[2].y],
      [rows[1].x - rows[0].y, rows[2].x + rows[0].z, rows[1].z + rows[2].y, squares[3]],
    ]
    let largest = (0..<4).max { squares[$0] < squares[$1] } ?? 0
    let q = parts[largest].map { parts[largest][0] < 0 ? -$0 : $0 }
    let v = SIMD3(q[1], q[2], q[3])
    let length = (v * v).sum().squareRoot()
    return length > 0 ? v * (2 * arctangent(length, q[0]) / length) : .zero
  }

  static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// Eigenvalues in ascending order, and eigenvectors as rows, of a symmetric matrix. Method: Jacobi rotations.
  public var symmetricEigen: (values: SIMD3<Double>, vectors: [SIMD3<Double>]) {
    var a = rows.map { [$0.x, $0.y, $0.z] }
    var v: [[Double]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    for _ in 0..<50 {
      let off = a[0][1] * a[0][1] + a[0][2] * a[0][2] + a[1][2] * a[1][2]
      let size = a[0][0] * a[0][0] + a[1][1] * a[1][1] + a[2][2] * a[2][2]
      if off <= 1e-34 * size { break }
      for (p, q) in [(0, 1), (0, 2), (1, 2)] where a[p][q] != 0 {
        let theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
        let t = (theta < 0 ? -1 : 1) / (abs(theta) + (theta * theta + 1).squareRoot())
        let c = 1 / (t * t + 1).squareRoot()
        let s = t * c
        for k in 0..<3 {
          let (x, y) = (a[k][p], a[k][q])
          a[k][p] = c * x - s * y
          a[k][q] = s * x + c * y
        }
        for k in 0..<3 {
          let (x, y) = (a[p][k], a[q][k])
          a[p][k] = c * x - s * y
          a[q][k] = s * x + c * y
        }
        for k in 0..<3 {
          let (x, y) = (v[p][k], v[q][k])
          v[p][k] = c * x - s * y
          v[q][k] = s * x + c * y
        }
      }
    }
    let order = [0, 1, 2].sorted { a[$0][$0] < a[$1][$1] }
    return (
      SIMD3(a[order[0]][order[0]], a[order[1]][order[1]], a[order[2]][order[2]]),
      order.map { SIMD3(v[$0][0], v[$0][1], v[$0][2]) }
    )
  }

  /// The symmetric square root of a symmetric matrix; `nil` unless all eigenvalues are positive.
  public var symmetricSquareRoot: ReferenceMatrix3? {
    let (values, vectors) = symmetricEigen
    guard values.x > 0 else { return nil }
    var result = [SIMD3<Double>](repeating: .zero, count: 3)
    for (index, vector) in vectors.enumerated() {
      let root = values[index].squareRoot()
      for row in 0..<3 { result[row] += vector * (vector[row] * root) }
    }
    return ReferenceMatrix3(result)
  }
}
