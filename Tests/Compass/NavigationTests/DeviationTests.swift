// The deviation card: a published swing, random cards, and a swing under way.
import Foundation
import Heading
import Navigation
import Quantities
import TestSupport
import Testing

@Suite struct DeviationTests {
  private static let units = 4_294_967_296 / 360.0

  private func card(_ solver: DeviationSolver) throws -> DeviationCard {
    guard case .card(let card) = solver.solve() else {
      throw TestFailure("\(solver.solve())")
    }
    return card
  }

  private struct TestFailure: Error {
    var text: String
    init(_ text: String) { self.text = text }
  }

  /// "Handbook of Magnetic Compass Adjustment", the worked example of an analysis.
  @Test func publishedSwing_givesItsCoefficients() throws {
    var solver = DeviationSolver()
    for (index, deviation) in [10.5, 20.0, 11.5, -1.2, -5.5, -8.0, -12.5, -6.8].enumerated() {
      solver.add(compass: angle(Double(index) * 45), deviation: angle(deviation).signed)
    }
    let card = try card(solver)
    let degrees = [card.a, card.b, card.c, card.d, card.e].map { Double($0) / Self.units }
    for (found, expected) in zip(degrees, [1.0, 12.0, 8.0, 5.0, 1.5]) { #expect(abs(found - expected) <= 0.1) }
  }

  @Test func randomCards_areFoundAgain() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      func part() -> Int32 { Int32(Double.random(in: -20...20, using: &random) * Self.units) }
      let truth = DeviationCard(a: part(), b: part(), c: part(), d: part() / 4, e: part() / 4)
      var solver = DeviationSolver()
      for index in 0..<Int.random(in: 8...40, using: &random) {
        let compass = angle(Double(index % 8) * 45 + Double.random(in: -15...15, using: &random))
        solver.add(compass: compass, deviation: truth.deviation(at: compass))
      }
      let found = try card(solver)
      for degrees in stride(from: 0.0, to: 360, by: 7) {
        let left = truth.deviation(at: angle(degrees)) - found.deviation(at: angle(degrees))
        #expect(abs(Double(left) / Self.units) < 1e-4, "seed \(seed)")
      }
    }
  }

  @Test func deviation_isTheSumOfItsTerms() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<10_000 {
      func part() -> Int32 { Int32.random(in: -0x2000_0000...0x2000_0000, using: &random) / 4 }
      let card = DeviationCard(a: part(), b: part(), c: part(), d: part(), e: part())
      let compass = BinaryAngle(rawValue: UInt32.random(in: .min ... .max, using: &random))
      let h = Double(compass.rawValue) * 2 * .pi / 4_294_967_296
      let exact =
        Double(card.a) + Double(card.b) * sin(h) + Double(card.c) * cos(h) + Double(card.d) * sin(2 * h)
        + Double(card.e) * cos(2 * h)
      #expect(abs(Double(card.deviation(at: compass)) - exact) <= 4)
    }
  }

  @Test func magneticHeading_isCompassPlusEasterlyDeviation() {
    let card = DeviationCard(a: angle(3).signed, b: 0, c: 0, d: 0, e: 0)
    #expect(card.magnetic(compass: angle(358)) == BinaryAngle(rawValue: angle(358).rawValue &+ angle(3).rawValue))
  }

  @Test func narrowSwing_isRefusedWithItsReason() {
    var solver = DeviationSolver()
    for index in 0..<4 { solver.add(compass: angle(Double(index) * 45), deviation: 0) }
    #expect(solver.solve() == .refused(.tooFew))
    for index in 0..<8 { solver.add(compass: angle(Double(index) * 10), deviation: 0) }
    #expect(solver.solve() == .refused(.tooNarrow(missingSectors: 4)))
    var wild = DeviationSolver()
    for index in 0..<8 { wild.add(compass: angle(Double(index) * 45), deviation: angle(60).signed) }
    #expect(wild.solve() == .refused(.tooLarge))
  }

  /// Eight legs of half a minute, deviation up to 12°, noise of compass and course; what is left is at most 0.3°.
  @Test func swingByCourse_leavesLittle() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let truth = DeviationCard(
        a: angle(1).signed, b: angle(6).signed, c: angle(-4).signed, d: angle(1.5).signed, e: angle(0.5).signed)
      let declination = angle(-13.5).signed
      var swing = CourseSwing()
      var time: UInt64 = 0
      var taken = 0
      var turned = false
      for leg in 0..<16 {
        let base = Double(leg) * 45 + 5
        for _ in 0..<300 {
          time += 100_000
          let compass = angle(base + random.gaussian() * 0.5)
          let heading = truth.magnetic(compass: angle(base))
          let course = BinaryAngle(
            rawValue: heading.rawValue &+ UInt32(bitPattern: declination)
              &+ UInt32(bitPattern: angle(random.gaussian() * 0.5).signed))
          let step = swing.add(
            compass: compass, course: .init(angle: course, uncertainty: 5_000_000), speed: 3000,
            declination: declination, at: Instant(microseconds: time))
          if step == .taken { taken += 1 }
          if step == .turning { turned = true }
        }
      }
      #expect(taken >= 16 && turned)
      let found = try card(swing.solver)
      for degrees in stride(from: 0.0, to: 360, by: 5) {
        let left = Double(truth.deviation(at: angle(degrees)) - found.deviation(at: angle(degrees))) / Self.units
        #expect(abs(left) <= 0.3, "seed \(seed) at \(degrees)")
      }
    }
  }

  @Test func swingByCourse_ignoresSlowAndUncertainMovement() {
    var swing = CourseSwing()
    let now = Instant(microseconds: 1)
    let course = LocationFilter.Course(angle: .zero, uncertainty: 0)
    #expect(swing.add(compass: .zero, course: nil, speed: 9000, declination: 0, at: now) == .tooSlow)
    #expect(swing.add(compass: .zero, course: course, speed: 1999, declination: 0, at: now) == .tooSlow)
    let rough = LocationFilter.Course(angle: .zero, uncertainty: 100_000_000)
    #expect(swing.add(compass: .zero, course: rough, speed: 9000, declination: 0, at: now) == .tooSlow)
    #expect(swing.add(compass: .zero, course: course, speed: 2000, declination: 0, at: now) == .steadying)
  }
}
