// What a board can do, the functions of binnacle.h can: lost sensors, display, events, questions, a place in slices, a gyroscope that
// guides a calibration, the fused heading.

import Binnacle
import CBinnacle
import Foundation
import Testing

private func compass() -> binnacle_compass {
  var compass = binnacle_compass()
  #expect(binnacle_compass_init(&compass, MemoryLayout<binnacle_compass>.size) == BINNACLE_OK)
  return compass
}

private func read(_ c: inout binnacle_compass, _ now: UInt64) -> binnacle_reading {
  var reading = binnacle_reading()
  #expect(binnacle_compass_read(&c, now, &reading) == BINNACLE_OK)
  return reading
}

@Test func lostSensors_areToldUntilTheirNextSample() {
  var c = compass()
  var (field, force): ([Int32], [Int32]) = ([20_000, 0, 43_000], [0, 0, -1_000_000])
  #expect(binnacle_compass_add_force(&c, &force, 1_000, 0) == BINNACLE_OK)
  #expect(binnacle_compass_add_field(&c, &field, 1_000, 0) == BINNACLE_OK)
  var found = read(&c, 1_000)
  #expect(found.mode == UInt8(BINNACLE_MODE_TILTED) && found.has_force == 1 && found.force_micro_g.2 == -1_000_000)
  #expect(binnacle_compass_lose_force(&c) == BINNACLE_OK)
  #expect(binnacle_compass_add_field(&c, &field, 2_000, 0) == BINNACLE_OK)
  found = read(&c, 2_000)
  #expect(found.mode == UInt8(BINNACLE_MODE_LEVEL) && found.doubts & UInt32(BINNACLE_DOUBT_FORCE_FAULT) != 0)
  #expect(binnacle_compass_lose_field(&c) == BINNACLE_OK)
  #expect(read(&c, 3_000).reason == UInt8(BINNACLE_UNAVAILABLE_SENSOR_FAULT))
  // A sample that the chip gives again is none, but for the first.
  #expect(binnacle_compass_add_field(&c, &field, 4_000, 2) == BINNACLE_OK)
  #expect(read(&c, 4_000).reason == UInt8(BINNACLE_UNAVAILABLE_NONE))
  #expect(binnacle_compass_add_field(&c, &field, 5_000, 2) == BINNACLE_OK)
  #expect(read(&c, 5_000).time_microseconds == 4_000)
}

