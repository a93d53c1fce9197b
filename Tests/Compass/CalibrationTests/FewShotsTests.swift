// What a fit is believed of few shots: those that it needs to pass through leave none to see the scatter by.
import Foundation
import Quantities
import TestSupport
import Testing

@testable import Calibration

private let noise = 900.0
private let body = Body(centre: (20_000, -30_000, 10_000), noise: noise)

/// The fits of `count` shots each in 40 sets of directions.
private func accepted(ofShots count: Int, seed: UInt64) -> [(error: Double, worst: Double)] {
  var random = SeededGenerator(seed: seed)
  var found: [(error: Double, worst: Double)] = []
  for _ in 0..<40 {
    var fit = CalibrationFit(.magnetometer)
    for _ in 0..<count {
      let w = direction(&random)
      _ = fit.add(field: body.sample(w, &random), specificForce: nil, at: Instant(microseconds: 0))
      _ = fit.step()
    }
    let outcome = finish(&fit)
    guard outcome.accepted else { continue }
    let centre = outcome.centre
    let off = [
      Double(centre.x) / 256 - 20_000, Double(centre.y) / 256 + 30_000, Double(centre.z) / 256 - 10_000,
    ]
    let distance = off.reduce(0) { $0 + $1 * $1 }.squareRoot()
    found.append((distance / Double(outcome.radius) * 180 / Double.pi, Double(outcome.predictedWorst) / 100))
  }
  return found
}

@Test func nineShots_areNeverBelieved() {
  for seed in 1...3 as ClosedRange<UInt64> { #expect(accepted(ofShots: 9, seed: seed).isEmpty, "seed \(seed)") }
}

@Test func twelveShots_thatAreBelieved_areNotFarBeyondTheirPrediction() {
  let found = accepted(ofShots: 12, seed: 4)
  #expect(found.count > 5, "\(found)")
  // A centre off by one radian of the radius turns the heading by so much at most, on the horizon of a level field.
  #expect(found.filter { $0.error > 4 * $0.worst }.isEmpty, "\(found)")
}
