// Mistakes of units that binnacle.h can see, and a record of numbers from elsewhere.

import Binnacle
import CBinnacle
import Testing

private func compass() -> binnacle_compass {
  var compass = binnacle_compass()
  _ = binnacle_compass_init(&compass, MemoryLayout<binnacle_compass>.size)
  return compass
}

private let size = Int(BINNACLE_RECORD_SIZE)
private let unit: Int32 = 1 << 24

// MARK: - Records

@Test func recordOfNumbers_isThatOfTheSwiftOne_andCorrectsASample() throws {
  var bytes = [UInt8](repeating: 0, count: size)
  var (h, s) = ([Int32(2_560_000), -1_280_000, 768_000], [unit + 99, 5, 0, 5, unit, -7, 0, -7, unit - 99])
  #expect(binnacle_record_of(&h, &s, 4, 48_000, &bytes, size) == BINNACLE_OK)
  var expected = CalibrationRecord()
  expected.hardIron = Vector3(x: h[0], y: h[1], z: h[2])
  expected.softIron = MatrixQ24(
    Vector3(x: s[0], y: s[1], z: s[2]), Vector3(x: s[3], y: s[4], z: s[5]), Vector3(x: s[6], y: s[7], z: s[8]))
  expected.modelOrder = .ellipsoid
  expected.grade = 1
  expected.fieldStrength = 48_000
  #expect(try CalibrationRecord(bytes: bytes.span) == expected)
  // Without a matrix nothing but the offset is removed.
  #expect(binnacle_record_of(&h, nil, 2, 0, &bytes, size) == BINNACLE_OK)
  var c = compass()
  #expect(binnacle_compass_set_record(&c, &bytes, size) == BINNACLE_OK)
  var (field, heading): ([Int32], UInt32) = ([10_000, 15_000, 3_000], 0)
  #expect(binnacle_compass_add_field(&c, &field, 0, 0) == BINNACLE_OK)
  #expect(binnacle_compass_heading(&c, &heading) == BINNACLE_OK && heading >> 20 == 0xc00)  // 270 degrees
}

@Test func recordOfNumbersThatCannotBe_isRefused() {
  var bytes = [UInt8](repeating: 0, count: size)
  var h = [Int32(1 << 30), 0, 0]
  #expect(binnacle_record_of(&h, nil, 2, 0, &bytes, size) == BINNACLE_OK)
  let good = bytes
  for model: Int32 in [-1, 0, 1, 5, 258] {
    #expect(binnacle_record_of(&h, nil, model, 0, &bytes, size) == BINNACLE_ERROR_RANGE)
  }
  #expect(binnacle_record_of(&h, nil, 2, 0, &bytes, size - 1) == BINNACLE_ERROR_SIZE)
  #expect(binnacle_record_of(nil, nil, 2, 0, &bytes, size) == BINNACLE_ERROR_NULL)
  #expect(binnacle_record_of(&h, nil, 2, 0, nil, size) == BINNACLE_ERROR_NULL)
  h[0] += 1
  #expect(binnacle_record_of(&h, nil, 2, 0, &bytes, size) == BINNACLE_ERROR_RECORD_FIELD)
  h[0] = 0
  // Mirrored, flat, and beyond 32.
  for diagonal in [[-unit, unit, unit], [0, unit, unit], [33 * unit, unit, unit]] {
    var s = [diagonal[0], 0, 0, 0, diagonal[1], 0, 0, 0, diagonal[2]]
    #expect(binnacle_record_of(&h, &s, 4, 0, &bytes, size) == BINNACLE_ERROR_RECORD_FIELD)
  }
  #expect(bytes == good)
}

@Test func recordBeforeACalibration_doesNotKeepOneFromBeingStarted() {
  var (bytes, other) = ([UInt8](repeating: 0, count: size), [UInt8](repeating: 0, count: size))
  var c = compass()
  #expect(binnacle_compass_get_record(&c, &bytes, size) == BINNACLE_UNCALIBRATED)
  #expect(binnacle_compass_set_record(&c, &bytes, size) == BINNACLE_UNCALIBRATED)
  // A calibrated accelerometer alone, as after the first of two runs.
  var record = CalibrationRecord()
  record.accelerometer = AccelerometerRecord()
  let written = record.bytes()
  for i in 0..<size { bytes[i] = written[i] }
  #expect(binnacle_compass_set_record(&c, &bytes, size) == BINNACLE_UNCALIBRATED)
  #expect(binnacle_compass_get_record(&c, &other, size) == BINNACLE_UNCALIBRATED && other == bytes)
  var h = [Int32](repeating: 0, count: 3)
  #expect(binnacle_record_of(&h, nil, 2, 0, &bytes, size) == BINNACLE_OK)
  #expect(binnacle_compass_set_record(&c, &bytes, size) == BINNACLE_OK)
  #expect(binnacle_compass_get_record(&c, &bytes, size) == BINNACLE_OK)
}

