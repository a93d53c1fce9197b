// Heading, dip and horizontal field from a corrected field and the direction of up.
//
// With down d and field m (both in the body frame), east is d × m and north is east × d. Heading is the angle of the
// forward axis between them: atan2(E·|d|, N) with E = (d × m)ₓ and N = (east × d)ₓ = mₓ(dy² + dz²) − dₓ(dy·my + dz·mz).
// Up u = −d serves as well: only E changes its sign. The products are exact; precision is lost only where two of them
// are brought to a common 30-bit scale, so that the error is a few parts in 2^29 of |m|/H whatever the tilt.
// Protocols/heading/spec.md, "Heading".

import Cordic
import Correction
import FixedPoint
import Quantities

/// What tilt compensation finds.
public struct HeadingSolution: Equatable, Sendable {
  /// Clockwise from magnetic north.
  public var heading: BinaryAngle
  /// Right side down positive; `nil` when the forward axis is vertical.
  public var roll: BinaryAngle?
  /// Nose up positive.
  public var pitch: BinaryAngle
  /// Below the horizon positive.
  public var dip: BinaryAngle
  /// Horizontal part of the field, nanotesla, rounded.
  public var horizontalNanotesla: UInt32

  public init(
    heading: BinaryAngle, roll: BinaryAngle?, pitch: BinaryAngle, dip: BinaryAngle, horizontalNanotesla: UInt32
  ) {
    self.heading = heading
    self.roll = roll
    self.pitch = pitch
    self.dip = dip
    self.horizontalNanotesla = horizontalNanotesla
  }
}

/// Why there is no heading.
public enum HeadingFailure: UInt8, Error, Sendable {
  /// The horizontal part of the field is zero.
  case noHorizontalField
  /// The specific force is zero.
  case noSpecificForce
}

/// Tilt-compensated and level heading.
public enum TiltCompensation {
  /// The heading of the forward axis and nothing else, the whole way from a sample: offset and matrix first.
  ///
  /// - Parameters:
  ///   - field: nanotesla in sensor axes, each component within ±2^21.
  ///   - specificForce: body axes; at rest it points up with 1 g.
  ///   - calibration: in sensor axes.
  ///   - mounting: sensor axes to body axes.
  /// - Returns: heading within 1e-5 degrees of the exact value for the same integers where the horizontal field is at
  ///   least 4 % of the total; `nil` where it is zero, or the specific force is.
  @inlinable @inline(__always)
  public static func heading(
    field: MagneticField, specificForce: Acceleration, calibration: borrowing CalibrationRecord,
    mounting: AxisRemap = .identity
  ) -> BinaryAngle? {
    var fine = calibration.sums(for: field).fine
    if mounting != .identity { fine.mantissa = mounting.body(fine.mantissa) }
    return heading(field: fine, specificForce: specificForce)
  }

  /// The heading of the forward axis and nothing else.
  /// - Parameters:
  ///   - field: calibrated field in the body frame (forward, right, down).
  ///   - specificForce: body frame; at rest it points up with 1 g.
  /// - Returns: heading within 1e-5 degrees of the exact value for the same integers where the horizontal field is at
  ///   least 4 % of the total; `nil` where it is zero, or the specific force is.
  @export(interface)
  public static func heading(field: FineField, specificForce: Acceleration) -> BinaryAngle? {
    guard let up = Up(specificForce) else { return nil }
    return Products(up, field.mantissa).heading(up, up.length, field.mantissa)
  }

  /// Heading, attitude, dip and horizontal field.
  /// - Parameters:
  ///   - field: calibrated field in the body frame (forward, right, down).
  ///   - specificForce: body frame; at rest it points up with 1 g. `nil` for a board without an accelerometer: the
  ///     instrument is then taken to be level.
  /// - Returns: heading within 1e-5 degrees of the exact value for the same integers where the horizontal field is at
  ///   least 4 % of the total.
  @export(interface)
  public static func solve(
    field: FineField, specificForce: Acceleration?
  ) throws(HeadingFailure) -> HeadingSolution {
    var up = Up.level
    var roll: BinaryAngle? = BinaryAngle.zero
    var pitch = BinaryAngle.zero
    if let specificForce {
      guard let found = Up(specificForce) else { throw .noSpecificForce }
      up = found
      roll = up.roll
      pitch = up.pitch
    }
    // In one place, so that it is built in: its arguments and its answer would be copied.
    return try solve(field, up, roll: roll, pitch: pitch)
  }

  /// The same for a field that was rounded to 1/256 nT.
  public static func solve(
    field: CorrectedField, specificForce: Acceleration?
  ) throws(HeadingFailure) -> HeadingSolution {
    // 2^24 of the sums are one of these; the zero field stays zero.
    let v = field.q8Nanotesla
    let sums = CorrectionSums(
      x: Int64(high: v.x, low: 0) &>> 8, y: Int64(high: v.y, low: 0) &>> 8, z: Int64(high: v.z, low: 0) &>> 8)
    return try solve(field: sums.fine, specificForce: specificForce)
  }

