// The compass of binnacle.h: settings, samples, headings.

// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Binnacle
import CBinnacle
import Correction
import Heading

@c @implementation
public func binnacle_compass_init(_ compass: UnsafeMutablePointer<binnacle_compass>?, _ size: Int) -> binnacle_result {
  let code = refusal(
    storage: UInt(bitPattern: compass), size: size, is: MemoryLayout<binnacle_compass>.size,
    holds: MemoryLayout<Compass>.size)
  guard code == Code.success, let compass else { return code }
  return initialise(UnsafeMutableRawPointer(compass), Kind.compass, Compass())
}

// MARK: - Settings

@c @implementation
public func binnacle_compass_set_axes(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ sensor: Int32, _ forward: Int32, _ right: Int32
) -> binnacle_result {
  with(compass) { compass in
    guard let found = axes(forward: forward, right: right) else { return Code.range }
    switch sensor {
    case 0: compass.mounting = found
    case 1: compass.forceMounting = found
    default: return Code.range
    }
    return Code.success
  }
}

@c @implementation
public func binnacle_compass_set_pointing(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ axis: Int32
) -> binnacle_result {
  with(compass) { compass in
    guard axis >= 0, axis <= 6 else { return Code.range }
    compass.point(AxisRemap.SignedAxis(rawValue: UInt8(truncatingIfNeeded: axis)))
    return Code.success
  }
}

@c @implementation
public func binnacle_compass_set_place(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ place: UnsafePointer<binnacle_place>?
) -> binnacle_result {
  with(compass) { compass in
    var code = refusal(UInt(bitPattern: place), alignment: 4)
    guard code == Code.success, let place else { return code }
    var there = Place(
      position: Position(latitude: 0, longitude: 0), date: CalendarDay(days: 0), isExtrapolating: false)
    code = Place.read(place, into: &there)
    if code != Code.success { return code }
    do throws(WorldModelError) {
      try compass.setPlace(there.position, on: there.date, extrapolating: there.isExtrapolating)
      return code
    } catch { return Code.of(error) }
  }
}

@c @implementation
public func binnacle_compass_forget_place(_ compass: UnsafeMutablePointer<binnacle_compass>?) -> binnacle_result {
  with(compass) { compass in
    compass.forgetPlace()
    return Code.success
  }
}

@c @implementation
public func binnacle_compass_set_reference(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ reference: Int32
) -> binnacle_result {
  with(compass) { compass in
    guard reference >= 0, reference <= 2,
      let choice = ReferenceChoice(rawValue: UInt8(truncatingIfNeeded: reference))
    else { return Code.range }
    compass.service.reference = choice
    return Code.success
  }
}

@c @implementation
public func binnacle_compass_set_deviation(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ coefficients: UnsafePointer<Int32>?
) -> binnacle_result {
  with(compass) { compass in
    guard let coefficients else {
      compass.service.card = .none
      return Code.success
    }
    let code = refusal(coefficients)
    if code != Code.success { return code }
    let card = DeviationCard(
      a: coefficients[0], b: coefficients[1], c: coefficients[2], d: coefficients[3], e: coefficients[4])
    if card.invalid != nil { return Code.range }
    compass.service.card = card
    return code
  }
}

/// Whether a time constant is 0 or at least 10 ms: a smaller one is probably in another unit.
private func isPlausible(_ microseconds: UInt32) -> Bool { microseconds == 0 || microseconds >= 10_000 }

@c @implementation
public func binnacle_compass_set_smoothing(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ microseconds: UInt32
) -> binnacle_result {
  with(compass) { compass in
    guard isPlausible(microseconds) else { return Code.range }
    compass.service.smoother.timeConstant = microseconds
    return Code.success
  }
}

@c @implementation
public func binnacle_compass_set_level_tolerance(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ tenths: Int32
) -> binnacle_result {
  with(compass) { compass in
    guard tenths >= 1, tenths <= 150 else { return Code.range }
    compass.levelTolerance = UInt8(truncatingIfNeeded: tenths)
    return Code.success
  }
}

@c @implementation
public func binnacle_compass_set_sample_timeout(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ microseconds: UInt32
) -> binnacle_result {
  with(compass) { compass in
    guard microseconds != 0, isPlausible(microseconds) else { return Code.range }
    compass.sampleTimeout = microseconds
    return Code.success
  }
}

@c @implementation
public func binnacle_compass_set_orientation(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ orientation: Int32
) -> binnacle_result {
  with(compass) { compass in
    guard orientation >= 0, orientation <= 8, orientation != 6 else { return Code.range }
    compass.service.display =
      orientation > 6 ? nil : DisplayOrientation(rawValue: UInt8(truncatingIfNeeded: orientation))
    compass.service.isFlatPortrait = orientation == 8
    return Code.success
  }
}

