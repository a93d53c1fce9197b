// Turns that a gyroscope alone takes for a rest, and biases that nothing but the field shows.
import Foundation
import Quantities
import Reference
import Simulation
import Testing

@testable import Motion

/// How an instrument on a level keel turns: boats, robots, antennas.
enum SlowTurn: String, CaseIterable {
  /// 37 °/s about the vertical alone.
  case level
  /// A vessel that rolls, pitches and yaws by less than what ends a rest.
  case atAnchor = "at anchor"
  /// 0.5 and 1.5 °/s, for minutes.
  case slow
  case drifting
  /// Half a minute of rest, then ±1.7 °/s in two minutes.
  case afterRest = "after a rest"

  /// The true rate in the body, rad/s.
  func rate(at t: Double) -> SIMD3<Double> {
    let degree = Double.pi / 180
    let sway = SIMD3(0.01 * sin(0.9 * t), 0.01 * cos(1.3 * t), 0)
    return switch self {
    case .level: SIMD3(0, 0, 37 * degree)
    case .atAnchor: SIMD3(0.05 * sin(0.9 * t), 0.03 * cos(1.3 * t), 0.03 * sin(0.7 * t))
    case .slow: sway + SIMD3(0, 0, 0.5 * degree)
    case .drifting: sway + SIMD3(0, 0, 1.5 * degree)
    case .afterRest: t < 30 ? .zero : SIMD3(0, 0, 0.03 * sin(0.05 * t))
    }
  }
}

@Suite struct SlowTurnTests {
  /// Stated beforehand: with a bias of 0.6, −1.2 and 0.9 °/s or a fifth of it, which the filter must find, the heading stays
  /// within 10°, and 95 % of the rows within what is stated.
  @Test(arguments: SlowTurn.allCases, [1.0, 0.2])
  func heading_isTheFields(turn: SlowTurn, share: Double) {
    var random = SeededGenerator(seed: 12)
    func vector(_ size: Double) -> SIMD3<Double> {
      func draw() -> Double { (0..<12).reduce(0) { sum, _ in sum + Double.random(in: -0.5...0.5, using: &random) } }
      return SIMD3(draw(), draw(), draw()) * size
    }
    let bias = SIMD3(0.6, -1.2, 0.9) * (share * .pi / 180)
    var filter = MotionFilter()
    var truth = ReferenceQuaternion(rotationVector: SIMD3(0.05, -0.03, 0.7))
    var (inside, all, largest, rests) = (0, 0, 0.0, 0)
    for n in 1...10_000 {
      let t = Double(n) / 50
      let rate = turn.rate(at: t)
      truth = (truth * ReferenceQuaternion(rotationVector: rate * 0.02)).normalised
      filter.add(
        MotionWorld.Sample(
          microseconds: UInt64(n) * 20_000, rate: rate + bias + vector(0.002),
          force: truth.conjugate.turned(SIMD3(0, 0, -9.80665)) + vector(0.03),
          field: truth.conjugate.turned(MotionWorld.field) + vector(0.3), truth: truth))
      if t < 6 { continue }
      let error = ReferenceQuaternion(filter.attitude).headingDegrees(to: truth)
      let folded = min(error, 360 - error)
      largest = max(largest, folded)
      all += 1
      if folded <= filter.estimate().accuracyDegrees { inside += 1 }
      if filter.estimate().isAtRest { rests += 1 }
    }
    #expect(largest < 10, "\(turn.rawValue): \(largest)°")
    #expect(Double(inside) >= 0.95 * Double(all), "\(turn.rawValue): \(inside) of \(all) within, largest \(largest)°")
    // A rest that is none teaches a wrong bias.
    if turn == .drifting || turn == .level { #expect(rests == 0) }
    if turn == .afterRest { #expect(rests > 900, "24 s less the time that a bias takes to be believed: \(rests)") }
  }

  /// Offsets are often larger than 2 °/s. Stated beforehand: after 20 s of rest the bias is known within 0.2 °/s, and from then on
  /// 95 % of the rows are within what is stated.
  @Test(arguments: [SIMD3(3.0, -4, 3), SIMD3(5, -6, 4)])
  func offset_isFoundAtRest(degreesPerSecond: SIMD3<Double>) {
    let offset = degreesPerSecond * (.pi / 180)
    var filter = MotionFilter()
    var (inside, all, largest) = (0, 0, 0.0)
    for sample in MotionWorld(rate: 50, restUntil: 20, bias: offset).samples(60) {
      filter.add(sample)
      if sample.microseconds < 20_000_000 { continue }
      let estimate = filter.estimate()
      if sample.microseconds == 20_000_000 {
        #expect(estimate.isAtRest)
        let bias = estimate.bias.q20
        for (found, exact) in zip([bias.x, bias.y, bias.z], [offset.x, offset.y, offset.z]) {
          #expect(abs(Double(found) / 1_048_576 - exact) < 0.2 * .pi / 180)
        }
      }
      let error = ReferenceQuaternion(filter.attitude).headingDegrees(to: sample.truth)
      let folded = min(error, 360 - error)
      largest = max(largest, folded)
      all += 1
      if folded <= estimate.accuracyDegrees { inside += 1 }
    }
    #expect(Double(inside) >= 0.95 * Double(all), "\(inside) of \(all) within, largest \(largest)°")
  }

  /// A steady turn is no offset: the field turns with it.
  @Test func steadyTurn_isNoOffset() {
    var filter = MotionFilter()
    let rate = 5 * Double.pi / 180
    for n in 1...1_000 {
      let truth = ReferenceQuaternion(rotationVector: SIMD3(0, 0, rate * Double(n) / 50))
      filter.add(
        MotionWorld.Sample(
          microseconds: UInt64(n) * 20_000, rate: SIMD3(0, 0, rate), force: SIMD3(0, 0, -9.80665),
          field: truth.conjugate.turned(MotionWorld.field), truth: truth))
    }
    let estimate = filter.estimate()
    #expect(!estimate.isAtRest && abs(estimate.bias.q20.z) < 1_000, "\(estimate.bias.q20.z)")
    #expect(abs(estimate.rateOfTurn - 91_504) < 1_500, "5 °/s: \(estimate.rateOfTurn)")
  }

  /// Without a field nothing speaks against a rest.
  @Test func sixAxes_restWithoutAField() {
    var filter = MotionFilter(settings: MotionSettings(usesField: false))
    for sample in MotionWorld(restUntil: 4).samples(4) { filter.add(sample) }
    #expect(filter.estimate().isAtRest)
  }
}
