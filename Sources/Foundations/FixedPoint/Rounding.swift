// Shifts and divisions that say how they round, and conversions that saturate.

/// What happens to the fraction when bits are dropped.
///
/// | value | `.halfUp` | `.down` | `.towardZero` |
/// | ---: | ---: | ---: | ---: |
/// | 1.5 | 2 | 1 | 1 |
/// | 1.25 | 1 | 1 | 1 |
/// | −1.25 | −1 | −2 | −1 |
/// | −1.5 | −1 | −2 | −1 |
public enum RoundingRule: Sendable {
  /// To the nearest value, halves towards positive infinity: ⌊x + ½⌋. The default everywhere.
  case halfUp
  /// Towards negative infinity: what an arithmetic shift does.
  case down
  /// Towards zero: what integer division does.
  case towardZero
}

extension Int32 {
  /// `self / 2^count`, rounded.
  /// - Parameter count: 0…31.
  @inlinable @inline(__always)
  public func shifted(rightBy count: Int32, rounding rule: RoundingRule = .halfUp) -> Int32 {
    if count == 0 { return self }
    switch rule {
    case .down: return self &>> count
    case .halfUp:
      // The highest of the dropped bits is exactly the carry of adding one half. Adding it cannot overflow.
      return (self &>> count) &+ ((self &>> (count &- 1)) & 1)
    case .towardZero:
      let dropped = self & ((1 &<< count) &- 1)
      return (self &>> count) &+ (self < 0 && dropped != 0 ? 1 : 0)
    }
  }

  /// `self` limited to the range of `Int16`.
  @inlinable @inline(__always)
  public var saturatedToInt16: Int16 {
    if self > 32767 { return Int16.max }
    if self < -32768 { return Int16.min }
    return Int16(truncatingIfNeeded: self)
  }

  /// `self + other`, limited to the range of `Int32`.
  @inlinable @inline(__always)
  public func addingWithSaturation(_ other: Int32) -> Int32 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (self < 0 ? Int32.min : Int32.max) : sum
  }

  /// `self − other`, limited to the range of `Int32`.
  @inlinable @inline(__always)
  public func subtractingWithSaturation(_ other: Int32) -> Int32 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (self < 0 ? Int32.min : Int32.max) : difference
  }

  /// `−self`, with `Int32.min` giving `Int32.max`.
  @inlinable @inline(__always)
  public var negatedWithSaturation: Int32 { self == Int32.min ? Int32.max : 0 &- self }
}

extension Int64 {
  /// `self / 2^count`, rounded half up. The rounding never overflows.
  /// - Parameter count: 1…63.
  @inlinable @inline(__always)
  public func shiftedHalfUp(rightBy count: Int64) -> Int64 {
    (self &>> count) &+ ((self &>> (count &- 1)) & 1)
  }

  /// `self` limited to the range of `Int32`.
  @inlinable @inline(__always)
  public var saturatedToInt32: Int32 {
    if self > 0x7fff_ffff { return Int32.max }
    if self < -0x8000_0000 { return Int32.min }
    return Int32(truncatingIfNeeded: self)
  }
}
