// The functions of binnacle.h that need no object: one sample, one place, one count.

// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Binnacle
import CBinnacle

@c @implementation
public func binnacle_centidegrees(_ angle: UInt32) -> UInt32 {
  let hundredths = UInt32(truncatingIfNeeded: (UInt64(product: angle, 36_000) &+ 0x8000_0000) &>> 32)
  return hundredths == 36_000 ? 0 : hundredths
}

@c @implementation
public func binnacle_scale(
  _ count: Int32, _ numerator: Int32, _ denominator: Int32, _ value: UnsafeMutablePointer<Int32>?
) -> binnacle_result {
  let code = refusal(value)
  guard code == Code.success, let value else { return code }
  guard let scaled = Ratio.checked(count, numerator, over: denominator) else { return Code.range }
  value.pointee = scaled
  return code
}

@c @implementation
public func binnacle_angle(_ y: Int32, _ x: Int32, _ angle: UnsafeMutablePointer<UInt32>?) -> binnacle_result {
  let code = refusal(angle)
  guard code == Code.success, let angle else { return code }
  guard let found = Cordic.angle(y: y, x: x) else { return Code.noHeading }
  angle.pointee = found.rawValue
  return code
}

@c @implementation
public func binnacle_angle_multiplierless(
  _ y: Int32, _ x: Int32, _ angle: UnsafeMutablePointer<UInt32>?
) -> binnacle_result { write(Cordic.angle(y: y, x: x, tier: Cordic.Multiplierless.self), angle) }

@c @implementation
public func binnacle_angle_tiny(_ y: Int32, _ x: Int32, _ angle: UnsafeMutablePointer<UInt32>?) -> binnacle_result {
  write(Cordic.angle(y: y, x: x, tier: Cordic.Tiny.self), angle)
}

/// Stores an angle where C wants it. Three functions as long as `binnacle_angle` would be merged into one that gets the tier as a
/// pointer, for which firmware would need a `.got`.
@inline(never)
private func write(_ found: BinaryAngle?, _ angle: UnsafeMutablePointer<UInt32>?) -> Int32 {
  let code = refusal(angle)
  guard code == Code.success, let angle else { return code }
  guard let found else { return Code.noHeading }
  angle.pointee = found.rawValue
  return code
}

@c @implementation
public func binnacle_heading_from_counts(
  _ field: UnsafePointer<Int16>?, _ force: UnsafePointer<Int16>?, _ heading: UnsafeMutablePointer<UInt32>?
) -> binnacle_result {
  // Most addresses are multiples of four: then one test is enough for all three counts, and one load for two.
  let bits = UInt(bitPattern: field) | UInt(bitPattern: force) | UInt(bitPattern: heading)
  guard bits & 3 == 0, let field, let force, let heading else { return headingFromCounts(field, force, heading) }
  guard let found = TiltCompensation.heading(field: Counts(aligned: field), force: Counts(aligned: force)) else {
    return Code.noHeading
  }
  heading.pointee = found.rawValue
  return Code.success
}

extension Counts {
  /// Three counts at a multiple of four. Every target of the library is little-endian.
  @inline(__always)
  fileprivate init(aligned counts: UnsafePointer<Int16>) {
    let word = UnsafeRawPointer(counts).load(as: UInt32.self)
    self.init(x: Int16(truncatingIfNeeded: word), y: Int16(truncatingIfNeeded: word &>> 16), z: counts[2])
  }
}

/// The same for addresses that are not a multiple of four, and for unusable ones.
@inline(never)
private func headingFromCounts(
  _ field: UnsafePointer<Int16>?, _ force: UnsafePointer<Int16>?, _ heading: UnsafeMutablePointer<UInt32>?
) -> Int32 {
  var code = refusal(UInt(bitPattern: field), alignment: 2)
  if code == Code.success { code = refusal(UInt(bitPattern: force), alignment: 2) }
  if code == Code.success { code = refusal(heading) }
  guard code == Code.success, let field, let force, let heading else { return code }
  guard
    let found = TiltCompensation.heading(
      field: Counts(x: field[0], y: field[1], z: field[2]), force: Counts(x: force[0], y: force[1], z: force[2]))
  else { return Code.noHeading }
  heading.pointee = found.rawValue
  return code
}

