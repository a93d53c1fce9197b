// Every function of binnacle.h gives the numbers of the Swift value behind it.

import Binnacle
import CBinnacle
import Simulation
import Testing

private func swift(_ v: [Int32]) -> Vector3 { Vector3(x: v[0], y: v[1], z: v[2]) }

/// 47.4° N, 8.5° E, 2026-07-01.
private let zurich = binnacle_place(
  latitude_e7_degrees: 474_000_000, longitude_e7_degrees: 85_000_000, height_millimetres: 408_000, year: 2026,
  month: 7, day: 1, extrapolates: 0)

/// Samples of an instrument that is turned in iron, with noise: field and force.
private func samples(_ count: Int) -> [(field: [Int32], force: [Int32])] {
  var random = SeededGenerator(seed: 8)
  return (1...count).map { step in
    let z = (Double(step) / 40).remainder(dividingBy: 2)
    let height = abs(z) * 2 - 1
    let r = (1 - height * height).squareRoot()
    let turn = Double(step) * 2.399963
    let v =
      SIMD3(r * cosine(turn), r * cosine(turn - 1.5707963), height) * 48_000 + SIMD3(12_000, -7_000, 30_000)
      + random.gaussianVector(sigma: 150)
    let tilt = random.gaussianVector(sigma: 30_000)
    return (
      [Int32(v.x), Int32(v.y), Int32(v.z)], [Int32(tilt.x), Int32(tilt.y), Int32(tilt.z) - 1_000_000]
    )
  }
}

private func cosine(_ angle: Double) -> Double {
  // To a thousandth is enough for a direction.
  let x = angle.remainder(dividingBy: 2 * .pi)
  let y = x * x
  return 1 - y / 2 + y * y / 24 - y * y * y / 720 + y * y * y * y / 40_320 - y * y * y * y * y / 3_628_800
}

