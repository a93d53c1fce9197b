// The run of answers.c over `import Binnacle`, without the C functions between: the same number, word by word.

import Binnacle

/// The hash of answers.c, over the bytes of numbers in the order of the structures of binnacle.h.
private struct Hash {
  var value: UInt32 = 2_166_136_261

  mutating func mix(_ byte: UInt8) { value = (value ^ UInt32(truncatingIfNeeded: byte)) &* 16_777_619 }

  mutating func mix(_ short: UInt16) {
    mix(UInt8(truncatingIfNeeded: short))
    mix(UInt8(truncatingIfNeeded: short &>> 8))
  }

  mutating func mix(_ word: UInt32) {
    mix(UInt16(truncatingIfNeeded: word))
    mix(UInt16(truncatingIfNeeded: word &>> 16))
  }

  mutating func mix(_ word: Int32) { mix(UInt32(bitPattern: word)) }

  mutating func mix(_ v: Vector3) {
    mix(v.x)
    mix(v.y)
    mix(v.z)
  }

  mutating func mix(_ time: Instant) {
    mix(UInt32(truncatingIfNeeded: time.microseconds))
    mix(UInt32(truncatingIfNeeded: time.microseconds &>> 32))
  }

  mutating func mix(_ flag: Bool) { mix(UInt8(flag ? 1 : 0)) }
}

private struct Random {
  var state: UInt32 = 1

  mutating func draw(_ range: Int32) -> Int32 {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Int32(truncatingIfNeeded: UInt64(product: state &>> 8, UInt32(bitPattern: 2 &* range)) &>> 24) &- range
  }

  mutating func vector(_ range: Int32) -> Vector3 { Vector3(x: draw(range), y: draw(range), z: draw(range)) }

  /// That of draw_field: about 48,000 nT beside iron.
  mutating func field() -> Vector3 {
    var (field, square) = (Vector3.zero, Int64(0))
    repeat {
      field = vector(48_000)
      square = Int64(product: field.x, field.x) &+ Int64(product: field.y, field.y) &+ Int64(product: field.z, field.z)
    } while square < 2_116_000_000 || square > 2_500_000_000
    return Vector3(x: field.x &+ 12_000, y: field.y &- 7_000, z: field.z &+ 30_000)
  }
}

/// Kept in the order of `binnacle_reading`.
private func mix(_ reading: inout CompassReading, _ hash: inout Hash) {
  hash.mix(reading.time)
  hash.mix(reading.heading?.rawValue ?? 0)
  hash.mix(reading.magneticHeading?.rawValue ?? 0)
  hash.mix(reading.trueHeading?.rawValue ?? 0)
  hash.mix(reading.dip?.signed ?? 0)
  hash.mix(reading.roll?.signed ?? 0)
  hash.mix(reading.pitch?.signed ?? 0)
  hash.mix(reading.isSolved ? reading.solution.horizontalNanotesla : 0)
  hash.mix(reading.field.q8Nanotesla)
  hash.mix(reading.assessment.doubts.rawValue)
  hash.mix(reading.accuracy ?? UInt16.max)
  hash.mix(reading.assessment.reference.rawValue)
  hash.mix(reading.magneticHeading != nil)
  hash.mix(reading.trueHeading != nil)
  hash.mix(reading.isSolved)
  hash.mix(reading.mode.rawValue)
  hash.mix(reading.reason.rawValue)
  hash.mix(reading.grade)
  hash.mix(reading.disturbance.rawValue)
  hash.mix(reading.assessment.cause.rawValue)
  hash.mix(reading.assessment.zone?.rawValue ?? 3)
  hash.mix(reading.force?.microG ?? .zero)
  hash.mix(reading.displayOrientation.rawValue)
  hash.mix(reading.assessment.event.rawValue)
  hash.mix(reading.force != nil)
  hash.mix(reading.assessment.isDisplayFlat)
}

/// Kept in the order of `binnacle_motion_estimate`, `_quality` and `_counts`.
private func mix(_ motion: borrowing CompassMotion, _ compass: borrowing Compass, _ hash: inout Hash) {
  let found = motion.estimate()
  hash.mix(found.time)
  hash.mix(found.attitude.w)
  hash.mix(found.attitude.x)
  hash.mix(found.attitude.y)
  hash.mix(found.attitude.z)
  hash.mix(found.heading?.rawValue ?? 0)
  hash.mix(found.headingAccuracy)
  hash.mix(found.rateOfTurn)
  hash.mix(found.bias.q20)
  hash.mix(found.state.rawValue)
  hash.mix(found.heading != nil)
  hash.mix(found.isAtRest)
  hash.mix(UInt8(0))
  hash.mix(found.biasDeviation)
  hash.mix(found.scale)
  hash.mix(found.scaleDeviation)
  hash.mix(found.fieldDelay)
  hash.mix(found.fieldDelayDeviation)
  hash.mix(found.hardIron.nanotesla)
  let counts = motion.counts
  hash.mix(counts.missing)
  hash.mix(counts.repeated)
  hash.mix(counts.outOfOrder)
  hash.mix(counts.late)
  hash.mix(counts.saturated)
  hash.mix(counts.restarts)
}

/// Kept in the order of `binnacle_axis_finding`.
private func mix(_ finding: AxisFinding, _ hash: inout Hash) {
  hash.mix(finding.disagreement)
  hash.mix(finding.nextDisagreement)
  hash.mix(finding.outcome.rawValue)
  hash.mix(finding.arrangement.remap.forward.rawValue)
  hash.mix(finding.arrangement.remap.right.rawValue)
  hash.mix(finding.arrangement.isMirrored)
}

