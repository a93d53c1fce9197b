// Applying the calibration model (Protocols/calibration/spec.md, "Model").

import FixedPoint
import Quantities

extension CalibrationRecord {
  /// S·(m − h): offset first, matrix second, exact.
  ///
  /// - Parameter field: sensor axes, each component within ±2^21 nT (beyond that it is limited).
  /// - Returns: sensor axes, to be had as the `CorrectedField` of the specification or with more bits.
  @inlinable @inline(__always)
  public func sums(for field: MagneticField) -> CorrectionSums {
    // |256·m| ≤ 2^29 and |h| ≤ 2^30, so that d stays below 2^31.
    let d = Vector3(
      x: Self.q8(field.nanotesla.x) &- hardIron.x,
      y: Self.q8(field.nanotesla.y) &- hardIron.y,
      z: Self.q8(field.nanotesla.z) &- hardIron.z)
    return CorrectionSums(
      x: CorrectionSums.row(softIron.rows.0, d), y: CorrectionSums.row(softIron.rows.1, d),
      z: CorrectionSums.row(softIron.rows.2, d))
  }

  /// The same as a function, for an image that needs one only.
  ///
  /// Mutating, although nothing changes: the compiler copies a record that is only read.
  @export(interface)
  public mutating func correctionSums(for field: MagneticField) -> CorrectionSums { sums(for: field) }

  /// corrected = S·(m − h), as the specification has it.
  ///
  /// - Parameter field: sensor axes, each component within ±2^21 nT (beyond that it is limited).
  /// - Returns: sensor axes, 1/256 nT, rounded half up, saturating.
  public func apply(to field: MagneticField) -> CorrectedField {
    var record = self
    return record.correctionSums(for: field).rounded
  }

  /// The largest field the model takes, nanotesla.
  @inlinable public static var fieldLimit: Int32 { 1 << 21 }

  @inlinable @inline(__always)
  static func q8(_ nanotesla: Int32) -> Int32 {
    let limited = nanotesla > fieldLimit ? fieldLimit : nanotesla < 0 &- fieldLimit ? 0 &- fieldLimit : nanotesla
    return limited &<< 8
  }
}

/// S·(m − h) before anything is rounded: each below 2^62, in 2^−32 nT.
public struct CorrectionSums: Equatable, Sendable {
  public var x: Int64
  public var y: Int64
  public var z: Int64

  @inlinable @inline(__always)
  public init(x: Int64, y: Int64, z: Int64) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// 1/256 nT, rounded half up, saturating: the rule of Protocols/calibration/spec.md.
  @inlinable @inline(__always)
  public var rounded: CorrectedField {
    // Below 2^54, 4,194 µT, which no field is beyond, nothing can saturate.
    if (x.upperBits | y.upperBits | z.upperBits) >= 1 &<< 22 { return saturated }
    // Bits 55…24, and bit 23 as the carry of one half.
    return CorrectedField(
      q8Nanotesla: Vector3(
        x: x.upperWord(shiftedLeft: 8), y: y.upperWord(shiftedLeft: 8), z: z.upperWord(shiftedLeft: 8)))
  }

  /// `rounded` where a component may be too large for it.
  @export(interface)
  public var saturated: CorrectedField {
    CorrectedField(q8Nanotesla: Vector3(x: Self.rounded(x), y: Self.rounded(y), z: Self.rounded(z)))
  }

  /// With 30 bits for the largest component: 1/256 nT alone would turn a horizontal field of 6,000 nT by 2.6e-5°.
  @inlinable @inline(__always)
  public var fine: FineField {
    // Upper words are below 2^30: there is always a place to shift.
    let left = (x.upperBits | y.upperBits | z.upperBits).leadingZeros &- 2
    return FineField(
      mantissa: Vector3(
        x: x.upperWord(shiftedLeft: left), y: y.upperWord(shiftedLeft: left), z: z.upperWord(shiftedLeft: left)),
      exponent: 0 &- left)
  }

  /// Three products of at most 29 + 31 bits: the sum stays below 2^62.
  @inlinable @inline(__always)
  static func row(_ s: Vector3, _ d: Vector3) -> Int64 {
    Int64(halves: d.x, s.x) &+ Int64(halves: d.y, s.y) &+ Int64(halves: d.z, s.z)
  }

  private static func rounded(_ sum: Int64) -> Int32 { sum.shiftedHalfUp(rightBy: 24).saturatedToInt32 }
}

extension MatrixQ24 {
  /// Whether S keeps directions apart: its determinant is positive and not far below the product of its rows' sizes.
  ///
  /// The exact rule is "Singular" in Protocols/calibration/spec.md: entries rounded to Q15, det > 0, and the bit length
  /// of det at least the sum of the bit lengths of each row's largest entry, less 10.
  ///
  /// A record made from a real sensor has 0.3 and more of the volume its rows span; at the bound, 2^−10, one part in a
  /// thousand of the input decides the output. Runs once, when a record is accepted.
  public var isUsable: Bool {
    // Entries of at most 2^20: by Hadamard |det| ≤ (√3·2^20)^3 < 2^63. Partial sums may wrap; the result does not.
    let a = Self.shifted(rows.0)
    let b = Self.shifted(rows.1)
    let c = Self.shifted(rows.2)
    let determinant =
      Self.term(a.x, b.y, c.z, b.z, c.y) &+ Self.term(a.y, b.z, c.x, b.x, c.z) &+ Self.term(a.z, b.x, c.y, b.y, c.x)
    guard determinant > 0 else { return false }
    let lengths = Self.bits(a) &+ Self.bits(b) &+ Self.bits(c)
    let (high, low) = (UInt64(bitPattern: determinant).highHalf, UInt64(bitPattern: determinant).lowHalf)
    let size = high == 0 ? 32 &- low.leadingZeros : 64 &- high.leadingZeros
    return size >= lengths &- 10
  }

  @inline(never)
  private static func shifted(_ v: Vector3) -> Vector3 {
    Vector3(x: v.x.shifted(rightBy: 9), y: v.y.shifted(rightBy: 9), z: v.z.shifted(rightBy: 9))
  }

  /// a(bc − de)
  @inline(never)
  private static func term(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32, _ e: Int32) -> Int64 {
    Int64(widening: a) &* (Int64(product: b, c) &- Int64(product: d, e))
  }

  @inline(never)
  private static func bits(_ v: Vector3) -> Int32 {
    32 &- (v.x.magnitude | v.y.magnitude | v.z.magnitude).leadingZeros
  }
}
