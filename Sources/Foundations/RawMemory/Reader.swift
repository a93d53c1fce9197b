// Bounded little-endian reading.

import RawMemory

/// Reads little-endian integers from a span of bytes, and never beyond its end.
///
/// A read past the end returns zero and sets `isOverrun`; the caller checks once, after the last field. Bytes that
/// remain are fields of a later version and are ignored (Protocols/link/spec.md, "Extension").
public struct ByteReader: ~Escapable {
  let bytes: Span<UInt8>
  /// Bytes consumed.
  public private(set) var position: Int
  /// Whether a read went past the end.
  public private(set) var isOverrun: Bool

  @_lifetime(copy bytes)
  public init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
    position = 0
    isOverrun = false
  }

  /// Bytes not yet consumed.
  public var remaining: Int { bytes.count &- position }

  /// The next byte; 0 beyond the end.
  @inline(never)
  public mutating func uint8() -> UInt8 {
    guard position < bytes.count else {
      isOverrun = true
      return 0
    }
    let value = bytes[position]
    position &+= 1
    return value
  }

  /// The next two bytes, lowest first; 0 beyond the end.
  @inline(never)
  public mutating func uint16() -> UInt16 {
    let low = uint8()
    return UInt16(truncatingIfNeeded: low) | (UInt16(truncatingIfNeeded: uint8()) &<< 8)
  }

  /// The next four bytes, lowest first; 0 beyond the end.
  @inline(never)
  public mutating func uint32() -> UInt32 {
    let low = uint16()
    return UInt32(truncatingIfNeeded: low) | (UInt32(truncatingIfNeeded: uint16()) &<< 16)
  }

  /// The next eight bytes, lowest first; 0 beyond the end.
  @inline(never)
  public mutating func uint64() -> UInt64 {
    let low = uint32()
    let high = uint32()
    return Unchecked.doubleWord(low: low, high: high)
  }

  /// The next byte; 0 beyond the end.
  public mutating func int8() -> Int8 { Int8(bitPattern: uint8()) }
  /// The next two bytes, lowest first; 0 beyond the end.
  public mutating func int16() -> Int16 { Int16(bitPattern: uint16()) }
  /// The next four bytes, lowest first; 0 beyond the end.
  public mutating func int32() -> Int32 { Int32(bitPattern: uint32()) }
}
