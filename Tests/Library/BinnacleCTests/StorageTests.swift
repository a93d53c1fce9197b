// The storage that binnacle.h declares against the values that it must hold, and what bad pointers do.

import Binnacle
import CBinnacle
import Testing

private let soon: UInt64 = 1_000_000

/// A compass that was made.
private func compass() -> binnacle_compass {
  var compass = binnacle_compass()
  _ = binnacle_compass_init(&compass, MemoryLayout<binnacle_compass>.size)
  return compass
}

@Test func storage_holdsTheValues() {
  // Eight bytes say what the object is. The storage is as large as the value needs, in whole words of 64 bits.
  for (name, storage, value) in [
    ("compass", MemoryLayout<binnacle_compass>.size, MemoryLayout<Compass>.size),
    ("calibration", MemoryLayout<binnacle_calibration>.size, MemoryLayout<CompassCalibration>.size),
    ("motion", MemoryLayout<binnacle_motion>.size, MemoryLayout<CompassMotion>.size),
    ("guide", MemoryLayout<binnacle_guide>.size, MemoryLayout<CompassGuide>.size),
    ("locator", MemoryLayout<binnacle_locator>.size, MemoryLayout<CompassPlace>.size),
    ("axis check", MemoryLayout<binnacle_axis_check>.size, MemoryLayout<AxisCheck>.size),
  ] {
    #expect(storage == (value + 15) / 8 * 8, "\(name): \(value + 8) of \(storage)")
  }
  #expect(Int(BINNACLE_RECORD_SIZE) == CalibrationRecord.length)
  #expect(Int(BINNACLE_REASONS) == Int(CompassCalibration.reportedCount))
  #expect(Int(BINNACLE_AXIS_POSES) == AxisCheck.capacity)
  #expect(Int(BINNACLE_GUIDE_REASONS) == Int(CompassGuide.reportedCount))
}

@Test func storage_ofAnotherSizeOrPlace_isRefused() {
  var storage = binnacle_compass()
  let size = MemoryLayout<binnacle_compass>.size
  #expect(binnacle_compass_init(nil, size) == BINNACLE_ERROR_NULL)
  #expect(binnacle_compass_init(&storage, size - 8) == BINNACLE_ERROR_SIZE)
  #expect(binnacle_compass_init(&storage, size + 8) == BINNACLE_ERROR_SIZE)
  #expect(binnacle_compass_init(&storage, -1) == BINNACLE_ERROR_SIZE)
  var calibration = binnacle_calibration()
  #expect(binnacle_calibration_init(nil, MemoryLayout<binnacle_calibration>.size) == BINNACLE_ERROR_NULL)
  #expect(binnacle_calibration_init(&calibration, 0) == BINNACLE_ERROR_SIZE)
  var motion = binnacle_motion()
  #expect(binnacle_motion_init(nil, MemoryLayout<binnacle_motion>.size, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_motion_init(&motion, 0, nil) == BINNACLE_ERROR_SIZE)
  var check = binnacle_axis_check()
  #expect(binnacle_axis_check_init(nil, MemoryLayout<binnacle_axis_check>.size) == BINNACLE_ERROR_NULL)
  #expect(binnacle_axis_check_init(&check, 0) == BINNACLE_ERROR_SIZE)
  withUnsafeMutablePointer(to: &storage) { whole in
    let odd = UnsafeMutableRawPointer(whole).advanced(by: 4).assumingMemoryBound(to: binnacle_compass.self)
    #expect(binnacle_compass_init(odd, size) == BINNACLE_ERROR_ALIGNMENT)
    #expect(binnacle_compass_forget_place(odd) == BINNACLE_ERROR_ALIGNMENT)
  }
}

