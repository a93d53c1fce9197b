// The accelerometer's calibration: poses at rest in, the tilt error before and after.

import Calibration
import Correction
import Foundation
import Quantities
import TestSupport
import Testing

/// An accelerometer with errors: offsets to 60 mg, gains to 4 %, axes to 0.9° off their right angles, 2 mg of noise.
private struct Accelerometer {
  private var offset: SIMD3<Double>
  private var rows: [SIMD3<Double>]
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    func pick(_ limit: Double, _ random: inout SeededGenerator) -> Double { limit * (2 * random.unit() - 1) }
    offset = SIMD3(pick(60_000, &random), pick(60_000, &random), pick(60_000, &random))
    let skew = SIMD3(pick(0.015, &random), pick(0.015, &random), pick(0.015, &random))
    let gain = SIMD3(pick(0.04, &random), pick(0.04, &random), pick(0.04, &random))
    rows = [
      SIMD3(1 + gain.x, skew.x, skew.y), SIMD3(skew.x, 1 + gain.y, skew.z), SIMD3(skew.y, skew.z, 1 + gain.z),
    ]
  }

  /// Micro-g, for a force in g.
  mutating func sample(_ force: SIMD3<Double>, noise: Double = 2_000) -> Vector3 {
    let v =
      SIMD3((rows[0] * force).sum(), (rows[1] * force).sum(), (rows[2] * force).sum()) * 1e6 + offset
      + random.gaussianVector(sigma: noise)
    return Vector3(x: Int32(v.x.rounded()), y: Int32(v.y.rounded()), z: Int32(v.z.rounded()))
  }

  /// The largest angle between up and what the record makes of the force there, level to 30° of tilt.
  mutating func tiltError(_ record: CalibrationRecord) -> Double {
    var record = record
    var worst = 0.0
    for heading in stride(from: 0.0, to: 360, by: 15) {
      for tilt in stride(from: 0.0, through: 30, by: 5) {
        let (a, t) = (heading * .pi / 180, tilt * .pi / 180)
        let up = SIMD3(sin(t) * cos(a), sin(t) * sin(a), -cos(t))
        let found = record.correctedForce(sample(up, noise: 0))
        let w = SIMD3(Double(found.x), Double(found.y), Double(found.z))
        let length = (w * w).sum().squareRoot()
        worst = max(worst, acos(min(1, (up * w).sum() / length)) * 180 / .pi)
      }
    }
    return worst
  }
}

/// Six sides, twelve edges, eight corners up, each by a hand, to some 5°.
private func poses(_ count: Int, seed: UInt64) -> [SIMD3<Double>] {
  var all: [SIMD3<Double>] = []
  for parts in 1...3 {
    for code in 0..<27 {
      let v = SIMD3(Double(code % 3 - 1), Double(code / 3 % 3 - 1), Double(code / 9 - 1))
      if Int((v * v).sum()) == parts { all.append(v) }
    }
  }
  var random = SeededGenerator(seed: seed)
  return all.prefix(count).map { side in
    let v = side / (side * side).sum().squareRoot() + random.gaussianVector(sigma: 0.08)
    return v / (v * v).sum().squareRoot()
  }
}

private func solved(_ sensor: inout Accelerometer, _ poses: [SIMD3<Double>], noise: Double = 300) -> FitOutcome {
  var fit = GuidedFit(.gravity)
  for (index, pose) in poses.enumerated() {
    let force = sensor.sample(pose, noise: noise)
    _ = fit.add(field: force, specificForce: nil, at: Instant(microseconds: UInt64(index) * 3_000_000))
  }
  fit.beginSolve()
  while fit.step() == .working {}
  return fit.outcome
}

