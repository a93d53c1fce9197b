// The heading error to expect of a fit: from where its samples lie and how far they are off (docs/calibration.md).

/// What a fit is worth for headings.
public struct ReferencePrediction: Equatable, Sendable {
  /// Root mean square over attitudes as tilted as those that will be used.
  public var typicalDegrees: Double
  /// 19 of 20 attitudes stay below: two standard deviations of what the samples leave open, and 1.8° of the rotation that
  /// no fit of lengths can see.
  public var worstDegrees: Double
  /// Directions seen, of 96.
  public var cells: Int
  /// From gravity where it is known, else from the spread of the samples about the plane that fits them best.
  public var tiltSeenDegrees: Double

  /// The error that the samples leave open, as a covariance, turned into degrees over sixteen attitudes.
  ///
  /// A corrected sample of direction w may be off by a + E·w, E symmetric with trace 0. Its length tells
  /// ψ(w)·(level, a, E); repeated samples in one of 96 cells are no new evidence, because their errors are alike.
  /// Unknowns that the model leaves out have a prior of 3/16 of the field, and what they do to the others counts.
  ///
  /// - Parameters:
  ///   - downs: against the specific force, one a sample, or none; any length.
  ///   - assumedDipDegrees: of the field where there is no gravity.
  public init(
    _ fit: ReferenceFit, samples: [SIMD3<Double>], downs: [SIMD3<Double>] = [], assumedDipDegrees: Double
  ) {
    let directions = samples.map { fit.corrected($0) / fit.radius }
    let normal = fit.normal ?? ReferenceMoments(samples).flattestAxis
    let evidence = Evidence(directions, planarNormal: fit.normal)
    cells = evidence.count
    let fitted = fit.model.parameters
    let white = Self.whiteVariance(samples) / (fit.radius * fit.radius)
    let variance = evidence.variance(
      residual: fit.residual, white: white, samples: samples.count, fitted: fitted)
    let covariance = evidence.covariance(fitted: fitted, variance: variance)
    let known = downs.filter { ($0 * $0).sum() > 0 }.map { $0 / ($0 * $0).sum().squareRoot() }
    tiltSeenDegrees = known.count > 8 ? Self.tilt(known) : Self.spread(samples, fit)
    let isWhole = fit.model == .ellipsoid || fit.model == .axisAligned
    let tilt = isWhole ? 30 : max(2, min(30, tiltSeenDegrees))
    var sine = ReferencePrediction.sineOfDip(degrees: assumedDipDegrees)
    if known.count > 8, known.count == directions.count {
      sine = zip(directions, known).reduce(0) { $0 + ($1.0 * $1.1).sum() } / Double(known.count)
      sine = max(-0.999, min(0.999, sine))
    }
    // A planar fit leaves nothing along its normal.
    if fit.model == .planar { sine = 0 }
    let mean = Self.meanVariance(
      covariance, planarNormal: fit.normal, tiltDegrees: tilt, sineOfDip: sine, upright: normal)
    typicalDegrees = min(180, mean.squareRoot() * 180 / Double.pi)
    // 1.8² less the (2·0.67)² that twice the typical error has in it, over cos² of the dip.
    let rotation = 1.46 / max(1 - sine * sine, 1e-6)
    worstDegrees = min(180, (4 * typicalDegrees * typicalDegrees + rotation).squareRoot())
  }

  private static func sineOfDip(degrees: Double) -> Double { sine(degrees * Double.pi / 180) }

  /// The variance of what changes from one sample to the next: third differences have 20 times that of white noise,
  /// and next to nothing of a smooth motion.
  private static func whiteVariance(_ samples: [SIMD3<Double>]) -> Double {
    guard samples.count > 11 else { return 0 }
    var sum = 0.0
    for i in 3..<samples.count {
      let d = samples[i] - samples[i - 1] * 3 + samples[i - 2] * 3 - samples[i - 3]
      sum += (d * d).sum()
    }
    return sum / Double(60 * (samples.count - 3))
  }

