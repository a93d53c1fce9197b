// Intel HEX, the file format that interface chips accept.

/// Reads Intel HEX files ("Hexadecimal Object File Format Specification", Intel, 1988).
package enum IntelHex {
  /// The kinds of records. Each kind except data has a fixed number of bytes, given by its array.
  private enum Kind {
    static let data: UInt8 = 0
    static let endOfFile: UInt8 = 1
    static let segment: UInt8 = 2
    static let linear: UInt8 = 4
    static let lengths: [Int?] = [nil, 0, 2, 4, 2, 4]
  }

  /// What a whole file would write.
  package static func content(of file: [UInt8]) throws(FlashDefect) -> FlashContent {
    let lines = file.split { $0 == 0x0a || $0 == 0x0d }
    guard !lines.isEmpty else { throw FlashDefect("it is empty") }
    var content = FlashContent()
    var base: UInt32 = 0
    for (number, line) in lines.enumerated() {
      guard let record = record(line) else {
        throw FlashDefect("line \(number + 1) is no record of an Intel HEX file")
      }
      guard record.reduce(0, &+) == 0 else { throw FlashDefect("the checksum of line \(number + 1) is wrong") }
      let bytes = record[4..<record.count - 1]
      guard record[3] < Kind.lengths.count, Kind.lengths[Int(record[3])] ?? bytes.count == bytes.count else {
        throw FlashDefect("line \(number + 1) is of a kind that no Intel HEX file for one board has")
      }
      let word = UInt32(record[1]) << 8 | UInt32(record[2])
      switch record[3] {
      case Kind.data:
        guard !bytes.isEmpty, word + UInt32(bytes.count) <= 0x1_0000 else {
          throw FlashDefect("line \(number + 1) has no bytes, or some beyond its 64 KiB")
        }
        content.pieces.append(.init(address: base &+ word, bytes: bytes))
      case Kind.segment: base = (UInt32(bytes[4]) << 8 | UInt32(bytes[5])) << 4
      case Kind.linear: base = (UInt32(bytes[4]) << 8 | UInt32(bytes[5])) << 16
      case Kind.endOfFile:
        guard number + 1 == lines.count else {
          throw FlashDefect("it goes on after its end in line \(number + 1)")
        }
        guard !content.pieces.isEmpty else { throw FlashDefect("it holds no data") }
        return content
      default: break
      }
    }
    throw FlashDefect("it is cut: its last line is missing")
  }

  /// The bytes of a record: length, address, kind, data and checksum.
  private static func record(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.first == UInt8(ascii: ":"), line.count % 2 == 1, line.count >= 11 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count / 2)
    for at in stride(from: line.startIndex + 1, to: line.endIndex, by: 2) {
      guard let high = digit(line[at]), let low = digit(line[at + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes.count == Int(bytes[0]) + 5 ? bytes : nil
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
