// One slot: a page with a header and the parts of a record after it.
//
//  word 0        1           2                        3       4          5 … 7       8 …
//  ┌──────────┬───────────┬──────────────────────────┬───────┬──────────┬───────────┬──────────────────┐
//  │ "BRS2"   │ sequence  │ length, and its reverse  │ CRC   │ left out │ all ones  │ parts            │
//  └──────────┴───────────┴──────────────────────────┴───────┴──────────┴───────────┴──────────────────┘
//
// Word 0 is written last and makes the slot valid. The CRC covers words 1, 2 and 4, and the words of the parts. A slot in which
// any of these bits has changed is therefore not valid.

import RawMemory

/// What a slot holds.
public enum SlotState: UInt8, Sendable {
  /// Nothing was ever written, or it was erased.
  case blank = 0
  case valid = 1
  /// Anything else: a save that was interrupted, or bits that have changed.
  case damaged = 2
  /// The memory cannot be read.
  case unreadable = 3
}

/// A slot's header that has passed the checks.
struct SlotHeader {
  static var magic: UInt32 { 0x3253_5242 }
  /// Words of the header that have a meaning.
  static var words: Int { 5 }
  /// Where the parts begin.
  static var recordWord: Int { 8 }

  var sequence: UInt32
  /// Words of the parts.
  var length: Int
  var crc: UInt32
  /// The lowest tag of the parts for which there was no room; 0 if there are none.
  var leftOut: UInt32

  init(sequence: UInt32, length: Int, crc: UInt32, leftOut: UInt32) {
    self.sequence = sequence
    self.length = length
    self.crc = crc
    self.leftOut = leftOut
  }

  /// - Parameter words: only read; `inout` avoids a copy.
  /// - Returns: `nil` when the words are not a valid header for parts of at most this number of words.
  init?(_ words: inout FlashWords, capacity: Int) {
    guard words[0] == Self.magic else { return nil }
    let low = words[2] & 0xffff
    let length = Int(truncatingIfNeeded: low)
    guard words[2] == Self.lengthWord(length), length <= capacity, words[4] <= 0xff else { return nil }
    self.init(sequence: words[1], length: length, crc: words[3], leftOut: words[4])
  }

  /// Word 0…4.
  func word(_ index: Int) -> UInt32 {
    switch index {
    case 0: Self.magic
    case 1: sequence
    case 2: Self.lengthWord(length)
    case 3: crc
    default: leftOut
    }
  }

  /// The checksum of words 1, 2 and 4, with which the checksum of the slot begins. The words of the parts follow.
  var crcOfItself: CRC32 {
    var sum = CRC32()
    sum.update(word: word(1))
    sum.update(word: word(2))
    sum.update(word: word(4))
    return sum
  }

  private static func lengthWord(_ length: Int) -> UInt32 {
    let low = UInt32(truncatingIfNeeded: length) & 0xffff
    return low | (~low &<< 16)
  }

  /// Whether nothing was ever written. Flash and EEPROM are delivered as all ones; emulated flash may start as all
  /// zeros.
  static func isBlank(_ words: inout FlashWords) -> Bool {
    let all = words[0] & words[1] & words[2] & words[3]
    let any = words[0] | words[1] | words[2] | words[3]
    return all == UInt32.max || any == 0
  }
}

extension CRC32 {
  /// Adds the four bytes of `word`, the lowest first.
  @inline(never)
  mutating func update(word: UInt32) {
    var rest = word
    for _ in 0..<4 {
      update(UInt8(truncatingIfNeeded: rest))
      rest &>>= 8
    }
  }
}
