// Frames: kind, token, sequence number, payload and checksum (Protocols/link/spec.md, "Frame").

import FixedPoint
import Quantities
import RawMemory

/// Sizes of the frame format.
public enum FrameLimits {
  /// The header's length in bytes: kind, token, sequence number.
  public static var headerLength: Int { 4 }
  /// The longest payload.
  public static var maximumPayload: Int { 256 }
  /// The longest frame before COBS, with its checksum of four bytes.
  public static var maximumFrame: Int { 264 }
  /// The longest frame on the wire: COBS adds two code bytes, and the delimiter follows.
  public static var maximumEncoded: Int { 267 }
}

/// The first four bytes of a frame.
public struct FrameHeader: Equatable, Sendable {
  /// The kind of message in the payload. It is not an enumeration: a receiver skips and counts unknown kinds.
  public var kind: UInt8
  /// 0 for a message that was not requested; a reply carries the token of its request (1…255).
  public var token: UInt8
  /// Counts every frame of the sender and wraps; a gap means that a frame was lost.
  public var sequence: UInt16

  public init(kind: UInt8, token: UInt8, sequence: UInt16) {
    self.kind = kind
    self.token = token
    self.sequence = sequence
  }
}

/// A frame before COBS, in a buffer of its own. It is not copyable, because copies of 264 bytes would fill a small
/// stack.
///
/// Its member `inPlace` prevents the compiler from copying the whole frame to read one byte.
public struct FrameBuffer: ~Copyable {
  /// Length of header and payload, without the checksum. It comes before the bytes, where a Cortex-M0 reads it in one
  /// instruction.
  var length = 4
  var bytes = InlineArray<264, UInt8>(repeating: 0)
  private let inPlace = InPlace()

  public init() {}

  /// Kind, token and sequence number.
  public var header: FrameHeader {
    @inline(never)
    get {
      var reader = ByteReader(bytes.span)
      return FrameHeader(kind: reader.uint8(), token: reader.uint8(), sequence: reader.uint16())
    }
  }

  /// The kind and the token in the header.
  public var kind: UInt8 { payloadByte(-4) }
  public var token: UInt8 { payloadByte(-3) }

  /// One byte of the payload; 0 if no byte was received there.
  /// - Parameter index: 0…255.
  @inline(never)
  public func payloadByte(_ index: Int) -> UInt8 { bytes.span[4 &+ index] }

  /// Four bytes of the payload, lowest first.
  /// - Parameter index: 0…252.
  @inline(never)
  public func payloadWord(_ index: Int) -> UInt32 {
    var word: UInt32 = 0
    var i = index &+ 4
    while i > index {
      i &-= 1
      word = word &<< 8 | UInt32(truncatingIfNeeded: payloadByte(i))
    }
    return word
  }

  /// Twelve bytes of the payload: x, y, z.
  /// - Parameter index: 0…244.
  @inline(never)
  public func payloadVector(_ index: Int) -> Vector3 {
    Vector3(
      x: Int32(bitPattern: payloadWord(index)), y: Int32(bitPattern: payloadWord(index &+ 4)),
      z: Int32(bitPattern: payloadWord(index &+ 8)))
  }

  /// The payload's length, 0…256.
  public var payloadLength: Int { length &- 4 }

  /// The payload.
  public var payload: Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span.extracting(4..<length) }
  }

  /// Header and payload.
  public var contents: Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span.extracting(0..<length) }
  }

  /// Begins a new frame; the payload is empty.
  @inline(never)
  public mutating func begin(_ header: FrameHeader) {
    begin(kind: header.kind, token: header.token)
    number(header.sequence)
  }

  /// Begins a new frame. `number` sets its sequence number later.
  @inline(never)
  public mutating func begin(kind: UInt8, token: UInt8) {
    bytes[0] = kind
    bytes[1] = token
    length = 4
  }

  /// Sets the sequence number.
  @inline(never)
  public mutating func number(_ sequence: UInt16) {
    bytes[2] = UInt8(truncatingIfNeeded: sequence)
    bytes[3] = UInt8(truncatingIfNeeded: sequence &>> 8)
  }

  // Never inlined: on a Cortex-M0, a message is then a sequence of calls for four bytes each.

  /// Appends to the payload. Bytes beyond 256 are dropped; a test ensures that no message of this project is that long.
  @inline(never)
  public mutating func append(_ value: UInt8) {
    guard length < 260 else { return }
    put(value, at: length)
    length &+= 1
  }

  @inline(never)
  public mutating func append(_ value: UInt16) {
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value &>> 8))
  }

  @inline(never)
  public mutating func append(_ value: UInt32) {
    append(UInt16(truncatingIfNeeded: value))
    append(UInt16(truncatingIfNeeded: value &>> 16))
  }

  @inline(never)
  public mutating func append(_ value: UInt64) {
    append(UInt32(truncatingIfNeeded: value))
    append(UInt32(truncatingIfNeeded: value &>> 32))
  }

  @inline(__always)
  public mutating func append(_ value: Int8) { append(UInt8(bitPattern: value)) }
  @inline(__always)
  public mutating func append(_ value: Int16) { append(UInt16(bitPattern: value)) }
  @inline(__always)
  public mutating func append(_ value: Int32) { append(UInt32(bitPattern: value)) }

  @inline(never)
  public mutating func append(_ span: Span<UInt8>) {
    for i in span.indices { append(span[i]) }
  }

  /// Stores a received byte at index 0…263.
  @inline(never)
  mutating func put(_ value: UInt8, at index: Int) {
    var span = bytes.mutableSpan
    span[index] = value
  }

  /// Adds the checksum, applies COBS and ends with the delimiter.
  /// - Parameter destination: at least `FrameLimits.maximumEncoded` bytes.
  /// - Returns: the number of bytes written.
  public mutating func encode(into destination: inout MutableSpan<UInt8>) -> Int {
    let crc = CRC32.of(contents)
    for i in 0..<4 { put(UInt8(truncatingIfNeeded: crc &>> UInt32(truncatingIfNeeded: 8 &* i)), at: length &+ i) }
    return COBSEncoder.encode(bytes.span.extracting(0..<(length &+ 4)), into: &destination)
  }
}
