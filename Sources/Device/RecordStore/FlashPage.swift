// What the store asks of a memory that keeps its content without power.

/// Up to eight words that are read or written together.
public typealias FlashWords = InlineArray<8, UInt32>

/// Why a memory did not do what it was asked.
public enum FlashFault: UInt8, Error, Sendable {
  /// It does not answer at all.
  case absent = 1
  /// It stayed busy beyond its bound.
  case timeout = 2
  /// It answered, and then not as it should.
  case refused = 3
}

/// One page of flash, or as much of another memory: what is erased together.
///
/// Writing may only be relied on to clear bits; only `erase` sets them. A write or an erase that power leaves half done
/// leaves any of its bits in either state. Words are numbered from the start of the page.
public protocol FlashPage: ~Copyable {
  /// Words of the page; a multiple of eight.
  var wordCount: Int { get }
  /// Words that one write takes, 1, 2, 4 or 8: as many as the memory programs in a time that the main loop can spare.
  /// With any other number writes would cross a multiple of eight.
  var burst: Int { get }

  /// Reads `count` (1…8) words; the others are zero.
  mutating func read(from word: Int, count: Int) throws(FlashFault) -> FlashWords

  /// Begins to write `count` (1…`burst`) words, which must not cross a multiple of eight.
  mutating func write(_ words: FlashWords, to word: Int, count: Int) throws(FlashFault)

  /// Begins to erase the page: every word of its first eight then reads as all ones.
  mutating func erase() throws(FlashFault)

  /// Whether the last write or erase is still under way. Nothing else may be asked of the page until it is not.
  mutating func isBusy() throws(FlashFault) -> Bool
}
