// Heading, dip and horizontal field from a corrected field and the direction of up.
//
// With down d and field m (both in the body frame), east is d × m and north is east × d. The heading is the angle of
// the forward axis between them: atan2(E·|d|, N) with E = (d × m)ₓ and N = (east × d)ₓ = mₓ(dy² + dz²) − dₓ(dy·my +
// dz·mz). With up u = −d, only E changes its sign. The products are exact. Precision is lost only when two of them are
// scaled to a common 30-bit format, so the error is a few parts in 2^29 of |m|/H at any tilt.
// Protocols/heading/spec.md, "Heading".

import Correction
import FixedPoint
import IntegerTrigonometry
import Quantities

/// The result of tilt compensation.
public struct HeadingSolution: Equatable, Sendable {
  /// Clockwise from magnetic north.
  public var heading: BinaryAngle
  /// Positive below the horizon.
  public var dip: BinaryAngle
  /// Horizontal part of the field, nanotesla, rounded.
  public var horizontalNanotesla: UInt32
  /// How errors of field and tilt change the heading at this attitude.
  public var gains: ErrorGains
  /// Up in the body frame. It is not zero; its length has no meaning.
  public var up: Vector3

  public init(
    heading: BinaryAngle, dip: BinaryAngle, horizontalNanotesla: UInt32, gains: ErrorGains,
    up: Vector3 = Vector3(x: 0, y: 0, z: -1)
  ) {
    self.heading = heading
    self.dip = dip
    self.horizontalNanotesla = horizontalNanotesla
    self.gains = gains
    self.up = up
  }

  /// A solution for `solve` to fill in. Its error has no limit yet.
  public init() {
    self.init(heading: .zero, dip: .zero, horizontalNanotesla: 0, gains: .unlimited)
  }

  /// Positive when the right side is down; `nil` if the forward axis is vertical. Each read computes it.
  public var roll: BinaryAngle? { Cordic.angle(y: 0 &- up.y, x: 0 &- up.z) }

  /// Positive when the nose is up, −90°…90°. Each read computes it.
  public var pitch: BinaryAngle {
    let across = Int64(0).adding(up.y, times: up.y).adding(up.z, times: up.z)
    let root = UInt64(bitPattern: across).approximateSquareRoot
    return Cordic.angle(y: up.x, x: Int32(bitPattern: root)) ?? .zero
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
  /// Computes only the heading of the forward axis, directly from a sample: it applies offset and matrix first.
  ///
  /// - Parameters:
  ///   - field: nanotesla in sensor axes, each component within ±2^21.
  ///   - specificForce: body axes; at rest it points up with 1 g.
  ///   - calibration: in sensor axes.
  ///   - mounting: sensor axes to body axes.
  /// - Returns: heading within 1e-5 degrees of the exact value for the same integers when the horizontal field is at
  ///   least 4 % of the total; `nil` when the horizontal field or the specific force is zero.
  @inlinable @inline(__always)
  public static func heading(
    field: MagneticField, specificForce: Acceleration, calibration: borrowing CalibrationRecord,
    mounting: AxisRemap = .identity
  ) -> BinaryAngle? {
    var fine = calibration.sums(for: field).fine
    if mounting != .identity { fine.mantissa = mounting.body(fine.mantissa) }
    return heading(field: fine, specificForce: specificForce)
  }

  /// Computes only the heading of the forward axis.
  /// - Parameters:
  ///   - field: calibrated field in the body frame (forward, right, down).
  ///   - specificForce: body frame; at rest it points up with 1 g.
  /// - Returns: heading within 1e-5 degrees of the exact value for the same integers when the horizontal field is at
  ///   least 4 % of the total; `nil` when the horizontal field or the specific force is zero.
  @export(interface)
  public static func heading(field: FineField, specificForce: Acceleration) -> BinaryAngle? {
    guard let up = Up(specificForce) else { return nil }
    return Products(up, field.mantissa).heading(up, up.length.value, field.mantissa)
  }

  /// Heading, attitude, dip and horizontal field.
  /// - Parameters:
  ///   - field: calibrated field in the body frame (forward, right, down).
  ///   - specificForce: body frame; at rest it points up with 1 g. `nil` for a board without an accelerometer: the
  ///     instrument is then assumed to be level.
  /// - Returns: heading within 1e-5 degrees of the exact value for the same integers when the horizontal field is at
  ///   least 4 % of the total.
  public static func solve(
    field: FineField, specificForce: Acceleration?
  ) throws(HeadingFailure) -> HeadingSolution {
    var solution = HeadingSolution()
    try solution.solve(field: field, specificForce: specificForce)
    return solution
  }

  /// The same for a field that was rounded to 1/256 nT.
  public static func solve(
    field: CorrectedField, specificForce: Acceleration?
  ) throws(HeadingFailure) -> HeadingSolution {
    // One unit of this field is 2^24 units of the sums. The zero field stays zero.
    let v = field.q8Nanotesla
    let sums = CorrectionSums(
      x: Int64(high: v.x, low: 0) &>> 8, y: Int64(high: v.y, low: 0) &>> 8, z: Int64(high: v.z, low: 0) &>> 8)
    return try solve(field: sums.fine, specificForce: specificForce)
  }
}

extension HeadingSolution {
  /// `TiltCompensation.solve` in place, when the caller provides memory for the solution. If it throws, the contents of
  /// the solution are not valid.
  @export(interface)
  public mutating func solve(field: FineField, specificForce: Acceleration?) throws(HeadingFailure) {
    var found = Up.level
    if let specificForce {
      guard let measured = Up(specificForce) else { throw .noSpecificForce }
      found = measured
    }
    // The only call of this function, so that it is inlined: embedded-swift.md, "Copies".
    try solve(field, found)
  }

