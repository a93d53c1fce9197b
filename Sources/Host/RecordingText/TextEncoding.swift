// Recognises the encoding of a text by its first bytes, and converts its bytes to UTF-8.

/// How the characters of a text are written.
public enum TextEncoding: UInt8, Sendable {
  case utf8
  case utf16LittleEndian
  case utf16BigEndian
  /// ISO 8859-1, the first 256 characters of Unicode, one byte each.
  case latin1
  /// Not a text.
  case binary

  /// Examines the beginning of a file.
  /// - Parameter isLive: whether the bytes come from a port, where some may be damaged; they are never called binary.
  init(_ head: [UInt8], isLive: Bool) {
    if head.count >= 2, head[0] == 0xff, head[1] == 0xfe {
      self = .utf16LittleEndian
    } else if head.count >= 2, head[0] == 0xfe, head[1] == 0xff {
      self = .utf16BigEndian
    } else if let wide = Self.wide(head) {
      self = wide
    } else if !isLive, Self.isBinary(head) {
      self = .binary
    } else {
      self = Self.isUTF8(head) ? .utf8 : .latin1
    }
  }

  /// Detects UTF-16 without a byte order mark: in a text of numbers, every other byte is zero.
  private static func wide(_ head: [UInt8]) -> TextEncoding? {
    let count = min(head.count, 512) & ~1
    guard count >= 8 else { return nil }
    var (even, odd) = (0, 0)
    for i in 0..<count where head[i] == 0 {
      if i & 1 == 0 { even += 1 } else { odd += 1 }
    }
    if even == 0, odd > count / 2 * 3 / 4 { return .utf16LittleEndian }
    if odd == 0, even > count / 2 * 3 / 4 { return .utf16BigEndian }
    return nil
  }

  /// Whether there are bytes that no text contains.
  private static func isBinary(_ head: [UInt8]) -> Bool {
    var strange = 0
    for byte in head {
      if byte == 0 { return true }
      if byte < 32, byte != UInt8(ascii: "\t"), byte != UInt8(ascii: "\n"), byte != 12, byte != UInt8(ascii: "\r"),
        byte != UInt8(ascii: "\u{1b}")
      {
        strange += 1
      }
    }
    return strange * 50 > head.count
  }

  private static func isUTF8(_ head: [UInt8]) -> Bool {
    var at = 0
    while at < head.count {
      let byte = head[at]
      at += 1
      if byte < 0x80 { continue }
      let following = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1
      guard byte >= 0xc2, byte < 0xf5 else { return false }
      for _ in 0..<following {
        // The head may end within a character.
        guard at < head.count else { return true }
        guard head[at] & 0xc0 == 0x80 else { return false }
        at += 1
      }
    }
    return true
  }
}

/// Converts bytes of another encoding to UTF-8, piece by piece.
struct Transcoder: Sendable {
  let encoding: TextEncoding
  private var half: UInt8?
  /// The first half of a pair for a character beyond 16 bits.
  private var lead: UInt32?

  init(_ encoding: TextEncoding) { self.encoding = encoding }

  mutating func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    switch encoding {
    case .utf8, .binary: text.append(contentsOf: bytes)
    case .latin1: for byte in bytes { Self.append(UInt32(byte), to: &text) }
    case .utf16LittleEndian, .utf16BigEndian:
      for byte in bytes {
        guard let first = half else {
          half = byte
          continue
        }
        half = nil
        let unit =
          encoding == .utf16LittleEndian ? UInt32(byte) << 8 | UInt32(first) : UInt32(first) << 8 | UInt32(byte)
        if unit >= 0xd800, unit < 0xdc00 {
          lead = unit
        } else if unit >= 0xdc00, unit < 0xe000, let high = lead {
          Self.append(0x10000 + (high - 0xd800) << 10 + (unit - 0xdc00), to: &text)
          lead = nil
        } else if unit != 0xfeff {
          Self.append(unit, to: &text)
        }
      }
    }
  }

  private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
    if scalar < 0x80 {
      text.append(UInt8(scalar))
    } else if scalar < 0x800 {
      text.append(UInt8(0xc0 | scalar >> 6))
      text.append(UInt8(0x80 | scalar & 63))
    } else if scalar < 0x10000 {
      text.append(UInt8(0xe0 | scalar >> 12))
      text.append(UInt8(0x80 | scalar >> 6 & 63))
      text.append(UInt8(0x80 | scalar & 63))
    } else {
      text.append(UInt8(0xf0 | scalar >> 18 & 7))
      text.append(UInt8(0x80 | scalar >> 12 & 63))
      text.append(UInt8(0x80 | scalar >> 6 & 63))
      text.append(UInt8(0x80 | scalar & 63))
    }
  }
}
