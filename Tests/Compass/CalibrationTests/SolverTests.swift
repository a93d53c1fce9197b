// The solver against ellipsoids that are known exactly, at the extremes of its number formats, and on bad data.
import Correction
import Foundation
import Quantities
import TestSupport
import Testing

@testable import Calibration

private var plain: FitConfiguration {
  var configuration = FitConfiguration.counts
  configuration.isPlain = true
  return configuration
}

@Test(arguments: [0.0, 1, 13, 30]) func ellipsoid_isFoundWhateverTheOffset(radii: Double) {
  let seed: UInt64 = 7
  var random = SeededGenerator(seed: seed)
  // det G = 1 to 1e-4: S is its inverse.
  let body = Body(
    centre: (radii * 50_000, -radii * 20_000, radii * 7_000), gain: [1.2, 0.1, 0.05, 0.9, -0.08, 0.957])
  var fit = CalibrationFit(plain)
  for _ in 0..<500 { feed(&fit, body.sample(direction(&random), &random)) }
  let outcome = finish(&fit)
  #expect(outcome.model == .ellipsoid && outcome.accepted, "seed \(seed)")
  #expect(distance(outcome, body) < 1e-4 * body.radius, "seed \(seed): \(distance(outcome, body)) nT")
  // S·G is a multiple of the identity.
  let rows = [outcome.softIron.rows.0, outcome.softIron.rows.1, outcome.softIron.rows.2]
  let g = body.gain
  let columns = [[g[0], g[1], g[2]], [g[1], g[3], g[4]], [g[2], g[4], g[5]]]
  var product = [[Double]](repeating: [0, 0, 0], count: 3)
  for i in 0..<3 {
    for j in 0..<3 {
      product[i][j] =
        (Double(rows[i].x) * columns[j][0] + Double(rows[i].y) * columns[j][1] + Double(rows[i].z) * columns[j][2])
        / 16_777_216
    }
  }
  for i in 0..<3 {
    for j in 0..<3 { #expect(abs(product[i][j] / product[0][0] - (i == j ? 1 : 0)) < 2e-4, "seed \(seed): \(product)") }
  }
}

@Test func fullRangeCounts_aHundredThousandTimes_areSummedWithoutOverflow() {
  let seed: UInt64 = 3
  var random = SeededGenerator(seed: seed)
  let body = Body(radius: 32_767)
  var fit = CalibrationFit(plain)
  // The first sample is a pole: the opposite one is 65,535 counts away.
  feed(&fit, Vector3(x: -32_768, y: 0, z: 0))
  feed(&fit, Vector3(x: 32_767, y: 0, z: 0))
  for _ in 2..<100_000 { feed(&fit, body.sample(direction(&random), &random)) }
  let outcome = finish(&fit)
  #expect(outcome.sampleCount == 100_000)
  #expect(outcome.accepted && distance(outcome, body) < 3, "seed \(seed): \(distance(outcome, body))")
  #expect(abs(Int(outcome.radius) - 32_767) < 3)
}

@Test func samplesBeyondTheLimit_areNotTaken() {
  var fit = CalibrationFit(.counts)
  #expect(feed(&fit, Vector3(x: 1 << 21, y: 0, z: 0)) == .saturated)
  #expect(feed(&fit, Vector3(x: Int32.min, y: 0, z: 0)) == .saturated)
  #expect(fit.sampleCount == 0)
}

@Test func noise_isTakenOutOfTheFit() {
  // Noise of 4 % on an axis ratio of 1.5 biases a plain algebraic fit by several per cent of the radius.
  var worst = 0.0
  for seed in 1...5 as ClosedRange<UInt64> {
    var random = SeededGenerator(seed: seed)
    let body = Body(centre: (90_000, 10_000, -40_000), gain: [1.3, 0, 0, 0.87, 0, 0.884], noise: 2_000)
    var fit = CalibrationFit(plain)
    for _ in 0..<4_000 { feed(&fit, body.sample(direction(&random), &random)) }
    let outcome = finish(&fit)
    worst = max(worst, distance(outcome, body) / body.radius)
    // corrected = S(m − h) has S·G ∝ 1: the ratio of two entries is what the bias would change first.
    let ratio = Double(outcome.softIron.rows.1.y) / Double(outcome.softIron.rows.0.x)
    #expect(abs(ratio - 1.3 / 0.87) < 0.012, "seed \(seed): \(ratio)")
  }
  #expect(worst < 5e-3)
}

@Test func flatSpin_endsInThePlanarModel() {
  let seed: UInt64 = 11
  var random = SeededGenerator(seed: seed)
  let body = Body(centre: (60_000, 60_000, 60_000), noise: 150)
  var fit = CalibrationFit(.magnetometer)
  for i in 0..<600 {
    let angle = Double(i) * 0.05
    feed(&fit, body.sample((0.5 * cos(angle), -0.5 * sin(angle), 0.866), &random), down: (0, 0, 1))
  }
  let outcome = finish(&fit)
  #expect(outcome.accepted && outcome.model == .planar, "seed \(seed): \(outcome)")
  #expect(outcome.reasons.contains(.lowered) && outcome.tiltSeen <= 2)
  #expect(abs(Double(outcome.centre.x) / 256 - 60_000) < 150 && abs(Double(outcome.centre.y) / 256 - 60_000) < 150)
  #expect(abs(Int(outcome.radius) - 25_000) < 150)
}

@Test func solve_whateverItEndsIn_triesTwoModelsAtMost() {
  var models: Set<ModelOrder> = []
  var refused = 0
  for seed in 1...60 as ClosedRange<UInt64> {
    var random = SeededGenerator(seed: seed)
    // From flat to ±35°, with noise of 0.2 to 6 %.
    let swing = 0.6 * random.unit()
    let noise = 100 + 3_000 * random.unit()
    let body = Body(centre: (60_000, -20_000, 30_000), gain: [1.2, 0.1, 0, 0.9, 0, 0.94], noise: noise)
    var fit = CalibrationFit(.magnetometer)
    for i in 0..<400 {
      let tilt = swing * sin(Double(i) * 0.13)
      let angle = Double(i) * 0.21
      feed(&fit, body.sample((cos(angle) * cos(tilt), sin(angle) * cos(tilt), sin(tilt)), &random))
    }
    fit.beginSolve()
    // Two models of six steps each, with a factor for each step, and what is made of them; once more of few samples.
    var slices = 1
    while fit.step() == .working { slices += 1 }
    #expect(slices <= 170, "seed \(seed)")
    models.insert(fit.outcome.model)
    if !fit.outcome.accepted { refused += 1 }
    #expect(fit.outcome.model != .sphere && fit.outcome.model != .axisAligned, "seed \(seed)")
  }
  #expect(models.contains(.planar) && models.contains(.ellipsoid) && refused > 5, "\(models), \(refused) refused")
}

@Test func aDozenSamplesInOnePlace_areRefused() {
  var random = SeededGenerator(seed: 1)
  let body = Body(noise: 100)
  var fit = CalibrationFit(.magnetometer)
  for _ in 0..<5 { feed(&fit, body.sample((1, 0, 0), &random)) }
  var outcome = finish(&fit)
  #expect(!outcome.accepted && outcome.model == .none && outcome.reasons.contains(.tooFewSamples))
  for _ in 0..<100 { feed(&fit, body.sample((1, 0, 0), &random)) }
  outcome = finish(&fit)
  #expect(!outcome.accepted && !outcome.reasons.isEmpty)
}

@Test func outliers_doNotMoveAnAcceptedCentre() {
  var accepted = 0
  for seed in 1...20 as ClosedRange<UInt64> {
    var random = SeededGenerator(seed: seed)
    let body = Body(centre: (120_000, -30_000, 40_000), gain: [1.2, 0.1, 0, 0.9, 0, 0.94], noise: 200)
    var fit = CalibrationFit(.magnetometer)
    for _ in 0..<800 {
      let w = direction(&random)
      var sample = body.sample(w, &random)
      if random.unit() < 0.02 {
        let d = direction(&random)
        let far = body.radius * (3 + 17 * random.unit())
        sample = Vector3(
          x: Int32(body.centre.x + far * d.0), y: Int32(body.centre.y + far * d.1), z: Int32(body.centre.z + far * d.2))
      }
      feed(&fit, sample)
    }
    let outcome = finish(&fit)
    if outcome.accepted {
      accepted += 1
      #expect(distance(outcome, body) < 0.02 * body.radius, "seed \(seed): \(distance(outcome, body)) nT")
    }
  }
  #expect(accepted >= 18)
}

@Test(arguments: [5, 30, 39, 200]) func collection_goesOnAfterASolve(at early: Int) {
  let seed: UInt64 = 31
  var random = SeededGenerator(seed: seed)
  let body = Body(centre: (30_000, -20_000, 10_000), gain: [1.1, 0.1, 0, 0.9, 0, 1.02], noise: 200)
  var fit = CalibrationFit(.magnetometer)
  for i in 0..<600 {
    let seen = fit.reservoir.seen
    if i == early { _ = finish(&fit) }
    feed(&fit, body.sample(direction(&random), &random))
    if i == early {
      let recent = fit.scratch.recent
      #expect(recent.nextSearch == (early < 9 ? 40 : 2 * seen) && recent.outsideShare == 0, "seed \(seed): \(recent)")
    }
    // The search goes on: with what a solve left behind there would be none.
    if i == 100 { #expect(fit.gate.isKnown, "seed \(seed)") }
  }
  // What a solve leaves behind is not taken for the way.
  _ = finish(&fit)
  let sample = body.sample(direction(&random), &random)
  #expect(feed(&fit, sample) == .accepted && feed(&fit, sample) == .repeated, "seed \(seed)")
  #expect(feed(&fit, Vector3(x: 900_000, y: 0, z: 0)) == .outlier, "seed \(seed)")
  let outcome = finish(&fit)
  #expect(outcome.accepted && distance(outcome, body) < 0.01 * body.radius, "seed \(seed): \(outcome)")
}

@Test func sameSamples_solveToTheSameBits() {
  let seed: UInt64 = 21
  var random = SeededGenerator(seed: seed)
  let body = Body(centre: (4_000, 0, 0), radius: 9_000, gain: [1.1, 0, 0.1, 1, 0, 0.9], noise: 40)
  var fit = CalibrationFit(.counts)
  var other = CalibrationFit(.counts)
  for _ in 0..<400 {
    let sample = body.sample(direction(&random), &random)
    feed(&fit, sample)
    feed(&other, sample)
  }
  let first = finish(&fit)
  let second = finish(&other)
  #expect(first.accepted && first.centre == second.centre && first.softIron == second.softIron, "seed \(seed)")
  #expect(
    first.predictedWorst == second.predictedWorst && first.predictedTypical == second.predictedTypical, "seed \(seed)")
}
