// Consistent overhead byte stuffing: frames without zero bytes, so that a zero can end them.

/// Decodes COBS one byte at a time, without a buffer of its own.
///
/// Source: S. Cheshire and M. Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on Networking 7(2),
/// 1999. Protocols/link/spec.md, "Framing", fixes the form used here.
struct COBSDecoder {
  /// What one encoded byte means.
  enum Step: Equatable {
    /// No byte of the frame comes out (a code byte).
    case nothing
    /// This byte is part of the frame.
    case byte(UInt8)
    /// The delimiter; the frame is complete.
    case end
    /// The delimiter came inside a block; the frame is not complete.
    case cut
  }

  /// Bytes of the current block that are still to come.
  private var pending: UInt8 = 0
  /// Whether a zero of the frame follows the block (unless the delimiter comes next).
  private var owesZero = false

  init() {}

  /// Decodes one byte. The code byte after such a block produces the zero.
  mutating func step(_ byte: UInt8) -> Step {
    if byte == 0 {
      let whole = pending == 0
      self = COBSDecoder()
      return whole ? .end : .cut
    }
    if pending > 0 {
      pending &-= 1
      return .byte(byte)
    }
    let owed = owesZero
    pending = byte &- 1
    owesZero = byte != 255
    return owed ? .byte(0) : .nothing
  }
}

/// Encodes COBS from one buffer into another.
enum COBSEncoder {
  /// The longest encoding of `count` bytes with the delimiter: one code byte, another code byte after each 254 bytes
  /// (if a byte follows them), and the delimiter.
  static func maximumLength(of count: Int) -> Int {
    // Unsigned: on a Cortex-M0 a signed division needs one more call.
    count &+ 2 &+ (count < 1 ? 0 : Int(bitPattern: UInt(bitPattern: count &- 1) / 254))
  }

  /// Writes the encoding of the first `count` bytes of `source` and the delimiter.
  /// - Returns: the number of bytes written; 0 when `destination` is too small.
  static func encode(_ source: Span<UInt8>, into destination: inout MutableSpan<UInt8>) -> Int {
    guard destination.count >= maximumLength(of: source.count) else { return 0 }
    var codeAt = 0
    var code: UInt8 = 1
    var out = 1
    for i in source.indices {
      let byte = source[i]
      // No zero follows a full block. The block is closed only when another byte comes, so that 254 bytes need one code
      // byte. It is closed before that byte is checked: a zero after a full block is a block of its own.
      if code == 255 {
        destination[codeAt] = 255
        codeAt = out
        out &+= 1
        code = 1
      }
      if byte == 0 {
        destination[codeAt] = code
        codeAt = out
        out &+= 1
        code = 1
        continue
      }
      destination[out] = byte
      out &+= 1
      code &+= 1
    }
    destination[codeAt] = code
    destination[out] = 0
    return out &+ 1
  }
}
