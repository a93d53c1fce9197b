// Smoothing on the circle: the stated time constant, and north.

import Foundation
import Heading
import Quantities
import TestSupport
import Testing

/// Where a step from `from` to `to` has come after `seconds`, sampled every `interval`.
private func step(_ from: Double, _ to: Double, _ constant: Double, _ interval: Double, after seconds: Double) -> Double
{
  var smoother = HeadingSmoother(timeConstant: UInt32(constant * 1e6))
  _ = smoother.smooth(angle(from), at: at(0))
  var result = angle(from)
  let count = Int((seconds / interval).rounded())
  for i in 1...count { result = smoother.smooth(angle(to), at: at(Double(i) * interval)) }
  return result.degrees
}

@Test func smoothing_step_comesThroughTo63PercentAfterTheTimeConstant() {
  for (constant, interval) in [
    (1.0, 0.1), (1.0, 0.01), (1.0, 0.5), (0.2, 0.001), (60.0, 0.1), (60.0, 10), (0.001, 0.001), (7.3, 0.073),
  ] {
    let expected = 90 * (1 - exp(-1.0))
    let found = step(0, 90, constant, interval, after: constant)
    #expect(abs(found - expected) < 0.1, "τ \(constant), every \(interval): \(found)")
  }
}

@Test func smoothing_anyInterval_matchesTheExponential() {
  var random = SeededGenerator(seed: 9)
  for _ in 0..<2000 {
    let constant = UInt32.random(in: 1...60_000_000, using: &random)
    // From a thousandth of τ to twelve of it.
    let elapsed = UInt64(max(1, Double(constant) * pow(10, Double.random(in: -3...1.08, using: &random))))
    var smoother = HeadingSmoother(timeConstant: constant)
    _ = smoother.smooth(.zero, at: Instant(microseconds: 5))
    let found = smoother.smooth(angle(100), at: Instant(microseconds: 5 + elapsed))
    let expected = 100 * (1 - exp(-Double(elapsed) / Double(constant)))
    #expect(abs(found.degrees - expected) < 0.002 + expected * 1e-3, "τ \(constant) µs, \(elapsed) µs later")
  }
}

@Test func smoothing_acrossNorth_neverPassesSouth() {
  var smoother = HeadingSmoother(timeConstant: 1_000_000)
  for i in 0..<200 {
    let heading = i % 2 == 0 ? 359.0 : 1.0
    let smooth = smoother.smooth(angle(heading), at: at(Double(i) * 0.1))
    #expect(apart(smooth, .zero) <= 1.000_001, "\(smooth.degrees)")
  }
  let naive = (359.0 + 1.0) / 2
  #expect(naive == 180, "an average of numbers points south")
}

@Test func smoothing_stepAcrossNorth_goesTheShortWay() {
  #expect(abs(step(350, 20, 1, 0.1, after: 1) - 8.96) < 0.1)
  #expect(abs(step(10, 340, 1, 0.1, after: 1) - 351.04) < 0.1)
}

@Test func smoothing_longGap_forgetsWhatWas() {
  var smoother = HeadingSmoother(timeConstant: 1_000_000)
  _ = smoother.smooth(angle(10), at: at(0))
  #expect(smoother.smooth(angle(200), at: at(60)) == angle(200))
}

@Test func smoothing_none_isExact() {
  var smoother = HeadingSmoother()
  for i in 0..<20 { #expect(smoother.smooth(angle(Double(i) * 17.3), at: at(Double(i))) == angle(Double(i) * 17.3)) }
}

@Test func smoothing_sameInstant_keepsWhatWas() {
  var smoother = HeadingSmoother(timeConstant: 1_000_000)
  _ = smoother.smooth(angle(10), at: at(1))
  #expect(smoother.smooth(angle(90), at: at(1)) == angle(10))
}

@Test func smoothing_declination_isNotSmoothed() {
  var service = service(declination: 0)
  service.smoother.timeConstant = 10_000_000
  _ = service.assess(evidence(50, at: 0))
  service.setField(field(declination: 10))
  let word = service.assess(evidence(50, at: 0.1))
  #expect(word.magnetic == angle(50) && apart(word.trueNorth!, angle(60)) < 1e-6)
}

@Test func smoothing_invalidBetween_beginsAnew() {
  var service = service()
  service.smoother.timeConstant = 10_000_000
  _ = service.assess(evidence(50, at: 0))
  _ = service.assess(evidence(nil, at: 0.1))
  #expect(service.assess(evidence(150, at: 0.2)).magnetic == angle(150))
}
