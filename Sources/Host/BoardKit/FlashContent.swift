// What a file for a boot loader would write, and why it must not be written to a board.
import Foundation

/// Why a file cannot be flashed, as a clause.
package struct FlashDefect: Error, Equatable {
  let text: String
  init(_ text: String) { self.text = text }
}

/// What a file would write: pieces with their addresses, in the order of the file.
package struct FlashContent {
  struct Piece {
    let address: UInt32
    let bytes: ArraySlice<UInt8>
    var end: UInt64 { UInt64(address) + UInt64(bytes.count) }
  }

  var pieces: [Piece] = []
  /// The largest gap that counts as a gap between two sections, which begin at multiples of up to 16 bytes. A lost line
  /// of a HEX file leaves a gap of 16 bytes or more.
  var smallestGap: UInt64 = 16

  /// Refuses content that is not one complete image in this memory: bytes outside the memory, twice or missing.
  /// - Parameter flash: the board's program memory.
  package func check(in flash: Range<UInt64>) throws(FlashDefect) {
    let sorted = pieces.sorted { $0.address < $1.address }
    if let piece = sorted.first(where: { UInt64($0.address) < flash.lowerBound || $0.end > flash.upperBound }) {
      throw FlashDefect(
        "it writes to 0x\(hex(UInt64(piece.address))), outside the flash for programs, 0x\(hex(flash.lowerBound)) to "
          + "0x\(hex(flash.upperBound - 1))")
    }
    var end = flash.lowerBound
    for (index, piece) in sorted.enumerated() {
      let start = UInt64(piece.address)
      guard start >= end else { throw FlashDefect("it writes to 0x\(hex(start)) twice") }
      guard start - end < (index == 0 ? 1 : smallestGap) else {
        throw FlashDefect("it has nothing for 0x\(hex(end)) to 0x\(hex(start - 1)): a part is missing")
      }
      end = piece.end
    }
  }

  /// Refuses an image of another board. Each image of this project contains its board's name, followed by a zero.
  package func check(isOf own: String, among names: [String]) throws(FlashDefect) {
    let image = Data(pieces.sorted { $0.address < $1.address }.flatMap(\.bytes))
    let found = names.filter { image.holds(word: $0) }
    if !found.contains(own), let other = found.max(by: { $0.count < $1.count }) {
      throw FlashDefect("it is the image of \(other)")
    }
  }

  private func hex(_ number: UInt64) -> String { String(number, radix: 16) }
}

extension Data {
  /// Whether the content contains this name as a whole word, followed by a zero.
  fileprivate func holds(word: String) -> Bool {
    let wanted = Data(word.utf8) + [0]
    var rest = startIndex..<endIndex
    while let found = range(of: wanted, in: rest) {
      let before = found.lowerBound > startIndex ? self[found.lowerBound - 1] : 0
      if !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= before || UInt8(ascii: "0")...UInt8(ascii: "9") ~= before)
        && before != UInt8(ascii: "-")
      {
        return true
      }
      rest = found.lowerBound + 1..<endIndex
    }
    return false
  }
}

extension Board {
  /// The program memory as in memory.ld: all regions that can be executed and not written.
  func flash() throws(BoardError) -> Range<UInt64> {
    let file = folder.appendingPathComponent("memory.ld")
    let text = String(decoding: try boardFile(file, upTo: .settings), as: UTF8.self)
    let pattern = /\(rx\) *: *ORIGIN = ([^,]+), *LENGTH = (.+)/
    let regions = text.matches(of: pattern).compactMap { region -> Range<UInt64>? in
      guard let start = Self.number(region.1), let length = Self.number(region.2) else { return nil }
      return start..<start + length
    }
    guard let start = regions.map(\.lowerBound).min(), let end = regions.map(\.upperBound).max() else {
      throw .badFile(path: file.path, reason: "it has no memory for programs, (rx)")
    }
    return start..<end
  }

  /// Evaluates a number of a linker script with terms such as `2M - 8K - 256`.
  private static func number(_ text: Substring) -> UInt64? {
    let terms = text.split(separator: "-").map { term -> UInt64? in
      let word = term.trimmingCharacters(in: .whitespaces)
      if word.hasPrefix("0x") { return UInt64(word.dropFirst(2), radix: 16) }
      let factor: UInt64 = word.hasSuffix("M") ? 1 << 20 : word.hasSuffix("K") ? 1 << 10 : 1
      return UInt64(factor == 1 ? word[...] : word.dropLast()).map { $0 * factor }
    }
    guard let first = terms.first ?? nil, !terms.contains(nil) else { return nil }
    let less = terms.dropFirst().compactMap { $0 }.reduce(0, +)
    return less <= first ? first - less : nil
  }
}