/// 18 and 26 poses are enough for the ellipsoid, six for offsets and gains: what is left then are the axes.
@Test(arguments: [(6, 1.6), (18, 0.12), (26, 0.1)])
func accelerometer_byPoses_tellsTiltBetterThanBefore(count: Int, most: Double) {
  var sum = SIMD2<Double>.zero
  for seed in 1...60 as ClosedRange<UInt64> {
    var sensor = Accelerometer(seed: seed)
    let outcome = solved(&sensor, poses(count, seed: seed &* 77))
    #expect(outcome.accepted && outcome.model == (count == 6 ? .axisAligned : .ellipsoid), "seed \(seed)")
    let before = sensor.tiltError(.identity)
    var record = CalibrationRecord()
    record.takeAccelerometer(outcome)
    let after = sensor.tiltError(record)
    #expect(after < most, "seed \(seed): \(before)° to \(after)°")
    sum += SIMD2(before, after)
    // About each of two axes.
    #expect(after < Double(outcome.predictedWorst) / 100 * 2.0.squareRoot(), "seed \(seed): predicted too little")
    #expect((try? CalibrationRecord(bytes: record.bytes().span)) == record)
    let length = record.correctedForce(sensor.sample(SIMD3(0.6, 0, -0.8), noise: 0))
    let squares: [Double] = [length.x, length.y, length.z].map { Double($0) * Double($0) }
    let squared = squares.reduce(0, +)
    #expect(abs(squared.squareRoot() - 1e6) < (count == 6 ? 20_000 : 1_500), "seed \(seed): 1 g is \(squared)")
  }
  #expect(sum.y < (count == 6 ? 0.3 : 0.02) * sum.x, "mean \(sum / 60)")
}

/// A hand that shakes: the mean of a rest is off by 5 mg on each axis. Few poses are met exactly, whatever their errors.
@Test func accelerometer_byFewShakyPoses_predictsWhatTheyAreWorth() {
  var accepted = 0
  var beyond = 0
  for seed in 1...200 as ClosedRange<UInt64> {
    var sensor = Accelerometer(seed: seed)
    var random = SeededGenerator(seed: seed &* 991)
    let directions = (0..<12).map { _ in
      let v = random.gaussianVector(sigma: 1)
      return v / (v * v).sum().squareRoot()
    }
    let outcome = solved(&sensor, directions, noise: 5_000)
    guard outcome.accepted else { continue }
    accepted += 1
    var record = CalibrationRecord()
    record.takeAccelerometer(outcome)
    // About both axes at once.
    let limit = Double(outcome.predictedWorst) / 100 * 2.0.squareRoot()
    let error = sensor.tiltError(record)
    #expect(error < 2 * limit, "seed \(seed): \(error)° of \(limit)°")
    if error > limit { beyond += 1 }
  }
  #expect(accepted > 160, "\(accepted) accepted")
  #expect(beyond * 10 < accepted, "\(beyond) of \(accepted)")
}

@Test func accelerometer_turnedAboutOneAxisOnly_isRefused() {
  var sensor = Accelerometer(seed: 5)
  let circle = (0..<16).map { step -> SIMD3<Double> in
    let angle = Double(step) * .pi / 8
    return SIMD3(cos(angle), sin(angle), 0)
  }
  let outcome = solved(&sensor, circle)
  #expect(!outcome.accepted && outcome.reasons.contains(.notDetermined), "\(outcome.model)")
}

/// A machine fed 75 samples a second with poses and the turns between them.
private final class PoseBench {
  var machine = CalibrationMachine(GuidedFit(.magnetometer))
  var sensor: Accelerometer
  var now = Instant(microseconds: 1_000_000)
  var field = Vector3(x: 20_000, y: 0, z: 42_000)

  init(seed: UInt64) { sensor = Accelerometer(seed: seed) }

  func sample(_ force: SIMD3<Double>) {
    now = now.advanced(by: 13_333)
    machine.add(
      MagneticField(nanotesla: field), isOverflowed: false,
      specificForce: Acceleration(microG: sensor.sample(force)), at: now)
    machine.advance(to: now)
    for _ in 0..<20 { machine.work(at: now) }
  }

  /// One second to get there, two to lie there.
  func visit(_ poses: [SIMD3<Double>]) {
    var last = SIMD3<Double>(0, 0, -1)
    for pose in poses {
      for step in 1...75 {
        let v = last + (pose - last) * (Double(step) / 75) + SIMD3(0, 0.02, 0.01) * Double(step % 5)
        field.x = 20_000 + Int32(step) * 200
        sample(v / (v * v).sum().squareRoot())
      }
      for _ in 0..<150 { sample(pose) }
      last = pose
    }
  }
}

