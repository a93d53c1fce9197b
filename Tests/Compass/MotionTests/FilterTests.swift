// The filter in integers against Double, and against the truth.
import Foundation
import Quantities
import Reference
import Testing

@testable import Motion

@Suite struct MotionFilterTests {
  /// The attitude's limit and the stated accuracy's are the specification's, section 10.
  @Test(arguments: [25.0, 95, 286, 1_000])
  func filter_agreesWithDouble(rate: Double) {
    var filter = MotionFilter(settings: MotionSettings(fieldDelay: 10_000))
    var reference = ReferenceMotion(settings: .init(fieldDelay: 0.01))
    var world = MotionWorld(rate: rate)
    world.iron = SIMD3(9, -6, 4.5)
    world.fieldDelay = 0.014
    // A field that is quiet: with noise, a rest may be confirmed or the iron applied a block later in one of the two, and what it
    // decides about stays another for seconds.
    world.noise.z = 0.05
    var (worst, accuracy, others) = (0.0, 0.0, 0)
    for sample in world.samples(30) {
      filter.add(sample)
      reference.add(sample)
      let estimate = filter.estimate()
      if estimate.isAtRest != reference.isAtRest { others += 1 }
      if (estimate.hardIron.nanotesla != .zero) != reference.appliesIron { others += 1 }
      let difference = ReferenceQuaternion(filter.attitude).degrees(to: reference.attitude)
      worst = max(worst, difference)
      let (found, exact) = (Double(filter.headingAccuracy) * 360 / 4_294_967_296, reference.headingAccuracy)
      accuracy = max(accuracy, abs(found - exact) / max(1, exact))
    }
    #expect(others == 0, "at \(rate) Hz: they disagree about rest or iron")
    #expect(worst < 0.05, "at \(rate) Hz: worst \(worst)°")
    #expect(accuracy < 0.01, "at \(rate) Hz: \(accuracy)")
  }

  @Test func attitude_staysWithinTheStatedAccuracy() {
    for seed in 1...5 as ClosedRange<UInt64> {
      var filter = MotionFilter()
      var world = MotionWorld()
      world.seed = seed
      var (inside, all, squares) = (0.0, 0.0, 0.0)
      for sample in world.samples(60) {
        filter.add(sample)
        if sample.microseconds < 8_000_000 { continue }
        let error = ReferenceQuaternion(filter.attitude).headingDegrees(to: sample.truth)
        inside += error <= filter.estimate().accuracyDegrees ? 1 : 0
        squares += error * error
        all += 1
      }
      #expect(
        inside / all >= 0.95 && (squares / all).squareRoot() < 0.5, "seed \(seed): \(inside / all), \(squares / all)")
    }
  }

  @Test func biasAtRest_isFound() {
    var world = MotionWorld()
    world.restUntil = 20
    var filter = MotionFilter()
    for sample in world.samples(20) { filter.add(sample) }
    let estimate = filter.estimate()
    #expect(estimate.isAtRest)
    // 0.02 °/s.
    for (found, exact) in zip([estimate.bias.q20.x, estimate.bias.q20.y, estimate.bias.q20.z], [0.004, -0.006, 0.003]) {
      #expect(abs(Double(found) / 1_048_576 - exact) < 0.02 * .pi / 180)
    }
    #expect(Double(estimate.biasDeviation) / 1_048_576 < 0.2 * .pi / 180)
  }

  @Test func biasInMotion_isFound() {
    var world = MotionWorld()
    world.restUntil = 0
    world.speed = 0.5
    var filter = MotionFilter()
    for sample in world.samples(120) { filter.add(sample) }
    let bias = filter.estimate().bias.q20
    let error = SIMD3(Double(bias.x), Double(bias.y), Double(bias.z)) / 1_048_576 - world.bias
    // A third of what it was: gravity shows little of a bias about the vertical.
    #expect((error * error).sum().squareRoot() < 0.15 * .pi / 180, "\(error)")
  }

  @Test func hardIron_isFoundInMotion() {
    var world = MotionWorld()
    world.iron = SIMD3(8, -5, 4)
    world.ironFrom = 20
    var filter = MotionFilter()
    for sample in world.samples(90) { filter.add(sample) }
    let found = filter.estimate().hardIron.nanotesla
    let error = SIMD3(Double(found.x), Double(found.y), Double(found.z)) / 1_000 - world.iron
    #expect((error * error).sum().squareRoot() < 1.5, "\(found)")
  }

  @Test func delay_isFoundInMotion() {
    var world = MotionWorld()
    world.fieldDelay = 0.015
    world.speed = 3
    var filter = MotionFilter()
    let before = filter.estimate()
    for sample in world.samples(60) { filter.add(sample) }
    let after = filter.estimate()
    // At half of the way at least, and no further off than the estimate itself says.
    #expect(after.fieldDelay > 7_500, "\(after.fieldDelay) µs")
    #expect(abs(after.fieldDelay - 15_000) < 2 * Int32(after.fieldDelayDeviation))
    #expect(after.fieldDelayDeviation < before.fieldDelayDeviation)
  }

  @Test func scaleError_isFoundWhileTurning() {
    var world = MotionWorld()
    world.gain = 1.03
    world.speed = 3
    var filter = MotionFilter()
    for sample in world.samples(120) { filter.add(sample) }
    let scale = Double(filter.estimate().scale) / 16_777_216
    #expect(abs(scale + 0.03) < 0.01, "\(scale)")
  }

  @Test func disturbance_isBridged() {
    var world = MotionWorld()
    world.disturbance = SIMD3(0, 15, 0)
    world.disturbed = 30..<60
    var filter = MotionFilter()
    var worst = 0.0
    for sample in world.samples(60) {
      filter.add(sample)
      if sample.microseconds < 10_000_000 { continue }
      worst = max(worst, ReferenceQuaternion(filter.attitude).headingDegrees(to: sample.truth))
    }
    // The field itself is 37° wrong.
    #expect(worst < 5, "\(worst)°")
  }

  @Test func sixAxes_keepTheHeadingOfTheStart() {
    var world = MotionWorld()
    world.restUntil = 10
    var filter = MotionFilter(settings: MotionSettings(usesField: false))
    var tilt = 0.0
    for sample in world.samples(40) {
      filter.add(sample)
      if sample.microseconds < 5_000_000 { continue }
      let difference = ReferenceQuaternion(filter.attitude) * sample.truth.conjugate
      let level = (difference.w * difference.w + difference.v.z * difference.v.z).squareRoot()
      tilt = max(tilt, 2 * acos(min(1, level)) * 180 / .pi)
    }
    #expect(tilt < 1.5, "\(tilt)°")
    #expect(filter.estimate().heading == nil)
    #expect(filter.estimate().state == .fused)
    #expect(filter.headingAccuracy == 1 << 31)
  }

  @Test func heading_rateAndStateAreTold() {
    var world = MotionWorld()
    world.restUntil = 100
    var filter = MotionFilter()
    #expect(filter.estimate().state == .none)
    let samples = world.samples(5)
    for sample in samples { filter.add(sample) }
    let estimate = filter.estimate()
    #expect(estimate.state == .fused)
    let forward = samples[0].truth.turned(SIMD3(1, 0, 0))
    let exact = atan2(forward.y, forward.x) * 180 / .pi
    let found = estimate.heading.map { Double($0.rawValue) * 360 / 4_294_967_296 } ?? .nan
    #expect(abs(found - exact) < 1, "\(found)° for \(exact)°")
    #expect(abs(estimate.rateOfTurn) < 10_000)
  }
}