@Test func displayAndEvents_followTheirSettings() {
  var c = compass()
  for number in [-1, 6, 9] as [Int32] { #expect(binnacle_compass_set_orientation(&c, number) == BINNACLE_ERROR_RANGE) }
  #expect(binnacle_compass_set_event_filter(&c, 0x8000_0001, 0) == BINNACLE_ERROR_RANGE)
  var record = calibrated()
  #expect(binnacle_compass_set_record(&c, &record, 216) == BINNACLE_OK)
  var (field, force): ([Int32], [Int32]) = ([20_000, 0, 43_000], [700_000, 0, -700_000])
  #expect(binnacle_compass_add_force(&c, &force, 1_000, 0) == BINNACLE_OK)
  #expect(binnacle_compass_add_field(&c, &field, 1_000, 0) == BINNACLE_OK)
  let portrait = read(&c, 1_000)
  #expect(binnacle_compass_set_orientation(&c, Int32(BINNACLE_LANDSCAPE_RIGHT)) == BINNACLE_OK)
  #expect(binnacle_compass_add_field(&c, &field, 2_000, 0) == BINNACLE_OK)
  let turned = read(&c, 2_000)
  #expect(turned.orientation == UInt8(BINNACLE_LANDSCAPE_RIGHT))
  #expect(turned.magnetic_q32_turns &- portrait.magnetic_q32_turns == 0xc000_0000)
  #expect(turned.event & UInt8(BINNACLE_EVENT_SOURCE) != 0)
  #expect(binnacle_compass_set_orientation(&c, Int32(BINNACLE_ORIENTATION_AUTO_FLAT)) == BINNACLE_OK)
  #expect(binnacle_compass_add_field(&c, &field, 3_000, 0) == BINNACLE_OK)
  #expect(read(&c, 3_000).orientation == UInt8(BINNACLE_PORTRAIT))
  #expect(binnacle_compass_set_event_filter(&c, 1 << 24, 0) == BINNACLE_OK)
  #expect(binnacle_compass_add_field(&c, &field, 4_000, 0) == BINNACLE_OK)
  _ = read(&c, 4_000)
  #expect(binnacle_compass_add_field(&c, &field, 5_000, 0) == BINNACLE_OK)
  #expect(read(&c, 5_000).event == 0)
}

/// A flat display whose orientation follows the attitude is face up or face down, and its heading stays turned.
@Test func flatDisplay_isFaceUpOrFaceDown_andItsHeadingStaysTurned() {
  var c = compass()
  var record = calibrated()
  #expect(binnacle_compass_set_record(&c, &record, 216) == BINNACLE_OK)
  #expect(binnacle_compass_set_orientation(&c, Int32(BINNACLE_ORIENTATION_AUTO)) == BINNACLE_OK)
  var field: [Int32] = [20_000, 0, 43_000]
  func held(_ force: [Int32], at time: UInt64) -> binnacle_reading {
    var force = force
    #expect(binnacle_compass_add_force(&c, &force, time, 0) == BINNACLE_OK)
    #expect(binnacle_compass_add_field(&c, &field, time, 0) == BINNACLE_OK)
    return read(&c, time)
  }
  let first = held([0, 0, -1_000_000], at: 1_000)
  #expect(first.orientation == UInt8(BINNACLE_FACE_UP) && first.is_display_flat == 1)
  let edge = held([0, 700_000, -714_000], at: 2_000)
  #expect(edge.orientation == UInt8(BINNACLE_LANDSCAPE_LEFT) && edge.is_display_flat == 0)
  let flat = held([0, 0, -1_000_000], at: 3_000)
  #expect(flat.orientation == UInt8(BINNACLE_FACE_UP) && flat.is_display_flat == 1)
  #expect(flat.magnetic_q32_turns &- first.magnetic_q32_turns == 0x4000_0000)
  #expect(held([0, 0, 1_000_000], at: 4_000).orientation == UInt8(BINNACLE_FACE_DOWN))
}

/// A record of a good calibration.
private func calibrated(chip: UInt8 = 0, grade: UInt8 = 3) -> [UInt8] {
  var record = CalibrationRecord.identity
  record.modelOrder = .sphere
  record.grade = grade
  record.fieldStrength = 47_000
  record.sensorChip = chip
  let bytes = record.bytes()
  return (0..<216).map { bytes[$0] }
}

@Test func record_ofAnotherChip_isRefused() {
  var c = compass()
  var record = calibrated(chip: 3)
  #expect(binnacle_compass_set_chip(&c, 256) == BINNACLE_ERROR_RANGE)
  #expect(binnacle_compass_set_chip(&c, 2) == BINNACLE_OK)
  #expect(binnacle_compass_set_record(&c, &record, 216) == BINNACLE_ERROR_RECORD_FIELD)
  #expect(binnacle_compass_set_chip(&c, 3) == BINNACLE_OK)
  #expect(binnacle_compass_set_record(&c, &record, 216) == BINNACLE_OK)
  #expect(binnacle_compass_forget_record(&c) == BINNACLE_OK)
  var bytes = [UInt8](repeating: 0, count: 216)
  #expect(binnacle_compass_get_record(&c, &bytes, 216) == BINNACLE_UNCALIBRATED && bytes[5] == 0)
}

@Test func questions_areAskedRarely_andWithAReason() {
  var c = compass()
  var k = binnacle_calibration()
  var reason = binnacle_reason()
  #expect(binnacle_calibration_init(&k, MemoryLayout<binnacle_calibration>.size) == BINNACLE_OK)
  #expect(binnacle_calibration_set_questions(&k, 9, 1) == BINNACLE_ERROR_RANGE)
  #expect(binnacle_calibration_set_questions(&k, 10, 1) == BINNACLE_OK)
  #expect(binnacle_calibration_question(&k, &c, 1_000_000, &reason) == BINNACLE_OK)
  #expect(reason.code == UInt32(BINNACLE_REASON_UNCALIBRATED) && reason.weight == UInt32(BINNACLE_WEIGHT_NOTE))
  #expect(binnacle_calibration_question(&k, &c, 2_000_000, &reason) == BINNACLE_ERROR_NOTHING)
  var record = calibrated(grade: 1)
  #expect(binnacle_compass_set_record(&c, &record, 216) == BINNACLE_OK)
  #expect(binnacle_calibration_step(&k, &c, 3_000_000) == BINNACLE_OK)
  #expect(binnacle_calibration_question(&k, &c, 12_000_000, &reason) == BINNACLE_OK)
  #expect(reason.code == UInt32(BINNACLE_REASON_POOR_GRADE) && reason.measured == 1 && reason.limit == 2)
  #expect(binnacle_calibration_set_questions(&k, 600, 0) == BINNACLE_OK)
  #expect(binnacle_calibration_question(&k, &c, 2_000_000_000, &reason) == BINNACLE_ERROR_NOTHING)
}

@Test func place_inSlices_isThatOfOneCall() {
  var (c, other) = (compass(), compass())
  var l = binnacle_locator()
  var state = binnacle_place_state()
  var place = binnacle_place(
    latitude_e7_degrees: 474_000_000, longitude_e7_degrees: 85_000_000, height_millimetres: 408_000, year: 2026,
    month: 7, day: 1, extrapolates: 0)
  #expect(binnacle_locator_init(&l, MemoryLayout<binnacle_locator>.size) == BINNACLE_OK)
  #expect(binnacle_locator_get(&l, &state) == BINNACLE_OK && state.state == UInt8(BINNACLE_PLACE_UNKNOWN))
  #expect(binnacle_locator_set(&l, &c, &place) == BINNACLE_OK)
  var slices = 0
  while binnacle_locator_step(&l, &c) == BINNACLE_MORE_WORK { slices += 1 }
  #expect(binnacle_locator_get(&l, &state) == BINNACLE_OK && state.state == UInt8(BINNACLE_PLACE_KNOWN) && slices > 10)
  #expect(binnacle_compass_set_place(&other, &place) == BINNACLE_OK)
  var field: [Int32] = [20_000, 3_000, 43_000]
  var found: (UInt32, UInt32) = (0, 1)
  #expect(binnacle_compass_add_field(&c, &field, 0, 0) == BINNACLE_OK)
  #expect(binnacle_compass_add_field(&other, &field, 0, 0) == BINNACLE_OK)
  #expect(binnacle_compass_true_heading(&c, &found.0) == BINNACLE_OK)
  #expect(binnacle_compass_true_heading(&other, &found.1) == BINNACLE_OK && found.0 == found.1)
  place.year = 2031
  #expect(binnacle_locator_set(&l, &c, &place) == BINNACLE_OK)
  while binnacle_locator_step(&l, &c) == BINNACLE_MORE_WORK {}
  #expect(binnacle_locator_get(&l, &state) == BINNACLE_OK && state.error == BINNACLE_ERROR_AFTER_MODEL)
  #expect(binnacle_compass_true_heading(&c, &found.0) == BINNACLE_ERROR_NO_TRUE_NORTH)
  #expect(binnacle_locator_set(&l, &c, nil) == BINNACLE_OK)
  #expect(binnacle_locator_step(&l, &c) == BINNACLE_OK)
  #expect(binnacle_locator_get(&l, &state) == BINNACLE_OK && state.error == BINNACLE_OK)
}

/// An instrument with a gyroscope that lies level in a field, which may turn, too.
private final class LevelInstrument {
  var (c, m) = (compass(), binnacle_motion())
  var (fused, reading) = (binnacle_fused(), binnacle_reading())
  var now: UInt64 = 0
  /// Of the instrument, and of the field beside it; radians.
  var (heading, north) = (0.0, 0.0)

  init() { #expect(binnacle_motion_init(&m, MemoryLayout<binnacle_motion>.size, nil) == BINNACLE_OK) }

  /// - Parameter turning: about the vertical, in 2^−20 rad/s.
  func run(seconds: UInt64, turning: Int32 = 0) {
    var (rate, force, field): ([Int32], [Int32], [Int32]) = ([0, -50, 20], [0, 0, -1_000_000], [0, 0, 43_000])
    for _ in 0..<seconds * 100 {
      now += 10_000
      heading += Double(turning) / 1_048_576 * 0.01
      (rate[0], rate[2]) = (Int32(now / 10_000 % 7), 20 + turning)
      field[0] = Int32((20_000 * cos(heading - north)).rounded())
      field[1] = Int32((-20_000 * sin(heading - north)).rounded())
      #expect(binnacle_motion_add_rate(&m, &rate, now, 0) == BINNACLE_OK)
      #expect(binnacle_compass_add_force(&c, &force, now, 0) == BINNACLE_OK)
      #expect(binnacle_compass_add_field(&c, &field, now, 0) == BINNACLE_OK)
      while binnacle_motion_step(&m, &c) == BINNACLE_MORE_WORK {}
    }
  }

  func reason() -> Int {
    #expect(binnacle_motion_fused(&m, &c, now, &fused) == BINNACLE_OK)
    return Int(fused.reason)
  }

  /// The magnetic heading of a new reading.
  func read() -> UInt32 {
    #expect(binnacle_motion_read(&m, &c, now, &reading) == BINNACLE_OK)
    return reading.magnetic_q32_turns
  }
}

@Test func fusedHeading_hasAReasonUntilThereIsOne() {
  let level = LevelInstrument()
  #expect(level.reason() == BINNACLE_UNFUSED_NO_GYROSCOPE && level.fused.accuracy_centidegrees == 65_535)
  level.run(seconds: 1)
  #expect(level.reason() == BINNACLE_UNFUSED_STARTING)
  level.run(seconds: 5)
  #expect(level.reason() == BINNACLE_UNFUSED_UNCALIBRATED && level.fused.is_magnetic_valid == 1)
  var record = calibrated()
  #expect(binnacle_compass_set_record(&level.c, &record, 216) == BINNACLE_OK)
  // Nothing bounds the error of a heading that comes from uncalibrated fields.
  #expect(level.reason() == BINNACLE_UNFUSED_NONE && level.fused.accuracy_centidegrees == 18_000)
  level.run(seconds: 3)
  #expect(level.reason() == BINNACLE_UNFUSED_NONE && level.fused.accuracy_centidegrees < 18_000)
  var bare = level.fused.magnetic_q32_turns
  #expect(abs(Int32(bitPattern: level.read() &- bare)) < 1 << 24)
  #expect(level.reading.is_magnetic_valid == 1)
  // A turn by 100° shows that compass and gyroscope agree. Then the field turns by 60°, and the instrument does not.
  level.run(seconds: 5, turning: 366_000)
  bare = level.read()
  #expect(level.reading.disturbance == UInt8(BINNACLE_DISTURBANCE_CLEAR) && level.reading.grade == 3)
  level.north = .pi / 3
  for _ in 0..<5 {
    level.run(seconds: 1)
    #expect(abs(Int32(bitPattern: level.read() &- bare)) < 1 << 24)
    #expect(level.reading.disturbance == UInt8(BINNACLE_DISTURBANCE_DISTURBED) && level.reading.grade <= 1)
  }
  _ = level.reason()
  #expect(level.fused.is_field_turned == 1)
  #expect(binnacle_motion_lose(&level.m) == BINNACLE_OK && level.reason() == BINNACLE_UNFUSED_SILENT)
  #expect(binnacle_motion_use_gyroscope(&level.m, 0) == BINNACLE_OK && level.reason() == BINNACLE_UNFUSED_OFF)
}

@Test func guideOfC_doesWhatTheSwiftOneDoes() {
  var c = compass()
  var (k, m, g) = (binnacle_calibration(), binnacle_motion(), binnacle_guide())
  #expect(binnacle_calibration_init(&k, MemoryLayout<binnacle_calibration>.size) == BINNACLE_OK)
  #expect(binnacle_motion_init(&m, MemoryLayout<binnacle_motion>.size, nil) == BINNACLE_OK)
  #expect(binnacle_guide_init(&g, MemoryLayout<binnacle_guide>.size) == BINNACLE_OK)
  var compass = Compass()
  var calibration = CompassCalibration()
  var motion = CompassMotion()
  var guide = CompassGuide()
  #expect(binnacle_calibration_start(&k, 0, UInt32(BINNACLE_REFITS), 0, 0) == BINNACLE_OK)
  #expect((try? calibration.start(refits: true, at: Instant(microseconds: 0))) != nil)
  var progress = binnacle_progress()
  for step in 1...1_500 as ClosedRange<UInt64> {
    let now = step * 10_000
    let time = Instant(microseconds: now)
    // A turn about the vertical by 0.9 rad/s, and iron.
    let angle = BinaryAngle(rawValue: UInt32(truncatingIfNeeded: step * 6_152_300))
    let turned = Cordic.rotated(y: 0, x: 20_000, by: angle)
    var (rate, force): ([Int32], [Int32]) = ([0, 0, 943_718], [0, 0, -1_000_000])
    var field = [turned.x + 9_000, -turned.y - 4_000, 43_000]
    #expect(binnacle_motion_add_rate(&m, &rate, now, 0) == BINNACLE_OK)
    #expect(binnacle_compass_add_force(&c, &force, now, 0) == BINNACLE_OK)
    #expect(binnacle_compass_add_field(&c, &field, now, 0) == BINNACLE_OK)
    motion.add(AngularRate(q20: Vector3(x: 0, y: 0, z: 943_718)), at: time)
    compass.add(Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000)), at: time)
    compass.add(MagneticField(nanotesla: Vector3(x: field[0], y: field[1], z: field[2])), at: time)
    for _ in 0..<4 {
      let found = binnacle_guide_step(&g, &k, &c, &m, now)
      #expect((found == BINNACLE_NEW_RECORD) == guide.step(&calibration, of: &compass, with: &motion, at: time))
      _ = binnacle_motion_step(&m, &c)
      motion.step(&compass)
    }
  }
  #expect(binnacle_calibration_progress(&k, 15_000_000, &progress) == BINNACLE_OK)
  #expect(progress.state == calibration.state.rawValue && progress.samples == calibration.sampleCount)
  #expect(progress.coverage.0 == calibration.coverage.words.0 && progress.samples > 12)
  var reason = binnacle_reason()
  for place in 0..<UInt32(BINNACLE_GUIDE_REASONS) {
    let found = guide.reported(UInt16(place))
    #expect((binnacle_guide_reason(&g, place, &reason) == BINNACLE_OK) == (found != nil))
    if let found { #expect(reason.code == UInt32(found.code.rawValue) && reason.measured == found.measured) }
  }
  #expect(binnacle_guide_reason(&g, 6, &reason) == BINNACLE_ERROR_RANGE)
}
