// Predicts the heading error of a fit from the directions of its samples and their deviations
// (docs/notebook/calibration.md).

/// The predicted heading error of a fit: section 5 of docs/calibration.md, with a numerical mean over attitudes.
public struct ReferencePrediction: Equatable, Sendable {
  /// Root mean square over headings and directions of tilt; 180 if the samples do not determine an unknown.
  public var typicalDegrees: Double
  /// 95 % of attitudes have a smaller error, in 95 % of calibrations.
  public var worstDegrees: Double
  /// Cells of directions that were seen, of 96.
  public var cells: Int
  /// The part of the residual that stays after white noise has averaged out.
  public var settledResidual: Double
  /// The largest deviation of the samples near the surface, of at most 95 of them.
  public var largestDeviation: Double
  /// Tilt from gravity if it is known; otherwise from the distance of the samples from a plane.
  public var tiltSeenDegrees: Double

  /// - Parameters:
  ///   - samples: all fitted samples in their order, because their differences show the white noise.
  ///   - downs: directions opposite to the specific force, one for each sample, or none; of any length.
  ///   - evidence: the samples whose directions count; `nil` means all.
  ///   - assumedDipDegrees: the dip of the field, for use without gravity.
  ///   - seconds: how long samples came; `nil` means unknown.
  ///   - isPlain: whether no sample was held out. Then the largest deviation has no information about the other samples.
  public init(
    _ fit: ReferenceFit, samples: [SIMD3<Double>], downs: [SIMD3<Double>] = [], evidence: [Int]? = nil,
    assumedDipDegrees: Double, seconds: Int? = nil, isPlain: Bool = false
  ) {
    let chosen = evidence ?? Array(samples.indices)
    let upright = fit.normal ?? ReferenceMoments(samples).flattestAxis
    let directions = chosen.map { Self.turned(fit.corrected(samples[$0]) / fit.radius, upright) }
    let gains = Self.turned(fit.softIron * fit.softIron.transposed, upright)
    let found = Evidence(directions, fit.model, gains: gains, residual: fit.residual)
    (cells, largestDeviation) = (found.cells, found.largestDeviation)
    let square = fit.residual * fit.residual
    let (white, isWhite) = Self.noise(fit, samples, gain: found.meanGain)
    let credited = (isWhite ? min(white * found.meanGain, square) : 0) * 15 / 16
    let settled = square + credited * (Double(found.cells) / Double(max(samples.count, 1)) - 1)
    settledResidual = settled.squareRoot()
    let known = downs.isEmpty ? [] : chosen.map { downs[$0] }.map { $0 / ($0 * $0).sum().squareRoot() }
    tiltSeenDegrees =
      known.count > 8
      ? Self.tilt(known) : Self.spread(samples, fit.radius, noise: isWhite ? min(white, square) : square)
    let weight = Self.weight(ofSeconds: seconds)
    let tilt = Self.assumedTilt(fit.model, seen: tiltSeenDegrees * weight)
    // A planar fit leaves no field along its normal.
    let sineOfDip =
      fit.model == .planar
      ? 0
      : known.count > 8
        ? Self.sineOfDip(directions, known.map { Self.turned($0, upright) }) : sine(assumedDipDegrees * Double.pi / 180)
    let horizontal = (1 - sineOfDip * sineOfDip).squareRoot()
    let vertical = sine(assumedDipDegrees * Double.pi / 180) / cosine(assumedDipDegrees * Double.pi / 180)
    // Smooth errors continue from cell to cell and count once more. In a plane the next turn brings other errors.
    let stays = square - credited
    let smooth = fit.model == .planar ? 0 : stays
    // Errors that change slowly do not show in a few seconds. At least (0.3 %)² is assumed for them.
    let unseen = (min(stays, 0.00186) + 0.000009) * (weight - 1)
    let variance = found.variance(settled + unseen, smooth: smooth, isPlain: isPlain)
    // In less than five seconds a turn about any axis stays in a plane, but not in the plane of the instrument.
    guard fit.model == .planar ? weight < 16 : found.freeCells > 0,
      let covariance = found.covariance(variance: variance, vertical: max(0.5, min(8, abs(vertical))))
    else {
      (typicalDegrees, worstDegrees) = (180, 180)
      return
    }
    let degree = Double.pi / 180
    // An unknown tilt changes a planar fit along the radius and across it by the same amount.
    let across = fit.model == .planar && known.count <= 8 ? settled : 0
    let mean =
      (Self.meanVariance(covariance, tilt: tilt, sine: sineOfDip, cosine: horizontal) + across) / (degree * degree)
    typicalDegrees = min(180, (mean + 0.67 * 0.67).squareRoot() / horizontal)
    worstDegrees = min(180, (4 * mean + 4 * 0.67 * 0.67 + 1.27).squareRoot() / horizontal)
  }

