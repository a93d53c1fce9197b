// The machine with the real solver, on simulated motions.

import Calibration
import Correction
import Foundation
import Quantities
import TestSupport
import Testing

/// A machine with the real solver in a world with hard iron; `attitude` gives the direction of the field in the sensor.
private final class Run {
  var machine = CalibrationMachine(GuidedFit(.magnetometer))
  var random: SeededGenerator
  var now = Instant(microseconds: 0)
  let hardIron: SIMD3<Double>
  /// Slices of work after each sample.
  var slices = 20
  /// What is added to the field; zero where nothing moves nearby.
  var magnet: (Double) -> SIMD3<Double> = { _ in .zero }
  /// After how many samples the advice was to go away, and of how many that were gathered.
  var sentAway = 0
  var gathered = 0

  init(seed: UInt64, hardIron: SIMD3<Double> = SIMD3(60_000, -25_000, 31_000)) {
    random = SeededGenerator(seed: seed)
    self.hardIron = hardIron
  }

  /// 50 samples a second until the machine rests.
  func go(seconds: Double, _ direction: (Double) -> SIMD3<Double>) throws {
    try machine.start(at: now)
    for step in 0..<Int(seconds * 50) where machine.state.isRunning && machine.state != .review {
      now = Instant(microseconds: UInt64(step) * 20_000)
      let t = Double(step) / 50
      let field = direction(t) * 48_000 + hardIron + magnet(t) + random.gaussianVector(sigma: 300)
      machine.add(
        MagneticField(
          nanotesla: Vector3(x: Int32(field.x.rounded()), y: Int32(field.y.rounded()), z: Int32(field.z.rounded()))),
        isOverflowed: false, specificForce: nil, at: now)
      machine.advance(to: now)
      for _ in 0..<slices { machine.work(at: now) }
      guard machine.state == .collecting else { continue }
      gathered += 1
      if machine.advice == .goAway { sentAway += 1 }
    }
  }
}

/// Round and round, up and down: every direction within half a minute.
private func everywhere(_ t: Double) -> SIMD3<Double> {
  let z = sin(2 * Double.pi * t / 31)
  let a = 2 * Double.pi * t / 2.7
  let r = (1 - z * z).squareRoot()
  return SIMD3(r * cos(a), r * sin(a), z)
}

/// Level once around, then upright once around, then everywhere: each begins with directions that the ones before do not
/// foretell.
private func planeByPlane(_ t: Double) -> SIMD3<Double> {
  let a = 2 * Double.pi * t / 4
  if t < 4 { return SIMD3(cos(a), sin(a), 0) }
  if t < 8 { return SIMD3(cos(a), 0, sin(a)) }
  return everywhere(t)
}

@Test(arguments: [1, 20], [false, true])
func advice_whereEverySampleFits_neverSendsAway(slices: Int, isByPlanes: Bool) throws {
  for seed in 1...10 as ClosedRange<UInt64> {
    let run = Run(seed: seed)
    // One slice a sample: a solve lasts a second and more, and what comes meanwhile is left out.
    run.slices = slices
    try run.go(seconds: 200, isByPlanes ? planeByPlane : everywhere)
    #expect(run.machine.state == .review && run.sentAway == 0 && run.gathered > 400, "seed \(seed): \(run.sentAway)")
  }
}

@Test(arguments: [1, 20])
func advice_besideAMagnetThatComesAndGoes_sendsAway(slices: Int) throws {
  var (sentAway, gathered) = (0, 0)
  for seed in 1...10 as ClosedRange<UInt64> {
    let run = Run(seed: seed)
    run.slices = slices
    run.magnet = { t in SIMD3(max(0, 30_000 * sin(3.1 * t)), 0, max(0, 20_000 * sin(3.1 * t))) }
    try run.go(seconds: 120, everywhere)
    sentAway += run.sentAway
    gathered += run.gathered
  }
  #expect(sentAway * 2 > gathered, "\(sentAway) of \(gathered), seeds 1 to 10")
}

@Test func guidedFit_everyDirection_endsInReviewByItself() throws {
  let run = Run(seed: 3)
  try run.go(seconds: 120, everywhere)
  #expect(run.machine.state == .review, "\(run.machine.state), \(String(describing: run.machine.reason))")
  let outcome = run.machine.outcome
  #expect(outcome.accepted && outcome.model == .ellipsoid)
  for (found, true_) in [
    (outcome.centre.x, run.hardIron.x), (outcome.centre.y, run.hardIron.y), (outcome.centre.z, run.hardIron.z),
  ] {
    #expect(abs(Double(found) / 256 - true_) < 200)
  }
  #expect(run.machine.fit.coverage.count >= CalibrationLimits.cellsForEnough)
  #expect(run.machine.confidence == 100, "72 directions and more are as good as all")
}

@Test func guidedFit_flatSpin_isNoConfidentEllipsoid() throws {
  let run = Run(seed: 4)
  try run.go(seconds: 120) { t in
    let dip = 65 * Double.pi / 180
    let a = 2 * Double.pi * t / 6
    return SIMD3(cos(dip) * cos(a), cos(dip) * sin(a), sin(dip))
  }
  #expect(run.machine.state == .review || run.machine.state == .failed)
  #expect(!run.machine.state.wantsSamples, "nothing new comes: it ends by itself")
  #expect(!(run.machine.outcome.accepted && run.machine.outcome.model == .ellipsoid))
}

@Test func guidedFit_coverage_growsWithTheMotion() throws {
  let run = Run(seed: 5)
  try run.go(seconds: 0.1, everywhere)
  #expect(run.machine.fit.coverage.count < 10)
  let long = Run(seed: 5)
  try long.go(seconds: 20, everywhere)
  #expect(long.machine.fit.coverage.count > 30)
  // What was seen are directions of the field about the hard iron, face by face.
  #expect((0..<6).map { long.machine.fit.coverage.count(face: $0) }.reduce(0, +) == long.machine.fit.coverage.count)
}