@c @implementation
public func binnacle_compass_set_event_filter(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ change: UInt32, _ heartbeat: UInt32
) -> binnacle_result {
  with(compass) { compass in
    guard change <= 0x8000_0000, isPlausible(heartbeat) else { return Code.range }
    compass.service.filter.minimumChange = change
    compass.service.filter.heartbeat = heartbeat
    return Code.success
  }
}

@c @implementation
public func binnacle_compass_set_date(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ year: Int32, _ month: Int32, _ day: Int32
) -> binnacle_result {
  with(compass) { compass in
    guard let date = CalendarDay(year: year, month: month, day: day) else { return Code.range }
    compass.date = date
    return Code.success
  }
}

@c @implementation
public func binnacle_compass_set_temperature(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ eighths: Int32
) -> binnacle_result {
  with(compass) { compass in
    guard eighths >= -32_768, eighths <= 32_767 else { return Code.range }
    compass.temperatureEighths = eighths == -32_768 ? nil : Int16(truncatingIfNeeded: eighths)
    return Code.success
  }
}

@c @implementation
public func binnacle_compass_set_chip(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ chip: Int32
) -> binnacle_result {
  with(compass) { compass in
    guard chip >= 0, chip <= 255 else { return Code.range }
    compass.chip = UInt8(truncatingIfNeeded: chip)
    return Code.success
  }
}

// MARK: - Record

@c @implementation
public func binnacle_compass_forget_record(_ compass: UnsafeMutablePointer<binnacle_compass>?) -> binnacle_result {
  with(compass) { compass in
    compass.forgetCalibration()
    return Code.success
  }
}

@c @implementation
public func binnacle_compass_set_record(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ bytes: UnsafePointer<UInt8>?, _ size: Int
) -> binnacle_result {
  with(compass) { compass in
    guard let bytes else { return Code.null }
    // No memory has a size beyond the range of a signed number.
    guard size >= 0 else { return Code.size }
    let count = size < CalibrationRecord.length ? size : CalibrationRecord.length
    do throws(RecordDefect) {
      try compass.useRecord(UnsafeBufferPointer(start: bytes, count: count).span)
      return use(of: compass)
    } catch { return Code.of(error) }
  }
}

@c @implementation
public func binnacle_compass_get_record(
  _ compass: UnsafePointer<binnacle_compass>?, _ bytes: UnsafeMutablePointer<UInt8>?, _ size: Int
) -> binnacle_result {
  with(UnsafeMutablePointer(mutating: compass)) { compass in
    guard let bytes else { return Code.null }
    guard isLargeEnough(size) else { return Code.size }
    compass.record.write(to: &storage(bytes).pointee)
    return use(of: compass)
  }
}

/// The result code for a record. Without a calibration of the magnetometer, the code must let the caller start one.
private func use(of compass: borrowing Compass) -> Int32 {
  compass.isCalibrated ? Code.success : Code.uncalibrated
}

/// Whether a record fits. As `size_t` of 16 bits is never negative, the comparison is without a sign.
private func isLargeEnough(_ size: Int) -> Bool {
  UInt(bitPattern: size) >= UInt(bitPattern: CalibrationRecord.length)
}

private func storage(_ bytes: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<InlineArray<216, UInt8>> {
  UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: InlineArray<216, UInt8>.self)
}

@c @implementation
public func binnacle_record_of(
  _ hardIron: UnsafePointer<Int32>?, _ softIron: UnsafePointer<Int32>?, _ model: Int32, _ strength: UInt32,
  _ bytes: UnsafeMutablePointer<UInt8>?, _ size: Int
) -> binnacle_result {
  var code = refusal(hardIron)
  if code == Code.success, softIron != nil { code = refusal(softIron) }
  guard code == Code.success, let hardIron else { return code }
  guard let bytes else { return Code.null }
  guard isLargeEnough(size) else { return Code.size }
  guard model >= 2, model <= 4, let order = ModelOrder(rawValue: UInt8(truncatingIfNeeded: model)) else {
    return Code.range
  }
  var matrix = MatrixQ24.identity
  if let softIron { matrix = MatrixQ24(vector(softIron), vector(softIron + 3), vector(softIron + 6)) }
  do throws(RecordDefect) {
    let record = try CalibrationRecord(
      hardIron: vector(hardIron), softIron: matrix, order: order, fieldStrength: strength)
    record.write(to: &storage(bytes).pointee)
    return code
  } catch { return Code.of(error) }
}

// MARK: - Samples