  /// The variance on one axis, in squares of the radius, and whether it is noise. If it exceeds the residual of the fit,
  /// it is motion and not noise.
  private static func noise(_ fit: ReferenceFit, _ samples: [SIMD3<Double>], gain: Double) -> (Double, isWhite: Bool) {
    let white = whiteVariance(samples) / (fit.radius * fit.radius)
    let isWhite = white * gain < (fit.model == .planar ? 2 : 1.5) * (fit.residual * fit.residual)
    // The noise is known to about a tenth only, and a planar fit depends on it. So the largest likely value is used.
    return (fit.model == .planar ? white * 1.125 : white, isWhite)
  }

  /// The tilt is uniform up to the largest tilt, so its mean square is a third of the square of that; radians.
  private static func assumedTilt(_ model: ReferenceModel, seen degrees: Double) -> Double {
    let isWhole = model == .ellipsoid || model == .axisAligned
    return (isWhole ? 30 : max(1, min(30, degrees))) / 3.0.squareRoot() * Double.pi / 180
  }

  /// The mean sine of the angle between fields and the horizontal.
  private static func sineOfDip(_ directions: [SIMD3<Double>], _ downs: [SIMD3<Double>]) -> Double {
    let total = zip(directions, downs).reduce(0) { $0 + ($1.0 * $1.1).sum() }
    return max(-0.9999, min(0.9999, total / Double(downs.count)))
  }

  /// The vector with axis `axis` as z; x and y are the next two axes.
  private static func turned(_ v: SIMD3<Double>, _ axis: Int) -> SIMD3<Double> {
    axis == 0 ? SIMD3(v.y, v.z, v.x) : axis == 1 ? SIMD3(v.z, v.x, v.y) : v
  }

  /// The diagonal of the matrix, in the same order.
  private static func turned(_ m: ReferenceMatrix3, _ axis: Int) -> SIMD3<Double> {
    turned(SIMD3(m.rows[0].x, m.rows[1].y, m.rows[2].z), axis)
  }

  /// The factor for the variance of slow errors, which take seconds to change: 1 from 16 s on.
  static func weight(ofSeconds seconds: Int?) -> Double {
    guard let seconds, (2...16).contains(seconds) else { return 1 }
    return 256 / Double(seconds * seconds)
  }

  /// The variance on each axis of white noise between samples. Third differences of x + y + z contain 60 times the
  /// variance of white noise, and almost nothing of a smooth motion. Their mean magnitude is used, because a passing
  /// magnet changes it little.
  private static func whiteVariance(_ samples: [SIMD3<Double>]) -> Double {
    guard samples.count > 11 else { return 0 }
    var sum = 0.0
    for i in 3..<samples.count {
      let d = samples[i] - samples[i - 1] * 3 + samples[i - 2] * 3 - samples[i - 3]
      sum += abs(d.x + d.y + d.z)
    }
    let mean = sum / Double(samples.count - 3)
    return mean * mean * Double.pi / 120
  }

  private static func tilt(_ downs: [SIMD3<Double>]) -> Double {
    let total = downs.reduce(SIMD3.zero) { $0 + $1 }
    let length = (total * total).sum().squareRoot()
    guard length > 0 else { return 180 }
    let least = downs.reduce(1) { min($0, ($1 * total).sum() / length) }
    return 90 - arcsine(least) * 180 / Double.pi
  }

  /// Two standard deviations of the distance from the best plane, without the noise.
  private static func spread(_ samples: [SIMD3<Double>], _ radius: Double, noise: Double) -> Double {
    let least = variances(samples).least / (radius * radius)
    return min(90, 2 * max(0, least - noise).squareRoot() * 180 / Double.pi)
  }

  /// The share of the total variance that lies in the direction in which the samples vary least.
  public static func flatness(of samples: [SIMD3<Double>]) -> Double {
    let found = variances(samples)
    return found.least / found.whole
  }

