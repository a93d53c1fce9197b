// Simulated starts with a gyroscope: is the shown heading within the accuracy that is stated with it, from the first row on?

import Binnacle
import Foundation
import TestSupport
import Testing

@testable import Simulation

/// How an instrument is moved.
private enum Movement: CaseIterable {
  case rest, turning, carried
}

/// When a magnet is beside the instrument.
private enum Magnet: CaseIterable {
  case none, fromTheStart, coming, going
}

/// One simulated start: the attitude, the magnet, and the errors of the sensors.
private struct Start {
  let movement: Movement
  let magnet: Magnet
  /// World axes, nanotesla.
  let strength: SIMD3<Double>
  let dip: Double
  let field: Double
  let change: Double
  /// Degrees per second, and relative.
  var offset: SIMD3<Double>
  var scale: Double
  /// Negates the rate about Z.
  var isReversed = false
  private var speeds: [(Double, Double, Double)] = []
  private let heading: Double
  private let tilt: (Double, Double)
  private let shake: Double

  init(
    _ movement: Movement, _ magnet: Magnet, _ random: inout SeededGenerator, magnets: ClosedRange<Double>,
    offsets: ClosedRange<Double>
  ) {
    self.movement = movement
    self.magnet = magnet
    let direction = random.gaussianVector(sigma: 1)
    strength = direction / (direction * direction).sum().squareRoot() * Double.random(in: magnets, using: &random)
    dip = Double.random(in: 40...70, using: &random) * (Bool.random(using: &random) ? 1 : -1)
    field = Double.random(in: 40_000...55_000, using: &random)
    change = Double.random(in: 8...16, using: &random)
    let axis = random.gaussianVector(sigma: 1)
    offset = axis / (axis * axis).sum().squareRoot() * Double.random(in: offsets, using: &random)
    scale = Double.random(in: -0.01...0.01, using: &random)
    heading = Double.random(in: 0..<360, using: &random)
    tilt = (Double.random(in: -25...25, using: &random), Double.random(in: -25...25, using: &random))
    shake = movement == .carried ? Double.random(in: 0.05...0.2, using: &random) : 0
    if movement != .rest {
      for _ in 0..<3 {
        speeds.append(
          (
            Double.random(in: 15...70, using: &random), Double.random(in: 0.3...1.2, using: &random),
            Double.random(in: 0..<6.28, using: &random)
          ))
      }
    }
  }

  /// Heading, pitch and roll in degrees.
  func angles(_ t: Double) -> SIMD3<Double> {
    guard movement != .rest else { return SIMD3(heading, tilt.0, tilt.1) }
    let turn = speeds.reduce(0) { $0 + $1.0 * sin($1.1 * t + $1.2) }
    return SIMD3(
      heading + turn, tilt.0 + 8 * sin(speeds[0].1 * 1.7 * t), tilt.1 + 8 * sin(speeds[1].1 * 1.3 * t + 1))
  }

  func attitude(_ t: Double) -> Attitude {
    let a = angles(t)
    return Attitude(headingDegrees: a.x, pitchDegrees: a.y, rollDegrees: a.z)
  }

  /// Body rates in degrees per second, the mean of the last 10 ms.
  func rate(_ t: Double) -> SIMD3<Double> {
    let speed = (angles(t) - angles(t - 0.01)) / 0.01
    let a = angles(t - 0.005) * .pi / 180
    var rate = SIMD3(
      speed.z - speed.x * sin(a.y), speed.y * cos(a.z) + speed.x * sin(a.z) * cos(a.y),
      speed.x * cos(a.z) * cos(a.y) - speed.y * sin(a.z))
    rate = rate * (1 + scale) + offset
    if isReversed { rate.z = -rate.z }
    return rate
  }

  func force(_ t: Double) -> SIMD3<Double> {
    SIMD3(
      shake * sin(12.1 * t) + shake * 0.5 * sin(3.3 * t), shake * 0.7 * sin(11.3 * t + 1), -1 + shake * sin(23 * t))
  }

  /// Whether the magnet is there, 0…1.
  func share(_ t: Double) -> Double {
    switch magnet {
    case .none: 0
    case .fromTheStart: 1
    case .coming: min(1, max(0, (t - change) / 0.5))
    case .going: 1 - min(1, max(0, (t - change) / 0.5))
    }
  }
}

/// One row: what was shown.
private struct Row {
  var time: Double
  var error: Double
  var compassError: Double
  var accuracy: Double
  var compassAccuracy: Double
  var source: ReadingSource
  var disturbance: DisturbanceState
  /// By how much the shown heading has moved beyond the turn since the row before.
  var step: Double
}

