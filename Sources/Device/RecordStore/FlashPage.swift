// What the store needs of a memory that keeps its content without power.

/// Up to eight words that are read or written together.
public typealias FlashWords = InlineArray<8, UInt32>

/// Why a memory did not carry out an operation.
public enum FlashFault: UInt8, Error, Sendable {
  /// It does not answer at all.
  case absent = 1
  /// It stayed busy beyond the limit.
  case timeout = 2
  /// It answered, but not as expected.
  case refused = 3
}

/// One page of flash, or the same amount of another memory: the unit that is erased together.
///
/// A write may clear bits, and only `erase` may be relied on to set them. If power is lost during a write or an erase,
/// each of its bits may have either state. Words are numbered from the start of the page.
public protocol FlashPage: ~Copyable {
  /// Words in the page; a multiple of eight.
  var wordCount: Int { get }
  /// The number of words in one write: 1, 2, 4 or 8. It is as many as the memory writes in a time that the main loop
  /// can spare. With any other number, writes would cross a multiple of eight.
  var burst: Int { get }

  /// Reads `count` (1…8) words; the others are zero.
  mutating func read(from word: Int, count: Int) throws(FlashFault) -> FlashWords

  /// Begins to write `count` (1…`burst`) words, which must not cross a multiple of eight.
  mutating func write(_ words: FlashWords, to word: Int, count: Int) throws(FlashFault)

  /// Begins to erase the page. Afterwards its first eight words read as all ones.
  mutating func erase() throws(FlashFault)

  /// Whether the last write or erase is still in progress. Until it has ended, the page must not be used otherwise.
  mutating func isBusy() throws(FlashFault) -> Bool
}
