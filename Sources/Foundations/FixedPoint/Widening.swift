// Conversions between 32 and 64 bits that the compiler's no-allocations mode accepts.
//
// On 32-bit targets `Int64(anInt32)` goes through generic code that names an allocating type, so the device half widens
// only with these functions. Each compiles to at most two instructions.

import RawMemory

extension Int64 {
  /// The two's-complement value with the given halves.
  @inlinable @inline(__always)
  public init(high: Int32, low: UInt32) {
    self = Int64(bitPattern: UInt64(high: UInt32(bitPattern: high), low: low))
  }

  /// `value` with its sign carried into the upper half.
  @inlinable @inline(__always)
  public init(widening value: Int32) {
    self.init(high: value &>> 31, low: UInt32(bitPattern: value))
  }

  /// The exact product of two 32-bit values; at most 62 bits and sign.
  @inlinable @inline(__always)
  public init(product a: Int32, _ b: Int32) {
    let p = a.multipliedFullWidth(by: b)
    self.init(high: p.high, low: p.low)
  }
}

extension UInt64 {
  /// The value with the given halves.
  @inlinable @inline(__always)
  public init(high: UInt32, low: UInt32) {
    self = Unchecked.doubleWord(low: low, high: high)
  }

  /// `value` with zeros above it.
  @inlinable @inline(__always)
  public init(widening value: UInt32) {
    self.init(high: 0, low: value)
  }

  /// The exact product of two unsigned 32-bit values.
  @inlinable @inline(__always)
  public init(product a: UInt32, _ b: UInt32) {
    let p = a.multipliedFullWidth(by: b)
    self.init(high: p.high, low: p.low)
  }

  /// Bits 63…32.
  @inlinable @inline(__always)
  public var highHalf: UInt32 { UInt32(truncatingIfNeeded: self &>> 32) }

  /// Bits 31…0.
  @inlinable @inline(__always)
  public var lowHalf: UInt32 { UInt32(truncatingIfNeeded: self) }
}