  @inline(__always)
  private mutating func solve(_ field: FineField, _ up: Up) throws(HeadingFailure) {
    let m = field.mantissa
    let products = Products(up, m)
    let length = up.length
    guard let heading = products.heading(up, length.value, m) else { throw .noHorizontalField }
    self.heading = heading
    self.up = up.direction

    // |u|²·|m|² = (|u|·H)² + (u·m)², all divided by 2^60; the first part is needed. As a difference of large numbers,
    // it has a relative error of about 2^−29·(F/H)². The effect on the dip is smaller by H/F, so its error is about
    // 2^−29·F/H: docs/fixed-point.md.
    let squared = Int64(squaresOf: m.x, m.y, m.z)
    let whole = UInt64(halves: squared.over30, length.squared.over30)
    // `minus: 0, 0` subtracts nothing. This form reuses halves that the products above have computed.
    let vertical = products.across &+ Int64(halves: up.direction.x, m.x, minus: 0, 0)
    let sign = vertical.upperWord &>> 31
    let along = (sign < 0 ? 0 &- vertical : vertical).over30
    let alongSquared = UInt64(halves: along, along)
    // Rounding may make the difference negative.
    let across = whole > alongSquared ? whole &- alongSquared : 1
    let raised = across.raisedForRoot
    let root = RootOfWord.called(raised.value.highHalf)
    let horizontal = root.fixedPoint &>> raised.half

    let down = Int32(bitPattern: along &>> 1)
    // Up is opposite to down.
    dip = Cordic.angle(y: sign &- (down ^ sign), x: Int32(bitPattern: horizontal &>> 1)) ?? .zero
    horizontalNanotesla = length.quotient(of: horizontal, exponent: field.exponent)
    gains = ErrorGains(
      whole: whole.highHalf, inverse: root.inverse, half: raised.half, up: up, length: length, products: products)
  }
}

extension Int64 {
  /// The value divided by 2^30, rounded. It has 32 bits for a value that is below 3·2^60 and not negative.
  @inline(__always)
  fileprivate var over30: UInt32 {
    let lower = UInt64(bitPattern: self).lowHalf
    return (UInt32(bitPattern: upperWord) &<< 2) &+ (lower &>> 30) &+ ((lower &>> 29) & 1)
  }
}

/// The sums of products that heading and dip share. Each has at most 61 bits.
struct Products {
  /// (d × m)ₓ with d = −u.
  var east: Int64
  /// uy·my + uz·mz.
  var across: Int64

  @inline(__always)
  init(_ up: Up, _ m: Vector3) {
    let u = up.direction
    east = Int64(halves: u.z, m.y, minus: u.y, m.z)
    across = Int64(halves: u.y, m.y, plus: u.z, m.z)
  }

  /// atan2(E·|u|, N); `nil` if both are zero: the field is vertical.
  @inline(__always)
  func heading(_ up: Up, _ length: Int32, _ m: Vector3) -> BinaryAngle? {
    let u = up.direction
    if up.acrossSquared == 0 {
      // The forward axis is vertical. Roll is taken as zero, so that right stays right: Protocols/heading/spec.md.
      return Cordic.angle(y: 0 &- m.y, x: u.x > 0 ? m.z : 0 &- m.z)
    }
    if east == 0 && isParallel(u, m) { return nil }
    // The same shift for all three keeps them comparable. The largest keeps 30 bits.
    let left = (east.upperBits | across.upperBits | up.acrossSquared.upperBits).leadingZeros &- 2
    let e = east.upperWord(shiftedLeft: left)
    let t = across.upperWord(shiftedLeft: left)
    let s = up.acrossSquared.upperWord(shiftedLeft: left)
    let north = Int64(halves: m.x, s, minus: u.x, t)
    let y = Int64(halves: length, e)
    // 31 bits here, so that rounding is negligible.
    let raise = (y.upperBits | north.upperBits).leadingZeros &- 1
    return Cordic.angle(
      y: y.upperWordRoundedDown(shiftedLeft: raise), x: north.upperWordRoundedDown(shiftedLeft: raise))
  }

  /// Whether u × m is exactly zero, if its forward component is zero.
  @inline(never)
  private func isParallel(_ u: Vector3, _ m: Vector3) -> Bool {
    // This rarely runs, so it uses calls, which are shorter.
    Int64(0).adding(u.x, times: m.z).adding(0 &- u.z, times: m.x) == 0
      && Int64(0).adding(u.y, times: m.x).adding(0 &- u.x, times: m.y) == 0
  }
}
