// Sentences out of a stream of bytes, with everything counted that is not one.

/// Cuts bytes into lines and lines into sentences; what is damaged is counted and skipped.
public struct SentenceReader: Sendable {
  /// What came in so far.
  public struct Counts: Equatable, Sendable {
    /// Sentences with a right checksum.
    public var sentences = 0
    public var badChecksums = 0
    /// Lines that are no sentence: no start, no checksum, strange characters, too long.
    public var malformed = 0
    /// Those of `malformed` that begin as a sentence does and have no checksum at their end, as a log may leave it out.
    public var missingChecksums = 0
    /// Lines beginning with "#", which recordings use for remarks.
    public var remarks = 0
    /// Sentences by formatter, such as "RMC".
    public var byFormatter: [String: Int] = [:]

    public init() {}
  }

  /// What was read and what was refused.
  public private(set) var counts = Counts()
  private var line: [UInt8] = []
  private var isTooLong = false
  /// Twice the standard's 82 characters and more: some receivers send longer proprietary ones.
  private static let longest = 256

  public init() {}

  /// Takes bytes.
  /// - Returns: the sentences that were completed by them, in order.
  public mutating func read(_ bytes: some Sequence<UInt8>) -> [Sentence] {
    var sentences: [Sentence] = []
    for byte in bytes {
      if byte == 0x0A || byte == 0x0D {
        if let sentence = endLine() { sentences.append(sentence) }
      } else if line.count < Self.longest {
        line.append(byte)
      } else {
        isTooLong = true
      }
    }
    return sentences
  }

  /// The end of the input: a last line without its line end counts as well.
  public mutating func finish() -> Sentence? { endLine() }

  private mutating func endLine() -> Sentence? {
    defer {
      line.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    if line.allSatisfy({ $0 == 0x20 }) && !isTooLong { return nil }
    if line.first == UInt8(ascii: "#") {
      counts.remarks += 1
      return nil
    }
    if isTooLong {
      counts.malformed += 1
      return nil
    }
    do {
      // A line may begin in the middle of a sentence, or two may have run into one: the last start counts.
      let start = line.lastIndex(of: UInt8(ascii: "$")) ?? line.startIndex
      let sentence = try Sentence(line: line[start...])
      counts.sentences += 1
      counts.byFormatter[sentence.formatter, default: 0] += 1
      return sentence
    } catch .checksum {
      counts.badChecksums += 1
    } catch .noChecksum {
      counts.missingChecksums += 1
      counts.malformed += 1
    } catch {
      counts.malformed += 1
    }
    return nil
  }
}
