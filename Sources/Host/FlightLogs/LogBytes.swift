// The bytes of a log as they come: the unread bytes, and their place in the file.

/// The unread bytes of a log.
struct LogBytes {
  private var bytes: [UInt8] = []
  private var start = 0
  /// The place in the file of the first unread byte.
  private(set) var offset: UInt64 = 0
  /// Bytes that were skipped because they belong to no record.
  private(set) var lost: UInt64 = 0

  /// The number of unread bytes.
  var count: Int { bytes.count - start }

  subscript(_ at: Int) -> UInt8 { bytes[start + at] }

  subscript(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[start + range.lowerBound..<start + range.upperBound] }

  mutating func append(_ more: some Collection<UInt8>) {
    // Moving the rest takes time in proportion to its length, so it is done only when more was read than remains.
    if start > bytes.count - start {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  mutating func skip(_ count: Int) {
    start += count
    offset += UInt64(count)
  }

  /// Skips bytes that belong to no record.
  mutating func lose(_ count: Int) {
    skip(count)
    lost += UInt64(count)
  }
}

/// A reader of one kind of log. It gets its bytes as they come.
protocol LogReader {
  var bytes: LogBytes { get set }

  /// Reads all complete messages.
  /// - Parameter isLast: whether no more bytes come.
  mutating func parse(isLast: Bool)
}

extension LogReader {
  /// Bytes that belong to no message or record.
  var lostBytes: UInt64 { bytes.lost }

  mutating func read(_ more: some Collection<UInt8>) {
    bytes.append(more)
    parse(isLast: false)
  }

  /// Reads what was waiting for further bytes, because no more come.
  mutating func finish() {
    parse(isLast: true)
    bytes.lose(bytes.count)
  }
}

extension ArraySlice<UInt8> {
  /// A number of `count` bytes, lowest byte first, at `at` from the beginning of the slice. Bytes after its end are
  /// zero: a message at the end of a log may be shorter than its length field says.
  func little(_ at: Int, _ count: Int) -> UInt64 {
    dropFirst(at).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Text of at most `count` bytes that ends at a zero byte.
  func text(_ at: Int, _ count: Int) -> String {
    String(decoding: dropFirst(at).prefix(count).prefix { $0 != 0 }, as: UTF8.self)
  }
}
