// Offsets of a gyroscope that was never at rest: a phone that somebody already carries.
import Foundation
import Quantities
import Reference
import Testing

@testable import Motion

@Suite struct UnknownOffsetTests {
  /// Offsets of phones are up to 6 °/s (docs/notebook/motion.md). Stated beforehand: from 20 s on the heading is within 15°, from 6 s
  /// on 95 % of the rows are within what is stated, and after a minute at most a third of the offset is left unknown.
  @Test(arguments: [SIMD3(3.0, -4, 3), SIMD3(5, -6, 4)], [0.5, 1.0])
  func offset_isFoundInMotion(degreesPerSecond: SIMD3<Double>, speed: Double) {
    let offset = degreesPerSecond * (.pi / 180)
    var filter = MotionFilter(settings: MotionSettings(zeroRateOffset: 300))
    let world = MotionWorld(rate: 100, speed: speed, restUntil: 0, bias: offset)
    var (inside, all, largest) = (0, 0, 0.0)
    for sample in world.samples(60) {
      filter.add(sample)
      let error = ReferenceQuaternion(filter.attitude).headingDegrees(to: sample.truth)
      let folded = min(error, 360 - error)
      if sample.microseconds < 6_000_000 { continue }
      if sample.microseconds >= 20_000_000 { largest = max(largest, folded) }
      all += 1
      if folded <= filter.estimate().accuracyDegrees { inside += 1 }
    }
    #expect(largest < 15, "\(largest)°")
    #expect(Double(inside) >= 0.95 * Double(all), "\(inside) of \(all) within")
    let bias = filter.estimate().bias.q20
    let left = SIMD3(Double(bias.x), Double(bias.y), Double(bias.z)) / 1_048_576 - offset
    #expect((left * left).sum() < (offset * offset).sum() / 9, "\(left)")
  }

  /// With an offset, too, integers and Double are the same filter.
  @Test(arguments: [SIMD3(3.0, -4, 3), SIMD3(5, -6, 4)])
  func offset_agreesWithDouble(degreesPerSecond: SIMD3<Double>) {
    var filter = MotionFilter(settings: MotionSettings(zeroRateOffset: 300))
    var reference = ReferenceMotion(settings: .init(zeroRateOffset: 3))
    let world = MotionWorld(rate: 100, restUntil: 0, bias: degreesPerSecond * (.pi / 180))
    var (worst, accuracy) = (0.0, 0.0)
    for sample in world.samples(60) {
      filter.add(sample)
      reference.add(sample)
      worst = max(worst, ReferenceQuaternion(filter.attitude).degrees(to: reference.attitude))
      let (found, exact) = (filter.estimate().accuracyDegrees, reference.headingAccuracy)
      accuracy = max(accuracy, abs(found - exact) / max(1, exact))
    }
    #expect(worst < 0.2, "\(worst)°")
    #expect(accuracy < 0.02, "\(accuracy)")
  }

  /// Started while it is carried, with an offset: six to twelve seconds later the heading is within 20°. Before, it was up to 100° wrong.
  @Test(arguments: [SIMD3(3.0, -4, 3), SIMD3(5, -6, 4)])
  func carriedStart_isAHeadingSoon(degreesPerSecond: SIMD3<Double>) {
    for seed in 1...4 as ClosedRange<UInt64> {
      var filter = MotionFilter(settings: MotionSettings(zeroRateOffset: 300))
      let world = MotionWorld(
        rate: 100, speed: 0.5, restUntil: 0, bias: degreesPerSecond * (.pi / 180), seed: seed)
      var largest = 0.0
      for sample in world.samples(12) {
        filter.add(sample)
        if sample.microseconds < 6_000_000 { continue }
        let error = ReferenceQuaternion(filter.attitude).headingDegrees(to: sample.truth)
        largest = max(largest, min(error, 360 - error))
      }
      #expect(largest < 20, "seed \(seed): \(largest)°")
    }
  }

  /// What is applied of an estimate grows steadily from half of the limit on: a limit that decides would decide otherwise in Double.
  @Test func hardIron_beginsSteadily() {
    var filter = MotionFilter()
    var world = MotionWorld()
    world.iron = SIMD3(5, -3, 2.5)
    world.ironFrom = 20
    var (before, step) = (SIMD3<Double>.zero, 0.0)
    for sample in world.samples(90) {
      filter.add(sample)
      let found = filter.estimate().hardIron.nanotesla
      let now = SIMD3(Double(found.x), Double(found.y), Double(found.z)) / 1_000
      let change = now - before
      step = max(step, (change * change).sum().squareRoot())
      before = now
    }
    #expect((before * before).sum().squareRoot() > 3, "it is applied in the end: \(before) µT")
    #expect(step < 1.5, "\(step) µT in one block")
  }
}
