// A field that turned, told from an instrument that turned.

import FieldMonitor
import Heading
import Quantities
import Testing

@Suite struct FieldTurnWatchTests {
  private func angle(_ degrees: Double) -> BinaryAngle {
    BinaryAngle(rawValue: UInt32(truncatingIfNeeded: Int64(degrees / 360 * 4_294_967_296)))
  }

  /// Two degrees.
  private let bound = UInt32(2.0 / 360 * 4_294_967_296)

  @Test func disagreement_ofThreeReadings_isATurnOfTheField() {
    var watch = FieldTurnWatch()
    watch.compare(compass: angle(10), accuracy: 300, fused: angle(11), bound: bound, turn: 0, biasDeviation: 0)
    for (stated, expected): (UInt16, Bool) in [(300, false), (9_000, false), (9_000, true), (9_000, true)] {
      // A disturbed heading states more; what counts is what it stated when they first disagreed.
      watch.compare(compass: angle(50), accuracy: stated, fused: angle(11), bound: bound, turn: 0, biasDeviation: 0)
      #expect(watch.isTurned == expected)
    }
    watch.compare(compass: angle(14), accuracy: 300, fused: angle(11), bound: bound, turn: 0, biasDeviation: 0)
    #expect(!watch.isTurned)
  }

  @Test func bounds_areBothAccuraciesAndTheTurnIn50Milliseconds() {
    // 3° + 2°, and with 100 °/s 5° more.
    for (error, turn, expected) in [
      (4.9, 0.0, false), (5.1, 0, true), (9.9, 100, false), (10.1, 100, true), (9.9, -100, false),
    ] {
      var watch = FieldTurnWatch()
      for _ in 0..<3 {
        watch.compare(
          compass: angle(359), accuracy: 300, fused: angle(359 + error), bound: bound,
          turn: Int32(turn * .pi / 180 * 1_048_576), biasDeviation: 0)
      }
      #expect(watch.isTurned == expected, "\(error)° at \(turn) °/s")
    }
  }

  @Test func unknownBias_tellsNothing() {
    var watch = FieldTurnWatch()
    // 0.2 °/s is 3,660.2 in 2^−20 rad/s.
    for (deviation, expected): (UInt32, Bool) in [(3_660, true), (3_661, false)] {
      for _ in 0..<3 {
        watch.compare(
          compass: angle(90), accuracy: 300, fused: angle(0), bound: bound, turn: 0, biasDeviation: deviation)
      }
      #expect(watch.isTurned == expected)
    }
  }

  @Test func nothingToCompare_isForgotten() {
    var watch = FieldTurnWatch()
    for _ in 0..<3 {
      watch.compare(compass: angle(90), accuracy: 300, fused: angle(0), bound: bound, turn: 0, biasDeviation: 0)
    }
    watch.forget()
    #expect(!watch.isTurned)
  }

  @Test func assessment_saysWhatTheFusedHeadingKnows() throws {
    var watch = FieldTurnWatch()
    var assessment = HeadingAssessment()
    assessment.magnetic = angle(50)
    assessment.accuracy = 300
    assessment.grade = 3
    let before = assessment
    watch.mark(&assessment)
    #expect(assessment == before)
    for _ in 0..<3 {
      watch.compare(compass: angle(50), accuracy: 300, fused: angle(10), bound: bound, turn: 0, biasDeviation: 0)
    }
    watch.mark(&assessment)
    #expect(assessment.disturbance == .disturbed && assessment.doubts.contains(.disturbed) && assessment.grade == 1)
    // 40° between them and 2° of the fused one, rounded up.
    #expect((4200...4202).contains(try #require(assessment.accuracy)))
    for _ in 0..<3 {
      watch.compare(compass: angle(50), accuracy: 300, fused: angle(0), bound: bound, turn: 0, biasDeviation: 0)
    }
    watch.mark(&assessment)
    #expect(assessment.grade == 0 && assessment.accuracy ?? 0 > 5_199)
    var silent = HeadingAssessment()
    watch.mark(&silent)
    #expect(silent == HeadingAssessment())
  }

  @Test func monitor_holdsTheNoteForThreeSecondsOfAQuietField() {
    var monitor = DisturbanceMonitor()
    var time = Instant(microseconds: 1_000_000)
    let force = Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000))
    func assess(seconds: Double) {
      for _ in 0..<Int(seconds * 20) {
        time = time.advanced(by: 50_000)
        monitor.assess(
          FieldObservation(
            time: time, field: CorrectedField(q8Nanotesla: Vector3(x: 5_120_000, y: 0, z: 10_240_000)),
            specificForce: force, dip: nil))
      }
    }
    assess(seconds: 1)
    #expect(monitor.status.state == .clear)
    monitor.reportTurn()
    assess(seconds: 2.9)
    #expect(monitor.status.state == .disturbed)
    assess(seconds: 0.3)
    #expect(monitor.status.state == .recovering)
    assess(seconds: 2.2)
    #expect(monitor.status.state == .clear)
  }
}
