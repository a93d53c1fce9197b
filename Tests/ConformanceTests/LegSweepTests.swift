// The check of bearings and distances: what passes it, and what must not.
import Navigation
import Quantities
import Testing
import Verdict

@Suite struct LegSweepTests {
  private let sweep = LegSweep(samples: SweepSamples(count: 4_000, seed: 9))

  @Test func theIntegers_pass() {
    let sums = sweep.run(threads: 2)
    #expect(sums.isPassed && sums.samples == 4_000)
    for figure in LegFigure.allCases { #expect(sums[figure].samples > 2_000, "\(figure)") }
  }

  @Test func aBearingNearTheAntipodeOnWGS84_fails() {
    let sums = sweep.run(
      threads: 2,
      function: { earth, start, end in
        var leg = earth.leg(from: start, to: end)
        if leg.initial == .nearAntipode { leg.initial = .angle(.zero) }
        return leg
      })
    #expect(!sums[.wgs84Bearing].isPassed)
    #expect(sums[.sphereBearing].isPassed && sums[.wgs84Distance].isPassed)
  }

  @Test func noBearingShortOfIt_fails() {
    let sums = sweep.run(
      threads: 2,
      function: { earth, start, end in
        var leg = earth.leg(from: start, to: end)
        if earth == .wgs84, leg.millimetres > 18_000_000_000 {
          (leg.initial, leg.final) = (.nearAntipode, .nearAntipode)
        }
        return leg
      })
    #expect(!sums[.wgs84Bearing].isPassed)
  }

  @Test func aTurnedBearingOrALongerWay_fails() {
    let turned = sweep.run(
      threads: 2,
      function: { earth, start, end in
        var leg = earth.leg(from: start, to: end)
        if let angle = leg.final.angle { leg.final = .angle(BinaryAngle(rawValue: angle.rawValue &+ 1_000)) }
        return leg
      })
    #expect(!turned[.sphereBearing].isPassed)
    let longer = sweep.run(
      threads: 2,
      function: { earth, start, end in
        var leg = earth.leg(from: start, to: end)
        leg.millimetres += 60 + leg.millimetres / 40_000
        return leg
      })
    #expect(!longer[.sphereDistance].isPassed && !longer[.wgs84Distance].isPassed)
  }
}
