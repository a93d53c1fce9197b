// Finds the rotation between magnetometer and accelerometer from the constancy of the dip, and its effect on headings.

/// A pair of calibrated directions: the field, and down.
public struct ReferencePair: Equatable, Sendable {
  public var field: SIMD3<Double>
  /// Opposite to the specific force at rest.
  public var down: SIMD3<Double>

  /// - Parameters: vectors of any length except 0.
  public init(field: SIMD3<Double>, down: SIMD3<Double>) {
    self.field = field / (field * field).sum().squareRoot()
    self.down = down / (down * down).sum().squareRoot()
  }

  /// Positive when the field points down.
  public var dipDegrees: Double { arcsine((field * down).sum()) * 180 / Double.pi }

  /// The azimuth of `axis`, clockwise from magnetic north seen from above, −180 to 180; 0 for a vertical axis.
  public func azimuthDegrees(of axis: SIMD3<Double>) -> Double {
    let north = field - down * (field * down).sum()
    let east = ReferenceMatrix3.cross(down, north)
    return arctangent((axis * east).sum(), (axis * north).sum()) * 180 / Double.pi
  }

  /// The pair with a rotated field.
  public func turned(_ rotation: ReferenceMatrix3) -> ReferencePair {
    ReferencePair(field: rotation * field, down: down)
  }
}

/// The rotation between two sensors in Double (Protocols/calibration/spec.md).
public enum ReferenceAlignment {
  /// The rotation of the calibrated field that makes the dip most constant: it minimises the sum of squared deviations.
  ///
  /// A symmetric S is correct except for a rotation. Gravity determines two of its three components, and with tilt also
  /// the third. A small rotation is preferred: a large one is taken only if the dip is not constant with a small one,
  /// and scatters less than half as far with a large one.
  public static func rotation(_ pairs: [ReferencePair]) -> ReferenceMatrix3 {
    let small = refined(.identity, pairs)
    let spread = spread(pairs, small)
    guard spread > constantSpreadDegrees else { return small }
    // Takes from a grid of rotations those with the most constant dip, and refines each.
    let starts = grid.map { start in (start, Self.spread(pairs, start)) }.sorted { $0.1 < $1.1 }.prefix(8)
    let refinedOnes = starts.map { start, _ in
      let rotation = refined(start, pairs)
      return (rotation, Self.spread(pairs, rotation))
    }
    guard let best = refinedOnes.min(by: { $0.1 < $1.1 }), best.1 < largestSpreadDegrees,
      2 * best.1 < spread
    else { return small }
    return best.0
  }

  /// The standard deviation of a rotation about the axis that is known least, degrees: the dip's variance, less the four
  /// numbers that were fitted, over what the rotation about that axis changes of the dip's sine. At most 180°.
  public static func deviationDegrees(_ pairs: [ReferencePair], _ rotation: ReferenceMatrix3) -> Double {
    let turned = pairs.map { $0.turned(rotation) }
    let slopes = turned.map { ReferenceMatrix3.cross($0.field, $0.down) }
    let middle = slopes.reduce(.zero, +) / Double(slopes.count)
    var information = ReferenceMatrix3([.zero, .zero, .zero])
    for slope in slopes.map({ $0 - middle }) {
      for row in 0..<3 { information.rows[row] += slope * slope[row] }
    }
    let squares = deviations(turned.map { ($0.field * $0.down).sum() }).reduce(0) { $0 + $1 * $1 }
    let variance = squares / Double(max(pairs.count - 4, 1)) / max(information.symmetricEigen.values.x, 1e-12)
    return min(variance.squareRoot() * 180 / Double.pi, 180)
  }

  /// Protocols/calibration/spec.md, section 2, *The rotation*.
  private static let constantSpreadDegrees = 2.5
  private static let largestSpreadDegrees = 4.0

  /// Rotations by 60°, 120° and 180° about the axes through the faces, edges and corners of a cube.
  private static let grid: [ReferenceMatrix3] = {
    var found: [ReferenceMatrix3] = []
    for code in 0..<27 where code != 13 {
      let axis = SIMD3(Double(code % 3 - 1), Double(code / 3 % 3 - 1), Double(code / 9 - 1))
      let unit = axis / (axis * axis).sum().squareRoot()
      for degrees in [60.0, 120, 180] {
        found.append(ReferenceMatrix3(rotationVector: unit * (degrees * Double.pi / 180)))
      }
    }
    return found
  }()

