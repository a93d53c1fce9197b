// What passes for white noise, and what does not.
import Foundation
import Quantities
import TestSupport
import Testing

@testable import Calibration

/// Of a field of 48 µT that turns slowly, a sample each time; coordinates are `unit` nanotesla.
private struct Motion {
  static let seed: UInt64 = 11
  /// 2^11/256.
  static let shift: Int32 = 11
  static let unit = 8.0
  var random = SeededGenerator(seed: seed)
  var step = 0.0
  var roughness = Roughness()
  var differences = Roughness.Differences()

  mutating func follow(_ count: Int, noise: Double, off: SIMD3<Double> = .zero) {
    for _ in 0..<count {
      step += 1
      let field = SIMD3(cos(step / 40), sin(step / 40), 0.4) * 48_000 + random.gaussianVector(sigma: noise) + off
      let whole = field.rounded(.toNearestOrEven)
      var sample = Vector3(x: Int32(whole.x), y: Int32(whole.y), z: Int32(whole.z))
      roughness.follow(&sample, &differences)
    }
  }

  /// What it says of the noise on each axis, nanotesla.
  var deviation: Double {
    mutating get { (Double(roughness.variance(Self.shift)) / 16).squareRoot() * Self.unit }
  }
}

@Test(arguments: [200.0, 500, 2_000]) func roughness_findsWhiteNoise(noise: Double) {
  var motion = Motion()
  motion.follow(4_000, noise: noise)
  #expect(abs(motion.deviation / noise - 1) < 0.05, "seed \(Motion.seed): \(motion.deviation), not \(noise)")
}

@Test func roughness_ofSmoothMotion_isNextToNothing() {
  var motion = Motion()
  motion.follow(1_000, noise: 0)
  #expect(motion.deviation < 5, "\(motion.deviation) nT")
  // Too few terms tell nothing.
  var short = Motion()
  short.follow(10, noise: 500)
  #expect(short.roughness.variance(Motion.shift) == 0)
}

@Test func roughness_ofABurst_hardlyGrows() {
  var motion = Motion()
  motion.follow(500, noise: 300)
  // A magnet held near for ten samples, a tenth of the field and more.
  motion.follow(10, noise: 300, off: SIMD3(6_000, -4_000, 5_000))
  motion.follow(500, noise: 300)
  #expect(abs(motion.deviation / 300 - 1) < 0.15, "seed \(Motion.seed): \(motion.deviation), not 300")
}

@Test func roughness_afterAnInterruption_leavesTheJumpOut() {
  var (whole, broken, jumping) = (Motion(), Motion(), Motion())
  whole.follow(60, noise: 200)
  broken.follow(30, noise: 200)
  broken.roughness.interrupt()
  broken.follow(30, noise: 200, off: SIMD3(40_000, 40_000, 40_000))
  jumping.follow(30, noise: 200)
  jumping.follow(30, noise: 200, off: SIMD3(40_000, 40_000, 40_000))
  #expect(abs(broken.deviation / whole.deviation - 1) < 0.1, "\(broken.deviation), not \(whole.deviation)")
  #expect(jumping.deviation > 2 * whole.deviation, "or this test tells nothing: \(jumping.deviation)")
}

@Test func roughness_inCoarserCoordinates_isHalf() {
  var motion = Motion()
  motion.follow(200, noise: 2_000)
  let fine = Double(motion.roughness.variance(Motion.shift))
  let coarse = Double(motion.roughness.variance(Motion.shift + 1))
  #expect(abs((coarse / fine).squareRoot() - 0.5) < 0.001, "\(coarse), of \(fine)")
}

@Test func fit_overAStretchBeyondTheRange_takesNoJumpForNoise() {
  /// The noise that a fit finds, squared coordinates, Q4: in mid-motion the sensor is beyond its range, or is not read.
  func noise(isSaturated: Bool, jumps: Bool) -> Double {
    var random = SeededGenerator(seed: Motion.seed)
    var fit = CalibrationFit(.magnetometer)
    for step in 0..<600 {
      // Away for 8 samples, an eighth of a turn, in each 40.
      let isAway = step >= 300 && step % 40 >= 32
      let t = Double(step) / 12
      let z = sin(t / 9)
      let r = (1 - z * z).squareRoot()
      let field = (SIMD3(r * cos(t), r * sin(t), z) * 48_000 + random.gaussianVector(sigma: 200)).rounded(
        .toNearestOrEven)
      if isAway && jumps {
        guard isSaturated else { continue }
        feed(&fit, Vector3(x: 1 << 21, y: 0, z: 0))
      } else {
        feed(&fit, Vector3(x: Int32(field.x), y: Int32(field.y), z: Int32(field.z)))
      }
    }
    return Double(fit.roughness.variance(Motion.shift))
  }
  let still = noise(isSaturated: false, jumps: false)
  let across = noise(isSaturated: true, jumps: true)
  let unseen = noise(isSaturated: false, jumps: true)
  #expect(still > 0)
  #expect(across < 1.3 * still, "seed \(Motion.seed): \(across), not \(still)")
  #expect(unseen > 1.5 * still, "or this test tells nothing: \(unseen), \(still)")
}