@Test func object_thatWasNotMade_isRefusedByEveryFunction() {
  var (zeros, calibration, motion) = (binnacle_compass(), binnacle_calibration(), binnacle_motion())
  var (heading, words, bytes) = (UInt32(0), [Int32](repeating: 0, count: 5), [UInt8](repeating: 0, count: 216))
  var (reading, progress, outcome) = (binnacle_reading(), binnacle_progress(), binnacle_outcome())
  var (reason, estimate) = (binnacle_reason(), binnacle_motion_estimate())
  var (quality, tallies) = (binnacle_motion_quality(), binnacle_motion_counts())
  var place = binnacle_place()
  var good = compass()
  func results(
    _ c: UnsafeMutablePointer<binnacle_compass>?, _ k: UnsafeMutablePointer<binnacle_calibration>?,
    _ m: UnsafeMutablePointer<binnacle_motion>?
  ) -> [Int32] {
    [
      binnacle_compass_set_axes(c, 0, 0, 2), binnacle_compass_set_pointing(c, 0),
      binnacle_compass_set_place(c, &place), binnacle_compass_forget_place(c), binnacle_compass_set_reference(c, 0),
      binnacle_compass_set_deviation(c, &words), binnacle_compass_set_smoothing(c, 0),
      binnacle_compass_set_level_tolerance(c, 50), binnacle_compass_set_sample_timeout(c, 10_000),
      binnacle_compass_set_record(c, &bytes, 216),
      binnacle_compass_get_record(c, &bytes, 216), binnacle_compass_add_field(c, &words, soon, 0),
      binnacle_compass_add_force(c, &words, soon, 0), binnacle_compass_heading(c, &heading),
      binnacle_compass_true_heading(c, &heading), binnacle_compass_read(c, soon, &reading),
      binnacle_calibration_set_store(k, 1), binnacle_calibration_start(k, 0, 0, 0, soon),
      binnacle_calibration_finish(k, soon), binnacle_calibration_cancel(k, soon), binnacle_calibration_commit(k, soon),
      binnacle_calibration_discard(k, soon), binnacle_calibration_saved(k, 1, soon),
      binnacle_calibration_step(k, &good, soon), binnacle_calibration_progress(k, soon, &progress),
      binnacle_calibration_outcome(k, &outcome), binnacle_calibration_reason(k, 0, &reason),
      binnacle_motion_set_axes(m, 0, 2), binnacle_motion_add_rate(m, &words, soon, 0), binnacle_motion_step(m, &good),
      binnacle_motion_get(m, &estimate), binnacle_motion_use_field(m, 0), binnacle_motion_is_dead(m, soon),
      binnacle_motion_true_heading(m, &good, &heading), binnacle_motion_get_quality(m, &quality),
      binnacle_motion_get_counts(m, &tallies),
    ]
  }
  #expect(results(nil, nil, nil).allSatisfy { $0 == BINNACLE_ERROR_NULL })
  #expect(results(&zeros, &calibration, &motion).allSatisfy { $0 == BINNACLE_ERROR_UNINITIALISED })
  // An object of another kind.
  withUnsafeMutablePointer(to: &good) { made in
    let other = UnsafeMutableRawPointer(made)
    #expect(
      binnacle_calibration_cancel(other.assumingMemoryBound(to: binnacle_calibration.self), soon)
        == BINNACLE_ERROR_UNINITIALISED)
  }
  _ = binnacle_calibration_init(&calibration, MemoryLayout<binnacle_calibration>.size)
  _ = binnacle_motion_init(&motion, MemoryLayout<binnacle_motion>.size, nil)
  #expect(binnacle_calibration_step(&calibration, &zeros, soon) == BINNACLE_ERROR_UNINITIALISED)
  #expect(binnacle_calibration_step(&calibration, nil, soon) == BINNACLE_ERROR_NULL)
  #expect(binnacle_motion_step(&motion, &zeros) == BINNACLE_ERROR_UNINITIALISED)
}

