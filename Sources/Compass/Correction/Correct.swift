// Applying the calibration model (Protocols/calibration/spec.md, "Model").

import FixedPoint
import Quantities

extension CalibrationRecord {
  /// S·(m − h): offset first, matrix second, exact.
  ///
  /// - Parameter field: sensor axes, each component within ±2^21 nT (beyond that it is limited).
  /// - Returns: sensor axes, as the `CorrectedField` of the specification or with more bits.
  @inlinable @inline(__always)
  public func sums(for field: MagneticField) -> CorrectionSums {
    let d = distance(to: field)
    return CorrectionSums(
      x: Int64(halves: d, softIron.rows.0), y: Int64(halves: d, softIron.rows.1), z: Int64(halves: d, softIron.rows.2))
  }

  /// m − h in 1/256 nT: |256·m| ≤ 2^29 and |h| ≤ 2^30, so that it stays below 2^31.
  @inlinable @inline(__always)
  func distance(to field: MagneticField) -> Vector3 {
    var m = field.nanotesla
    // One test for all three: beyond the limit is the exception.
    let bits = (m.x &+ Self.fieldLimit) | (m.y &+ Self.fieldLimit) | (m.z &+ Self.fieldLimit)
    if UInt32(bitPattern: bits) >= 1 &<< 22 { m = m.limited(to: Self.fieldLimit) }
    return Vector3(x: m.x &<< 8 &- hardIron.x, y: m.y &<< 8 &- hardIron.y, z: m.z &<< 8 &- hardIron.z)
  }

  /// The same, once in the image. `mutating`: embedded-swift.md, "Copies".
  @export(interface)
  public mutating func correctionSums(for field: MagneticField) -> CorrectionSums {
    let d = distance(to: field)
    return CorrectionSums(
      x: Int64(dot: d, &softIron.rows.0), y: Int64(dot: d, &softIron.rows.1), z: Int64(dot: d, &softIron.rows.2))
  }

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
    // Below 2^54, which is 4,194 µT and more than any field, nothing can saturate.
    if (x.upperBits | y.upperBits | z.upperBits) >= 1 &<< 22 { return saturated }
    // Bits 55…24, and bit 23 as the carry of one half.
    return CorrectedField(
      q8Nanotesla: Vector3(
        x: x.upperWord(shiftedLeft: 8), y: y.upperWord(shiftedLeft: 8), z: z.upperWord(shiftedLeft: 8)))
  }

  /// `rounded` for components that may be too large for it.
  public var saturated: CorrectedField {
    @inline(never)
    get { CorrectedField(q8Nanotesla: Vector3(x: Self.rounded(x), y: Self.rounded(y), z: Self.rounded(z))) }
  }

  /// With 30 bits for the largest component: 1/256 nT alone would turn a horizontal field of 6,000 nT by 2.6e-5°.
  @inlinable @inline(__always)
  public var fine: FineField {
    // Upper words are below 2^30, so the values can always be shifted by at least one place.
    let left = (x.upperBits | y.upperBits | z.upperBits).leadingZeros &- 2
    return FineField(
      mantissa: Vector3(
        x: x.upperWord(shiftedLeft: left), y: y.upperWord(shiftedLeft: left), z: z.upperWord(shiftedLeft: left)),
      exponent: 0 &- left)
  }

  // Rarely called: embedded-swift.md, "Calls".
  @inline(never)
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
    var all = self.entries
    var entries = all.mutableSpan
    var headroom: Int32 = 10
    var at = 0
    while at < 9 {
      var bits: UInt32 = 0
      repeat {
        let entry = entries[unchecked: at].shifted(rightBy: 9)
        entries[unchecked: at] = entry
        bits |= entry.magnitude
        at = at &+ 1
      } while at != 3 && at != 6 && at != 9
      headroom = headroom &- 32 &+ bits.leadingZeros
    }
    // Σ a_i·(b_j·c_k − b_k·c_j) with i, j, k in cyclic order.
    var determinant = Int64(0)
    var (j, k) = (1, 2)
    for i in 0..<3 {
      let minor = Int64(0).adding(entries[unchecked: 3 &+ j], times: entries[unchecked: 6 &+ k])
        .adding(0 &- entries[unchecked: 3 &+ k], times: entries[unchecked: 6 &+ j])
      determinant = determinant &+ Int64(widening: entries[unchecked: i]) &* minor
      (j, k) = (k, i)
    }
    guard determinant > 0 else { return false }
    let (high, low) = (UInt64(bitPattern: determinant).highHalf, UInt64(bitPattern: determinant).lowHalf)
    let zeros = high == 0 ? 32 &+ low.leadingZeros : high.leadingZeros
    return 64 &- zeros &+ headroom >= 0
  }
}
