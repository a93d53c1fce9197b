// The parts of a record in the buffer of a store. Each has a tag, a version and a length, so that a device of an older version
// keeps the parts that it does not know.
//
//  bits 0 … 7    8 … 15     16 … 31
//  ┌──────────┬───────────┬───────────────────┐ ┌──────────────────────────────────┐
//  │ tag      │ version   │ length in bytes   │ │ content; the rest of its last    │
//  └──────────┴───────────┴───────────────────┘ └─── word is all ones ─────────────┘

/// A part that this version reads and writes. The order of the tags is the order of importance: if a memory is too small, parts
/// with greater tags are left out first.
public enum RecordPart: UInt8, Sendable {
  /// The calibration record (Protocols/calibration/spec.md, section 2), 216 bytes.
  case calibration = 1
  /// What the user wants to be asked: one byte, bit 0: not whether to show the calibration.
  case questions = 2

  /// Tag and version of the parts that are written; a part with another version is kept and not read.
  var code: UInt32 { UInt32(truncatingIfNeeded: Int(rawValue)) | 1 &<< 8 }
}

/// The size of a memory for records. It has two pages.
public enum RecordLimits {
  /// The most words of all parts together.
  static var words: Int { 120 }
  /// The bytes of a page in which every record has room.
  public static var pageBytes: Int { (SlotHeader.recordWord &+ words) &* 4 }
  /// The least bytes of a page in which all parts of this version have room: the header of the slot, the calibration with its
  /// header, and the questions with theirs. In a page of 256 bytes only the calibration has room.
  public static var leastPage: Int { (SlotHeader.recordWord &+ 1 &+ 54 &+ 1 &+ 1) &* 4 }
}

extension TwoSlotStore where Page: ~Copyable {
  /// The content of a part that was loaded or set; empty if there is none of this version.
  @_lifetime(borrow self)
  public borrowing func bytes(of part: RecordPart) -> Span<UInt8> {
    let at = place(of: part.rawValue)
    let isThere = at < used && buffer[at] & 0xffff == part.code
    let first = (at &+ 1) &* 4
    return Span(_bytes: buffer.span.bytes)
      .extracting(isThere ? first..<first &+ Int(truncatingIfNeeded: buffer[at] &>> 16) : 0..<0)
  }

  /// Sets a part for the next `save`. If there is no room for it, all parts with greater tags are left out; if that is not
  /// enough, this part, too.
  /// - Parameter content: if it is empty, the record will not have this part.
  @inline(never)
  public mutating func set(_ part: RecordPart, to content: Span<UInt8>) {
    let tag = part.code & 0xff
    let at = place(of: part.rawValue)
    let next = at < used && buffer[at] & 0xff == tag ? at &+ words(at) : at
    let end = content.isEmpty ? at : at &+ 1 &+ (content.count &+ 3) &>> 2
    if leftOut == tag { leftOut = 0 }
    let capacity = self.capacity
    if end &+ used &- next > capacity {
      leftOut = end > capacity ? tag : buffer[next] & 0xff
      used = next
      if end > capacity { return }
    }
    move(from: next, to: end)
    if end == at { return }
    buffer[end &- 1] = UInt32.max
    buffer[at] = part.code | UInt32(truncatingIfNeeded: content.count) &<< 16
    var span = buffer.mutableSpan
    var bytes = span.mutableBytes
    for i in 0..<content.count {
      bytes.storeBytes(of: content[i], toByteOffset: (at &+ 1) &* 4 &+ i, as: UInt8.self)
    }
  }

  /// The most words of all parts together in this memory.
  var capacity: Int {
    @inline(never) get {
      let room = wordCount &- SlotHeader.recordWord
      return room < RecordLimits.words ? room : RecordLimits.words
    }
  }

  /// The first word of the first part with this tag or a greater one; `used` if there is none.
  @inline(never)
  func place(of tag: UInt8) -> Int {
    var at = 0
    while at < used, UInt8(truncatingIfNeeded: buffer[at]) < tag { at &+= words(at) }
    return at
  }

  /// The words of the part at this word, with its header.
  func words(_ at: Int) -> Int { 1 &+ (Int(truncatingIfNeeded: buffer[at] &>> 16) &+ 3) &>> 2 }

  /// Ends the record in front of a part that contradicts the length of the record.
  mutating func trim() {
    var at = 0
    while at < used, at &+ words(at) <= used { at &+= words(at) }
    used = at
  }

  /// Moves all words from `from` on.
  private mutating func move(from: Int, to: Int) {
    let count = used &- from
    used = to &+ count
    for i in 0..<count {
      let next = to > from ? count &- 1 &- i : i
      buffer[to &+ next] = buffer[from &+ next]
    }
  }
}