  @inline(__always)
  private static func solve(
    _ field: FineField, _ up: Up, roll: BinaryAngle?, pitch: BinaryAngle
  ) throws(HeadingFailure) -> HeadingSolution {
    let m = field.mantissa
    let products = Products(up, m)
    let length = up.length
    guard let heading = products.heading(up, length, m) else { throw .noHorizontalField }

    // |u × m| = |u|·H and m·u = −|u|·V, at one scale.
    let u = up.direction
    let right = Int64(halves: u.x, m.z) &- Int64(halves: u.z, m.x)
    let down = Int64(halves: u.y, m.x) &- Int64(halves: u.x, m.y)
    let vertical = products.across &+ Int64(halves: u.x, m.x)
    let bits = products.east.upperBits | right.upperBits | down.upperBits | vertical.upperBits
    let left = bits.leadingZeros &- 2
    let e = products.east.upperWord(shiftedLeft: left)
    let r = right.upperWord(shiftedLeft: left)
    let d = down.upperWord(shiftedLeft: left)
    let squared = Int64(squareOf: e) &+ Int64(squareOf: r) &+ Int64(squareOf: d)
    let horizontal = UInt64(bitPattern: squared).approximateSquareRoot
    let v = vertical.upperWord(shiftedLeft: left)
    return HeadingSolution(
      heading: heading, roll: roll, pitch: pitch,
      dip: Cordic.angle(y: 0 &- v, x: Int32(bitPattern: horizontal)) ?? .zero,
      horizontalNanotesla: quotient(horizontal, length, exponent: 32 &- left &+ field.exponent))
  }

  /// ⌊a/b · 2^exponent + ½⌋, limited to 32 bits.
  @inline(__always)
  private static func quotient(_ a: UInt32, _ b: Int32, exponent: Int32) -> UInt32 {
    let shift = UInt32(bitPattern: b).leadingZeros
    // a·2^(31 + shift)/b below 2^32, as the upper word of a product.
    let reciprocal = (UInt32(bitPattern: b) &<< UInt32(bitPattern: shift)).normalisedReciprocal
    let scaled = UInt64(halves: a, reciprocal).highHalf
    let down = 31 &- shift &- exponent
    if down > 31 { return 0 }
    if down <= 0 { return scaled }
    return (scaled &>> UInt32(bitPattern: down)) &+ ((scaled &>> UInt32(bitPattern: down &- 1)) & 1)
  }
}

/// The sums of products that heading and dip share; each has at most 61 bits.
struct Products {
  /// (d × m)ₓ with d = −u.
  var east: Int64
  /// uy·my + uz·mz.
  var across: Int64

  @inline(__always)
  init(_ up: Up, _ m: Vector3) {
    let u = up.direction
    east = Int64(halves: u.z, m.y) &- Int64(halves: u.y, m.z)
    across = Int64(halves: u.y, m.y) &+ Int64(halves: u.z, m.z)
  }

  /// atan2(E·|u|, N); `nil` when both are zero: the field is vertical.
  @inline(__always)
  func heading(_ up: Up, _ length: Int32, _ m: Vector3) -> BinaryAngle? {
    let u = up.direction
    if up.acrossSquared == 0 {
      // The forward axis is vertical. Roll is taken as zero, so that right stays right: Protocols/heading/spec.md.
      return Cordic.angle(y: 0 &- m.y, x: u.x > 0 ? m.z : 0 &- m.z)
    }
    if east == 0 && isParallel(u, m) { return nil }
    // One shift for all three, so that they stay comparable; the largest keeps 30 bits.
    let left = (east.upperBits | across.upperBits | up.acrossSquared.upperBits).leadingZeros &- 2
    let e = east.upperWord(shiftedLeft: left)
    let t = across.upperWord(shiftedLeft: left)
    let s = up.acrossSquared.upperWord(shiftedLeft: left)
    let north = Int64(halves: m.x, s) &- Int64(halves: u.x, t)
    let y = Int64(halves: length, e)
    // Here 31 bits, whose rounding is nothing.
    let raise = (y.upperBits | north.upperBits).leadingZeros &- 1
    return Cordic.angle(
      y: y.upperWordRoundedDown(shiftedLeft: raise), x: north.upperWordRoundedDown(shiftedLeft: raise))
  }

  /// Whether u × m is zero, exactly, where its forward component is.
  @inline(never)
  private func isParallel(_ u: Vector3, _ m: Vector3) -> Bool {
    Int64(halves: u.x, m.z) == Int64(halves: u.z, m.x) && Int64(halves: u.y, m.x) == Int64(halves: u.x, m.y)
  }
}
