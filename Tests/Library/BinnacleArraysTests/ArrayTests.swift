// The functions over arrays give what the functions of binnacle.h give row by row, and refuse what they cannot use.

import Binnacle
import CBinnacle
import TestSupport
import Testing

/// Rows of three numbers within ±`limit`.
private func rows(_ count: Int, _ limit: Int32, seed: UInt64) -> [Int32] {
  var random = SeededNumbers(seed: seed)
  return (0..<3 * count).map { _ in Int32(truncatingIfNeeded: random.next() >> 32) % limit }
}

/// A linear congruential generator (D. Knuth, The Art of Computer Programming, volume 2, section 3.3.4, MMIX).
private struct SeededNumbers {
  var seed: UInt64
  mutating func next() -> UInt64 {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return seed
  }
}

@Suite struct ArrayTests {
  @Test func angles_areThoseOfTheCore() {
    let (y, x) = (rows(300, .max, seed: 1) + [0, 0, 1], rows(300, .max, seed: 2) + [0, 1, 0])
    var (angles, isValid) = ([UInt32](repeating: 7, count: y.count), [UInt8](repeating: 7, count: y.count))
    #expect(binnacle_array_angles(y.count, y, x, &angles, &isValid) == BINNACLE_OK)
    for i in y.indices {
      let expected = Cordic.angle(y: y[i], x: x[i])
      #expect(angles[i] == expected?.rawValue ?? 0 && (isValid[i] == 1) == (expected != nil))
    }
    #expect(isValid[900] == 0 && angles[900] == 0)
  }

  @Test func headings_areThoseOfTheSingleFunctions() {
    let field = rows(200, 32_000, seed: 3).map { Int16($0) } + [0, 0, 0]
    let force = rows(200, 16_000, seed: 4).map { Int16($0) } + [0, 0, 0]
    var (headings, isValid) = ([UInt32](repeating: 7, count: 201), [UInt8](repeating: 7, count: 201))
    #expect(binnacle_array_headings_from_counts(201, field, force, &headings, &isValid) == BINNACLE_OK)
    for i in 0..<201 {
      var one = UInt32(0)
      let code = binnacle_heading_from_counts(
        Array(field[3 * i..<3 * i + 3]), Array(force[3 * i..<3 * i + 3]), &one)
      #expect((isValid[i] == 1) == (code == BINNACLE_OK) && headings[i] == one)
    }
  }

