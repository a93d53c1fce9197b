// The fits in Double on samples whose truth is known.

import Reference
import TestSupport
import Testing

private let centre = SIMD3(310.0, -42.0, 95.0)
private let matrix = ReferenceMatrix3([SIMD3(1.1, 0.05, -0.03), SIMD3(0.05, 0.9, 0.07), SIMD3(-0.03, 0.07, 1.05)])

/// Directions spread evenly over the sphere, taken through the inverse of `matrix` and moved to `centre`, with noise.
private func samples(
  _ count: Int, radius: Double = 50, matrix: ReferenceMatrix3 = matrix, noise: Double = 0, seed: UInt64 = 1
) -> [SIMD3<Double>] {
  var random = SeededGenerator(seed: seed)
  let inverse = matrix.inverse
  return (0..<count).map { _ in
    var v = random.gaussianVector(sigma: 1)
    v /= (v * v).sum().squareRoot()
    return centre + inverse * v * radius + random.gaussianVector(sigma: noise)
  }
}

private func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { ((a - b) * (a - b)).sum().squareRoot() }

private func expectEqual(_ a: ReferenceMatrix3, _ b: ReferenceMatrix3, within limit: Double) {
  for i in 0..<3 {
    for j in 0..<3 { #expect(abs(a.rows[i][j] - b.rows[i][j]) <= limit, "\(i), \(j)") }
  }
}

@Test func ellipsoidFit_withoutNoiseIsExact() throws {
  let size = matrix.determinant
  for isPlain in [false, true] {
    let fit = try ReferenceFit(samples(60), model: .ellipsoid, keepsNoiseBias: isPlain)
    #expect(distance(fit.centre, centre) < 1e-6)
    // Determinant 1: the radius takes the rest.
    let root = cbrt(size)
    expectEqual(fit.softIron, matrix * (1 / root), within: 1e-9)
    #expect(abs(fit.radius - 50 / root) < 1e-6)
    #expect(fit.residual < 1e-9)
  }
}

private func cbrt(_ value: Double) -> Double {
  var x = value
  for _ in 0..<60 { x -= (x * x * x - value) / (3 * x * x) }
  return x
}

@Test func smallerModels_findWhatTheyDescribe() throws {
  let round = try ReferenceFit(samples(60, matrix: .identity), model: .sphere)
  #expect(distance(round.centre, centre) < 1e-6)
  #expect(round.softIron == .identity)
  #expect(abs(round.radius - 50) < 1e-6)

  let gains = ReferenceMatrix3([SIMD3(1.2, 0, 0), SIMD3(0, 0.8, 0), SIMD3(0, 0, 1 / 0.96)])
  let axes = try ReferenceFit(samples(60, matrix: gains), model: .axisAligned)
  #expect(distance(axes.centre, centre) < 1e-6)
  expectEqual(axes.softIron, gains, within: 1e-9)
}

@Test(arguments: [0, 1, 2]) func planarFit_findsTheEllipseInItsPlane(normal: Int) throws {
  let (p, q) = normal == 0 ? (1, 2) : normal == 1 ? (0, 2) : (0, 1)
  let flat: [SIMD3<Double>] = (0..<40).map { index in
    let turn = ReferenceMatrix3(rotationVector: SIMD3(0, 0, Double(index) * 0.157)) * SIMD3(20, 0, 0)
    var v = SIMD3<Double>.zero
    // The inverse of [1.25 0; 0 0.8], whose determinant is 1.
    v[p] = turn.x / 1.25
    v[q] = turn.y / 0.8
    v[normal] = index % 2 == 0 ? 0.1 : -0.1
    return centre + v
  }
  let fit = try ReferenceFit(flat, model: .planar)
  #expect(fit.normal == normal)
  #expect(distance(fit.centre, centre) < 1e-6)
  #expect(abs(fit.softIron.rows[p][p] - 1.25) < 1e-9 && abs(fit.softIron.rows[q][q] - 0.8) < 1e-9)
  #expect(fit.softIron.rows[normal][normal] == 1)
  #expect(abs(fit.radius - 20) < 1e-6 && fit.residual < 1e-9)
  #expect(throws: ReferenceFitFailure.self) { try ReferenceFit(flat, model: .ellipsoid) }
}

@Test func adjustedFit_isNotBiasedByNoise() throws {
  // Noise of 6 % on one half of a sphere pulls a plain fit by a known sign; the adjusted one only scatters.
  var plain = SIMD3<Double>.zero
  var adjusted = SIMD3<Double>.zero
  var noise = 0.0
  let runs = 40
  for seed in 1...UInt64(runs) {
    let half = samples(600, matrix: .identity, noise: 3, seed: seed).filter { $0.z > centre.z }
    plain += try ReferenceFit(half, model: .sphere, keepsNoiseBias: true).centre - centre
    let fit = try ReferenceFit(half, model: .sphere)
    adjusted += fit.centre - centre
    noise += fit.noise
  }
  #expect((plain / Double(runs)).z > 1, "\(plain / Double(runs))")
  #expect(abs((adjusted / Double(runs)).z) < 0.3, "\(adjusted / Double(runs))")
  #expect(abs(noise / Double(runs) - 3) < 0.1)
}

@Test func geometricFit_agreesWithTheAdjustedOneForLittleNoise() throws {
  let noisy = samples(400, noise: 0.05)
  let start = try ReferenceFit(noisy, model: .ellipsoid)
  let fit = ReferenceFit(geometric: noisy, from: start)
  #expect(distance(fit.centre, start.centre) < 0.005)
  #expect(fit.residual <= start.residual && fit.residual > 0)
  #expect(abs(fit.softIron.determinant - 1) < 1e-12)
}

@Test func fit_namesWhyThereIsNone() throws {
  #expect(throws: ReferenceFitFailure.tooFewSamples) { try ReferenceFit(samples(9), model: .ellipsoid) }
  #expect(throws: ReferenceFitFailure.undetermined) {
    try ReferenceFit([SIMD3](repeating: centre, count: 40), model: .sphere)
  }
  // A hyperboloid: x² + y² − 0.5·z² = 900.
  let saddle: [SIMD3<Double>] = (0..<60).map { index in
    let z = Double(index % 7) * 10 - 30
    let turn = ReferenceMatrix3(rotationVector: SIMD3(0, 0, Double(index))) * SIMD3(1, 0, 0)
    return turn * (900 + 0.5 * z * z).squareRoot() + SIMD3(0, 0, z)
  }
  #expect(throws: ReferenceFitFailure.notPositive) { try ReferenceFit(saddle, model: .ellipsoid) }
}