@c @implementation
public func binnacle_solve(
  _ field: UnsafePointer<Int32>?, _ force: UnsafePointer<Int32>?,
  _ solution: UnsafeMutablePointer<binnacle_solution>?
) -> binnacle_result {
  var code = refusal(field)
  if code == Code.success, force != nil { code = refusal(force) }
  if code == Code.success { code = refusal(solution) }
  guard code == Code.success, let field, let solution else { return code }
  let corrected = CorrectedField(q8Nanotesla: vector(field))
  do throws(HeadingFailure) {
    let found = try TiltCompensation.solve(
      field: corrected, specificForce: force.map { Acceleration(microG: vector($0)) })
    solution.pointee.heading_q32_turns = found.heading.rawValue
    solution.pointee.dip_q32_turns = found.dip.signed
    solution.pointee.roll_q32_turns = found.roll?.signed ?? 0
    solution.pointee.pitch_q32_turns = found.pitch.signed
    solution.pointee.horizontal_nanotesla = found.horizontalNanotesla
    return code
  } catch { return Code.noHeading }
}

/// A place of binnacle.h.
struct Place {
  var position: Position
  var date: CalendarDay
  var isExtrapolating: Bool

  /// A place whose pointer was checked, or the code for its invalid numbers.
  @inline(never)
  static func read(_ place: UnsafePointer<binnacle_place>, into result: inout Place) -> Int32 {
    let (latitude, longitude) = (place.pointee.latitude_e7_degrees, place.pointee.longitude_e7_degrees)
    if latitude.magnitude > 900_000_000 { return Code.of(.latitude) }
    if longitude.magnitude > 1_800_000_000 { return Code.range }
    // Such a place is within 20 m of 0° N, 0° E, in the sea. The place itself may be meant.
    if latitude.magnitude <= 90, longitude.magnitude <= 180, latitude | longitude != 0 { return Code.wholeDegrees }
    let (year, month, day) = (place.pointee.year, place.pointee.month, place.pointee.day)
    guard let date = CalendarDay(year: year, month: month, day: day) else { return Code.range }
    result = Place(
      position: Position(
        latitude: turns(latitude), longitude: turns(longitude), height: place.pointee.height_millimetres),
      date: date, isExtrapolating: place.pointee.extrapolates != 0)
    return Code.success
  }

  /// 1e-7 degrees in 2^−32 turns, rounded: 2^32/3.6e9 in Q30 is 1,281,023,894.007, so that 180° is exact.
  private static func turns(_ angle: Int32) -> Int32 {
    Int32(truncatingIfNeeded: (Int64(product: angle, 1_281_023_894) &+ 1 &<< 29) &>> 30)
  }
}

@c @implementation
public func binnacle_declination(
  _ place: UnsafePointer<binnacle_place>?, _ declination: UnsafeMutablePointer<Int32>?
) -> binnacle_result {
  var code = refusal(UInt(bitPattern: place), alignment: 4)
  if code == Code.success { code = refusal(declination) }
  guard code == Code.success, let place, let declination else { return code }
  var there = Place(position: Position(latitude: 0, longitude: 0), date: CalendarDay(days: 0), isExtrapolating: false)
  code = Place.read(place, into: &there)
  if code != Code.success { return code }
  do throws(WorldModelError) {
    let field = try WorldMagneticModel.field(
      at: there.position, moment: WorldMagneticModel.Moment(there.date), extrapolating: there.isExtrapolating)
    guard let found = field.declination else { return Code.noTrueNorth }
    declination.pointee = found.signed
    return code
  } catch { return Code.of(error) }
}