/// Runs a start for some seconds; one row every 100 ms.
/// - Parameters:
///   - begin: the time of the first sample, microseconds.
///   - turned: by how many degrees the Earth's field is turned at a time.
private func run(
  _ start: Start, seed: UInt64, seconds: Double, zeroRate: UInt16 = 300, every: Int = 10, begin: UInt64 = 5_000_000,
  turned: (Double) -> Double = { _ in 0 }
) -> [Row] {
  var random = SeededGenerator(seed: seed)
  var compass = Compass()
  var record = CalibrationRecord.identity
  record.modelOrder = .ellipsoid
  record.fieldStrength = UInt32(start.field)
  record.residual = 200
  record.predictedTypicalError = 40
  record.predictedError = 90
  record.dip = BinaryAngle(rawValue: UInt32(bitPattern: Int32(start.dip / 360 * 4_294_967_296)))
  compass.use(record)
  var motion = CompassMotion(settings: MotionSettings(fieldDelay: 0, zeroRateOffset: zeroRate))
  let earth = SIMD3(cos(start.dip * .pi / 180), 0, sin(start.dip * .pi / 180)) * start.field
  var rows: [Row] = []
  var last: (shown: Double, true: Double)?
  for step in 1...Int(seconds * 100) {
    let t = Double(step) * 0.01
    let now = Instant(microseconds: begin + UInt64(step) * 10_000)
    let attitude = start.attitude(t)
    let rate = (start.rate(t) + random.gaussianVector(sigma: 0.1)) * (.pi / 180 * 1_048_576)
    motion.add(AngularRate(q20: wholeVector(rate)), at: now)
    let force = World.intoBody(start.force(t) * 1_000_000, attitude) + random.gaussianVector(sigma: 2_000)
    compass.add(Acceleration(microG: wholeVector(force)), at: now)
    if step % 2 == 0 {
      let angle = turned(t) * .pi / 180
      let here = SIMD3(earth.x * cos(angle), earth.x * sin(angle), earth.z)
      let field =
        World.intoBody(here + start.strength * start.share(t), attitude) + random.gaussianVector(sigma: 150)
      compass.add(MagneticField(nanotesla: wholeVector(field)), at: now)
    }
    for _ in 0..<3 { motion.step(&compass) }
    guard step % every == 0 else { continue }
    var reading = CompassReading()
    motion.read(&compass, into: &reading, at: now)
    guard let heading = reading.heading, let accuracy = reading.accuracy, let part = motion.compassPart else {
      continue
    }
    let wanted = start.angles(t).x
    func off(_ angle: BinaryAngle) -> Double { (angle.degrees - wanted).remainder(dividingBy: 360) }
    var moved = 0.0
    if let last {
      moved = ((heading.degrees - last.shown) - (wanted - last.true)).remainder(dividingBy: 360)
    }
    last = (heading.degrees, wanted)
    rows.append(
      Row(
        time: t, error: off(heading), compassError: off(part.magnetic), accuracy: Double(accuracy) / 100,
        compassAccuracy: Double(part.accuracy) / 100, source: reading.source, disturbance: reading.disturbance,
        step: moved))
  }
  return rows
}

private func percentile(_ values: [Double], _ share: Double) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
}

/// The classes are stated for 150 worlds, which `make worlds` runs.
private let worlds = TestEffort.count(quick: 4, usual: 40, full: 150)

/// Every class of starts: how it is moved, and when a magnet of up to 100 µT is near. Offsets of the gyroscope: up to 6 °/s.
/// Seeds: 1000, 1007, … for the start, and 1, 2, … for the noise.
@Test(arguments: Movement.allCases, Magnet.allCases)
private func shown_isWithinItsAccuracy(_ movement: Movement, _ magnet: Magnet) {
  var (rows, within, perSecond) = (0, 0, [Int: (Int, Int)]())
  var (shown, stated, compass, compassStated, steps, alone) =
    ([Double](), [Double](), [Double](), [Double](), [Double](), 0)
  for seed in 0..<worlds {
    var draw = SeededGenerator(seed: UInt64(seed) * 7 + 1000)
    let start = Start(movement, magnet, &draw, magnets: 0...100_000, offsets: 0...6)
    for row in run(start, seed: UInt64(seed) + 1, seconds: 30) {
      rows += 1
      let isHeld = abs(row.error) <= row.accuracy
      within += isHeld ? 1 : 0
      alone += abs(row.compassError) <= row.compassAccuracy ? 1 : 0
      let second = Int(row.time)
      let old = perSecond[second] ?? (0, 0)
      perSecond[second] = (old.0 + 1, old.1 + (isHeld ? 1 : 0))
      shown.append(abs(row.error))
      stated.append(row.accuracy)
      compass.append(abs(row.compassError))
      compassStated.append(row.compassAccuracy)
      steps.append(abs(row.step))
    }
  }
  let worst = perSecond.map { (Double($1.1) / Double($1.0), $0) }.min { $0.0 < $1.0 } ?? (0, 0)
  let figures = String(
    format:
      "%@ %@: %.1f %% within (compass %.1f), worst second %d %.0f %%; error 95 %% %.2f (compass %.2f), stated %.2f (%.2f), step 99.9 %% %.2f, largest %.2f",
    "\(movement)", "\(magnet)", 100 * Double(within) / Double(rows), 100 * Double(alone) / Double(rows), worst.1,
    100 * worst.0, percentile(shown, 0.95), percentile(compass, 0.95), percentile(stated, 0.5),
    percentile(compassStated, 0.5), percentile(steps, 0.999), steps.max() ?? 0)
  #expect(within * 100 >= rows * 95, "\(figures)")
  #expect(worst.0 >= 0.9, "\(figures)")
}