@Test func argument_thatIsNullOrOdd_isRefused() {
  var c = compass()
  var (k, m) = (binnacle_calibration(), binnacle_motion())
  _ = binnacle_calibration_init(&k, MemoryLayout<binnacle_calibration>.size)
  _ = binnacle_motion_init(&m, MemoryLayout<binnacle_motion>.size, nil)
  #expect(binnacle_compass_set_place(&c, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_compass_set_record(&c, nil, 216) == BINNACLE_ERROR_NULL)
  #expect(binnacle_compass_get_record(&c, nil, 216) == BINNACLE_ERROR_NULL)
  #expect(binnacle_compass_add_field(&c, nil, soon, 0) == BINNACLE_ERROR_NULL)
  #expect(binnacle_compass_add_force(&c, nil, soon, 0) == BINNACLE_ERROR_NULL)
  #expect(binnacle_compass_heading(&c, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_compass_true_heading(&c, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_compass_read(&c, soon, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_calibration_progress(&k, soon, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_calibration_outcome(&k, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_calibration_reason(&k, 0, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_motion_add_rate(&m, nil, soon, 0) == BINNACLE_ERROR_NULL)
  #expect(binnacle_motion_get(&m, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_motion_true_heading(&m, &c, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_motion_true_heading(&m, nil, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_motion_get_quality(&m, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_motion_get_counts(&m, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_angle(1, 1, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_scale(1, 1, 1, nil) == BINNACLE_ERROR_NULL)
  var (heading, counts, words) = (UInt32(0), [Int16](repeating: 0, count: 4), [Int32](repeating: 0, count: 8))
  var (solution, place) = (binnacle_solution(), binnacle_place())
  #expect(binnacle_heading_from_counts(nil, &counts, &heading) == BINNACLE_ERROR_NULL)
  #expect(binnacle_heading_from_counts(&counts, nil, &heading) == BINNACLE_ERROR_NULL)
  #expect(binnacle_heading_from_counts(&counts, &counts, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_solve(nil, nil, &solution) == BINNACLE_ERROR_NULL)
  #expect(binnacle_solve(&words, nil, nil) == BINNACLE_ERROR_NULL)
  #expect(binnacle_declination(nil, &words) == BINNACLE_ERROR_NULL)
  #expect(binnacle_declination(&place, nil) == BINNACLE_ERROR_NULL)

  words.withUnsafeMutableBytes { memory in
    let odd = memory.baseAddress!.advanced(by: 2)
    let word = odd.assumingMemoryBound(to: Int32.self)
    #expect(binnacle_compass_add_field(&c, word, soon, 0) == BINNACLE_ERROR_ALIGNMENT)
    #expect(binnacle_compass_add_force(&c, word, soon, 0) == BINNACLE_ERROR_ALIGNMENT)
    #expect(binnacle_motion_add_rate(&m, word, soon, 0) == BINNACLE_ERROR_ALIGNMENT)
    #expect(binnacle_compass_set_deviation(&c, word) == BINNACLE_ERROR_ALIGNMENT)
    #expect(binnacle_solve(word, nil, &solution) == BINNACLE_ERROR_ALIGNMENT)
    #expect(binnacle_scale(1, 1, 1, word) == BINNACLE_ERROR_ALIGNMENT)
    let half = memory.baseAddress!.advanced(by: 1).assumingMemoryBound(to: Int16.self)
    #expect(binnacle_heading_from_counts(half, &counts, &heading) == BINNACLE_ERROR_ALIGNMENT)
    let reading = memory.baseAddress!.advanced(by: 4).assumingMemoryBound(to: binnacle_reading.self)
    #expect(binnacle_compass_read(&c, soon, reading) == BINNACLE_ERROR_ALIGNMENT)
  }
}

