// Right checksums for inputs that were changed: with wrong ones most changes would end at the first test.

import RawMemory

enum Checksums {
  private static func put(_ sum: UInt32, _ bytes: inout [UInt8], _ at: Int) {
    for i in 0..<4 { bytes[at + i] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * i)) }
  }

  private static func repair(_ bytes: inout [UInt8], from start: Int, to end: Int) {
    guard start >= 0, end > start, end + 4 <= bytes.count else { return }
    put(CRC32.of(Array(bytes[start..<end]).span), &bytes, end)
  }

  static func repairedRecord(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    repair(&bytes, from: 0, to: 212)
    return bytes
  }

  /// Header and chunks, as far as their lengths lead.
  static func repairedCapture(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    guard bytes.count > 12 else { return bytes }
    let header = Int(bytes[10]) | Int(bytes[11]) << 8
    repair(&bytes, from: 0, to: header - 4)
    var at = header
    while at + 18 <= bytes.count, bytes[at] == 0xc5 {
      let count = (0..<4).reduce(0) { $0 | Int(bytes[at + 2 + $1]) << (8 * $1) }
      guard count <= bytes.count else { break }
      repair(&bytes, from: at, to: at + 14 + count)
      at += 18 + count
    }
    return bytes
  }

  static func repairedSentences(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var (sum, isOpen) = (0 as UInt8, false)
    let digits = Array("0123456789ABCDEF".utf8)
    for at in bytes.indices {
      switch bytes[at] {
      case UInt8(ascii: "$"), UInt8(ascii: "!"): (sum, isOpen) = (0, true)
      case UInt8(ascii: "*") where isOpen && at + 2 < bytes.count:
        (bytes[at + 1], bytes[at + 2]) = (digits[Int(sum >> 4)], digits[Int(sum & 15)])
        isOpen = false
      default: if isOpen { sum ^= bytes[at] }
      }
    }
    return bytes
  }
}
