// The memory for the simulated board's records: RAM, or a file that stays after the program ends.

import Emulator
import Foundation
import RecordStore

/// Two pages, like an EEPROM.
final class SimulatedMemory: @unchecked Sendable {
  static let pageWords = RecordLimits.pageBytes / 4
  fileprivate var words: [UInt32]
  private let file: MemoryFile?

  /// - Parameters:
  ///   - folder: keeps the content from one simulation to the next; with nil, the content is lost at the end.
  ///   - board: the name in that folder.
  /// - Throws: `EmulatorError.state` when the folder cannot be used, or another simulation uses it.
  init(folder: String?, board: String = "simulated") throws(EmulatorError) {
    let count = 2 * Self.pageWords
    words = [UInt32](repeating: .max, count: count)
    guard let folder else {
      file = nil
      return
    }
    let file = try MemoryFile(board: board, in: folder, size: count * 4)
    let bytes = try file.read()
    words = (0..<count).map { word in (0..<4).reduce(0) { $0 | UInt32(bytes[word * 4 + $1]) << (8 * $1) } }
    self.file = file
  }

  /// Changes words in the memory and, if there is a file, in the file.
  fileprivate func put(_ values: [UInt32], at index: Int) throws(FlashFault) {
    words.replaceSubrange(index..<index + values.count, with: values)
    let bytes = values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    if let file, !file.write(bytes, at: index * 4) { throw .refused }
  }

  /// One of the two pages.
  func page(_ index: Int) -> SimulatedPage { SimulatedPage(memory: self, start: index * Self.pageWords) }
}

struct SimulatedPage: FlashPage {
  fileprivate let memory: SimulatedMemory
  fileprivate let start: Int

  var wordCount: Int { SimulatedMemory.pageWords }
  var burst: Int { 8 }

  func read(from word: Int, count: Int) throws(FlashFault) -> FlashWords {
    var found = FlashWords(repeating: 0)
    for i in 0..<count { found[i] = memory.words[start + word + i] }
    return found
  }

  func write(_ words: FlashWords, to word: Int, count: Int) throws(FlashFault) {
    try memory.put((0..<count).map { words[$0] }, at: start + word)
  }

  func erase() throws(FlashFault) {
    try memory.put([UInt32](repeating: .max, count: wordCount), at: start)
  }

  func isBusy() throws(FlashFault) -> Bool { false }
}