// MARK: - Units

@Test func placeInWholeDegrees_isRefused() {
  var (c, declination, locator) = (compass(), Int32(0), binnacle_locator())
  _ = binnacle_locator_init(&locator, MemoryLayout<binnacle_locator>.size)
  func place(_ latitude: Int32, _ longitude: Int32) -> binnacle_place {
    binnacle_place(
      latitude_e7_degrees: latitude, longitude_e7_degrees: longitude, height_millimetres: 0, year: 2026, month: 7,
      day: 1, extrapolates: 0)
  }
  for (latitude, longitude) in [(47, 8), (-34, 151), (90, 180), (-90, -180), (0, 8), (52, 0)] as [(Int32, Int32)] {
    var there = place(latitude, longitude)
    #expect(binnacle_compass_set_place(&c, &there) == BINNACLE_ERROR_WHOLE_DEGREES)
    #expect(binnacle_declination(&there, &declination) == BINNACLE_ERROR_WHOLE_DEGREES)
    #expect(binnacle_locator_set(&locator, &c, &there) == BINNACLE_ERROR_WHOLE_DEGREES)
  }
  // On the equator or the meridian, where both meet, and just beyond the numbers of degrees.
  for (latitude, longitude) in [(0, 0), (0, 85_000_000), (473_000_000, 0), (91, 0), (0, -181)] as [(Int32, Int32)] {
    var there = place(latitude, longitude)
    #expect(binnacle_compass_set_place(&c, &there) == BINNACLE_OK)
  }
  #expect(binnacle_e7_degrees_from_microdegrees(-33_870_000) == -338_700_000)
  for beyond: Int32 in [214_748_365, .max, -214_748_365, .min] {
    var there = place(binnacle_e7_degrees_from_microdegrees(beyond), 0)
    #expect(binnacle_compass_set_place(&c, &there) == BINNACLE_ERROR_LATITUDE)
  }
}

@Test func samplesInMilliseconds_areTold() {
  var c = compass()
  var field: [Int32] = [20_000, 1_000, 30_000]
  // At 100 and at 10 Hz in microseconds, in milliseconds, in a burst at one time, and after a clock that starts again.
  for (time, said) in [
    (0, BINNACLE_OK), (10_000, BINNACLE_OK), (110_000, BINNACLE_OK), (110_010, BINNACLE_TOO_SOON),
    (110_110, BINNACLE_TOO_SOON), (110_359, BINNACLE_TOO_SOON), (110_609, BINNACLE_OK), (110_609, BINNACLE_OK),
    (110_610, BINNACLE_TOO_SOON), (50, BINNACLE_OK),
  ] {
    field[1] += 1
    #expect(binnacle_compass_add_field(&c, &field, UInt64(time), 0) == binnacle_result(said), "\(time) us")
    // The sample is used all the same.
    var reading = binnacle_reading()
    #expect(binnacle_compass_read(&c, UInt64(time), &reading) == BINNACLE_OK)
    #expect(reading.time_microseconds == UInt64(time))
  }
  #expect(binnacle_microseconds_from_milliseconds(UInt64(UInt32.max)) == 4_294_967_295_000)
}

@Test func durationsInMilliseconds_areRefused() {
  var c = compass()
  for wrong: UInt32 in [1, 500, 5_000, 9_999] {
    #expect(binnacle_compass_set_sample_timeout(&c, wrong) == BINNACLE_ERROR_RANGE)
    #expect(binnacle_compass_set_smoothing(&c, wrong) == BINNACLE_ERROR_RANGE)
    #expect(binnacle_compass_set_event_filter(&c, 0, wrong) == BINNACLE_ERROR_RANGE)
  }
  #expect(binnacle_compass_set_sample_timeout(&c, 0) == BINNACLE_ERROR_RANGE)
  #expect(binnacle_compass_set_sample_timeout(&c, 10_000) == BINNACLE_OK)
  for good: UInt32 in [0, 10_000, .max] {
    #expect(binnacle_compass_set_smoothing(&c, good) == BINNACLE_OK)
    #expect(binnacle_compass_set_event_filter(&c, 0, good) == BINNACLE_OK)
  }
}
