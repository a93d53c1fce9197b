// Reads JSON (RFC 8259) piece by piece, in time that grows with its length. It uses no Foundation, because the page reads files
// with it, too.

/// Finds the parts of a JSON value in a text. It checks brackets, commas and colons; what strings and other words contain is left to
/// who uses it.
public struct JSONScanner: Sendable {
  /// A part of the text. Ranges of strings are without quotes, and with their escapes.
  public enum Part: Equatable, Sendable {
    case object, list
    /// The end of the object or list that began last.
    case end
    case name(Range<Int>)
    case string(Range<Int>)
    /// A number, `true`, `false`, `null`, or any other word.
    case word(Range<Int>)
  }

  /// The largest depth of objects and lists. The deepest JSON of this program, the results of a fit, has five levels.
  public static var deepest: Int { 8 }

  /// The text that is read.
  public let text: [UInt8]
  /// The place of the next byte.
  public private(set) var at: Int
  /// Where the object, list, string or word begins that `next` has given.
  public private(set) var start = 0
  /// Whether the text nests more objects and lists than `deepest`.
  public private(set) var isTooDeep = false
  /// One bit for each object or list around this place: 1 for an object. The lowest is the innermost.
  private var objects: UInt16 = 0
  private var depth = 0
  private var state = State.value

  private enum State { case value, first, following, ended }

  /// - Parameter start: where the value begins, or blanks before it.
  public init(_ text: [UInt8], from start: Int = 0) { (self.text, at) = (text, start) }

  /// Whether the value is whole. Call it after `next` has given nothing.
  public var isWhole: Bool { state == .ended && depth == 0 }

  /// Whether nothing but blanks follows.
  public var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return at == text.count
    }
  }

  /// The next part; `nil` after the value, and if the text is not JSON.
  public mutating func next() -> Part? {
    if state == .ended && depth == 0 { return nil }
    skipBlanks()
    guard at < text.count else { return nil }
    if state != .value {
      if text[at] == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")), state != .following { return close() }
      if state == .ended {
        guard consume(UInt8(ascii: ",")) else { return nil }
        state = .following
        return next()
      }
      if isInObject { return name() }
    }
    return value()
  }

  private var isInObject: Bool { objects & 1 == 1 }

  private mutating func skipBlanks() {
    while at < text.count, text[at] == 32 || text[at] == 10 || text[at] == 13 || text[at] == 9 { at += 1 }
  }

  private mutating func consume(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard at < text.count, text[at] == byte else { return false }
    at += 1
    return true
  }

  private mutating func close() -> Part {
    at += 1
    depth -= 1
    objects >>= 1
    state = .ended
    return .end
  }

  private mutating func name() -> Part? {
    guard text[at] == UInt8(ascii: "\""), let range = quoted(), consume(UInt8(ascii: ":")) else { return nil }
    state = .value
    return .name(range)
  }

  private mutating func value() -> Part? {
    start = at
    switch text[at] {
    case UInt8(ascii: "{"): return open(.object)
    case UInt8(ascii: "["): return open(.list)
    case UInt8(ascii: "\""):
      guard let range = quoted() else { return nil }
      state = .ended
      return .string(range)
    default:
      while at < text.count, !Self.endsWord(text[at]) { at += 1 }
      guard at > start else { return nil }
      state = .ended
      return .word(start..<at)
    }
  }

  private mutating func open(_ part: Part) -> Part? {
    guard depth < Self.deepest else {
      isTooDeep = true
      return nil
    }
    at += 1
    depth += 1
    objects = objects << 1 | (part == .object ? 1 : 0)
    state = .first
    return part
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte <= 32 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }

  /// The text in the quotes that begin here.
  private mutating func quoted() -> Range<Int>? {
    let start = at + 1
    var end = start
    while end < text.count, text[end] != UInt8(ascii: "\"") { end += text[end] == UInt8(ascii: "\\") ? 2 : 1 }
    guard end < text.count else { return nil }
    at = end + 1
    return start..<end
  }
}