@c @implementation
public func binnacle_compass_add_field(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ nanotesla: UnsafePointer<Int32>?, _ time: UInt64,
  _ flags: UInt32
) -> binnacle_result {
  with(compass) { compass in
    let code = refusal(nanotesla)
    guard code == Code.success, let nanotesla else { return code }
    if flags > 3 { return Code.range }
    // Equal times come from a burst, earlier ones from another clock.
    let elapsed = time &- compass.samples.fieldTime.microseconds
    let isTooSoon = compass.samples.hasField && elapsed &- 1 < 249
    compass.add(
      MagneticField(nanotesla: vector(nanotesla)), at: Instant(microseconds: time), isOverflowed: flags & 1 != 0,
      isRepeated: flags & 2 != 0)
    return isTooSoon ? Code.tooSoon : code
  }
}

@c @implementation
public func binnacle_compass_add_force(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ microG: UnsafePointer<Int32>?, _ time: UInt64, _ flags: UInt32
) -> binnacle_result {
  with(compass) { compass in
    let code = refusal(microG)
    guard code == Code.success, let microG else { return code }
    if flags > 1 { return Code.range }
    compass.add(Acceleration(microG: vector(microG)), at: Instant(microseconds: time), isSaturated: flags == 1)
    return code
  }
}

@c @implementation
public func binnacle_compass_lose_field(_ compass: UnsafeMutablePointer<binnacle_compass>?) -> binnacle_result {
  with(compass) { compass in
    compass.loseField()
    return Code.success
  }
}

@c @implementation
public func binnacle_compass_lose_force(_ compass: UnsafeMutablePointer<binnacle_compass>?) -> binnacle_result {
  with(compass) { compass in
    compass.loseForce()
    return Code.success
  }
}

@c @implementation
public func binnacle_compass_restart(_ compass: UnsafeMutablePointer<binnacle_compass>?) -> binnacle_result {
  with(compass) { compass in
    compass.restart()
    return Code.success
  }
}

// MARK: - Headings

@c @implementation
public func binnacle_compass_heading(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ heading: UnsafeMutablePointer<UInt32>?
) -> binnacle_result {
  with(compass) { compass in
    let code = refusal(heading)
    guard code == Code.success, let heading else { return code }
    guard let found = compass.heading() else { return Code.noHeading }
    heading.pointee = found.rawValue
    return code
  }
}

@c @implementation
public func binnacle_compass_true_heading(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ heading: UnsafeMutablePointer<UInt32>?
) -> binnacle_result {
  with(compass) { compass in
    let code = refusal(heading)
    guard code == Code.success, let heading else { return code }
    guard let declination = compass.declination else { return Code.noTrueNorth }
    guard let found = compass.heading() else { return Code.noHeading }
    heading.pointee = (found + declination).rawValue
    return code
  }
}

@c @implementation
public func binnacle_compass_read(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ now: UInt64, _ reading: UnsafeMutablePointer<binnacle_reading>?
) -> binnacle_result {
  with(compass) { compass in
    let code = refusal(reading)
    guard code == Code.success, let reading else { return code }
    var found = CompassReading()
    compass.read(into: &found, at: Instant(microseconds: now))
    fill(&reading.pointee, &found)
    return code
  }
}

@inline(__always)
func fill(_ reading: inout binnacle_reading, _ found: inout CompassReading) {
  reading.time_microseconds = found.time.microseconds
  reading.heading_q32_turns = found.heading?.rawValue ?? 0
  reading.magnetic_q32_turns = found.magneticHeading?.rawValue ?? 0
  reading.true_q32_turns = found.trueHeading?.rawValue ?? 0
  reading.dip_q32_turns = found.dip?.signed ?? 0
  reading.roll_q32_turns = found.roll?.signed ?? 0
  reading.pitch_q32_turns = found.pitch?.signed ?? 0
  reading.horizontal_nanotesla = found.isSolved ? found.solution.horizontalNanotesla : 0
  let field = found.field.q8Nanotesla
  reading.field_q8_nanotesla = (field.x, field.y, field.z)
  reading.doubts = found.assessment.doubts.rawValue
  reading.accuracy_centidegrees = found.accuracy ?? UInt16.max
  reading.reference = found.assessment.reference.rawValue
  reading.is_magnetic_valid = found.magneticHeading == nil ? 0 : 1
  reading.is_true_valid = found.trueHeading == nil ? 0 : 1
  reading.is_solved = found.isSolved ? 1 : 0
  reading.mode = found.mode.rawValue
  reading.reason = found.reason.rawValue
  reading.grade = found.grade
  reading.disturbance = found.disturbance.rawValue
  reading.cause = found.assessment.cause.rawValue
  reading.zone = found.assessment.zone?.rawValue ?? 3
  let force = found.force?.microG ?? .zero
  reading.force_micro_g = (force.x, force.y, force.z)
  reading.orientation = found.displayOrientation.rawValue
  reading.event = found.assessment.event.rawValue
  reading.has_force = found.force == nil ? 0 : 1
  reading.is_display_flat = found.assessment.isDisplayFlat ? 1 : 0
  reading.source = found.source.rawValue
  reading.reserved = (0, 0, 0, 0, 0, 0, 0)
}