  /// The variance across the best plane, and the sum over all directions. The former is the determinant divided by the
  /// sum of the principal minors. That is right for a flat cloud, and a third of the true value for a round one.
  private static func variances(_ samples: [SIMD3<Double>]) -> (least: Double, whole: Double) {
    let mean = samples.reduce(SIMD3.zero) { $0 + $1 } / Double(max(samples.count, 1))
    var rows = [SIMD3<Double>](repeating: .zero, count: 3)
    for sample in samples {
      let v = sample - mean
      for axis in 0..<3 { rows[axis] += v * v[axis] / Double(samples.count) }
    }
    func minor(_ a: Int, _ b: Int) -> Double { rows[a][a] * rows[b][b] - rows[a][b] * rows[a][b] }
    let minors = minor(0, 1) + minor(0, 2) + minor(1, 2)
    let whole = rows[0][0] + rows[1][1] + rows[2][2]
    return (minors > 0 ? ReferenceMatrix3(rows).determinant / minors : 0, whole)
  }

  /// The mean of (e·(a + E·(n cos I + d sin I)))², radians², over 24 headings and 24 directions of the tilt.
  private static func meanVariance(_ covariance: [Double], tilt: Double, sine s: Double, cosine c: Double) -> Double {
    var total = 0.0
    for side in 0..<24 {
      let (sinSide, cosSide) = (sine(Double(side) * Double.pi / 12), cosine(Double(side) * Double.pi / 12))
      let down = SIMD3(sine(tilt) * cosSide, sine(tilt) * sinSide, cosine(tilt))
      let along = SIMD3(cosine(tilt) * cosSide, cosine(tilt) * sinSide, -sine(tilt))
      let across = SIMD3(-sinSide, cosSide, 0)
      for turn in 0..<24 {
        let (sinTurn, cosTurn) = (sine(Double(turn) * Double.pi / 12), cosine(Double(turn) * Double.pi / 12))
        let e = across * cosTurn - along * sinTurn
        let w = (along * cosTurn + across * sinTurn) * c + down * s
        let g = [
          0, e.x, e.y, e.z, e.x * w.x - e.y * w.y, e.z * w.z - (e.x * w.x + e.y * w.y) / 2, e.x * w.y + e.y * w.x,
          e.x * w.z + e.z * w.x, e.y * w.z + e.z * w.y,
        ]
        for i in 0..<9 {
          for j in 0..<9 { total += g[i] * g[j] * covariance[9 * i + j] }
        }
      }
    }
    return total / 576
  }
}

/// The information of the samples about the remaining error; each direction cell counts at most once. The unknowns are
/// level, a.x, a.y, a.z, (E.xx − E.yy)/2, E.zz, E.xy, E.xz, E.yz, with z upright.
private struct Evidence {
  private let model: ReferenceModel
  /// The indices of the unknowns that the model fits.
  private let fitted: [Int]
  private let gains: SIMD3<Double>
  private let residual: Double
  private var directions: [SIMD3<Double>] = []
  /// The number of direction cells that contain samples.
  let cells: Int
  private(set) var largestDeviation = 0.0

  init(_ all: [SIMD3<Double>], _ model: ReferenceModel, gains: SIMD3<Double>, residual: Double) {
    self.model = model
    self.residual = residual
    let isPlanar = model == .planar
    self.gains = isPlanar ? SIMD3(gains.x, gains.y, 0) : gains
    fitted = isPlanar ? [0, 1, 2, 4, 6] : Array(0..<model.parameters)
    var seen = Set<Int>()
    // The largest deviation among as many samples as a reservoir holds.
    let step = max(1, all.count / 48)
    for (index, v) in all.enumerated() {
      let w = isPlanar ? SIMD3(v.x, v.y, 0) : v
      let deviation = ((w * w).sum() - 1) / 2
      guard deviation > -0.375, deviation < 0.625 else { continue }
      // A plane has few cells, so every sample counts there.
      if seen.insert(Self.cell(of: w)).inserted || isPlanar { directions.append(w) }
      if index % step == 0 { largestDeviation = max(largestDeviation, abs(deviation)) }
    }
    cells = seen.count
  }

  /// The mean of wᵀ diag(SSᵀ) w over the directions.
  var meanGain: Double {
    directions.reduce(0) { $0 + ($1 * $1 * gains).sum() } / Double(max(directions.count, 1))
  }

