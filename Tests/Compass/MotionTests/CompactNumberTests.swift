// One-word numbers against Double.
import Foundation
import Reference
import Simulation
import Testing

@testable import Motion

extension CompactNumber {
  var double: Double { Double(word >> 8) * exp2(Double(Int8(truncatingIfNeeded: word))) }

  init(_ value: Double) {
    if value == 0 {
      self = .zero
      return
    }
    let power = Int32(floor(log2(abs(value)))) - 29
    self.init(Int32((value / exp2(Double(power))).rounded()), exponent: power)
  }
}

@Suite struct CompactNumberTests {
  /// One rounding of 24 bits is at most 2^−23; a product drops three bits below that.
  static let limit = exp2(-22.0)

  @Test func operations_errByOneRounding() {
    var random = SeededGenerator(seed: 5)
    func draw() -> Double {
      Double.random(in: 0.5...1, using: &random) * exp2(Double(Int.random(in: -40...40, using: &random)))
        * (Bool.random(using: &random) ? 1 : -1)
    }
    for _ in 0..<100_000 {
      let (a, b) = (CompactNumber(draw()), CompactNumber(draw()))
      func check(_ found: CompactNumber, _ exact: Double, of size: Double) {
        #expect(abs(found.double - exact) <= Self.limit * abs(size), "\(a.double) and \(b.double): \(found.double)")
      }
      check(a * b, a.double * b.double, of: a.double * b.double)
      check(a + b, a.double + b.double, of: max(abs(a.double), abs(b.double)))
      check(a - b, a.double - b.double, of: max(abs(a.double), abs(b.double)))
      check(a.reciprocal, 1 / a.double, of: 1 / a.double)
      check(a.squared.squareRoot, abs(a.double), of: 2 * a.double)
      check(a.scaled(by: 3), 8 * a.double, of: a.double)
    }
  }

  @Test func edges_areExactOrLimited() {
    let least = CompactNumber(Int32.min, exponent: 0)
    #expect(least.double == -2_147_483_648)
    #expect((-least).double == 2_147_483_648)
    #expect((least * least).double == exp2(62))
    #expect(CompactNumber(-1, exponent: 0).double == -1)
    #expect(CompactNumber(1, exponent: 0) == .one)
    #expect(CompactNumber(Int32.max, exponent: 0).double >= 2_147_483_391)
    #expect(CompactNumber(1, exponent: -200) == .zero)
    #expect(CompactNumber(1, exponent: 200).double > 1e44)
    #expect(CompactNumber.zero * least == .zero)
    #expect(CompactNumber.zero + least == least)
    #expect(least - least == .zero)
    #expect(CompactNumber(-4, exponent: 0).squareRoot == .zero)
    #expect(CompactNumber(5, exponent: -1).whole(unit: 0) == 3)
    #expect(CompactNumber(-5, exponent: -1).whole(unit: 0) == -2)
    #expect(CompactNumber(3, exponent: 40).whole(unit: 0) == Int32.max)
    #expect(CompactNumber(-3, exponent: 40).whole(unit: 0) == Int32.min)
    #expect(CompactNumber(3, exponent: 0).limited(to: .one) == .one)
    #expect(CompactNumber(-3, exponent: 0).limited(to: .one) == -.one)
  }

  private func check(_ found: CompactNumber, _ exact: Double) {
    #expect(abs(found.double / exact - 1) < 2e-7, "\(found.double) for \(exact)")
  }

  @Test func constants_ofAttitudeAndBias_areTheSpecificationsDecimals() {
    let degree = Double.pi / 180
    check(Constants.rootOfTwo, 2.0.squareRoot())
    check(Constants.minusRootOfTwo, -(2.0.squareRoot()))
    check(Constants.turnUnit, 2 * .pi / exp2(32))
    check(Constants.quarter, 0.25)
    check(Constants.tiltTime, 2.2)
    check(Constants.agitation, 0.09)
    check(Constants.agitationPerSecond, 0.2)
    check(Constants.agitationLost, 30)
    check(Constants.agitatedTime, 2.2 * 0.7)
    check(Constants.settleTime, 3)
    check(Constants.restTurn, pow(0.25 * degree, 2))
    check(MotionSettings().biasVariance, 0.25 * degree * degree)
    check(MotionSettings(zeroRateOffset: 300).biasVariance, 9 * degree * degree)
    check(Constants.biasGrowth, pow(0.07 * degree, 2) / 50)
    check(Constants.biasRestNoise, pow(0.038 * degree, 2))
    check(Constants.biasLevelNoise, pow(0.13 * degree, 2))
    check(Constants.biasCalmNoise, pow(0.06 * degree, 2))
    check(Constants.biasMotionNoise, pow(0.12 * degree, 2))
    check(Constants.biasCoherence, 4.2)
    check(Constants.biasMost, 25 * degree)
  }

  @Test func constants_ofFieldIronAndDelay_areTheSpecificationsDecimals() {
    let degree = Double.pi / 180
    check(Constants.innovationStart, pow(0.35 * degree, 2))
    check(Constants.innovationShare, 2)
    check(Constants.innovationFast, 2.0 / 2.2)
    check(Constants.innovationSlow, 2.0 / 4.1)
    check(Constants.innovationPerSecond, 0.1)
    check(Constants.limitDeviations, 1.9)
    check(Constants.scaleVariance, pow(0.02, 2))
    check(Constants.scaleGrowth, pow(0.0007, 2))
    check(Constants.ironGrowth, pow(0.921165909, 2))
    check(Constants.ironNoise, 2 * pow(9.535044, 2) / 3)
    check(Constants.ironShare, 10)
    check(Constants.ironGate, 3.5)
    check(Constants.delayVariance, pow(0.0064468533, 2))
    check(Constants.delayGrowth, pow(9.700547e-5, 2))
    check(Constants.rateNoise, pow(0.0064, 2))
    check(Constants.fieldNoise, pow(17 * degree, 2))
    check(Constants.strengthNoise, pow(6.6, 2))
    check(Constants.dipNoise, pow(3.6, 2))
    check(Constants.jumpSquare, pow(10 * degree, 2))
    check(Constants.knownRate, pow(1.2 * degree, 2))
    check(Constants.teaching, 0.59)
    check(Constants.referencePerSecond, 1.0 / 17)
  }

  @Test func constants_ofBridgeAndAccuracy_areTheSpecificationsDecimals() {
    let degree = Double.pi / 180
    check(Constants.bridgeFree, pow(2.8 * degree, 2))
    check(Constants.bridgeGain, 11)
    check(Constants.bridgeExplained, 2)
    check(Constants.bridgePerSecond, 1.0 / 0.75)
    check(Constants.evidenceOfDistance, 1 / pow(10 * degree, 2))
    check(Constants.evidencePerSecond, 1.0 / 60)
    check(Constants.driftAtStart, 4.5)
    check(Constants.driftOpenTime, 13.5)
    check(Constants.perHasteRate, 1 / (2.1 * degree))
    check(Constants.perHasteTime, 1.0 / 7.7)
    check(Constants.accuracyFloor, pow(0.7 * degree, 2))
    check(Constants.accuracyWeight, pow(15 * degree, 2))
    check(Constants.accuracyOfVariance, 0.7)
    check(Constants.accuracyOfBias, 16)
    check(Constants.accuracyOfMean, 0.8)
    check(Constants.accuracyOfPull, 0.04)
    check(Constants.accuracyOfSquares, 0.08)
  }
}
