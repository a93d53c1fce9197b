// The files of a ZIP archive: its directory, and stored or deflated files (PKWARE's APPNOTE 6.3, sections 4.3 and 4.4).

import CZlib
import Foundation

/// An archive in memory. Encrypted files, and archives of several volumes or beyond 4 GiB, are refused.
package struct ZipArchive {
  /// A file in the archive, as its directory describes it.
  package struct Entry {
    var name: String
    fileprivate var method: Int
    fileprivate var packed: Int
    fileprivate var size: Int
    fileprivate var offset: Int
  }

  /// The largest size of an unpacked file: enough for a phone's sensors for a day.
  private static let largestFile = 256 << 20
  private static let mostEntries = 10_000

  /// The files, in the order of the directory.
  package let entries: [Entry]
  private let bytes: [UInt8]

  /// Whether bytes begin as an archive.
  static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4b, 3, 4]) }

  /// - Returns: `nil` if there is no directory.
  package init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    func word(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at + count <= bytes.count else { return nil }
      return (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    // The end of the directory is in the last 22 bytes or before them, because a comment may follow.
    var end = bytes.count - 22
    let first = max(0, end - 65_536)
    while end >= first, word(end, 4) != 0x0605_4b50 { end -= 1 }
    guard end >= first, let count = word(end + 10, 2), var at = word(end + 16, 4), count <= Self.mostEntries else {
      return nil
    }
    var found: [Entry] = []
    for _ in 0..<count {
      guard word(at, 4) == 0x0201_4b50, let flags = word(at + 8, 2), let method = word(at + 10, 2),
        let packed = word(at + 20, 4), let size = word(at + 24, 4), let nameLength = word(at + 28, 2),
        let extra = word(at + 30, 2), let comment = word(at + 32, 2), let offset = word(at + 42, 4),
        at + 46 + nameLength <= bytes.count
      else { return nil }
      let name = String(decoding: bytes[(at + 46)..<(at + 46 + nameLength)], as: UTF8.self)
      if flags & 1 == 0, !name.hasSuffix("/") {
        found.append(Entry(name: name, method: method, packed: packed, size: size, offset: offset))
      }
      at += 46 + nameLength + extra + comment
    }
    entries = found
  }

  /// The bytes of a file; `nil` if they are damaged, too large, or compressed by another method.
  package func contents(_ entry: Entry) -> [UInt8]? {
    let head = entry.offset
    guard entry.size <= Self.largestFile, head + 30 <= bytes.count, bytes[head...].starts(with: [0x50, 0x4b, 3, 4])
    else {
      return nil
    }
    let names = Int(bytes[head + 26]) | Int(bytes[head + 27]) << 8
    let extras = Int(bytes[head + 28]) | Int(bytes[head + 29]) << 8
    let start = head + 30 + names + extras
    guard start + entry.packed <= bytes.count else { return nil }
    let packed = Array(bytes[start..<(start + entry.packed)])
    if entry.method == 0 { return packed.count == entry.size ? packed : nil }
    guard entry.method == 8 else { return nil }
    return Self.inflated(packed, size: entry.size)
  }

  private static func inflated(_ packed: [UInt8], size: Int) -> [UInt8]? {
    var packed = packed
    var result = [UInt8](repeating: 0, count: size)
    let isWhole = packed.withUnsafeMutableBufferPointer { source in
      result.withUnsafeMutableBufferPointer { target in
        var stream = z_stream()
        // Archives hold a raw deflate stream without zlib's header, which a negative window size selects.
        guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
          return false
        }
        defer { inflateEnd(&stream) }
        (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
        (stream.next_out, stream.avail_out) = (target.baseAddress, UInt32(target.count))
        let status = inflate(&stream, Z_FINISH)
        return (status == Z_STREAM_END || (size == 0 && status == Z_BUF_ERROR)) && stream.avail_out == 0
      }
    }
    return isWhole ? result : nil
  }
}
