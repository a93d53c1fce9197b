// One slot: a page with a header and a record after it.
//
//  word 0        1           2                        3       4 … 7       8 …
//  ┌──────────┬───────────┬──────────────────────────┬───────┬───────────┬──────────────────────────────┐
//  │ "BRS1"   │ sequence  │ length, and its reverse  │ CRC   │ all ones  │ record, the rest of the last │
//  └──────────┴───────────┴──────────────────────────┴───────┴───────────┴─── word all ones ────────────┘
//
// Word 0 is written last and makes the slot valid. The CRC covers words 1 and 2 and the record's words. A slot in which
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
  static var magic: UInt32 { 0x3153_5242 }
  /// Where the record begins.
  static var recordWord: Int { 8 }

  var sequence: UInt32
  /// Bytes of the record, 1…`RecordLimits.length`.
  var length: Int
  var crc: UInt32

  init(sequence: UInt32, length: Int, crc: UInt32) {
    self.sequence = sequence
    self.length = length
    self.crc = crc
  }

  /// - Parameter words: only read; `inout` avoids a copy.
  /// - Returns: `nil` when the words are not a valid header for a page of this size.
  init?(_ words: inout FlashWords, wordCount: Int) {
    guard words[0] == Self.magic else { return nil }
    let low = words[2] & 0xffff
    guard words[2] == Self.lengthWord(Int(truncatingIfNeeded: low)) else { return nil }
    let length = Int(truncatingIfNeeded: low)
    guard length >= 1, length <= RecordLimits.length, Self.recordWord &+ Self.words(length) <= wordCount else {
      return nil
    }
    self.init(sequence: words[1], length: length, crc: words[3])
  }

  /// Word 0…3.
  func word(_ index: Int) -> UInt32 {
    switch index {
    case 0: Self.magic
    case 1: sequence
    case 2: Self.lengthWord(length)
    default: crc
    }
  }

  /// The checksum of words 1 and 2, with which the checksum of the slot begins. The record's words follow.
  var crcOfItself: CRC32 {
    var sum = CRC32()
    sum.update(word: word(1))
    sum.update(word: word(2))
    return sum
  }

  /// The number of words for `length` bytes.
  static func words(_ length: Int) -> Int { (length &+ 3) &>> 2 }

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

/// Limits of a record.
public enum RecordLimits {
  /// Longest record in bytes; a multiple of 32.
  public static var length: Int { 224 }
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
