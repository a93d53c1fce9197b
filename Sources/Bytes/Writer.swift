// Bounded little-endian writing.

/// Writes little-endian integers into a caller's buffer, and never beyond its end.
///
/// A write past the end is dropped and sets `isOverrun`; the caller checks once, after the last field.
public struct ByteWriter: ~Copyable, ~Escapable {
  var bytes: MutableSpan<UInt8>
  /// Bytes written.
  public private(set) var position: Int
  /// Whether a write went past the end.
  public private(set) var isOverrun: Bool

  @_lifetime(copy bytes)
  public init(_ bytes: consuming MutableSpan<UInt8>) {
    self.bytes = bytes
    position = 0
    isOverrun = false
  }

  @_lifetime(self: copy self)
  @inline(never)
  public mutating func uint8(_ value: UInt8) {
    guard position < bytes.count else {
      isOverrun = true
      return
    }
    bytes[position] = value
    position &+= 1
  }

  @_lifetime(self: copy self)
  @inline(never)
  public mutating func uint16(_ value: UInt16) {
    uint8(UInt8(truncatingIfNeeded: value))
    uint8(UInt8(truncatingIfNeeded: value &>> 8))
  }

  @_lifetime(self: copy self)
  @inline(never)
  public mutating func uint32(_ value: UInt32) {
    uint16(UInt16(truncatingIfNeeded: value))
    uint16(UInt16(truncatingIfNeeded: value &>> 16))
  }

  @_lifetime(self: copy self)
  @inline(never)
  public mutating func uint64(_ value: UInt64) {
    uint32(UInt32(truncatingIfNeeded: value))
    uint32(UInt32(truncatingIfNeeded: value &>> 32))
  }

  @_lifetime(self: copy self)
  public mutating func int8(_ value: Int8) { uint8(UInt8(bitPattern: value)) }
  @_lifetime(self: copy self)
  public mutating func int16(_ value: Int16) { uint16(UInt16(bitPattern: value)) }
  @_lifetime(self: copy self)
  public mutating func int32(_ value: Int32) { uint32(UInt32(bitPattern: value)) }
}
