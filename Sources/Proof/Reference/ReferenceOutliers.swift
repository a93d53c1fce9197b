// Finds gross outliers, first with a sphere through a few samples, then with the scatter of the fit itself.

/// The search for outliers in Double (M. Fischler and R. Bolles, Communications of the ACM 24(6), 1981).
public enum ReferenceOutliers {
  /// The indices of the samples that are not gross outliers, in order.
  ///
  /// First, many spheres through four samples each are tried, and the one that most samples are near is chosen (M.
  /// Fischler and R. Bolles, "Random sample consensus", Communications of the ACM 24(6), 1981). Samples beyond 2.2 of
  /// its radii are outliers; an ellipsoid with axes of 1 : 2.5 reaches to 1.6. Then, twice, samples are removed whose
  /// distance from the ellipsoid through the rest is more than seven times the usual scatter.
  public static func kept(of samples: [SIMD3<Double>]) -> [Int] {
    guard samples.count >= 12, let (centre, radius) = sphere(through: moving(samples)) else {
      return Array(samples.indices)
    }
    var kept = samples.indices.filter { length(samples[$0] - centre) < 2.2 * radius }
    for _ in 0..<2 {
      guard let fit = try? ReferenceFit(kept.map { samples[$0] }, model: .ellipsoid) else { return kept }
      let deviations = kept.map { abs(length(fit.corrected(samples[$0])) / fit.radius - 1) }
      // Half of a normal distribution is within 0.674 standard deviations.
      let scatter = median(deviations) / 0.674
      kept = zip(kept, deviations).filter { $0.1 <= max(7 * scatter, 0.01) }.map { $0.0 }
    }
    return kept
  }

  /// If the body rested most of the time, the samples away from that place. Otherwise every small sphere through that
  /// place would be near most samples.
  private static func moving(_ samples: [SIMD3<Double>]) -> [SIMD3<Double>] {
    let rest = SIMD3((0..<3).map { axis in median(samples.map { $0[axis] }) })
    let distances = samples.map { length($0 - rest) }
    // One sample in 16 may be an outlier.
    let reach = distances.sorted()[15 * samples.count / 16] / 16
    guard median(distances) < reach else { return samples }
    let moving = zip(samples, distances).filter { $0.1 > reach }.map { $0.0 }
    return moving.count < 12 ? samples : moving
  }

  private static func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// The best of 300 spheres through four samples each. The same samples always give the same sphere.
  private static func sphere(through samples: [SIMD3<Double>]) -> (centre: SIMD3<Double>, radius: Double)? {
    let looked = stride(from: 0, to: samples.count, by: max(1, samples.count / 400)).map { samples[$0] }
    var best: (centre: SIMD3<Double>, radius: Double)?
    var least = Double.infinity
    // Source of multiplier and increment: D. Knuth, The Art of Computer Programming 2, section 3.3.4, table 1, line 26.
    var state: UInt64 = 1
    for _ in 0..<300 {
      let four = (0..<4).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1
        return samples[Int((state >> 33) % UInt64(samples.count))]
      }
      // The equation is 2·(p_i − p_0)·c = |p_i|² − |p_0|², relative to p_0.
      let edges = four.dropFirst().map { $0 - four[0] }
      let matrix = ReferenceMatrix3(edges)
      let scale = length(edges[0]) * length(edges[1]) * length(edges[2])
      guard scale > 0, abs(matrix.determinant) > 1e-4 * scale else { continue }
      let half = SIMD3((edges[0] * edges[0]).sum(), (edges[1] * edges[1]).sum(), (edges[2] * edges[2]).sum()) / 2
      let offset = matrix.inverse * half
      let radius = length(offset)
      // Of spheres that fit equally well the smaller one wins, because many spheres pass through a flat circle.
      let score = median(looked.map { abs(length($0 - four[0] - offset) - radius) }) + 0.01 * radius
      if score < least { (least, best) = (score, (four[0] + offset, radius)) }
    }
    return best
  }
}
