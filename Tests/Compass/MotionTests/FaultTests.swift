// Times and sensors that are not as they should be.
import Foundation
import Quantities
import Reference
import Testing

@testable import Motion

@Suite struct MotionFaultTests {
  @Test func rates_missingRepeatedAndOutOfOrder_areCounted() {
    var filter = MotionFilter()
    var worst = 0.0
    let samples = MotionWorld().samples(40)
    for (n, sample) in samples.enumerated() {
      // Of 100: two in a row are lost, one comes twice, an old one comes again.
      if n > 600 && (n % 100 == 50 || n % 100 == 51) { continue }
      filter.add(sample)
      if n > 600 && n % 100 == 10 { filter.add(rate: sample.angularRate, at: sample.time) }
      if n > 600 && n % 100 == 20 { filter.add(rate: samples[n - 2].angularRate, at: samples[n - 2].time) }
      if n > 600 && n % 100 == 30 { filter.add(force: samples[n - 20].acceleration, at: samples[n - 20].time) }
      if n > 1_000 { worst = max(worst, ReferenceQuaternion(filter.attitude).headingDegrees(to: sample.truth)) }
    }
    #expect(filter.counts.missing == 68)
    #expect(filter.counts.repeated == 34)
    #expect(filter.counts.outOfOrder == 34)
    #expect(filter.counts.late == 34)
    #expect(filter.counts.restarts == 0)
    #expect(worst < 2, "\(worst)°")
  }

  /// A rate that comes twice or late must leave every bit as it was.
  @Test func repeatedRates_changeNothing() {
    var plain = MotionFilter()
    var repeated = MotionFilter()
    for sample in MotionWorld().samples(10) {
      plain.add(sample)
      repeated.add(sample)
      repeated.add(rate: sample.angularRate, at: sample.time)
      repeated.add(rate: sample.angularRate, at: sample.time.advanced(by: 1_000), isRepeated: true)
    }
    #expect(plain.estimate() == repeated.estimate())
  }

  /// Δt is measured: with times that jump about by 30 % the attitude is as good as with even ones.
  @Test func unevenTimes_areMeasured() {
    var filter = MotionFilter()
    var worst = 0.0
    for (n, sample) in MotionWorld(rate: 400).samples(40).enumerated() where n % 4 == 0 || n % 4 == 1 {
      // Left out are two of four: Δt is 2.5 ms and 7.5 ms in turn, both below one and a half of their mean, or counted.
      filter.add(sample)
      if n > 6_000 { worst = max(worst, ReferenceQuaternion(filter.attitude).headingDegrees(to: sample.truth)) }
    }
    #expect(worst < 3, "\(worst)°")
  }

  @Test func longGap_beginsAnew() {
    var filter = MotionFilter()
    let samples = MotionWorld().samples(30)
    for (n, sample) in samples.enumerated() where !(1_000..<1_200).contains(n) { filter.add(sample) }
    #expect(filter.counts.restarts == 1)
    let error = ReferenceQuaternion(filter.attitude).headingDegrees(to: samples[samples.count - 1].truth)
    #expect(error < 2, "\(error)°")
  }

  @Test func silentGyroscope_isDead() {
    var filter = MotionFilter()
    let samples = MotionWorld().samples(6)
    for sample in samples { filter.add(sample) }
    let last = samples[samples.count - 1].time
    let early = filter.isDead(at: last.advanced(by: 200_000))
    let late = filter.isDead(at: last.advanced(by: 300_000))
    #expect(!early && late)
  }

  @Test func stuckGyroscope_isTold() {
    var filter = MotionFilter()
    for (n, sample) in MotionWorld().samples(20).enumerated() {
      var sample = sample
      if n >= 1_200 { sample.rate = SIMD3(0.01, 0.02, -0.03) }
      filter.add(sample)
      if n == 1_199 { #expect(filter.estimate().state == .fused) }
    }
    #expect(filter.estimate().state == .stuck)
  }

  /// A gyroscope that is clipped tells less: the stated accuracy grows at once.
  @Test func saturation_raisesTheStatedAccuracy() {
    var plain = MotionFilter()
    var clipped = MotionFilter()
    for (n, sample) in MotionWorld().samples(20).enumerated() {
      plain.add(sample)
      clipped.add(sample, isSaturated: n > 1_900)
    }
    #expect(clipped.counts.saturated == 99)
    // Parts of it are added as squares: this one has 2.8° at least.
    let (more, less) = (clipped.estimate().accuracyDegrees, plain.estimate().accuracyDegrees)
    #expect(more * more - less * less > 8, "\(more)°, \(less)°")
  }

  /// A field that turns by 20° and stays: the stated accuracy follows, until the heading has followed the field and nothing tells any
  /// more that it turned.
  @Test func turnedField_isCoveredWithinSeconds() {
    var world = MotionWorld()
    // (20, 0) turned by 20° is (18.8, 6.84).
    world.disturbance = SIMD3(-1.2, 6.84, 0)
    world.disturbed = 30..<90
    var filter = MotionFilter()
    var (inside, all) = (0.0, 0.0)
    for sample in world.samples(90) {
      filter.add(sample)
      if sample.microseconds < 30_000_000 { continue }
      let error = ReferenceQuaternion(filter.attitude).headingDegrees(to: sample.truth)
      inside += error <= filter.estimate().accuracyDegrees ? 1 : 0
      all += 1
    }
    #expect(inside / all > 0.65, "\(inside / all)")
  }

  /// The work of a block is the same whether it is done at once, slice by slice, or when the next block closes.
  @Test func slices_mayBeLate() {
    var prompt = MotionFilter()
    var slow = MotionFilter()
    var most = 0
    for sample in MotionWorld(rate: 25).samples(20) {
      prompt.add(rate: sample.angularRate, at: sample.time)
      prompt.add(force: sample.acceleration, at: sample.time)
      prompt.add(field: sample.correctedField, at: sample.time)
      var slices = 0
      while prompt.work() { slices += 1 }
      most = max(most, slices)
      slow.add(rate: sample.angularRate, at: sample.time)
      slow.add(force: sample.acceleration, at: sample.time)
      slow.add(field: sample.correctedField, at: sample.time)
    }
    #expect(most == 7)
    let difference = ReferenceQuaternion(prompt.attitude).degrees(to: ReferenceQuaternion(slow.attitude))
    // The same but for a correction that came a block later.
    #expect(difference < 0.5, "\(difference)°")
  }

  @Test func state_isSmall() {
    #expect(MemoryLayout<MotionFilter>.size <= 1_000, "\(MemoryLayout<MotionFilter>.size)")
  }
}
