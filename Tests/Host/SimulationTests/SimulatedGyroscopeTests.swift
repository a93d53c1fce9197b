// What the simulated gyroscope measures, against rates that are known.

import Foundation
import Quantities
import Simulation
import Testing

/// The mean of the samples between two times, degrees a second.
private func mean(_ model: GyroscopeModel, _ path: AttitudePath, from start: Double, to end: Double) -> SIMD3<Double> {
  var gyroscope = SimulatedGyroscope(model: model, seed: 7)
  var sum = SIMD3<Double>.zero
  var count = 0.0
  for n in 0..<Int(end * 100) {
    let (counts, _) = gyroscope.sample(along: path, at: Double(n) / 100)
    guard Double(n) / 100 > start else { continue }
    sum += SIMD3(Double(counts.x), Double(counts.y), Double(counts.z)) / SimulatedGyroscope.countsPerDegree
    count += 1
  }
  return sum / count
}

@Test func rate_ofALevelTurn_isAboutTheVertical() {
  let found = mean(GyroscopeModel(), .circles(each: 9), from: 1, to: 10)
  // A count is 0.06 °/s.
  #expect(abs(found.z - 40) < 0.05 && abs(found.x) < 0.05 && abs(found.y) < 0.05)
}

/// Nose up by 30°, the vertical is 60° from the forward axis: a turn clockwise shows as −½ about it.
@Test func rate_ofATurnWithTheNoseUp_isSharedByTheAxes() {
  var path = AttitudePath.circles(each: 9)
  path.pitch = .constant(30)
  let found = mean(GyroscopeModel(), path, from: 1, to: 10)
  #expect(abs(found.x + 20) < 0.05 && abs(found.z - 40 * cos(.pi / 6)) < 0.05)
}

@Test func rate_hasBiasAndScale() {
  let model = GyroscopeModel(bias: SIMD3(1, -2, 3), noise: 0.05, scaleError: 0.02)
  let found = mean(model, .circles(each: 9), from: 1, to: 30)
  #expect(abs(found.x - 1) < 0.05 && abs(found.y + 2) < 0.05 && abs(found.z - 43.8) < 0.05)
}

/// Roll of 10°·sin(t): the rate is 10°/s·cos(t), and passes zero at π/2, and later by the lag.
@Test func rate_comesLaterByTheLag() throws {
  let path = AttitudePath(roll: Oscillation(amplitudeDegrees: 10, period: 2 * .pi))
  func zero(_ lag: Double) throws -> Double {
    var gyroscope = SimulatedGyroscope(model: GyroscopeModel(lag: lag), seed: 1)
    let first = (0..<400).first { gyroscope.sample(along: path, at: Double($0) / 100).counts.x < 0 && $0 > 100 }
    return Double(try #require(first)) / 100
  }
  // The mean over an interval of 10 ms is that of its middle.
  #expect(abs(try zero(0) - (.pi / 2 + 0.005)) < 0.01)
  #expect(abs(try zero(0.2) - (.pi / 2 + 0.205)) < 0.01)
}

@Test func rate_beyondTheRange_isSaturated() {
  var gyroscope = SimulatedGyroscope(model: GyroscopeModel(range: 250), seed: 1)
  _ = gyroscope.sample(along: .circles(each: 1), at: 1)
  let (counts, isSaturated) = gyroscope.sample(along: .circles(each: 1), at: 1.01)
  #expect(isSaturated && counts.z == 4100)
}

@Test func samples_ofTheSameSeed_areTheSame() {
  var one = SimulatedGyroscope(seed: 3)
  var other = SimulatedGyroscope(seed: 3)
  for n in 0..<50 {
    let time = Double(n) / 50
    #expect(one.sample(along: .tumbling(), at: time).counts == other.sample(along: .tumbling(), at: time).counts)
  }
}