@Test func accelerometerCalibration_takesOneSampleAPose_andEndsByItselfWhenItIsGood() throws {
  let bench = PoseBench(seed: 9)
  try bench.machine.start(ofGravity: true, at: bench.now)
  let all = poses(26, seed: 4)
  bench.visit(Array(all.prefix(5)))
  #expect(bench.machine.state == .collecting && bench.machine.sampleCount == 5)
  #expect(bench.machine.coverage.count == 5 && bench.machine.advice.rawValue >= 16, "a side is missing")
  #expect(throws: IllegalCalibrationEvent.self) { try bench.machine.handle(.finish, at: bench.now) }
  bench.visit(Array(all[5..<6]))
  #expect(bench.machine.sampleCount == 6 && bench.machine.advice == .enough)
  for pose in all[6...] where bench.machine.state != .review { bench.visit([pose]) }
  #expect(bench.machine.state == .review, "\(bench.machine.state)")
  let outcome = bench.machine.outcome
  #expect(outcome.accepted && outcome.model == .ellipsoid && outcome.grade == 3 && outcome.sampleCount < 26)
  var record = CalibrationRecord()
  record.takeAccelerometer(outcome)
  let before = bench.sensor.tiltError(.identity)
  let after = bench.sensor.tiltError(record)
  #expect(before > 1 && after < 0.2, "\(before)° to \(after)°")
}

@Test func accelerometerCalibration_neverAtRest_takesNothingAndFails() throws {
  let bench = PoseBench(seed: 2)
  try bench.machine.start(ofGravity: true, at: bench.now)
  for step in 0..<75 * 40 where bench.machine.state != .failed {
    let t = Double(step) / 75
    bench.sample(SIMD3(sin(t), 0, -cos(t)))
  }
  #expect(bench.machine.state == .failed && bench.machine.sampleCount == 0)
  #expect(bench.machine.reason?.code == .noMotion)
}

@Test func rest_isNone_whileTheFieldSaysThatItTurnsAboutTheVertical() throws {
  let bench = PoseBench(seed: 2)
  try bench.machine.start(ofGravity: true, at: bench.now)
  for step in 0..<75 * 10 {
    let t = Double(step) / 75
    bench.field = Vector3(x: Int32(20_000 * cos(t)), y: Int32(-20_000 * sin(t)), z: 42_000)
    bench.sample(SIMD3(0, 0, -1))
  }
  #expect(bench.machine.sampleCount == 0 && bench.machine.state == .seeking)
}

@Test func accelerometerCalibration_withFivePoses_saysHowManyAreWanted() throws {
  let bench = PoseBench(seed: 2)
  try bench.machine.start(ofGravity: true, at: bench.now)
  let five = poses(5, seed: 8)
  bench.visit(five)
  for _ in 0..<75 * 200 where bench.machine.state != .failed { bench.sample(five[4]) }
  #expect(bench.machine.state == .failed)
  let told = bench.machine.reason
  let reason = try #require(told)
  #expect(reason.code == .tooFewSamples && reason.measured == 5 && reason.limit == 6)
}

/// The bits of a magnetometer's fit are those of a machine that never did anything else.
@Test func magnetometerCalibration_afterTheAccelerometers_isAsEver() throws {
  func run(_ bench: PoseBench) throws -> FitOutcome {
    try bench.machine.start(at: bench.now)
    for step in 0..<75 * 120 where bench.machine.state != .review {
      let t = Double(step) / 75
      let z = sin(t / 5)
      let v = SIMD3((1 - z * z).squareRoot() * cos(t * 3), (1 - z * z).squareRoot() * sin(t * 3), z) * 48_000
      bench.field = Vector3(x: Int32(v.x) + 30_000, y: Int32(v.y) - 20_000, z: Int32(v.z))
      bench.sample(SIMD3(0, 0, -1))
    }
    #expect(bench.machine.state == .review)
    return bench.machine.outcome
  }
  let used = PoseBench(seed: 1)
  try used.machine.start(ofGravity: true, at: used.now)
  used.visit(poses(8, seed: 3))
  try used.machine.handle(.cancel, at: used.now)
  // The same noise again: what is left of the other run would show.
  used.sensor = Accelerometer(seed: 1)
  // At the same time: when a solve begins is a matter of milliseconds.
  let fresh = PoseBench(seed: 1)
  fresh.now = used.now
  let expected = try run(fresh)
  let found = try run(used)
  #expect(found == expected && found.accepted)
}