/// A magnet of 30 µT for 20 s after 8 to 16 s without: the gyroscope carries the heading.
@Test(arguments: [Movement.rest, .turning])
private func shown_bridgesAMagnet(_ movement: Movement) {
  var (shown, stated) = ([Double](), [Double]())
  for seed in 0..<worlds {
    var draw = SeededGenerator(seed: UInt64(seed) * 7 + 5000)
    let start = Start(movement, .coming, &draw, magnets: 30_000...30_000, offsets: 0...0.5)
    let rows = run(start, seed: UInt64(seed) + 1, seconds: start.change + 20, zeroRate: 50)
    for row in rows where row.time > start.change {
      shown.append(abs(row.error))
      stated.append(row.accuracy)
    }
  }
  let figures = String(
    format: "%@: error 95 %% %.2f, stated 95 %% %.2f, median %.2f", "\(movement)", percentile(shown, 0.95),
    percentile(stated, 0.95), percentile(stated, 0.5))
  #expect(percentile(shown, 0.95) <= 5 && percentile(stated, 0.95) <= 15, "\(figures)")
}

/// The field turns, with its strength and dip, and turns back: nothing but the gyroscope shows it. The heading may follow
/// the field in the end, but it says that it may be as wrong as that; and it is right again a minute after.
@Test(arguments: [Movement.rest, .turning], [15.0, 25, 40, 90])
private func shown_isNeverWrongAndSure_whereTheFieldTurns(_ movement: Movement, _ angle: Double) {
  for seed in 0..<max(2, worlds / 20) {
    var draw = SeededGenerator(seed: UInt64(seed) * 7 + 3000)
    let start = Start(movement, .none, &draw, magnets: 0...0, offsets: 0...1)
    let length = seed % 2 == 0 ? 20.0 : 60
    let rows = run(start, seed: UInt64(seed) + 1, seconds: 20 + length + 100) { t in
      angle * max(0, min(1, t - 20)) * max(0, min(1, 21 + length - t))
    }
    let place = "seed \(seed), \(length) s"
    let sure = rows.filter { abs($0.error) > 1.5 * $0.accuracy + 2 }
    #expect(
      sure.count * 100 <= rows.count,
      "\(place): \(sure.count) of \(rows.count), worst \(sure.map { abs($0.error) }.max() ?? 0)")
    let late = rows.filter { $0.time > 20 + length + 80 }
    #expect(late.allSatisfy { abs($0.error) < 6 }, "\(place): \(late.map { abs($0.error) }.max() ?? 0)")
  }
}

/// A board that has run for 36 minutes before its gyroscope starts, as one that has run for five seconds.
@Test(arguments: [5, 2_140, 2_200, 4_000] as [UInt64])
private func cleanField_isClear_howeverLongTheClockHasRun(_ seconds: UInt64) {
  var draw = SeededGenerator(seed: 4000)
  let start = Start(.turning, .none, &draw, magnets: 0...0, offsets: 0...0.5)
  let rows = run(start, seed: 1, seconds: 12, begin: seconds * 1_000_000)
  #expect(rows.count > 100 && rows.allSatisfy { $0.disturbance == .clear }, "\(seconds) s")
}

/// What a reading says does not depend on how often somebody reads: 10 readings a second, and one in ten seconds.
@Test private func shown_isTheSame_howeverOftenItIsRead() {
  for seed in 0..<4 as Range<UInt64> {
    var draw = SeededGenerator(seed: 9000 + seed)
    let start = Start(.turning, seed % 2 == 0 ? .coming : .going, &draw, magnets: 30_000...60_000, offsets: 0...1)
    let often = run(start, seed: seed, seconds: 30)
    let rarely = run(start, seed: seed, seconds: 30, every: 1000)
    #expect(rarely.count == 3)
    for row in rarely {
      let same = often.first { $0.time == row.time }
      #expect(
        same?.error == row.error && same?.accuracy == row.accuracy && same?.compassAccuracy == row.compassAccuracy)
      #expect(same?.source == row.source && same?.disturbance == row.disturbance)
    }
  }
}