@Test func number_outsideItsRange_isRefused() {
  var c = compass()
  var (k, m) = (binnacle_calibration(), binnacle_motion())
  _ = binnacle_calibration_init(&k, MemoryLayout<binnacle_calibration>.size)
  _ = binnacle_motion_init(&m, MemoryLayout<binnacle_motion>.size, nil)
  for (sensor, forward, right) in [(2, 0, 2), (-1, 0, 2), (0, 6, 2), (0, -1, 2), (0, 0, 6), (0, 0, 1), (0, 256, 2)] {
    #expect(binnacle_compass_set_axes(&c, Int32(sensor), Int32(forward), Int32(right)) == BINNACLE_ERROR_RANGE)
  }
  #expect(binnacle_motion_set_axes(&m, 0, 0) == BINNACLE_ERROR_RANGE)
  for number in [-1, 7, 256] as [Int32] {
    #expect(binnacle_compass_set_pointing(&c, number) == BINNACLE_ERROR_RANGE)
    #expect(binnacle_compass_set_reference(&c, number) == BINNACLE_ERROR_RANGE)
    #expect(binnacle_calibration_start(&k, number, 0, 0, soon) == BINNACLE_ERROR_RANGE)
  }
  #expect(binnacle_calibration_start(&k, 0, 0, 65_536, soon) == BINNACLE_ERROR_RANGE)
  for tenths in [0, 151, -1] as [Int32] {
    #expect(binnacle_compass_set_level_tolerance(&c, tenths) == BINNACLE_ERROR_RANGE)
  }
  var words: [Int32] = [0, 0, 0, 0, 0x2000_0001]
  #expect(binnacle_compass_set_deviation(&c, &words) == BINNACLE_ERROR_RANGE)
  #expect(binnacle_compass_add_field(&c, &words, soon, 4) == BINNACLE_ERROR_RANGE)
  #expect(binnacle_compass_add_force(&c, &words, soon, 2) == BINNACLE_ERROR_RANGE)
  #expect(binnacle_motion_add_rate(&m, &words, soon, 4) == BINNACLE_ERROR_RANGE)
  var reason = binnacle_reason()
  #expect(binnacle_calibration_reason(&k, 0, &reason) == BINNACLE_ERROR_NOTHING)
  #expect(binnacle_calibration_reason(&k, UInt32(BINNACLE_REASONS), &reason) == BINNACLE_ERROR_RANGE)
  #expect(binnacle_calibration_reason(&k, .max, &reason) == BINNACLE_ERROR_RANGE)
  var settings = binnacle_motion_settings(
    field_microseconds: 0, force_microseconds: 0, rate_microseconds: -1, zero_rate_offset: 0)
  #expect(binnacle_motion_init(&m, MemoryLayout<binnacle_motion>.size, &settings) == BINNACLE_ERROR_RANGE)
  (settings.rate_microseconds, settings.zero_rate_offset) = (0, 501)
  #expect(binnacle_motion_init(&m, MemoryLayout<binnacle_motion>.size, &settings) == BINNACLE_ERROR_RANGE)
  var value: Int32 = 7
  #expect(binnacle_scale(21_475, 100_000, 3_000, &value) == BINNACLE_ERROR_RANGE && value == 7)
  #expect(binnacle_scale(32_767, 100, 3, &value) == BINNACLE_OK && value == 1_092_233)
}

@Test func record_thatIsNone_isRefusedWithItsDefect() {
  var c = compass()
  var record = [UInt8](repeating: 0, count: 216)
  #expect(binnacle_compass_set_record(&c, &record, 216) == BINNACLE_ERROR_RECORD_MAGIC)
  #expect(binnacle_compass_set_record(&c, &record, 79) == BINNACLE_ERROR_RECORD_SHORT)
  #expect(binnacle_compass_set_record(&c, &record, -1) == BINNACLE_ERROR_SIZE)
  #expect(binnacle_compass_get_record(&c, &record, 215) == BINNACLE_ERROR_SIZE)
  #expect(binnacle_compass_get_record(&c, &record, 216) == BINNACLE_UNCALIBRATED)
  #expect(binnacle_compass_set_record(&c, &record, 216) == BINNACLE_UNCALIBRATED)
  #expect(binnacle_compass_set_record(&c, &record, 215) == BINNACLE_ERROR_RECORD_SHORT)
  record[20] ^= 1
  #expect(binnacle_compass_set_record(&c, &record, 216) == BINNACLE_ERROR_RECORD_CHECKSUM)
  record[2] = 2
  #expect(binnacle_compass_set_record(&c, &record, 216) == BINNACLE_ERROR_RECORD_VERSION)
  record[2] = 1
  record[3] = 80
  #expect(binnacle_compass_set_record(&c, &record, 216) == BINNACLE_ERROR_RECORD_LENGTH)
}

@Test func everyCode_hasItsOwnWords() {
  let codes =
    [BINNACLE_OK, BINNACLE_NEW_RECORD] + Array(BINNACLE_ERROR_NOTHING...BINNACLE_ERROR_NULL)
    + Array(BINNACLE_ERROR_BEYOND_EXTRAPOLATION...BINNACLE_ERROR_LATITUDE)
    + Array(BINNACLE_ERROR_RECORD_FIELD...BINNACLE_ERROR_RECORD_SHORT)
  let words = codes.map { String(cString: binnacle_strerror(Int32($0))) }
  #expect(Set(words).count == codes.count && !words.contains { $0.contains("does not have") })
  #expect(String(cString: binnacle_strerror(-1000)).contains("does not have"))
  #expect(String(cString: binnacle_version()) == BINNACLE_VERSION)
}
