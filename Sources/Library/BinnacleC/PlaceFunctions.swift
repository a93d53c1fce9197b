// The locator of binnacle.h: it computes the field of a place in slices.

// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Binnacle
import CBinnacle

@c @implementation
public func binnacle_locator_init(_ locator: UnsafeMutablePointer<binnacle_locator>?, _ size: Int) -> binnacle_result {
  let code = refusal(
    storage: UInt(bitPattern: locator), size: size, is: MemoryLayout<binnacle_locator>.size,
    holds: MemoryLayout<CompassPlace>.size)
  guard code == Code.success, let locator else { return code }
  return initialise(UnsafeMutableRawPointer(locator), Kind.locator, CompassPlace())
}

@c @implementation
public func binnacle_locator_set(
  _ locator: UnsafeMutablePointer<binnacle_locator>?, _ compass: UnsafeMutablePointer<binnacle_compass>?,
  _ place: UnsafePointer<binnacle_place>?
) -> binnacle_result {
  with(locator) { locator in
    with(compass) { compass in
      guard let place else {
        locator.setPosition(nil)
        locator.setDate(nil, of: &compass)
        return Code.success
      }
      var code = refusal(UInt(bitPattern: place), alignment: 4)
      if code != Code.success { return code }
      var there = Place(
        position: Position(latitude: 0, longitude: 0), date: CalendarDay(days: 0), isExtrapolating: false)
      code = Place.read(place, into: &there)
      if code != Code.success { return code }
      locator.setPosition(there.position)
      locator.setDate(there.date, extrapolating: there.isExtrapolating, of: &compass)
      return code
    }
  }
}

@c @implementation
public func binnacle_locator_step(
  _ locator: UnsafeMutablePointer<binnacle_locator>?, _ compass: UnsafeMutablePointer<binnacle_compass>?
) -> binnacle_result {
  with(locator) { locator in
    with(compass) { compass in
      locator.step(&compass) ? Int32(truncatingIfNeeded: BINNACLE_MORE_WORK) : Code.success
    }
  }
}

@c @implementation
public func binnacle_locator_get(
  _ locator: UnsafePointer<binnacle_locator>?, _ state: UnsafeMutablePointer<binnacle_place_state>?
) -> binnacle_result {
  with(UnsafeMutablePointer(mutating: locator)) { locator in
    let code = refusal(state)
    guard code == Code.success, let state else { return code }
    state.pointee.error = locator.error.map { Code.of($0) } ?? Code.success
    state.pointee.state = locator.state.rawValue
    state.pointee.is_extrapolated = locator.isExtrapolated ? 1 : 0
    state.pointee.reserved = (0, 0)
    return code
  }
}