  private static func tilt(_ downs: [SIMD3<Double>]) -> Double {
    let total = downs.reduce(SIMD3.zero) { $0 + $1 }
    let length = (total * total).sum().squareRoot()
    guard length > 0 else { return 180 }
    let least = downs.reduce(1) { min($0, ($1 * total).sum() / length) }
    return 90 - arcsine(least) * 180 / Double.pi
  }

  /// Two standard deviations of the samples from the plane that fits them best, less the noise. Their variance is taken as
  /// the determinant over the sum of the principal minors: right for a flat cloud, a third of it for a round one.
  private static func spread(_ samples: [SIMD3<Double>], _ fit: ReferenceFit) -> Double {
    let count = Double(samples.count)
    let mean = samples.reduce(.zero, +) / count
    var rows = [SIMD3<Double>](repeating: .zero, count: 3)
    for sample in samples {
      let d = (sample - mean) / fit.radius
      for axis in 0..<3 { rows[axis] += d * (d[axis] / count) }
    }
    func minor(_ a: Int, _ b: Int) -> Double { rows[a][a] * rows[b][b] - rows[a][b] * rows[a][b] }
    let minors = minor(0, 1) + minor(0, 2) + minor(1, 2)
    guard minors > 0 else { return 0 }
    let variance = ReferenceMatrix3(rows).determinant / minors - fit.residual * fit.residual
    return min(90, 2 * max(0, variance).squareRoot() * 180 / Double.pi)
  }

  /// Radians squared, over four headings and a tilt towards each of four sides.
  private static func meanVariance(
    _ covariance: [Double], planarNormal: Int?, tiltDegrees: Double, sineOfDip: Double, upright: Int
  ) -> Double {
    let (s, c) = (sine(tiltDegrees * Double.pi / 180), cosine(tiltDegrees * Double.pi / 180))
    let cosineOfDip = (1 - sineOfDip * sineOfDip).squareRoot()
    // One axis of a rotation of up to 2° in any direction, which no fit of lengths can see.
    let rotation = 0.67 * Double.pi / 180
    var total = 0.0
    for pose in 0..<16 {
      let side = Double(pose / 4) * Double.pi / 2
      let turn = Double(pose % 4) * Double.pi / 2
      let down = SIMD3(s * cosine(side), s * sine(side), c)
      let along = SIMD3(c * cosine(side), c * sine(side), -s)
      let across = SIMD3(-sine(side), cosine(side), 0)
      let north = along * cosine(turn) + across * sine(turn)
      let w = stood(north * cosineOfDip + down * sineOfDip, upright)
      let east = ReferenceMatrix3.cross(stood(down, upright), w)
      let square = (east * east).sum()
      let g = gradient(east, w, planarNormal)
      var sum = 0.0
      for i in g.indices {
        for j in g.indices { sum += g[i] * g[j] * covariance[i * g.count + j] }
      }
      total += sum / (square * square) + rotation * rotation / square
    }
    return total / 16
  }

  /// z becomes the axis that stands upright.
  private static func stood(_ v: SIMD3<Double>, _ axis: Int) -> SIMD3<Double> {
    axis == 0 ? SIMD3(v.z, v.x, v.y) : axis == 1 ? SIMD3(v.y, v.z, v.x) : v
  }

  /// east·(a + E·w) by the unknowns; the level, first, turns nothing.
  private static func gradient(_ e: SIMD3<Double>, _ w: SIMD3<Double>, _ normal: Int?) -> [Double] {
    guard let normal else {
      return [
        0, e.x, e.y, e.z, e.x * w.x - e.z * w.z, e.y * w.y - e.z * w.z, e.x * w.y + e.y * w.x, e.x * w.z + e.z * w.x,
        e.y * w.z + e.z * w.y,
      ]
    }
    let (p, q) = normal == 0 ? (1, 2) : normal == 1 ? (0, 2) : (0, 1)
    return [0, e[p], e[q], e[p] * w[p] - e[q] * w[q], e[p] * w[q] + e[q] * w[p]]
  }
}