  private static func spread(_ pairs: [ReferencePair], _ rotation: ReferenceMatrix3) -> Double {
    spread(pairs.map { $0.turned(rotation).dipDegrees })
  }

  /// The rotation near `start` that makes the dip most constant.
  private static func refined(_ start: ReferenceMatrix3, _ pairs: [ReferencePair]) -> ReferenceMatrix3 {
    let begun = pairs.map { $0.turned(start) }
    let best = minimum(3) { w in
      let rotation = ReferenceMatrix3(rotationVector: SIMD3(w[0], w[1], w[2]))
      return deviations(begun.map { $0.turned(rotation).dipDegrees })
    }
    return ReferenceMatrix3(rotationVector: SIMD3(best[0], best[1], best[2])) * start
  }

  /// The axis near `axis` whose azimuth is most constant within each of `runs`.
  public static func steadyAxis(near axis: SIMD3<Double>, in runs: [[ReferencePair]]) -> SIMD3<Double> {
    let first = ReferenceMatrix3.cross(axis, abs(axis.x) < 0.5 ? SIMD3(1, 0, 0) : SIMD3(0, 1, 0))
    let side = first / (first * first).sum().squareRoot()
    let other = ReferenceMatrix3.cross(axis, side)
    let best = minimum(2) { w in
      let tilted = axis + side * w[0] + other * w[1]
      return runs.flatMap { run in deviations(unwrapped(run.map { $0.azimuthDegrees(of: tilted) })) }
    }
    let tilted = axis + side * best[0] + other * best[1]
    return tilted / (tilted * tilted).sum().squareRoot()
  }

  /// The standard deviation of the values.
  public static func spread(_ values: [Double]) -> Double {
    let squares = deviations(values).reduce(0) { $0 + $1 * $1 }
    return (squares / Double(max(values.count, 1))).squareRoot()
  }

  /// The root mean square; 0 for no values.
  public static func rms(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(max(values.count, 1))).squareRoot()
  }

  /// The angles, moved by whole turns to within half a turn of the first.
  public static func unwrapped(_ degrees: [Double]) -> [Double] {
    degrees.map { value in
      let first = degrees[0]
      return first + ReferenceAngle.shortestDifferenceDegrees(from: first, to: value)
    }
  }

  private static func deviations(_ values: [Double]) -> [Double] {
    let mean = values.reduce(0, +) / Double(max(values.count, 1))
    return values.map { $0 - mean }
  }

  /// The point with the smallest sum of squared residuals, starting from 0. Method: damped Gauss-Newton, with
  /// differences as derivatives.
  private static func minimum(_ count: Int, _ residuals: ([Double]) -> [Double]) -> [Double] {
    var x = [Double](repeating: 0, count: count)
    var now = residuals(x)
    var error = now.reduce(0) { $0 + $1 * $1 }
    var damping = 1e-3
    for _ in 0..<60 {
      let slopes = (0..<count).map { i in
        var moved = x
        moved[i] += 1e-6
        return zip(residuals(moved), now).map { ($0 - $1) / 1e-6 }
      }
      var normal = [Double](repeating: 0, count: count * count)
      var gradient = [Double](repeating: 0, count: count)
      for i in 0..<count {
        gradient[i] = zip(slopes[i], now).reduce(0) { $0 + $1.0 * $1.1 }
        for j in 0..<count { normal[i * count + j] = zip(slopes[i], slopes[j]).reduce(0) { $0 + $1.0 * $1.1 } }
        normal[i * count + i] *= 1 + damping
        // A rotation about gravity has derivative 0 if no sample is tilted; this term keeps the system solvable.
        normal[i * count + i] += 1e-9
      }
      let step = ReferenceFactors(normal, size: count).solve(gradient)
      let next = zip(x, step).map { $0 - $1 }
      let there = residuals(next)
      let sum = there.reduce(0) { $0 + $1 * $1 }
      guard sum < error else {
        damping *= 10
        if damping > 1e9 { break }
        continue
      }
      let isDone = error - sum <= 1e-12 * error
      (x, now, error) = (next, there, sum)
      damping = max(damping / 10, 1e-9)
      if isDone { break }
    }
    return x
  }
}
