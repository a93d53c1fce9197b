// How the sensor is mounted in the instrument: rotates sensor axes to body axes (Protocols/heading/spec.md, section 2).

/// One of the 24 mountings.
public struct ReferenceMounting: Equatable, Sendable {
  /// Rows for forward, right, down; the entries are −1, 0 or 1.
  let rows: [SIMD3<Int>]

  /// The sensor axes are the body axes.
  public static let identity = ReferenceMounting(forward: SIMD3(1, 0, 0), right: SIMD3(0, 1, 0))

  /// The mounting with this number; `nil` above 23.
  public init?(rawValue: UInt8) {
    guard rawValue < 24 else { return nil }
    let axes = (0..<3).flatMap { axis in [1, -1].map { Self.unit(axis, $0) } }
    let forward = axes[Int(rawValue) / 4]
    let square = axes.filter { ($0 &* forward).wrappedSum() == 0 }
    self.init(forward: forward, right: square[Int(rawValue) % 4])
  }

  /// The frame in which body axis number `pointing` is forward (section 11). For ±X and ±Y, down stays down; for ±Z,
  /// the former forward axis points up. `nil` above 5.
  public init?(pointing: UInt8) {
    guard pointing < 6 else { return nil }
    let forward = Self.unit(Int(pointing / 2), pointing % 2 == 0 ? 1 : -1)
    let down = forward.z == 0 ? SIMD3(0, 0, 1) : SIMD3(-1, 0, 0)
    self.init(forward: forward, right: Self.cross(down, forward))
  }

  /// Whether the new forward axis is the old up or down axis.
  var looksAlongVertical: Bool { rows[0].z != 0 }

  private init(forward f: SIMD3<Int>, right r: SIMD3<Int>) {
    rows = [f, r, Self.cross(f, r)]
  }

  private static func cross(_ a: SIMD3<Int>, _ b: SIMD3<Int>) -> SIMD3<Int> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  private static func unit(_ axis: Int, _ sign: Int) -> SIMD3<Int> {
    var v = SIMD3<Int>.zero
    v[axis] = sign
    return v
  }

  /// Rotates `sensor` into body axes.
  public func body(_ sensor: SIMD3<Double>) -> SIMD3<Double> {
    let components = rows.map { (SIMD3<Double>($0) * sensor).sum() }
    return SIMD3(components[0], components[1], components[2])
  }

  /// Rotates `body` into sensor axes.
  public func sensor(_ body: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3<Double>(rows[0]) * body.x + SIMD3<Double>(rows[1]) * body.y + SIMD3<Double>(rows[2]) * body.z
  }

  /// Rotates `sensor` into body axes; −2^31 negated gives 2^31 − 1.
  public func body(_ sensor: SIMD3<Int32>) -> SIMD3<Int32> {
    let components = rows.map { row in
      Int32(clamping: (0..<3).reduce(Int64(0)) { $0 + Int64(row[$1]) * Int64(sensor[$1]) })
    }
    return SIMD3(components[0], components[1], components[2])
  }
}
