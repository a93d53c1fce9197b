// The objects of binnacle.h in memory that C lends, and the checks of every pointer that C hands over.
//
// An object begins with a word that says what it is; the Swift value begins eight bytes after it. C's storage has the
// alignment of 64-bit integers, and a test compares its size with that of the values on 32 and on 64 bits.

import Binnacle
import CBinnacle

/// What an object is; the first word of its storage.
package enum Kind {
  // "BCM1", "BCL1", "BMN1", "BAX1", "BGD1", "BLC1", "BSN1", "BDV1", "BDS1": another version of the layout gets other words.
  static var compass: UInt32 { 0x314d_4342 }
  static var calibration: UInt32 { 0x314c_4342 }
  static var motion: UInt32 { 0x314e_4d42 }
  static var axisCheck: UInt32 { 0x3158_4142 }
  static var guide: UInt32 { 0x3144_4742 }
  static var locator: UInt32 { 0x3143_4c42 }
  /// Those of binnacle_device.h: `binnacle_sensors`.
  package static var sensors: UInt32 { 0x314e_5342 }
  /// `binnacle_device`.
  package static var device: UInt32 { 0x3156_4442 }
  /// `binnacle_small_device`.
  package static var smallDevice: UInt32 { 0x3153_4442 }
  /// Bytes before the value.
  package static var header: Int { 8 }
}

/// Codes of binnacle.h.
package enum Code {
  /// Success.
  package static var success: Int32 { Int32(truncatingIfNeeded: BINNACLE_OK) }
  /// A pointer is null.
  package static var null: Int32 { Int32(truncatingIfNeeded: BINNACLE_ERROR_NULL) }
  /// Another size is expected.
  package static var size: Int32 { Int32(truncatingIfNeeded: BINNACLE_ERROR_SIZE) }
  static var alignment: Int32 { Int32(truncatingIfNeeded: BINNACLE_ERROR_ALIGNMENT) }
  /// The memory is no object.
  package static var uninitialised: Int32 { Int32(truncatingIfNeeded: BINNACLE_ERROR_UNINITIALISED) }
  /// A number is outside its range.
  package static var range: Int32 { Int32(truncatingIfNeeded: BINNACLE_ERROR_RANGE) }
  static var state: Int32 { Int32(truncatingIfNeeded: BINNACLE_ERROR_STATE) }
  static var noHeading: Int32 { Int32(truncatingIfNeeded: BINNACLE_ERROR_NO_HEADING) }
  static var noTrueNorth: Int32 { Int32(truncatingIfNeeded: BINNACLE_ERROR_NO_TRUE_NORTH) }
  /// The list has no such entry.
  package static var nothing: Int32 { Int32(truncatingIfNeeded: BINNACLE_ERROR_NOTHING) }
  static var wholeDegrees: Int32 { Int32(truncatingIfNeeded: BINNACLE_ERROR_WHOLE_DEGREES) }
  static var uncalibrated: Int32 { Int32(truncatingIfNeeded: BINNACLE_UNCALIBRATED) }
  static var tooSoon: Int32 { Int32(truncatingIfNeeded: BINNACLE_TOO_SOON) }

  /// `error` is 1…6: the codes follow −16 in the same order.
  static func of(_ error: WorldModelError) -> Int32 { -16 &- Int32(truncatingIfNeeded: error.rawValue) }

  /// The first five defects have a code each, and the fields of a record one together.
  static func of(_ defect: RecordDefect) -> Int32 {
    let number = Int32(truncatingIfNeeded: defect.rawValue)
    return -32 &- (number < 6 ? number : 6)
  }
}

/// Why a pointer cannot be used; 0: it can.
/// - Parameter alignment: of what it points to, a power of two.
@inline(__always)
func refusal(_ pointer: UInt, alignment: UInt) -> Int32 {
  // Most pointers are valid; this test needs no call.
  if pointer != 0, pointer & (alignment &- 1) == 0 { return Code.success }
  return pointer == 0 ? Code.null : Code.alignment
}

/// Whether memory is an object of this kind, in few instructions.
@inline(__always)
private func isGood(_ object: UInt, _ kind: UInt32) -> Bool {
  guard object & 7 == 0, let memory = UnsafeRawPointer(bitPattern: object) else { return false }
  return memory.load(as: UInt32.self) == kind
}

/// Why memory does not contain an object.
@inline(never)
private func refusal(object: UInt) -> Int32 {
  let code = refusal(object, alignment: 8)
  return code == Code.success ? Code.uninitialised : code
}

@inline(__always)
func refusal(_ words: UnsafePointer<Int32>?) -> Int32 { refusal(UInt(bitPattern: words), alignment: 4) }

