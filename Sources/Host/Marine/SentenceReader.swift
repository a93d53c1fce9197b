// Extracts sentences from a stream of bytes, and counts everything else.

/// Splits bytes into lines and parses lines as sentences; damaged lines are counted and skipped.
package struct SentenceReader: Sendable {
  /// The counts of the input so far.
  package struct Counts: Equatable, Sendable {
    /// Sentences with a correct checksum.
    package var sentences = 0
    package var badChecksums = 0
    /// Lines that are not sentences: no start, no checksum, invalid characters, too long.
    package var malformed = 0
    /// The lines among `malformed` that begin like a sentence but have no checksum. Some logs omit it.
    package var missingChecksums = 0
    /// Lines that begin with "#", which recordings use for remarks.
    package var remarks = 0
    /// Sentences by formatter, such as "RMC".
    package var byFormatter: [String: Int] = [:]

    package init() {}
  }

  /// The counts of accepted and refused lines.
  package private(set) var counts = Counts()
  private var line: [UInt8] = []
  private var isTooLong = false
  /// More than twice the standard's 82 characters, because some receivers send longer proprietary sentences.
  private static let longest = 256

  package init() {}

  /// Reads bytes.
  /// - Returns: the sentences that these bytes completed, in order.
  package mutating func read(_ bytes: some Sequence<UInt8>) -> [Sentence] {
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

  /// Marks the end of the input: a last line without its line end also counts.
  package mutating func finish() -> Sentence? { endLine() }

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
      let sentence = try Sentence(line: line)
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
