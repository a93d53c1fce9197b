// The functions of binnacle_arrays.h whose rows do not depend on each other.

// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Binnacle
import CBinnacle

@c @implementation
public func binnacle_array_angles(
  _ count: Int, _ y: UnsafePointer<Int32>?, _ x: UnsafePointer<Int32>?, _ angles: UnsafeMutablePointer<UInt32>?,
  _ isValid: UnsafeMutablePointer<UInt8>?
) -> binnacle_result {
  if count == 0 { return Code.success }
  var arguments = Arguments(count)
  arguments.need(y)
  arguments.need(x)
  arguments.need(angles)
  arguments.need(isValid)
  guard arguments.code == Code.success, let y, let x, let angles, let isValid else { return arguments.code }
  var i = 0
  while i < count {
    let found = Cordic.angle(y: y[i], x: x[i])
    angles[i] = found?.rawValue ?? 0
    isValid[i] = found == nil ? 0 : 1
    i = i &+ 1
  }
  return Code.success
}

@c @implementation
public func binnacle_array_headings_from_counts(
  _ count: Int, _ field: UnsafePointer<Int16>?, _ force: UnsafePointer<Int16>?,
  _ headings: UnsafeMutablePointer<UInt32>?, _ isValid: UnsafeMutablePointer<UInt8>?
) -> binnacle_result {
  if count == 0 { return Code.success }
  var arguments = Arguments(count)
  arguments.need(field)
  arguments.need(force)
  arguments.need(headings)
  arguments.need(isValid)
  guard arguments.code == Code.success, let field, let force, let headings, let isValid else { return arguments.code }
  var i = 0
  while i < count {
    let at = 3 &* i
    let found = TiltCompensation.heading(
      field: Counts(x: field[at], y: field[at &+ 1], z: field[at &+ 2]),
      force: Counts(x: force[at], y: force[at &+ 1], z: force[at &+ 2]))
    headings[i] = found?.rawValue ?? 0
    isValid[i] = found == nil ? 0 : 1
    i = i &+ 1
  }
  return Code.success
}

@c @implementation
public func binnacle_array_solve(
  _ count: Int, _ field: UnsafePointer<Int32>?, _ force: UnsafePointer<Int32>?,
  _ solutions: UnsafeMutablePointer<binnacle_solution>?, _ status: UnsafeMutablePointer<UInt8>?
) -> binnacle_result {
  if count == 0 { return Code.success }
  var arguments = Arguments(count)
  arguments.need(field)
  arguments.may(force)
  arguments.need(solutions)
  arguments.need(status)
  guard arguments.code == Code.success, let field, let solutions, let status else { return arguments.code }
  var i = 0
  while i < count {
    solutions[i] = binnacle_solution()
    status[i] = 0
    do throws(HeadingFailure) {
      let found = try TiltCompensation.solve(
        field: CorrectedField(q8Nanotesla: vector(field, i)),
        specificForce: force.map { Acceleration(microG: vector($0, i)) })
      let roll = force == nil ? nil : found.roll
      solutions[i].heading_q32_turns = found.heading.rawValue
      solutions[i].dip_q32_turns = found.dip.signed
      solutions[i].roll_q32_turns = roll?.signed ?? 0
      solutions[i].pitch_q32_turns = force == nil ? 0 : found.pitch.signed
      solutions[i].horizontal_nanotesla = found.horizontalNanotesla
      status[i] = roll == nil ? 1 : 2
    } catch {}
    i = i &+ 1
  }
  return Code.success
}

@c @implementation
public func binnacle_array_correct(
  _ count: Int, _ record: UnsafePointer<UInt8>?, _ size: Int, _ nanotesla: UnsafePointer<Int32>?,
  _ corrected: UnsafeMutablePointer<Int32>?
) -> binnacle_result {
  var arguments = Arguments(count)
  arguments.need(record)
  if count != 0 {
    arguments.need(nanotesla)
    arguments.need(corrected)
  }
  guard arguments.code == Code.success, let record else { return arguments.code }
  if size < 0 { return Code.size }
  do throws(RecordDefect) {
    var known = try CalibrationRecord(bytes: UnsafeBufferPointer(start: record, count: size).span)
    guard let nanotesla, let corrected else { return Code.success }
    var i = 0
    while i < count {
      let found = known.correctionSums(for: MagneticField(nanotesla: vector(nanotesla, i))).rounded.q8Nanotesla
      corrected[3 &* i] = found.x
      corrected[3 &* i &+ 1] = found.y
      corrected[3 &* i &+ 2] = found.z
      i = i &+ 1
    }
    return Code.success
  } catch { return Code.of(error) }
}

@c @implementation
public func binnacle_array_world_fields(
  _ count: Int, _ moments: UnsafePointer<binnacle_moment>?, _ extrapolates: Int32,
  _ fields: UnsafeMutablePointer<binnacle_world_field>?
) -> binnacle_result {
  if count == 0 { return Code.success }
  var arguments = Arguments(count)
  arguments.need(moments)
  arguments.need(fields)
  guard arguments.code == Code.success, let moments, let fields else { return arguments.code }
  var i = 0
  while i < count {
    fields[i] = binnacle_world_field()
    do throws(WorldModelError) {
      let found = try WorldMagneticModel.field(
        at: Position(
          latitude: moments[i].latitude_q32_turns, longitude: moments[i].longitude_q32_turns,
          height: moments[i].height_millimetres),
        moment: WorldMagneticModel.Moment(CalendarDay(days: moments[i].days_since_2000)),
        extrapolating: extrapolates != 0)
      fields[i].field_q8_nanotesla = (found.q8Nanotesla.x, found.q8Nanotesla.y, found.q8Nanotesla.z)
      fields[i].horizontal_q8_nanotesla = found.horizontalQ8
      fields[i].total_q8_nanotesla = found.totalQ8
      fields[i].declination_q32_turns = found.declination?.signed ?? 0
      fields[i].has_declination = found.declination == nil ? 0 : 1
      fields[i].dip_q32_turns = found.dip?.signed ?? 0
    } catch { fields[i].result = Code.of(error) }
    i = i &+ 1
  }
  return Code.success
}
