// Three-component quantities and their units.

import FixedPoint

/// Three signed 32-bit components. The type that holds them gives their meaning and unit.
public struct Vector3: Equatable, Hashable, Sendable {
  public var x: Int32
  public var y: Int32
  public var z: Int32

  @inlinable @inline(__always)
  public init(x: Int32, y: Int32, z: Int32) {
    self.x = x
    self.y = y
    self.z = z
  }

  public static var zero: Vector3 { Vector3(x: 0, y: 0, z: 0) }

  /// Whether every component lies within ±`limit`.
  /// - Parameter limit: at most 2^31 − 1.
  @inline(never)
  public func isWithin(_ limit: UInt32) -> Bool {
    // The components count from −limit on, as unsigned numbers.
    let width = limit &+ limit
    if UInt32(bitPattern: x) &+ limit > width { return false }
    if UInt32(bitPattern: y) &+ limit > width { return false }
    return UInt32(bitPattern: z) &+ limit <= width
  }
}

extension Vector3 {
  /// The vector, shifted so that its largest component has `bits` bits and a sign. Bits that are shifted out are lost.
  /// Zero stays zero.
  /// - Parameter bits: 1…31.
  @export(interface)
  public func mantissa(bits: Int32) -> Vector3 {
    let right = 32 &- bits &- (x.magnitude | y.magnitude | z.magnitude).leadingZeros
    if right >= 0 { return Vector3(x: x &>> right, y: y &>> right, z: z &>> right) }
    let left = 0 &- right
    return Vector3(x: x &<< left, y: y &<< left, z: z &<< left)
  }
}

extension Vector3 {
  /// Each component limited to ±`limit`.
  /// - Parameter limit: not negative.
  @inline(never)
  public func limited(to limit: Int32) -> Vector3 {
    Vector3(x: Self.limited(x, limit), y: Self.limited(y, limit), z: Self.limited(z, limit))
  }

  @inline(__always)
  private static func limited(_ value: Int32, _ limit: Int32) -> Int32 {
    value > limit ? limit : value < 0 &- limit ? 0 &- limit : value
  }
}

extension Int64 {
  /// The exact scalar product: of vectors with components of 31 and 29 bits, or of 30 and 30, it stays below 2^62.
  @inlinable @inline(__always)
  public init(halves a: Vector3, _ b: Vector3) {
    self = Int64(halves: a.x, b.x) &+ Int64(halves: a.y, b.y) &+ Int64(halves: a.z, b.z)
  }

  /// The same as a function. It only reads `b`, whose address takes one register where the vector takes three.
  @inline(never)
  public init(dot a: Vector3, _ b: inout Vector3) {
    self = Int64(0).adding(a.x, times: b.x).adding(a.y, times: b.y).adding(a.z, times: b.z)
  }
}

/// A magnetic field in nanotesla. The Earth's is 22,000 to 67,000; sensors here measure up to ±810,000.
public struct MagneticField: Equatable, Hashable, Sendable {
  /// Components in nanotesla.
  public var nanotesla: Vector3

  @inlinable @inline(__always)
  public init(nanotesla: Vector3) { self.nanotesla = nanotesla }
}

/// A field after calibration, with eight fraction bits: 1/256 nanotesla.
///
/// The fraction is kept because rounding to whole nanotesla alone would cost 2e-3 degrees at a horizontal field of
/// 20,000 nT. Range ±8,388,607 nT, saturating.
public struct CorrectedField: Equatable, Hashable, Sendable {
  /// Components in units of 2^−8 nanotesla.
  public var q8Nanotesla: Vector3

  @inlinable @inline(__always)
  public init(q8Nanotesla: Vector3) { self.q8Nanotesla = q8Nanotesla }
}

/// A field after calibration with all the bits that its direction needs. `CorrectedField` is the same field rounded to
/// 1/256 nT.
public struct FineField: Equatable, Hashable, Sendable {
  /// Each component within ±2^30; the largest at least 2^28, unless the field is tiny.
  public var mantissa: Vector3
  /// The unit: mantissa · 2^exponent is the field in nanotesla.
  public var exponent: Int32

  @inlinable @inline(__always)
  public init(mantissa: Vector3, exponent: Int32) {
    self.mantissa = mantissa
    self.exponent = exponent
  }
}

/// Specific force in micro-g, as an accelerometer senses it: level and at rest it is (0, 0, −1,000,000) in the body
/// frame (forward, right, down). Down is the opposite direction.
public struct Acceleration: Equatable, Hashable, Sendable {
  /// Components in millionths of standard gravity.
  public var microG: Vector3

  @inlinable @inline(__always)
  public init(microG: Vector3) { self.microG = microG }
}
