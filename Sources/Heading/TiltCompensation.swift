// Heading, dip and horizontal field from a corrected field and a down direction.
//
// With down d and field m (both in the body frame), east is d × m and north is east × d. Heading is the angle of the
// forward axis between them: atan2(E·|d|, N) with E = (d × m)ₓ and N = (east × d)ₓ = mₓ(dy² + dz²) − dₓ(dy·my + dz·mz).
// The products are exact; precision is lost only where two of them are brought to a common 30-bit scale, so that the
// error is a few parts in 2^29 of |m|/H whatever the tilt. Protocols/heading/spec.md, "Heading".

import Cordic
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
  /// The heading of the forward axis.
  /// - Parameters:
  ///   - field: calibrated field in the body frame (forward, right, down).
  ///   - specificForce: body frame; at rest it points up with 1 g. `nil` for a board without an accelerometer: the
  ///     instrument is then taken to be level.
  /// - Returns: heading within 1e-5 degrees of the exact value for the same integers where the horizontal field is at
  ///   least 2 % of the total.
  public static func solve(
    field: CorrectedField, specificForce: Acceleration?
  ) throws(HeadingFailure) -> HeadingSolution {
    guard let specificForce else { return try solve(field, .level, roll: .zero, pitch: .zero) }
    guard let down = Down(specificForce) else { throw .noSpecificForce }
    return try solve(field, down, roll: down.roll, pitch: down.pitch)
  }

  private static func solve(
    _ field: CorrectedField, _ down: Down, roll: BinaryAngle?, pitch: BinaryAngle
  ) throws(HeadingFailure) -> HeadingSolution {
    guard let normalised = field.q8Nanotesla.normalised else { throw .noHorizontalField }
    let m = normalised.mantissa
    let d = down.direction

    // Each product has at most 60 bits, each sum 61.
    let east = Int64(product: d.y, m.z) &- Int64(product: d.z, m.y)
    let across = Int64(product: d.y, m.y) &+ Int64(product: d.z, m.z)
    let vertical = across &+ Int64(product: d.x, m.x)

    guard let heading = heading(east: east, across: across, down: down, field: m) else { throw .noHorizontalField }
    let dip = dip(vertical: vertical, horizontal: crossLength(east, d, m))
    return HeadingSolution(
      heading: heading, roll: roll, pitch: pitch, dip: dip,
      horizontalNanotesla: horizontalLength(of: field.q8Nanotesla, dip: dip))
  }

  /// atan2(E·|d|, N); `nil` when both are zero: the field is vertical.
  private static func heading(east: Int64, across: Int64, down: Down, field: Vector3) -> BinaryAngle? {
    if down.acrossSquared == 0 {
      // The forward axis is vertical. Roll is taken as zero, so that right stays right: Protocols/heading/spec.md.
      return Cordic.angle(y: 0 &- field.y, x: down.direction.x < 0 ? field.z : 0 &- field.z)
    }
    // One shift for all three, so that they stay comparable; the largest keeps 30 bits.
    let shift = Scaled.shift(toFit: east.magnitude | across.magnitude | down.acrossSquared.magnitude)
    let e = Scaled.mantissa(east, shift)
    let t = Scaled.mantissa(across, shift)
    let s = Scaled.mantissa(down.acrossSquared, shift)
    let north = Int64(product: field.x, s) &- Int64(product: down.direction.x, t)
    let y = Int64(product: e, Int32(bitPattern: down.length))
    return Scaled.angle(y: Scaled(y, exponent: 0), x: Scaled(north, exponent: 0))
  }

  /// |d × m| = |d|·H; its forward component is known.
  private static func crossLength(_ east: Int64, _ d: Vector3, _ m: Vector3) -> Scaled {
    let right = Int64(product: d.z, m.x) &- Int64(product: d.x, m.z)
    let down = Int64(product: d.x, m.y) &- Int64(product: d.y, m.x)
    let shift = Scaled.shift(toFit: east.magnitude | right.magnitude | down.magnitude)
    let v = Vector3(
      x: Scaled.mantissa(east, shift), y: Scaled.mantissa(right, shift), z: Scaled.mantissa(down, shift))
    let squared = Int64(product: v.x, v.x) &+ Int64(product: v.y, v.y) &+ Int64(product: v.z, v.z)
    return Scaled(Int64(high: 0, low: UInt64(bitPattern: squared).squareRoot), exponent: shift)
  }

  /// atan2(m·d, |d × m|): both carry the factor |d|.
  private static func dip(vertical: Int64, horizontal: Scaled) -> BinaryAngle {
    Scaled.angle(y: Scaled(vertical, exponent: 0), x: horizontal) ?? .zero
  }

  /// |m|·cos(dip) in whole nanotesla.
  private static func horizontalLength(of q8: Vector3, dip: BinaryAngle) -> UInt32 {
    // Squares of 31-bit magnitudes: three of them stay below 2^64.
    let squared =
      UInt64(product: q8.x.magnitude, q8.x.magnitude) &+ UInt64(product: q8.y.magnitude, q8.y.magnitude)
      &+ UInt64(product: q8.z.magnitude, q8.z.magnitude)
    // Halved so that √3·2^31 fits Int32.
    let half = Int32(bitPattern: squared.squareRoot &>> 1)
    let cosine = Cordic.rotated(y: 0, x: half, by: dip).x
    return UInt32(bitPattern: cosine.shifted(rightBy: 7))
  }
}