  @Test(arguments: [true, false]) func solutions_areThoseOfTheSingleFunction(hasForce: Bool) {
    let field = rows(200, 12_000_000, seed: 5) + [0, 0, 9, 5, 6, 7]
    let force = rows(200, 1_000_000, seed: 6) + [0, 0, -9, 1_000_000, 0, 0]
    var solutions = [binnacle_solution](repeating: binnacle_solution(), count: 202)
    var status = [UInt8](repeating: 7, count: 202)
    #expect(
      (hasForce
        ? binnacle_array_solve(202, field, force, &solutions, &status)
        : binnacle_array_solve(202, field, nil, &solutions, &status)) == BINNACLE_OK)
    for i in 0..<202 {
      var one = binnacle_solution()
      let (m, a) = (Array(field[3 * i..<3 * i + 3]), Array(force[3 * i..<3 * i + 3]))
      let code = hasForce ? binnacle_solve(m, a, &one) : binnacle_solve(m, nil, &one)
      #expect((status[i] == 0) == (code != BINNACLE_OK))
      guard status[i] != 0 else { continue }
      #expect(solutions[i].heading_q32_turns == one.heading_q32_turns)
      #expect(solutions[i].dip_q32_turns == one.dip_q32_turns)
      #expect(solutions[i].horizontal_nanotesla == one.horizontal_nanotesla)
      if hasForce {
        #expect(
          solutions[i].roll_q32_turns == one.roll_q32_turns && solutions[i].pitch_q32_turns == one.pitch_q32_turns)
      }
    }
    #expect(status[200] == 0, "a vertical field")
    #expect(status[201] == 1, "no roll")
    #expect(status[0] == (hasForce ? 2 : 1))
  }

  @Test func record_isAppliedOrRefused() throws {
    var record = CalibrationRecord()
    record.modelOrder = .ellipsoid
    record.hardIron = Vector3(x: 1_000_000, y: -500_000, z: 77)
    record.softIron = MatrixQ24(
      Vector3(x: 17_000_000, y: 200_000, z: -3), Vector3(x: 200_000, y: 16_500_000, z: 9),
      Vector3(x: -3, y: 9, z: 16_777_216))
    let image = record.bytes()
    let bytes = (0..<216).map { image[$0] }
    let field = rows(100, 3_000_000, seed: 7)
    var corrected = [Int32](repeating: 0, count: 300)
    #expect(binnacle_array_correct(100, bytes, 216, field, &corrected) == BINNACLE_OK)
    for i in 0..<100 {
      let v = Vector3(x: field[3 * i], y: field[3 * i + 1], z: field[3 * i + 2])
      let expected = record.apply(to: MagneticField(nanotesla: v)).q8Nanotesla
      #expect(Vector3(x: corrected[3 * i], y: corrected[3 * i + 1], z: corrected[3 * i + 2]) == expected)
    }
    let zeros = [UInt8](repeating: 0, count: 216)
    #expect(binnacle_array_correct(100, zeros, 216, field, &corrected) == BINNACLE_ERROR_RECORD_MAGIC)
    #expect(binnacle_array_correct(0, zeros, 216, nil, nil) == BINNACLE_ERROR_RECORD_MAGIC)
    #expect(binnacle_array_correct(0, bytes, 216, nil, nil) == BINNACLE_OK)
    #expect(binnacle_array_correct(100, bytes, 215, field, &corrected) == BINNACLE_ERROR_RECORD_SHORT)
    #expect(binnacle_array_correct(100, bytes, -1, field, &corrected) == BINNACLE_ERROR_SIZE)
  }

  @Test func worldFields_areThoseOfTheModelOrItsLimits() throws {
    let day = try #require(CalendarDay(year: 2026, month: 7, day: 1)).days
    var moments = [
      binnacle_moment(
        latitude_q32_turns: 565_504_027, longitude_q32_turns: 101_408_950, height_millimetres: 408_000,
        days_since_2000: day)
    ]
    moments.append(moments[0])
    moments[1].latitude_q32_turns = 1 << 30 + 1
    moments.append(moments[0])
    moments[2].days_since_2000 = day + 2_000
    var fields = [binnacle_world_field](repeating: binnacle_world_field(), count: 3)
    #expect(binnacle_array_world_fields(3, moments, 0, &fields) == BINNACLE_OK)
    let expected = try WorldMagneticModel.field(
      at: Position(latitude: 565_504_027, longitude: 101_408_950, height: 408_000),
      moment: WorldMagneticModel.Moment(CalendarDay(days: day)))
    #expect(fields[0].result == BINNACLE_OK && fields[0].has_declination == 1)
    #expect(fields[0].declination_q32_turns == expected.declination?.signed)
    #expect(fields[0].dip_q32_turns == expected.dip?.signed && fields[0].total_q8_nanotesla == expected.totalQ8)
    #expect(fields[0].field_q8_nanotesla.2 == expected.q8Nanotesla.z)
    #expect(fields[1].result == BINNACLE_ERROR_LATITUDE && fields[1].total_q8_nanotesla == 0)
    #expect(fields[2].result == BINNACLE_ERROR_AFTER_MODEL)
    #expect(binnacle_array_world_fields(3, moments, 1, &fields) == BINNACLE_OK)
    #expect(fields[2].result == BINNACLE_OK)
  }

  @Test func arguments_thatAreNone_giveCodes() {
    var (words, bytes) = ([UInt32](repeating: 0, count: 3), [UInt8](repeating: 0, count: 3))
    let (numbers, counts) = ([Int32](repeating: 1, count: 4), [Int16](repeating: 1, count: 4))
    #expect(binnacle_array_angles(0, nil, nil, nil, nil) == BINNACLE_OK)
    #expect(binnacle_array_angles(1, nil, numbers, &words, &bytes) == BINNACLE_ERROR_NULL)
    #expect(binnacle_array_angles(1, numbers, numbers, nil, &bytes) == BINNACLE_ERROR_NULL)
    #expect(binnacle_array_angles(-1, numbers, numbers, &words, &bytes) == BINNACLE_ERROR_RANGE)
    numbers.withUnsafeBytes { memory in
      let odd = UnsafePointer<Int32>(bitPattern: UInt(bitPattern: memory.baseAddress) + 1)
      #expect(binnacle_array_angles(1, odd, numbers, &words, &bytes) == BINNACLE_ERROR_ALIGNMENT)
    }
    #expect(binnacle_array_headings_from_counts(1, counts, nil, &words, &bytes) == BINNACLE_ERROR_NULL)
    var (solution, result, rotation) = (binnacle_solution(), binnacle_fit_result(), binnacle_rotation())
    #expect(binnacle_array_solve(1, nil, nil, &solution, &bytes) == BINNACLE_ERROR_NULL)
    var settings = binnacle_fit_settings(
      sensor_range: 1 << 21, lowest_strength: 0, highest_strength: 0, is_plain: 0)
    #expect(binnacle_array_fit(1, nil, nil, nil, &settings, &result) == BINNACLE_ERROR_NULL)
    #expect(binnacle_array_fit(0, nil, nil, nil, nil, &result) == BINNACLE_ERROR_NULL)
    #expect(binnacle_array_fit(1 << 17 + 1, numbers, nil, nil, &settings, &result) == BINNACLE_ERROR_RANGE)
    settings.sensor_range = 0
    #expect(binnacle_array_fit(1, numbers, nil, nil, &settings, &result) == BINNACLE_ERROR_RANGE)
    #expect(binnacle_array_align(0, nil, nil, &rotation) == BINNACLE_ERROR_NOTHING)
    #expect(binnacle_array_align(2_001, numbers, numbers, &rotation) == BINNACLE_ERROR_RANGE)
    let times = [UInt64](repeating: 0, count: 1)
    var (compass, reading) = (binnacle_compass(), binnacle_reading())
    #expect(
      binnacle_array_compass_readings(&compass, 1, times, numbers, nil, nil, nil, &reading)
        == BINNACLE_ERROR_UNINITIALISED)
    #expect(
      binnacle_array_compass_readings(&compass, 1, nil, numbers, nil, nil, nil, &reading) == BINNACLE_ERROR_NULL)
    #expect(
      binnacle_array_compass_headings(nil, 1, numbers, nil, &words, &bytes) == BINNACLE_ERROR_NULL)
    var (motion, estimate) = (binnacle_motion(), binnacle_motion_estimate())
    #expect(
      binnacle_array_motion_estimates(
        &motion, &compass, 1, times, numbers, nil, numbers, nil, numbers, nil, &estimate)
        == BINNACLE_ERROR_UNINITIALISED)
    #expect(
      binnacle_array_motion_estimates(&motion, &compass, 1, times, numbers, nil, nil, nil, numbers, nil, &estimate)
        == BINNACLE_ERROR_NULL)
  }

  @Test func fit_ofNothing_saysTooFewSamples() {
    var settings = binnacle_fit_settings(
      sensor_range: 1 << 21, lowest_strength: 15_000, highest_strength: 90_000, is_plain: 0)
    var result = binnacle_fit_result()
    #expect(binnacle_array_fit(0, nil, nil, nil, &settings, &result) == BINNACLE_OK)
    #expect(result.is_accepted == 0 && result.model == 0 && result.reasons.0.holds == 1)
  }
}
