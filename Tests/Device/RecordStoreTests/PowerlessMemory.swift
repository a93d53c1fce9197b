// A memory of two pages whose power can be cut in the middle of any write or erase.

import RawMemory
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

  init(_ kind: Kind, wordCount: Int = 128, burst: Int? = nil, filledWith fill: UInt32 = .max) {
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

  // MARK: - Parts as another version writes them

  /// The parts of a slot: tag, version, content.
  func parts(slot: Int) -> [(tag: UInt8, version: UInt8, content: [UInt8])] {
    var found: [(UInt8, UInt8, [UInt8])] = []
    var word = 8
    let end = 8 + Int(words[slot][2] & 0xffff)
    while word < end {
      let header = words[slot][word]
      let length = Int(header >> 16)
      let content = (0..<length).map {
        UInt8(truncatingIfNeeded: words[slot][word + 1 + $0 / 4] >> UInt32($0 % 4 * 8))
      }
      found.append((UInt8(truncatingIfNeeded: header), UInt8(truncatingIfNeeded: header >> 8), content))
      word += 1 + (length + 3) / 4
    }
    return found
  }

  func content(tag: UInt8, slot: Int?) -> [UInt8]? { slot.flatMap { parts(slot: $0).first { $0.tag == tag }?.content } }

  /// Appends a part to the record in a slot, and makes its header fit.
  func append(tag: UInt8, version: UInt8, _ content: [UInt8], to slot: Int) {
    var word = 8 + Int(words[slot][2] & 0xffff)
    words[slot][word] = UInt32(tag) | UInt32(version) << 8 | UInt32(content.count) << 16
    word += 1
    for start in stride(from: 0, to: content.count, by: 4) {
      var value = UInt32.max
      for i in 0..<min(4, content.count - start) {
        let shift = UInt32(8 * i)
        value = value & ~(0xff << shift) | UInt32(content[start + i]) << shift
      }
      words[slot][word] = value
      word += 1
    }
    let length = UInt32(word - 8)
    words[slot][2] = length | (~length & 0xffff) << 16
    seal(slot)
  }

  /// Gives a slot the CRC that fits.
  func seal(_ slot: Int) {
    var crc = CRC32()
    for word in [1, 2, 4] + Array(8..<8 + Int(words[slot][2] & 0xffff)) {
      for shift in [0, 8, 16, 24] { crc.update(UInt8(truncatingIfNeeded: words[slot][word] >> UInt32(shift))) }
    }
    words[slot][3] = crc.value
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

  /// The content of a part.
  func content(_ part: RecordPart) -> [UInt8] {
    let found = bytes(of: part)
    return found.indices.map { found[$0] }
  }

  /// Loads, and gives the calibration.
  mutating func loadAll() -> (outcome: StoreOutcome?, record: [UInt8]) {
    load()
    let outcome = finish()
    return (outcome, content(.calibration))
  }

  /// Loads what there is, as a board does when it starts, and saves a calibration, and perhaps what the user wants to be asked.
  mutating func saveAll(_ record: [UInt8], questions: [UInt8]? = nil) -> StoreOutcome? {
    load()
    _ = finish()
    give(.calibration, record)
    if let questions { give(.questions, questions) }
    save()
    return finish()
  }

  /// Sets a part.
  mutating func give(_ part: RecordPart, _ content: [UInt8]) { set(part, to: content.span) }
}