  /// The number of the cell: each face of a cube has 4 × 4 cells of equal angles.
  private static func cell(of v: SIMD3<Double>) -> Int {
    let size = SIMD3(abs(v.x), abs(v.y), abs(v.z))
    let axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2
    let others = axis == 0 ? (v.y, v.z) : axis == 1 ? (v.x, v.z) : (v.x, v.y)
    // The factor is tan 22.5°.
    let edge = size[axis] * (2.0.squareRoot() - 1)
    func quarter(_ value: Double) -> Int { value < 0 ? (value < -edge ? 0 : 1) : (value < edge ? 2 : 3) }
    return (2 * axis + (v[axis] < 0 ? 1 : 0)) * 16 + quarter(others.0) * 4 + quarter(others.1)
  }

  /// The variance σ² of one sample; all samples together count as one for each cell.
  func variance(_ settled: Double, smooth: Double, isPlain: Bool) -> Double {
    let found = settled * Double(directions.count) / Double(max(freeCells, 1)) + smooth
    // If a few errors are much larger than the rest, the residual does not describe them.
    let tail = isPlain ? 1 : max(1, largestDeviation / (3.2 * residual))
    return max(found * tail * tail * student * student, hasPriors ? 1.0 / 16_384 : 0)
  }

  /// The number of cells beyond those that the fit uses up.
  var freeCells: Int { cells - fitted.count }

  /// Half of Student's t at 95 %, within 5 % from two free cells on: a few cells determine σ poorly. A plane uses its
  /// samples instead.
  private var student: Double {
    model == .planar ? 1 : (5 * Double(freeCells) + 2) / (5 * Double(freeCells) - 4)
  }

  /// Whether the model omits unknowns for which a prior is known.
  private var hasPriors: Bool { model == .sphere || model == .axisAligned }

  private func psi(_ w: SIMD3<Double>) -> [Double] {
    [
      1, w.x, w.y, w.z, w.x * w.x - w.y * w.y, model == .planar ? 0 : w.z * w.z - (w.x * w.x + w.y * w.y) / 2,
      2 * w.x * w.y, 2 * w.x * w.z, 2 * w.y * w.z,
    ]
  }

  /// The derivatives of ψ along `axis`.
  private func slopes(_ w: SIMD3<Double>, _ axis: Int) -> [Double] {
    var ahead = w
    var behind = w
    ahead[axis] += 0.5
    behind[axis] -= 0.5
    // No term exceeds the second degree, so the difference is exact.
    return zip(psi(ahead), psi(behind)).map { $0 - $1 }
  }

  /// The covariance of all nine unknowns, by rows; `nil` if the samples do not determine an unknown that the model
  /// fits.
  func covariance(variance: Double, vertical: Double) -> [Double]? {
    var all = [Double](repeating: 0, count: 81)
    // The contribution of the samples' own errors, doubled because their size is also an estimate. In a plane it is not
    // doubled: more samples from all sides determine the size there. It is at most 1/4.
    let share = (gains * ((model == .planar ? 1 : 2) * residual * residual / max(meanGain, 1e-9))).clamped(
      lowerBound: .zero, upperBound: SIMD3(repeating: 0.25))
    for w in directions {
      let row = psi(w)
      let slopes = (0..<3).map { self.slopes(w, $0) }
      for i in 0..<9 {
        for j in 0..<9 {
          all[9 * i + j] += row[i] * row[j]
          for axis in 0..<3 { all[9 * i + j] -= share[axis] * slopes[axis][i] * slopes[axis][j] }
        }
      }
    }
    let n = fitted.count
    let factors = ReferenceFactors(fitted.flatMap { i in fitted.map { j in all[9 * i + j] } }, size: n)
    // The limits are 2^−17 of 64 samples, or 2^−9 where the model relies on priors.
    let least = hasPriors ? 0x1p-3 : 0x1p-11
    if factors.pivots.contains(where: { !($0 > least) }) { return nil }
    let inverse = factors.inverse
    var result = [Double](repeating: 0, count: 81)
    for i in 0..<n {
      for j in 0..<n { result[9 * fitted[i] + fitted[j]] = variance * inverse[i * n + j] }
    }
    for unknown in 0..<9 where !fitted.contains(unknown) {
      // The effect of an error of 1 in this unknown on the fitted unknowns.
      var effect = [Double](repeating: 0, count: 9)
      effect[unknown] = 1
      if model != .planar {
        for i in 0..<n {
          effect[fitted[i]] = -(0..<n).reduce(0) { $0 + inverse[i * n + $1] * all[9 * fitted[$1] + unknown] }
        }
      }
      let prior = model == .planar && unknown == 3 ? vertical : 3.0 / 16
      for i in 0..<9 {
        for j in 0..<9 { result[9 * i + j] += prior * prior * effect[i] * effect[j] }
      }
    }
    return result
  }
}