/// Place, axes, smoothing and deviation of both.
private func prepare(_ c: inout binnacle_compass, _ compass: inout Compass) throws {
  var place = zurich
  #expect(binnacle_compass_set_place(&c, &place) == BINNACLE_OK)
  try compass.setPlace(
    Position(latitude: 565_504_027, longitude: 101_408_950, height: 408_000),
    on: try #require(CalendarDay(year: 2026, month: 7, day: 1)))
  var axes: [Int32] = [2, 1]
  #expect(binnacle_compass_set_axes(&c, 0, axes[0], axes[1]) == BINNACLE_OK)
  axes = [3, 0]
  #expect(binnacle_compass_set_axes(&c, 1, axes[0], axes[1]) == BINNACLE_OK)
  compass.mounting = try #require(AxisRemap(forward: .plusY, right: .minusX))
  compass.forceMounting = try #require(AxisRemap(forward: .minusY, right: .plusX))
  #expect(binnacle_compass_set_smoothing(&c, 100_000) == BINNACLE_OK)
  compass.service.smoother.timeConstant = 100_000
  var card: [Int32] = [1 << 22, 1 << 23, -(1 << 22), 0, 1 << 20]
  #expect(binnacle_compass_set_deviation(&c, &card) == BINNACLE_OK)
  compass.service.card = DeviationCard(a: 1 << 22, b: 1 << 23, c: -(1 << 22), d: 0, e: 1 << 20)
}

private func addSame(
  field: [Int32], force: [Int32], _ c: inout binnacle_compass, _ compass: inout Compass, at now: UInt64
) {
  var (field, force) = (field, force)
  #expect(binnacle_compass_add_force(&c, &force, now, 0) == BINNACLE_OK)
  #expect(binnacle_compass_add_field(&c, &field, now, 0) == BINNACLE_OK)
  compass.add(Acceleration(microG: swift(force)), at: Instant(microseconds: now))
  compass.add(MagneticField(nanotesla: swift(field)), at: Instant(microseconds: now))
}

/// - Returns: whether there is a heading from true north.
private func expectSameReading(
  _ c: inout binnacle_compass, _ compass: inout Compass, at now: UInt64
) -> Bool {
  var (reading, heading) = (binnacle_reading(), UInt32(0))
  #expect(binnacle_compass_read(&c, now, &reading) == BINNACLE_OK)
  let expected = compass.reading(at: Instant(microseconds: now))
  #expect(reading.time_microseconds == now && reading.doubts == expected.assessment.doubts.rawValue)
  #expect(reading.is_magnetic_valid == (expected.magneticHeading == nil ? 0 : 1))
  #expect(reading.magnetic_q32_turns == expected.magneticHeading?.rawValue ?? 0)
  #expect(reading.true_q32_turns == expected.trueHeading?.rawValue ?? 0)
  #expect(reading.heading_q32_turns == expected.heading?.rawValue ?? 0)
  #expect(reading.accuracy_centidegrees == expected.accuracy ?? 65_535)
  #expect(reading.grade == expected.grade && reading.disturbance == expected.disturbance.rawValue)
  #expect(reading.roll_q32_turns == expected.roll?.signed && reading.pitch_q32_turns == expected.pitch?.signed)
  #expect(reading.dip_q32_turns == expected.dip?.signed && reading.mode == 2 && reading.reason == 0)
  #expect(reading.horizontal_nanotesla == expected.solution.horizontalNanotesla)
  #expect(reading.field_q8_nanotesla.1 == expected.field.q8Nanotesla.y)
  #expect(binnacle_compass_heading(&c, &heading) == BINNACLE_OK)
  let bare = compass.heading()
  #expect(heading == bare?.rawValue)
  #expect(binnacle_compass_true_heading(&c, &heading) == BINNACLE_OK)
  let fromTrueNorth = compass.trueHeading()
  #expect(heading == fromTrueNorth?.rawValue)
  return reading.is_true_valid == 1
}

/// - Returns: whether there is a new record.
private func expectSameStep(
  _ k: inout binnacle_calibration, _ c: inout binnacle_compass, _ calibration: inout CompassCalibration,
  _ compass: inout Compass, at now: UInt64
) -> Bool {
  let isNew = calibration.step(&compass, at: Instant(microseconds: now))
  #expect(binnacle_calibration_step(&k, &c, now) == (isNew ? BINNACLE_NEW_RECORD : BINNACLE_OK))
  if isNew {
    calibration.saved(true, at: Instant(microseconds: now))
    #expect(binnacle_calibration_saved(&k, 1, now) == BINNACLE_OK)
    #expect(binnacle_calibration_saved(&k, 1, now) == BINNACLE_ERROR_STATE)
  }
  return isNew
}

@Test func compassOfC_readsWhatTheSwiftOneReads() throws {
  var (c, k, heading) = (binnacle_compass(), binnacle_calibration(), UInt32(0))
  #expect(binnacle_compass_init(&c, MemoryLayout<binnacle_compass>.size) == BINNACLE_OK)
  #expect(binnacle_calibration_init(&k, MemoryLayout<binnacle_calibration>.size) == BINNACLE_OK)
  var compass = Compass()
  var calibration = CompassCalibration()
  #expect(binnacle_compass_true_heading(&c, &heading) == BINNACLE_ERROR_NO_TRUE_NORTH)
  #expect(binnacle_compass_heading(&c, &heading) == BINNACLE_ERROR_NO_HEADING)
  try prepare(&c, &compass)

  var now: UInt64 = 0
  #expect(binnacle_calibration_commit(&k, now) == BINNACLE_ERROR_STATE)
  #expect(binnacle_calibration_start(&k, 0, 0, 0, now) == BINNACLE_OK)
  try calibration.start(at: Instant(microseconds: now))
  var (renewals, headings) = (0, 0)
  for sample in samples(2_000) {
    now += 20_000
    let force = [sample.force[0], sample.force[1], -sample.force[2]]
    addSame(field: sample.field, force: force, &c, &compass, at: now)
    if expectSameReading(&c, &compass, at: now) { headings += 1 }
    if calibration.state == .review {
      try expectSameResult(&k, &calibration, at: now)
      #expect(binnacle_calibration_commit(&k, now) == BINNACLE_OK)
      try calibration.commit(at: Instant(microseconds: now))
    }
    for _ in 0..<20 {
      if expectSameStep(&k, &c, &calibration, &compass, at: now) { renewals += 1 }
    }
  }
  #expect(renewals == 1 && headings > 100)
  var bytes = [UInt8](repeating: 0, count: 216)
  #expect(binnacle_compass_get_record(&c, &bytes, 216) == BINNACLE_OK)
  let record = compass.recordBytes()
  #expect(bytes == (0..<216).map { record[$0] })
  #expect(bytes[5] == 4, "an ellipsoid")
}

/// What both calibrations say in review.
private func expectSameResult(
  _ k: inout binnacle_calibration, _ calibration: inout CompassCalibration, at now: UInt64
) throws {
  var (progress, outcome, reason) = (binnacle_progress(), binnacle_outcome(), binnacle_reason())
  #expect(binnacle_calibration_progress(&k, now, &progress) == BINNACLE_OK)
  #expect(Int(progress.state) == Int(BINNACLE_REVIEW) && Int(progress.advice) == Int(BINNACLE_ADVICE_DECIDE))
  #expect(progress.percent == 98 && progress.samples == calibration.sampleCount && progress.directions > 60)
  #expect(progress.milliseconds_left == calibration.timeLeft(at: Instant(microseconds: now)) / 1000)
  #expect(binnacle_calibration_outcome(&k, &outcome) == BINNACLE_OK)
  let found = calibration.outcome
  #expect(outcome.is_accepted == 1 && outcome.model == 4 && outcome.grade == found.grade)
  #expect(outcome.worst_error_centidegrees == found.predictedWorst && found.predictedWorst < 300)
  #expect(
    outcome.typical_error_centidegrees == found.predictedTypical && outcome.residual_millipercent == found.residual)
  #expect(outcome.hard_iron_q8_nanotesla.2 == found.centre.z && outcome.field_nanotesla == found.radius)
  #expect(outcome.confidence_percent == calibration.confidence && outcome.confidence_percent > 50)
  for place in 0..<CompassCalibration.reportedCount {
    let expected = calibration.reported(place)
    let code = binnacle_calibration_reason(&k, UInt32(place), &reason)
    #expect(code == (expected == nil ? BINNACLE_ERROR_NOTHING : BINNACLE_OK))
    if let expected { #expect(reason.measured == expected.measured && reason.code == UInt32(expected.code.rawValue)) }
  }
}

@Test func headingFromCounts_isThatOfTheCounts_whereverTheyLie() {
  var heading = UInt32(0)
  var (field, force) = ([200, -30, 400] as [Int16], [0, 0, -1000] as [Int16])
  #expect(binnacle_heading_from_counts(&field, &force, &heading) == BINNACLE_OK)
  #expect(binnacle_centidegrees(heading) == 853)
  // Also where the counts do not lie at multiples of four.
  var shifted: [Int16] = [9, 200, -30, 400, 0, 0, -1000]
  shifted.withUnsafeMutableBufferPointer { counts in
    heading = 0
    #expect(binnacle_heading_from_counts(counts.baseAddress! + 1, counts.baseAddress! + 4, &heading) == BINNACLE_OK)
    #expect(binnacle_centidegrees(heading) == 853)
  }
  field = [0, 0, 400]
  #expect(binnacle_heading_from_counts(&field, &force, &heading) == BINNACLE_ERROR_NO_HEADING)
  #expect(binnacle_centidegrees(.max) == 0 && binnacle_centidegrees(1 << 31) == 18_000)
}

@Test func angleAndSolutionOfC_areThoseOfSwift() throws {
  var (heading, solution) = (UInt32(0), binnacle_solution())
  for (y, x) in [(0, 1), (-7, 3), (.min, .min), (.max, -1)] as [(Int32, Int32)] {
    #expect(binnacle_angle(y, x, &heading) == BINNACLE_OK)
    #expect(heading == Cordic.angle(y: y, x: x)?.rawValue)
  }
  #expect(binnacle_angle(0, 0, &heading) == BINNACLE_ERROR_NO_HEADING)

  var (q8, microG) = ([5_120_000, 1_000_000, 10_979_840] as [Int32], [100_000, 200_000, -970_000] as [Int32])
  #expect(binnacle_solve(&q8, &microG, &solution) == BINNACLE_OK)
  let expected = try TiltCompensation.solve(
    field: CorrectedField(q8Nanotesla: swift(q8)), specificForce: Acceleration(microG: swift(microG)))
  #expect(solution.heading_q32_turns == expected.heading.rawValue && solution.dip_q32_turns == expected.dip.signed)
  #expect(solution.roll_q32_turns == expected.roll?.signed && solution.pitch_q32_turns == expected.pitch.signed)
  #expect(binnacle_solve(&q8, nil, &solution) == BINNACLE_OK)
  #expect(solution.heading_q32_turns != expected.heading.rawValue)
  microG = [0, 0, 0]
  #expect(binnacle_solve(&q8, &microG, &solution) == BINNACLE_ERROR_NO_HEADING)
}

@Test func declinationOfC_isRightOrHasACode() {
  var (place, declination) = (zurich, Int32(0))
  #expect(binnacle_declination(&place, &declination) == BINNACLE_OK)
  #expect(abs(Double(declination) / 0x1p32 * 360 - 3.6) < 0.3)
  place.latitude_e7_degrees = 900_000_001
  #expect(binnacle_declination(&place, &declination) == BINNACLE_ERROR_LATITUDE)
  place.latitude_e7_degrees = 900_000_000
  place.longitude_e7_degrees = -1_800_000_000
  #expect(binnacle_declination(&place, &declination) == BINNACLE_OK)
  place.longitude_e7_degrees = 1_800_000_001
  #expect(binnacle_declination(&place, &declination) == BINNACLE_ERROR_RANGE)
  place = zurich
  place.month = 13
  #expect(binnacle_declination(&place, &declination) == BINNACLE_ERROR_RANGE)
  for (year, extrapolates, code) in [
    (2024, 0, BINNACLE_ERROR_BEFORE_MODEL), (2031, 0, BINNACLE_ERROR_AFTER_MODEL), (2031, 1, BINNACLE_OK),
    (2041, 1, BINNACLE_ERROR_BEYOND_EXTRAPOLATION),
  ] {
    place = zurich
    (place.year, place.extrapolates) = (Int32(year), Int32(extrapolates))
    #expect(Int(binnacle_declination(&place, &declination)) == Int(code), "\(year)")
  }
  place = zurich
  place.height_millimetres = 850_000_001
  #expect(binnacle_declination(&place, &declination) == BINNACLE_ERROR_TOO_HIGH)
  place.height_millimetres = -1_000_001
  #expect(binnacle_declination(&place, &declination) == BINNACLE_ERROR_TOO_LOW)
}

private func declination(_ place: inout binnacle_place) -> Int32? {
  var found = Int32(0)
  return binnacle_declination(&place, &found) == BINNACLE_OK ? found : nil
}

@Test func headingWithoutAField_driftsFromWhereItBegan() {
  var (c, m, estimate) = (binnacle_compass(), binnacle_motion(), binnacle_motion_estimate())
  #expect(binnacle_compass_init(&c, MemoryLayout<binnacle_compass>.size) == BINNACLE_OK)
  #expect(binnacle_motion_init(&m, MemoryLayout<binnacle_motion>.size, nil) == BINNACLE_OK)
  #expect(binnacle_motion_use_field(&m, 0) == BINNACLE_OK)
  var now: UInt64 = 0
  for step in 0..<1_200 {
    now += 10_000
    // 0.5 rad/s about the vertical for two seconds: 57.3° to the right. The field turns by a quarter meanwhile.
    var rate: [Int32] = [0, 0, step >= 600 && step < 800 ? 1 << 19 : 0]
    var (force, field) = (
      [0, 0, -1_000_000] as [Int32], step < 600 ? [20_000, 0, 40_000] : [0, 20_000, 40_000] as [Int32]
    )
    _ = binnacle_motion_add_rate(&m, &rate, now, 0)
    _ = binnacle_compass_add_force(&c, &force, now, 0)
    _ = binnacle_compass_add_field(&c, &field, now, 0)
    for _ in 0..<8 { _ = binnacle_motion_step(&m, &c) }
  }
  #expect(binnacle_motion_get(&m, &estimate) == BINNACLE_OK)
  let (w, z) = (Double(estimate.attitude_q30.0), Double(estimate.attitude_q30.3))
  // The half of the turn about down: z over w is its tangent, 0.5463 for 57.3°.
  #expect(abs(abs(z / w) - 0.5463) < 0.01, "\(estimate.attitude_q30)")
}

@Test func reading_afterTheTimeout_hasNoHeading() {
  var (c, reading) = (binnacle_compass(), binnacle_reading())
  var (field, force) = ([20_000, 0, 40_000] as [Int32], [0, 0, -1_000_000] as [Int32])
  #expect(binnacle_compass_init(&c, MemoryLayout<binnacle_compass>.size) == BINNACLE_OK)
  #expect(binnacle_compass_add_force(&c, &force, 0, 0) == BINNACLE_OK)
  #expect(binnacle_compass_add_field(&c, &field, 0, 0) == BINNACLE_OK)
  for (timeout, now, reason) in [
    (1_000_000, 1_000_001, 8), (10_000, 10_001, 8), (10_000, 10_000, 0), (5_000_000, 4_999_999, 0),
  ] {
    if timeout != 1_000_000 { #expect(binnacle_compass_set_sample_timeout(&c, UInt32(timeout)) == BINNACLE_OK) }
    #expect(binnacle_compass_read(&c, UInt64(now), &reading) == BINNACLE_OK)
    #expect(Int(reading.reason) == reason, "\(timeout)")
  }
}

/// Six seconds of a gyroscope, which turns in the last two, and of the compass beside it.
/// - Returns: the time of the last sample.
private func moveBoth(
  _ m: inout binnacle_motion, _ c: inout binnacle_compass, _ motion: inout CompassMotion, _ compass: inout Compass
) -> UInt64 {
  var random = SeededGenerator(seed: 3)
  var now: UInt64 = 1_000_000
  for step in 0..<600 {
    now += 10_000
    let noise = random.gaussianVector(sigma: 1_000)
    var rate = [Int32(noise.x), Int32(noise.y), Int32(noise.z) + (step > 400 ? 400_000 : 0)]
    #expect(binnacle_motion_add_rate(&m, &rate, now, 0) == BINNACLE_OK)
    motion.add(AngularRate(q20: swift(rate)), at: Instant(microseconds: now))
    addSame(
      field: [20_000 + Int32(noise.z) / 10, 0, 40_000], force: [Int32(noise.x), 0, Int32(-1_000_000 + noise.y)], &c,
      &compass, at: now)
    for _ in 0..<3 {
      #expect(binnacle_motion_step(&m, &c) >= BINNACLE_OK)
      motion.step(&compass)
    }
    expectSameEstimate(&m, motion)
  }
  return now
}

private func expectSameEstimate(_ m: inout binnacle_motion, _ motion: borrowing CompassMotion) {
  var estimate = binnacle_motion_estimate()
  #expect(binnacle_motion_get(&m, &estimate) == BINNACLE_OK)
  let expected = motion.estimate()
  #expect(estimate.heading_q32_turns == expected.heading?.rawValue ?? 0)
  #expect(estimate.attitude_q30.3 == expected.attitude.z && estimate.time_microseconds == expected.time.microseconds)
  #expect(estimate.accuracy_q32_turns == expected.headingAccuracy)
  #expect(estimate.turn_q20_radians_per_second == expected.rateOfTurn)
  #expect(estimate.bias_q20_radians_per_second.0 == expected.bias.q20.x)
}

private func expectSameQuality(_ m: inout binnacle_motion, _ motion: borrowing CompassMotion) {
  var quality = binnacle_motion_quality()
  #expect(binnacle_motion_get_quality(&m, &quality) == BINNACLE_OK)
  let found = motion.estimate()
  #expect(quality.bias_deviation_q20_radians_per_second == found.biasDeviation && found.biasDeviation > 0)
  #expect(quality.scale_q24 == found.scale && quality.scale_deviation_q24 == found.scaleDeviation)
  #expect(quality.field_delay_microseconds == found.fieldDelay && found.fieldDelay != 0)
  #expect(quality.field_delay_deviation_microseconds == found.fieldDelayDeviation)
  let iron = found.hardIron.nanotesla
  #expect(quality.hard_iron_nanotesla == (iron.x, iron.y, iron.z))
}

@Test func gyroscopeOfC_isThatOfSwift() throws {
  var (c, m, estimate) = (binnacle_compass(), binnacle_motion(), binnacle_motion_estimate())
  var delays = binnacle_motion_settings(
    field_microseconds: 5_000, force_microseconds: 100, rate_microseconds: 200, zero_rate_offset: 300)
  #expect(binnacle_compass_init(&c, MemoryLayout<binnacle_compass>.size) == BINNACLE_OK)
  #expect(binnacle_motion_init(&m, MemoryLayout<binnacle_motion>.size, &delays) == BINNACLE_OK)
  #expect(binnacle_motion_set_axes(&m, 2, 0) == BINNACLE_OK)
  var compass = Compass()
  var motion = CompassMotion(
    settings: MotionSettings(fieldDelay: 5_000, forceDelay: 100, rateDelay: 200, zeroRateOffset: 300))
  motion.mounting = try #require(AxisRemap(forward: .plusY, right: .plusX))
  let now = moveBoth(&m, &c, &motion, &compass)
  #expect(binnacle_motion_get(&m, &estimate) == BINNACLE_OK)
  #expect(estimate.state == 2 && estimate.is_heading_valid == 1 && estimate.is_at_rest == 0)
  expectSameQuality(&m, motion)

  var (quality, tallies, heading, place) = (binnacle_motion_quality(), binnacle_motion_counts(), UInt32(0), zurich)
  #expect(binnacle_motion_true_heading(&m, &c, &heading) == BINNACLE_ERROR_NO_TRUE_NORTH)
  #expect(binnacle_compass_set_place(&c, &place) == BINNACLE_OK)
  #expect(binnacle_motion_true_heading(&m, &c, &heading) == BINNACLE_OK)
  #expect(heading == estimate.heading_q32_turns &+ UInt32(bitPattern: try #require(declination(&place))))
  #expect(binnacle_motion_is_dead(&m, now + 250_000) == BINNACLE_OK)
  #expect(binnacle_motion_is_dead(&m, now + 250_001) == BINNACLE_DEAD)
  var rate: [Int32] = [0, 0, 0]
  #expect(binnacle_motion_add_rate(&m, &rate, now, 3) == BINNACLE_OK)
  #expect(binnacle_motion_add_rate(&m, &rate, now - 1, 0) == BINNACLE_OK)
  #expect(binnacle_motion_add_rate(&m, &rate, now + 30_000, 1) == BINNACLE_OK)
  #expect(binnacle_motion_get_counts(&m, &tallies) == BINNACLE_OK)
  #expect(tallies.repeated == 1 && tallies.out_of_order == 1 && tallies.saturated == 1 && tallies.missing == 2)
  #expect(tallies.late == 0 && tallies.restarts == 0)

  // Without the field the filter begins anew, and keeps its delays and axes.
  #expect(binnacle_motion_use_field(&m, 0) == BINNACLE_OK)
  #expect(binnacle_motion_get(&m, &estimate) == BINNACLE_OK)
  #expect(estimate.state == 0 && estimate.is_heading_valid == 0)
  #expect(binnacle_motion_true_heading(&m, &c, &heading) == BINNACLE_ERROR_NO_HEADING)
  #expect(binnacle_motion_is_dead(&m, .max) == BINNACLE_OK, "before the first rate nothing is known")
  #expect(binnacle_motion_get_quality(&m, &quality) == BINNACLE_OK && quality.field_delay_microseconds == 5_000)
}
