// Which samples are told to be outliers: those that come and go from one to the next, and those beyond the gate.
import Foundation
import Quantities
import TestSupport
import Testing

@testable import Calibration

private let body = Body(centre: (20_000, -8_000, 5_000), noise: 300)

/// Where a smooth motion about all axes points at sample `i`, a tenth of a radius and less from one to the next.
private func way(_ i: Int, slower: Double = 1) -> (Double, Double, Double) {
  let (turn, height) = (0.05 * Double(i) / slower, 0.9 * sin(0.021 * Double(i) / slower))
  let level = (1 - height * height).squareRoot()
  return (level * cos(turn), level * sin(turn), height)
}

private func add(_ fit: inout CalibrationFit, _ sample: Vector3) -> SampleOutcome {
  let result = fit.add(field: sample, specificForce: nil, at: Instant(microseconds: 0))
  _ = fit.step()
  return result
}

/// A fit that has taken the first `count` samples of the way.
private func add(_ fit: inout CalibrationFit, first count: Int, _ random: inout SeededGenerator) {
  for i in 0..<count { _ = add(&fit, body.sample(way(i), &random)) }
}

@Test func loneJump_isAnOutlierWhereverItEnds() {
  var random = SeededGenerator(seed: 7)
  var fit = CalibrationFit(.magnetometer)
  add(&fit, first: 400, &random)
  // Through the middle to the other side: within every gate.
  let w = way(400)
  #expect(add(&fit, body.sample((-w.0, -w.1, -w.2), &random)) == .outlier)
  #expect(add(&fit, body.sample(way(401), &random)) == .accepted)
}

@Test func jumpThatLasts_isTheMotionGoingOn() {
  var random = SeededGenerator(seed: 8)
  var fit = CalibrationFit(.magnetometer)
  add(&fit, first: 400, &random)
  var counted = 0
  for i in 460..<470 where add(&fit, body.sample(way(i), &random)) == .accepted { counted += 1 }
  #expect(counted == 9, "\(counted)")
}

@Test func shotsFromAnyDirection_areNoJumps() {
  var random = SeededGenerator(seed: 9)
  var fit = CalibrationFit(.magnetometer)
  var counted = 0
  for _ in 0..<300 {
    if add(&fit, body.sample(direction(&random), &random)) == .accepted { counted += 1 }
  }
  #expect(counted >= 285, "\(counted)")
}

@Test(arguments: [1, 3, 5, 20]) func samplesReadManyTimes_areThoseReadOnce(times: Int) {
  for seed in 1...5 as ClosedRange<UInt64> {
    var random = SeededGenerator(seed: seed)
    var once = CalibrationFit(.magnetometer)
    var often = CalibrationFit(.magnetometer)
    // Slow: the first gate holds a small part of the way, and has to be found wrong.
    for i in 0..<1_500 {
      let sample = body.sample(way(i, slower: 5), &random)
      _ = add(&once, sample)
      for _ in 0..<times { _ = add(&often, sample) }
    }
    let (summed, all) = (often.moments.count, once.moments.count)
    #expect(all > 800 && summed > all - all / 8, "seed \(seed): \(summed) of \(all)")
    let outcome = finish(&often)
    #expect(outcome.accepted && distance(outcome, body) < 0.02 * body.radius, "seed \(seed): \(outcome)")
    #expect(finish(&once).accepted, "seed \(seed)")
  }
}

@Test func gateAfterALongRest_holdsTheSphereAndLittleElse() {
  for seed in 1...20 as ClosedRange<UInt64> {
    var random = SeededGenerator(seed: seed)
    var (reservoir, chance) = (Reservoir(), Chance())
    for i in 0..<40 {
      // Two of three near one place, two wild.
      let d = direction(&random)
      let w = i % 3 > 0 ? (1.0, 0.2 * d.1, 0.2 * d.2) : i % 24 == 0 ? (5 * d.0, 5 * d.1, 5 * d.2) : d
      var sample = CalibrationSample(field: body.sample(w, &random), specificForce: nil)
      _ = reservoir.offer(&sample, &chance)
    }
    var gate = RobustSphere()
    for _ in 0..<4 { _ = gate.step(&reservoir) }
    func holds(_ w: (Double, Double, Double)) -> Bool {
      var sample = body.sample(w, &random)
      return gate.holds(reservoir.coordinates(of: &sample))
    }
    #expect(holds((1, 0, 0)) && holds((0, 1, 0)) && holds((0, 0, -1)), "seed \(seed)")
    #expect(!holds((3, 0, 0)), "seed \(seed)")
  }
}