@Test func grossOutliers_areRemovedAndNothingElse() throws {
  var random = SeededGenerator(seed: 3)
  let stretched = ReferenceMatrix3([SIMD3(1.5, 0.1, 0), SIMD3(0.1, 0.7, 0), SIMD3(0, 0, 1)])
  let clean = samples(500, matrix: stretched, noise: 0.5)
  var dirty = clean
  for _ in 0..<10 {
    var v = random.gaussianVector(sigma: 1)
    v *= 50 * (3 + 17 * random.unit()) / (v * v).sum().squareRoot()
    dirty.insert(centre + v, at: Int(random.unit() * 500))
  }
  let kept = ReferenceOutliers.kept(of: dirty)
  #expect(kept.count <= 500 && kept.count >= 498, "\(kept.count)")
  let fit = try ReferenceFit(kept.map { dirty[$0] }, model: .ellipsoid)
  #expect(distance(fit.centre, try ReferenceFit(clean, model: .ellipsoid).centre) < 0.05)
  #expect(ReferenceOutliers.kept(of: clean).count >= 498)
}

@Test func aLongRest_isNoSphere() throws {
  var random = SeededGenerator(seed: 5)
  let moving = samples(500, matrix: .identity, noise: 0.5)
  // Nine times as long at one attitude: any small sphere through that place is near most samples.
  let rest = (0..<4_500).map { _ in moving[0] + random.gaussianVector(sigma: 0.5) }
  let all = Array(moving.prefix(250)) + rest + Array(moving.dropFirst(250))
  let kept = ReferenceOutliers.kept(of: all)
  #expect(kept.count >= 4_980, "\(kept.count)")
  let fit = try ReferenceFit(kept.map { all[$0] }, model: .ellipsoid)
  #expect(distance(fit.centre, centre) < 0.3, "\(fit.centre)")
}
