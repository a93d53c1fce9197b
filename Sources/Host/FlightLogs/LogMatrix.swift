// 3×3 matrices, and the orientations of sensors, which both autopilots number in the same way.

/// A 3×3 matrix by rows.
struct LogMatrix: Equatable, Sendable {
  var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) { rows = (a, b, c) }

  static let identity = LogMatrix(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

  /// The symmetric matrix with this diagonal and with xy, xz, yz.
  init(diagonal d: SIMD3<Double>, others o: SIMD3<Double>) {
    self.init(SIMD3(d.x, o.x, o.y), SIMD3(o.x, d.y, o.z), SIMD3(o.y, o.z, d.z))
  }

  static func == (a: LogMatrix, b: LogMatrix) -> Bool { a.rows == b.rows }

  static func * (m: LogMatrix, v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((m.rows.0 * v).sum(), (m.rows.1 * v).sum(), (m.rows.2 * v).sum())
  }

  static func * (a: LogMatrix, b: LogMatrix) -> LogMatrix {
    let t = b.transposed.rows
    func row(_ r: SIMD3<Double>) -> SIMD3<Double> { SIMD3((r * t.0).sum(), (r * t.1).sum(), (r * t.2).sum()) }
    return LogMatrix(row(a.rows.0), row(a.rows.1), row(a.rows.2))
  }

  var transposed: LogMatrix {
    let (a, b, c) = rows
    return LogMatrix(SIMD3(a.x, b.x, c.x), SIMD3(a.y, b.y, c.y), SIMD3(a.z, b.z, c.z))
  }

  /// The inverse; `nil` for a singular matrix.
  var inverse: LogMatrix? {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let (a, b, c) = rows
    let determinant = (a * cross(b, c)).sum()
    guard abs(determinant) > 1e-6 else { return nil }
    return LogMatrix(cross(b, c) / determinant, cross(c, a) / determinant, cross(a, b) / determinant).transposed
  }

  /// The rotation from the sensor's axes to the body's for a number of MAV_SENSOR_ORIENTATION; `nil` for an unknown
  /// number. https://mavlink.io/en/messages/common.html#MAV_SENSOR_ORIENTATION
  init?(orientation: Int) {
    guard Self.orientations.indices.contains(orientation) else { return nil }
    let (roll, pitch, yaw) = Self.orientations[orientation]
    let (r, p, y) = (Self.circle(roll), Self.circle(pitch), Self.circle(yaw))
    self =
      LogMatrix(SIMD3(y.cos, -y.sin, 0), SIMD3(y.sin, y.cos, 0), SIMD3(0, 0, 1))
      * LogMatrix(SIMD3(p.cos, 0, p.sin), SIMD3(0, 1, 0), SIMD3(-p.sin, 0, p.cos))
      * LogMatrix(SIMD3(1, 0, 0), SIMD3(0, r.cos, -r.sin), SIMD3(0, r.sin, r.cos))
  }

  /// Roll, pitch and yaw in degrees.
  private static let orientations: [(Int, Int, Int)] = [
    (0, 0, 0), (0, 0, 45), (0, 0, 90), (0, 0, 135), (0, 0, 180), (0, 0, 225), (0, 0, 270), (0, 0, 315),
    (180, 0, 0), (180, 0, 45), (180, 0, 90), (180, 0, 135), (0, 180, 0), (180, 0, 225), (180, 0, 270), (180, 0, 315),
    (90, 0, 0), (90, 0, 45), (90, 0, 90), (90, 0, 135), (270, 0, 0), (270, 0, 45), (270, 0, 90), (270, 0, 135),
    (0, 90, 0), (0, 270, 0), (0, 180, 90), (0, 180, 270), (90, 90, 0), (180, 90, 0), (270, 90, 0),
    (90, 180, 0), (270, 180, 0), (90, 270, 0), (180, 270, 0), (270, 270, 0), (90, 180, 90), (90, 0, 270),
    (90, 68, 293), (0, 315, 0), (90, 315, 0),
  ]

  /// Sine and cosine of the angles in the table.
  private static func circle(_ degrees: Int) -> (sin: Double, cos: Double) {
    let half = 0.5.squareRoot()
    return switch degrees {
    case 45: (half, half)
    case 90: (1, 0)
    case 135: (half, -half)
    case 180: (0, -1)
    case 225: (-half, -half)
    case 270: (-1, 0)
    case 315: (-half, half)
    case 68: (0.927183854566787, 0.374606593415912)
    case 293: (-0.920504853452440, 0.390731128489274)
    default: (0, 1)
    }
  }
}
