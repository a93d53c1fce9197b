// A memory of two pages whose power can be cut in the middle of any write or erase.

import RecordStore
import TestSupport

/// Where the power goes, and what it leaves of the operation that it hits.
struct PowerCut {
  /// The operation that is hit, counted from 0.
  var operation: Int
  /// How many of the bits that were to change have changed; which ones, `seed` says. At least all: the operation is
  /// complete, and power goes right after it.
  var changedBits: Int
  var seed: UInt64
}

/// What both pages share: content, power, wear and defects.
final class PowerlessMemory {
  enum Kind: String, CaseIterable {
    /// Writes clear bits, an erase sets them, one word at a time.
    case flash
    /// Writes replace, eight words at a time; an erase overwrites the first eight.
    case eeprom
  }

  let kind: Kind
  /// Words that one write takes.
  let burst: Int
  var words: [[UInt32]]
  var erases = [0, 0]
  var operations = 0
  var isPowered = true
  var cut: PowerCut?
  /// Bits that always read as zero, by page and word.
  var stuckAtZero: [[Int: UInt32]] = [[:], [:]]
  var unreadable: Set<Int> = []
  var refusesErase: Set<Int> = []
  var refusesWrite: Set<Int> = []
  /// How often `isBusy` says yes after an operation.
  var busyPolls = 0
  private var busy = [0, 0]

  init(_ kind: Kind, wordCount: Int = 256, burst: Int? = nil, filledWith fill: UInt32 = .max) {
    self.kind = kind
    self.burst = burst ?? (kind == .flash ? 1 : 8)
    words = Array(repeating: Array(repeating: fill, count: wordCount), count: 2)
  }

  var store: TwoSlotStore<Page> { TwoSlotStore(Page(memory: self, index: 0), Page(memory: self, index: 1)) }

  /// Power comes back: whoever used the memory has forgotten everything.
  func restart() {
    isPowered = true
    cut = nil
    operations = 0
    busy = [0, 0]
  }

  struct Page: FlashPage {
    let memory: PowerlessMemory
    let index: Int

    var wordCount: Int { memory.words[index].count }
    var burst: Int { memory.burst }

    func read(from word: Int, count: Int) throws(FlashFault) -> FlashWords {
      guard memory.isPowered, !memory.unreadable.contains(index) else { throw .absent }
      precondition((1...8).contains(count) && memory.busy[index] == 0)
      var found = FlashWords(repeating: 0)
      for i in 0..<count { found[i] = memory.words[index][word + i] & ~(memory.stuckAtZero[index][word + i] ?? 0) }
      return found
    }

    func write(_ words: FlashWords, to word: Int, count: Int) throws(FlashFault) {
      guard memory.isPowered, !memory.refusesWrite.contains(index) else { throw .refused }
      precondition((1...burst).contains(count) && word / 8 == (word + count - 1) / 8 && memory.busy[index] == 0)
      var after = Array(memory.words[index][word..<word + count])
      for i in 0..<count { after[i] = memory.kind == .flash ? after[i] & words[i] : words[i] }
      try memory.change(index, from: word, to: after)
    }

    func erase() throws(FlashFault) {
      guard memory.isPowered, !memory.refusesErase.contains(index) else { throw .refused }
      precondition(memory.busy[index] == 0)
      memory.erases[index] += 1
      try memory.change(index, from: 0, to: Array(repeating: .max, count: memory.kind == .flash ? wordCount : 8))
    }

    func isBusy() throws(FlashFault) -> Bool {
      guard memory.isPowered else { throw .absent }
      if memory.busy[index] > 0 { memory.busy[index] -= 1 }
      return memory.busy[index] > 0
    }
  }

  private func change(_ page: Int, from word: Int, to after: [UInt32]) throws(FlashFault) {
    defer { operations += 1 }
    busy[page] = busyPolls
    guard let cut, cut.operation == operations else {
      words[page].replaceSubrange(word..<word + after.count, with: after)
      return
    }
    var changing: [(Int, UInt32)] = []
    for (i, value) in after.enumerated() {
      for bit in 0..<32 where (words[page][word + i] ^ value) >> UInt32(bit) & 1 == 1 {
        changing.append((word + i, 1 << UInt32(bit)))
      }
    }
    var random = SeededGenerator(seed: cut.seed)
    changing.shuffle(using: &random)
    for (at, bit) in changing.prefix(cut.changedBits) { words[page][at] ^= bit }
    isPowered = false
    throw .absent
  }
}

extension TwoSlotStore where Page: ~Copyable {
  /// Steps to the end of what was begun; `nil` when it does not come.
  mutating func finish(within steps: Int = 20_000) -> StoreOutcome? {
    for _ in 0..<steps {
      if let outcome = step() { return outcome }
    }
    return nil
  }

  mutating func loadAll() -> (outcome: StoreOutcome?, record: [UInt8]) {
    load()
    let outcome = finish()
    return (outcome, record.indices.map { record[$0] })
  }

  mutating func saveAll(_ record: [UInt8]) -> StoreOutcome? {
    save(record.span)
    return finish()
  }
}