/// Why a pointer to a result cannot be used; 0: it can.
@inline(__always)
package func refusal<Value>(_ result: UnsafeMutablePointer<Value>?) -> Int32 {
  refusal(UInt(bitPattern: result), alignment: UInt(bitPattern: MemoryLayout<Value>.alignment))
}

/// Three numbers, whose pointer was checked.
@inline(__always)
func vector(_ words: UnsafePointer<Int32>) -> Vector3 { Vector3(x: words[0], y: words[1], z: words[2]) }

/// Why memory cannot become an object of this size.
@inline(__always)
package func refusal(storage: UInt, size: Int, is expected: Int, holds needed: Int) -> Int32 {
  let code = refusal(storage, alignment: 8)
  if code != Code.success { return code }
  return size == expected && needed &+ Kind.header <= expected ? code : Code.size
}

@inline(__always)
private func value<Value: ~Copyable>(
  of object: UnsafeMutableRawPointer, as _: Value.Type = Value.self
) -> UnsafeMutablePointer<Value> {
  object.advanced(by: Kind.header).assumingMemoryBound(to: Value.self)
}

// Whether memory that was an object still is one: its enumerations and the places that it counts are within their ranges, so that
// no function jumps or writes to a wrong address. Other numbers may have any value: they only give wrong results.

/// What an object holds.
package protocol ObjectValue: ~Copyable {
  /// Whether the memory still contains an object.
  var isSound: Bool { mutating get }
}

extension Compass: ObjectValue {}
extension CompassCalibration: ObjectValue {}
extension CompassMotion: ObjectValue {}
extension AxisCheck: ObjectValue {}
extension CompassGuide: ObjectValue {}
extension CompassPlace: ObjectValue {}

@inline(never)
private func isSound<Value: ObjectValue & ~Copyable>(_ value: UnsafeMutablePointer<Value>) -> Bool {
  value.pointee.isSound
}

/// Puts a value into memory that was checked.
@inline(__always)
package func initialise<Value: ~Copyable>(_ object: UnsafeMutableRawPointer, _ kind: UInt32, _ new: consuming Value)
  -> Int32
{
  value(of: object).initialize(to: new)
  object.storeBytes(of: kind, as: UInt32.self)
  return Code.success
}

/// Calls `body` with the value of an object, if the memory is one of this kind.
@inline(__always)
package func with<Value: ObjectValue & ~Copyable>(
  _ object: UnsafeMutableRawPointer?, _ kind: UInt32, _ body: (inout Value) -> Int32
) -> Int32 {
  let address = UInt(bitPattern: object)
  guard isGood(address, kind), let object else { return refusal(object: address) }
  let place = value(of: object, as: Value.self)
  guard isSound(place) else { return Code.uninitialised }
  return body(&place.pointee)
}

@inline(__always)
func with(_ object: UnsafeMutablePointer<binnacle_compass>?, _ body: (inout Compass) -> Int32) -> Int32 {
  with(object, Kind.compass, body)
}

@inline(__always)
func with(_ object: UnsafeMutablePointer<binnacle_calibration>?, _ body: (inout CompassCalibration) -> Int32) -> Int32 {
  with(object, Kind.calibration, body)
}

@inline(__always)
func with(_ object: UnsafeMutablePointer<binnacle_motion>?, _ body: (inout CompassMotion) -> Int32) -> Int32 {
  with(object, Kind.motion, body)
}

@inline(__always)
func with(_ object: UnsafeMutablePointer<binnacle_axis_check>?, _ body: (inout AxisCheck) -> Int32) -> Int32 {
  with(object, Kind.axisCheck, body)
}

@inline(__always)
func with(_ object: UnsafeMutablePointer<binnacle_guide>?, _ body: (inout CompassGuide) -> Int32) -> Int32 {
  with(object, Kind.guide, body)
}

@inline(__always)
func with(_ object: UnsafeMutablePointer<binnacle_locator>?, _ body: (inout CompassPlace) -> Int32) -> Int32 {
  with(object, Kind.locator, body)
}

/// The remap with these axes of a sensor; `nil` for numbers that are no axes, or two along the same line.
@inline(never)
package func axes(forward: Int32, right: Int32) -> AxisRemap? {
  guard forward >= 0, forward < 6, right >= 0, right < 6,
    let first = AxisRemap.SignedAxis(rawValue: UInt8(truncatingIfNeeded: forward)),
    let second = AxisRemap.SignedAxis(rawValue: UInt8(truncatingIfNeeded: right))
  else { return nil }
  return AxisRemap(forward: first, right: second)
}