/// What the samples say about the error that is left: one for each direction cell.
private struct Evidence {
  private var rows: [[Double]] = []
  private let unknowns: Int
  var count: Int { rows.count }

  init(_ directions: [SIMD3<Double>], planarNormal: Int?) {
    unknowns = planarNormal == nil ? 9 : 5
    var seen = Set<Int>()
    for w in directions where seen.insert(Self.cell(of: w)).inserted {
      if let normal = planarNormal {
        let (p, q) = normal == 0 ? (w.y, w.z) : normal == 1 ? (w.x, w.z) : (w.x, w.y)
        rows.append([1, p, q, p * p - q * q, 2 * p * q])
      } else {
        rows.append([
          1, w.x, w.y, w.z, w.x * w.x - w.z * w.z, w.y * w.y - w.z * w.z, 2 * w.x * w.y, 2 * w.x * w.z, 2 * w.y * w.z,
        ])
      }
    }
  }

  /// 4 × 4 cells of equal angles on each face of a cube.
  private static func cell(of v: SIMD3<Double>) -> Int {
    let size = SIMD3(abs(v.x), abs(v.y), abs(v.z))
    let axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2
    let others = axis == 0 ? (v.y, v.z) : axis == 1 ? (v.x, v.z) : (v.x, v.y)
    // tan 22.5°.
    let edge = size[axis] * (2.0.squareRoot() - 1)
    func quarter(_ value: Double) -> Int { value < 0 ? (value < -edge ? 0 : 1) : (value < edge ? 2 : 3) }
    return (2 * axis + (v[axis] < 0 ? 1 : 0)) * 16 + quarter(others.0) * 4 + quarter(others.1)
  }

  /// σ² of one cell: white noise averages out over the samples in it, all but a sixteenth; the rest does not.
  func variance(residual: Double, white: Double, samples: Int, fitted: Int) -> Double {
    var square = residual * residual
    if white < 1.5 * square {
      let credited = min(white, square) * 15 / 16
      square += credited * (Double(count) / Double(max(samples, 1)) - 1)
    }
    let free = count - fitted
    return square * (free > 1 ? Double(count) / Double(free) : Double(count))
  }

  /// Of all unknowns, row-major; those from `fitted` on have the prior.
  func covariance(fitted: Int, variance: Double) -> [Double] {
    let prior = 3.0 / 16 * 3.0 / 16
    var information = [Double](repeating: 0, count: fitted * fitted)
    var cross = [Double](repeating: 0, count: fitted * unknowns)
    for row in rows {
      for i in 0..<fitted {
        for j in 0..<unknowns {
          if j < fitted { information[i * fitted + j] += row[i] * row[j] }
          cross[i * unknowns + j] += row[i] * row[j]
        }
      }
    }
    // Where the cells leave an unknown open, its variance is huge, but not infinite.
    for i in 0..<fitted { information[i * fitted + i] += 1e-9 }
    let inverse = ReferenceFactors(information, size: fitted).inverse
    var result = [Double](repeating: 0, count: unknowns * unknowns)
    for i in 0..<fitted {
      for j in 0..<fitted { result[i * unknowns + j] = variance * inverse[i * fitted + j] }
    }
    for u in fitted..<unknowns {
      // What an error of 1 in this unknown does to those fitted.
      var effect = [Double](repeating: 0, count: unknowns)
      effect[u] = 1
      for i in 0..<fitted {
        effect[i] = -(0..<fitted).reduce(0) { $0 + inverse[i * fitted + $1] * cross[$1 * unknowns + u] }
      }
      for i in 0..<unknowns {
        for j in 0..<unknowns { result[i * unknowns + j] += prior * effect[i] * effect[j] }
      }
    }
    return result
  }
}