/// The objects of the run, what it draws, and the hash of what they answer.
private struct Run: ~Copyable {
  var hash = Hash()
  var random = Random()
  var compass = Compass()
  var calibration = CompassCalibration()
  var motion = CompassMotion()
  var check = AxisCheck()
  /// Microseconds.
  var now: UInt64 = 0
  var records = 0
  /// From true north, of the last reading.
  var heading: BinaryAngle?

  /// Whether place and calibration are accepted.
  mutating func begin() -> Bool {
    guard let day = CalendarDay(year: 2026, month: 7, day: 1) else { return false }
    do throws(WorldModelError) {
      // 47.4° N, 8.5° E.
      try compass.setPlace(Position(latitude: 565_504_027, longitude: 101_408_950, height: 408_000), on: day)
    } catch { return false }
    do throws(IllegalCalibrationEvent) { try calibration.start(at: Instant(microseconds: 0)) } catch { return false }
    return true
  }

  mutating func addSamples() {
    var force = random.vector(30_000)
    force.z = force.z &- 1_000_000
    let rate = random.vector(3_000)
    now &+= 20_000
    let time = Instant(microseconds: now)
    let field = random.field()
    compass.add(Acceleration(microG: force), at: time)
    compass.add(MagneticField(nanotesla: field), at: time)
    motion.add(AngularRate(q20: rate), at: time)
  }

  mutating func answerReading() {
    var reading = compass.reading(at: Instant(microseconds: now))
    mix(&reading, &hash)
    heading = compass.trueHeading()
    // BINNACLE_ERROR_NO_HEADING, and the 0 that answers.c puts there.
    hash.mix(heading == nil ? -7 : 0 as Int32)
    hash.mix(heading?.rawValue ?? 0)
  }

  mutating func work() {
    let time = Instant(microseconds: now)
    var turn = 0
    while turn < 12 {
      motion.step(&compass)
      if calibration.step(&compass, at: time) {
        records &+= 1
        let bytes = compass.recordBytes()
        for i in bytes.indices { hash.mix(bytes[i]) }
        calibration.saved(true, at: time)
      }
      turn &+= 1
    }
  }

  /// Kept in the order of `binnacle_progress`. The calibration ends after 600 steps; then comes its outcome.
  mutating func answerCalibration(_ step: UInt32) {
    let time = Instant(microseconds: now)
    hash.mix(calibration.sampleCount)
    hash.mix(calibration.rejectedCount)
    hash.mix(calibration.timeLeft(at: time) / 1_000)
    hash.mix(calibration.state.rawValue)
    hash.mix(calibration.percent)
    hash.mix(calibration.advice.rawValue)
    hash.mix(UInt8(truncatingIfNeeded: calibration.coverage.count))
    let coverage = calibration.coverage.words
    hash.mix(coverage.0)
    hash.mix(coverage.1)
    hash.mix(coverage.2)
    hash.mix(calibration.duration)
    hash.mix(calibration.isOfAccelerometer)
    hash.mix(calibration.hasCommitted)
    hash.mix(calibration.waitsForStore)
    hash.mix(calibration.isStored)
    // The state as it was told: `finish` changes it.
    let state = calibration.state
    if state == .collecting, step == 600 { try? calibration.finish(at: time) }
    guard state == .review || state == .failed else { return }
    answerOutcome()
    try? calibration.commit(at: time)
  }

  /// Kept in the order of `binnacle_outcome`.
  private mutating func answerOutcome() {
    let found = calibration.outcome
    hash.mix(Vector3(x: found.centre.x, y: found.centre.y, z: found.centre.z))
    hash.mix(found.radius)
    hash.mix(found.sampleCount)
    hash.mix(found.predictedTypical)
    hash.mix(found.predictedWorst)
    hash.mix(found.residual)
    hash.mix(found.heldOutResidual)
    hash.mix(found.accepted)
    hash.mix(found.model.rawValue)
    hash.mix(found.grade)
    hash.mix(calibration.confidence)
  }

  mutating func answerMotion() {
    mix(motion, compass, &hash)
    let fused = motion.trueHeading(compass)
    hash.mix(fused == nil ? -7 : 0 as Int32)
    // Where there is none, the word still has the compass's heading.
    hash.mix(fused?.rawValue ?? heading?.rawValue ?? 0)
  }

  mutating func answerAxes(_ pose: AxisPose) {
    let field = random.vector(48_000)
    let force = random.vector(1_000_000)
    check.add(field: field, specificForce: force, pose: pose)
    var gravity = check.accelerometer()
    if pose.rawValue == 5 { gravity.outcome = .certain }
    let known = gravity.outcome == .certain ? gravity.arrangement : nil
    hash.mix(0 as Int32)
    mix(gravity, &hash)
    mix(check.magnetometer(accelerometer: known, pointsDown: pose.rawValue & 1 != 0), &hash)
  }
}

@c(answers_of_swift)
public func answersOfSwift(_ steps: UInt32) -> UInt32 {
  var run = Run()
  guard run.begin() else { return 1 }
  var step: UInt32 = 0
  while step < steps {
    run.addSamples()
    run.answerReading()
    run.work()
    run.answerCalibration(step)
    if step % 16 == 0 { run.answerMotion() }
    step &+= 1
  }
  var pose: UInt8 = 0
  while pose < 6 {
    guard let held = AxisPose(rawValue: pose) else { return 1 }
    run.answerAxes(held)
    pose &+= 1
  }
  return run.records == 1 ? run.hash.value : 2
}
