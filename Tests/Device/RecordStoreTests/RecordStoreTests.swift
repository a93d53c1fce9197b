// The store on a memory that keeps its power: what is found, worn, and said about defects.

import RecordStore
import TestSupport
import Testing

private func record(_ n: Int, length: Int = 216) -> [UInt8] {
  (0..<length).map { UInt8(truncatingIfNeeded: 17 * $0 + 101 * n) }
}

private func memory(holding records: Int..., kind: PowerlessMemory.Kind = .flash) -> PowerlessMemory {
  let memory = PowerlessMemory(kind)
  var store = memory.store
  for n in records { #expect(store.saveAll(record(n)) == .stored) }
  return memory
}

private struct SlotCase: Decodable {
  let name: String
  let bytes: String
  let state: String
  let sequence: UInt32?
  let leftOut: UInt32?
  let calibration: String?
  let questions: String?
  let canonical: Bool?
}

private func raw(_ hexadecimal: String) -> [UInt8] {
  let digits = Array(hexadecimal)
  return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
}

@Test func slots_areReadAndWrittenAsTheVectorsSay() throws {
  for c in try Repository.vectors("calibration/vectors/slot.json", as: SlotCase.self) {
    let bytes = raw(c.bytes)
    let memory = PowerlessMemory(.flash, wordCount: 256)
    for (i, byte) in bytes.enumerated() {
      let shift = UInt32(8 * (i % 4))
      memory.words[0][i / 4] = memory.words[0][i / 4] & ~(0xff << shift) | UInt32(byte) << shift
    }
    let written = memory.words[0]
    var store = memory.store
    let (outcome, found) = store.loadAll()
    #expect("\(store.contents.slots.0)" == c.state, "\(c.name)")
    guard let calibration = c.calibration.map(raw), let questions = c.questions.map(raw), let sequence = c.sequence
    else {
      #expect(outcome == (c.state == "blank" ? .empty : .damaged), "\(c.name)")
      continue
    }
    #expect(outcome == .loaded && found == calibration && store.content(.questions) == questions, "\(c.name)")
    #expect(store.contents.sequence == sequence && store.contents.leftOut == c.leftOut, "\(c.name)")
    guard c.canonical == true else { continue }
    // What the store writes after the number before is the vector, word for word.
    let other = PowerlessMemory(.flash, wordCount: 256)
    var writer = other.store
    #expect(writer.saveAll([9]) == .stored)
    other.words[0][1] = sequence &- 1
    other.seal(0)
    #expect(writer.saveAll(calibration, questions: questions) == .stored)
    #expect(other.words[1] == written, "\(c.name)")
  }
}

@Test func load_ofAMemoryNeverWritten_isEmpty() {
  for fill in [UInt32.max, 0] {
    var store = PowerlessMemory(.flash, filledWith: fill).store
    #expect(store.loadAll().outcome == .empty)
    #expect(store.contents == StoreContents())
    #expect(store.saveAll(record(1)) == .stored)
    #expect(store.loadAll().record == record(1))
  }
}

@Test func load_givesTheNewest() {
  for count in 1...5 {
    let memory = PowerlessMemory(.eeprom)
    var store = memory.store
    for n in 1...count { #expect(store.saveAll(record(n)) == .stored) }
    var later = memory.store
    let (outcome, found) = later.loadAll()
    #expect(outcome == .loaded && found == record(count))
    #expect(later.contents.sequence == UInt32(count) && later.contents.newest == (count - 1) % 2)
    #expect(later.contents.length == 55 && later.contents.leftOut == 0)
  }
}

@Test(arguments: [1, 2, 4, 8])
func save_withEveryBurst_comesBackAndCrossesNoMultipleOfEight(burst: Int) {
  // The memory traps on a write that crosses one.
  let memory = PowerlessMemory(.flash, burst: burst)
  var store = memory.store
  for n in 1...3 { #expect(store.saveAll(record(n, length: 213)) == .stored) }
  #expect(store.loadAll().record == record(3, length: 213))
}

@Test func save_ofEveryLength_comesBack() {
  for length in 1...216 {
    let memory = PowerlessMemory(length.isMultiple(of: 2) ? .flash : .eeprom)
    var store = memory.store
    #expect(store.saveAll(record(2, length: length)) == .stored)
    #expect(store.loadAll().record == record(2, length: length))
  }
}

@Test func save_ofACalibrationThatIsTooLong_isRefusedAndWritesNothing() {
  for length in [477, 480, 5000, 65_536 * 4] {
    let memory = memory(holding: 1)
    memory.restart()
    var store = memory.store
    #expect(store.saveAll(record(2, length: length)) == .length)
    // Nor without it: the record would lose its calibration.
    store.give(.questions, [1])
    store.save()
    #expect(store.finish() == .length)
    #expect(memory.operations == 0 && store.loadAll().record == record(1))
  }
}

// MARK: - Parts

@Test func parts_areStoredAndRemovedOneByOne() {
  let memory = PowerlessMemory(.flash)
  func save(_ parts: [(RecordPart, [UInt8])]) -> StoreOutcome? {
    var store = memory.store
    _ = store.loadAll()
    for (part, content) in parts { store.give(part, content) }
    store.save()
    return store.finish()
  }
  func stored() -> [[UInt8]] {
    var store = memory.store
    return [store.loadAll().record, store.content(.questions)]
  }
  // The questions alone: no calibration is needed for them.
  #expect(save([(.questions, [1])]) == .stored)
  #expect(stored() == [[], [1]])
  #expect(save([(.calibration, record(3))]) == .stored)
  #expect(stored() == [record(3), [1]] && memory.parts(slot: 1).map(\.tag) == [1, 2])
  #expect(save([(.questions, [1])]) == .unchanged)
  #expect(save([]) == .unchanged)
  #expect(save([(.questions, [])]) == .stored)
  #expect(stored() == [record(3), []])
  #expect(save([(.calibration, [])]) == .stored)
  #expect(stored() == [[], []] && memory.parts(slot: 1).isEmpty)
}

@Test(arguments: PowerlessMemory.Kind.allCases, [0, 1, 3, 4, 5, 31, 32, 33, 100])
func unknownParts_stayAsTheyAre(kind: PowerlessMemory.Kind, length: Int) {
  let memory = memory(holding: 1, kind: kind)
  let (a, b) = (record(7, length: length), record(8, length: 61))
  memory.append(tag: 5, version: 2, a, to: 0)
  memory.append(tag: 200, version: 1, b, to: 0)
  for turn in 0..<4 {
    var store = memory.store
    let outcome = store.saveAll(record(turn), questions: turn & 1 == 0 ? [1] : [])
    #expect(outcome == .stored)
    let parts = memory.parts(slot: store.contents.newest ?? 9)
    #expect(parts.map(\.tag) == (turn & 1 == 0 ? [1, 2, 5, 200] : [1, 5, 200]))
    #expect(parts.map(\.version).suffix(2) == [2, 1] && Array(parts.map(\.content).suffix(2)) == [a, b])
    #expect(store.loadAll().record == record(turn))
  }
}

@Test func anotherVersionOfAPart_isKept_untilItIsReplaced() {
  let memory = PowerlessMemory(.flash)
  var store = memory.store
  #expect(store.saveAll(record(1)) == .stored)
  memory.append(tag: 2, version: 9, [1, 2, 3], to: 0)
  #expect(store.saveAll(record(2)) == .stored && store.content(.questions).isEmpty)
  #expect(memory.content(tag: 2, slot: 1) == [1, 2, 3])
  #expect(store.saveAll(record(2), questions: [1]) == .stored)
  #expect(memory.parts(slot: 0).map(\.version) == [1, 1] && memory.content(tag: 2, slot: 0) == [1])
}

@Test func smallMemory_leavesOutWhatIsLessImportant_andSaysSo() {
  // Header and calibration take 63 words, the questions 2, and the parts of later versions 3 and 5.
  for (words, tags, leftOut) in [
    (64, [1], 2), (72, [1, 2], 9), (128, [1, 2, 9, 10], 0),
  ] as [(Int, [UInt8], UInt32)] {
    let memory = PowerlessMemory(.flash, wordCount: words)
    var store = memory.store
    #expect(store.saveAll(record(1, length: 20)) == .stored)
    memory.append(tag: 9, version: 1, record(9, length: 8), to: 0)
    memory.append(tag: 10, version: 1, record(9, length: 16), to: 0)
    #expect(store.saveAll(record(1), questions: [1]) == .stored)
    #expect(memory.parts(slot: 1).map(\.tag) == tags && store.contents.leftOut == leftOut, "\(words) words")
    // It is known after a restart, too, and nothing is written again for the part that never fits.
    var later = memory.store
    #expect(later.loadAll() == (.loaded, record(1)) && later.contents.leftOut == leftOut)
    #expect(later.saveAll(record(1), questions: [1]) == .unchanged)
  }
  // When there is room again, the record is whole again.
  let memory = PowerlessMemory(.flash, wordCount: 64)
  var store = memory.store
  #expect(store.saveAll(record(1), questions: [1]) == .stored && store.contents.leftOut == 2)
  #expect(store.saveAll(record(1, length: 100), questions: [1]) == .stored && store.contents.leftOut == 0)
  // A memory without room for the calibration stores nothing.
  let tiny = PowerlessMemory(.flash, wordCount: 56)
  store = tiny.store
  #expect(store.saveAll(record(1)) == .length)
  #expect(tiny.operations == 0 && store.saveAll(record(1, length: 150)) == .stored)
}

@Test func largeMemory_keepsAsMuchAsARecordHas() {
  let memory = PowerlessMemory(.flash, wordCount: 256)
  var store = memory.store
  #expect(store.saveAll(record(1), questions: [1]) == .stored)
  // 57 words, 62 and 1: the 120 of a record.
  memory.append(tag: 3, version: 1, record(9, length: 244), to: 0)
  memory.append(tag: 4, version: 1, [], to: 0)
  #expect(store.saveAll(record(2)) == .stored)
  #expect(store.contents.length == 120)
  #expect(memory.parts(slot: 1).map(\.tag) == [1, 2, 3, 4] && store.contents.leftOut == 0)
  #expect(RecordLimits.pageBytes == (8 + 120) * 4)
  // More than that is no record of this version.
  memory.append(tag: 5, version: 1, [], to: 1)
  #expect(store.loadAll().record == record(1) && store.contents.slots == (.valid, .damaged))
}

@Test func memorySize_isEnoughForAllParts() {
  // Rounded to whole groups of eight words, as pages are.
  let words = (RecordLimits.leastPage + 31) / 32 * 8
  let memory = PowerlessMemory(.eeprom, wordCount: words)
  var store = memory.store
  #expect(store.saveAll(record(1), questions: [1]) == .stored)
  #expect(store.contents.leftOut == 0 && store.contents.length == (RecordLimits.leastPage - 32) / 4)
  #expect(RecordLimits.pageBytes >= words * 4)
}

// MARK: - Wear and defects

@Test func save_ofTheNewestRecord_wearsNothing() {
  let memory = memory(holding: 1, 2)
  memory.restart()
  var store = memory.store
  #expect(store.saveAll(record(2)) == .unchanged)
  #expect(memory.operations == 0)
  // The one before is another: it is written.
  #expect(store.saveAll(record(1)) == .stored)
}

@Test func saves_wearBothSlotsAlike() {
  let memory = PowerlessMemory(.flash)
  for n in 0..<101 {
    var store = memory.store
    #expect(store.saveAll(record(n)) == .stored)
  }
  #expect(memory.erases == [51, 50])
}

@Test func erase_leavesNothing() {
  let memory = memory(holding: 1, 2)
  var store = memory.store
  store.erase()
  #expect(store.finish() == .erased)
  #expect(store.loadAll().outcome == .empty)
  #expect(store.contents.slots == (.blank, .blank))
}

@Test func bitRot_inTheNewestRecord_givesTheOneBefore() {
  let fresh = memory(holding: 1, 2)
  let newest = 1
  for word in [0, 1, 2, 3, 4] + Array(8..<63) {
    for bit in 0..<32 {
      let memory = fresh
      memory.words[newest][word] ^= 1 << UInt32(bit)
      var store = memory.store
      let (outcome, found) = store.loadAll()
      #expect(outcome == .loaded && found == record(1), "word \(word), bit \(bit)")
      #expect(store.contents.slots == (.valid, .damaged))
      memory.words[newest][word] ^= 1 << UInt32(bit)
    }
  }
}

@Test func bitRot_besideTheRecord_doesNoHarm() {
  let memory = memory(holding: 1, 2)
  for word in [5, 6, 7, 63, 64, 127] { memory.words[1][word] ^= 0x10 }
  var store = memory.store
  #expect(store.loadAll().record == record(2))
}

@Test func bitRot_inBothSlots_isCalledDamaged() {
  let memory = memory(holding: 1, 2)
  memory.words[0][20] ^= 1
  memory.words[1][9] ^= 1 << 31
  var store = memory.store
  #expect(store.loadAll() == (.damaged, []))
  #expect(store.contents.slots == (.damaged, .damaged))
  #expect(store.saveAll(record(3)) == .stored)
  #expect(store.loadAll().record == record(3))
}

/// Gives a slot another sequence number, with a CRC that fits.
private func renumber(_ memory: PowerlessMemory, slot: Int, _ sequence: UInt32) {
  memory.words[slot][1] = sequence
  memory.seal(slot)
}

@Test func sequence_wraps() {
  let memory = memory(holding: 1, 2)
  renumber(memory, slot: 0, .max - 1)
  renumber(memory, slot: 1, .max)
  for n in 3...6 {
    var store = memory.store
    #expect(store.loadAll().record == record(n - 1))
    #expect(store.saveAll(record(n)) == .stored)
    #expect(store.contents.sequence == UInt32(n - 3))
  }
  // Half a circle apart at most: 2^31 − 1 ahead is newer, 2^31 + 1 ahead is older.
  renumber(memory, slot: 0, 5)
  renumber(memory, slot: 1, 5 &+ (1 << 31) - 1)
  var store = memory.store
  _ = store.loadAll()
  #expect(store.contents.newest == 1)
  renumber(memory, slot: 1, 5 &+ (1 << 31) + 1)
  _ = store.loadAll()
  #expect(store.contents.newest == 0)
}

@Test func save_ontoAStuckBit_isCaughtByReadingBack() {
  for (word, bit) in [(0, 1), (1, 30), (3, 5), (9, 2), (40, 17), (62, 31)] {
    let memory = memory(holding: 1)
    // A record with the opposite of what the bit is stuck at.
    memory.stuckAtZero[1][word] = 1 << UInt32(bit)
    var store = memory.store
    let ones = [UInt8](repeating: 0xff, count: 216)
    let outcome = store.saveAll(ones)
    let needsTheBit = word >= 8
    // A page whose header does not erase is given up at once.
    if needsTheBit { #expect(outcome == .readBackDiffers) } else { #expect(outcome == .eraseFailed) }
    #expect(store.contents.slots == (.valid, .damaged))
    #expect(store.loadAll().record == record(1))
  }
}

@Test func save_intoAMemoryThatRefuses_saysWhichStep() {
  for (refusal, expected) in [(0, StoreOutcome.eraseFailed), (1, .writeFailed)] {
    let memory = memory(holding: 1)
    if refusal == 0 { memory.refusesErase = [1] } else { memory.refusesWrite = [1] }
    var store = memory.store
    #expect(store.saveAll(record(2)) == expected)
    memory.refusesErase = []
    memory.refusesWrite = []
    #expect(store.loadAll().record == record(1))
  }
}

@Test func memory_busyForAWhile_isWaitedFor_andNotForEver() {
  let memory = memory(holding: 1, kind: .eeprom)
  memory.busyPolls = 900
  var store = memory.store
  #expect(store.saveAll(record(2)) == .stored)
  memory.busyPolls = 100_000
  #expect(store.saveAll(record(3)) == .eraseFailed)
  memory.restart()
  memory.busyPolls = 0
  #expect(store.loadAll().record == record(2))
}

@Test func slot_thatCannotBeRead_costsNoRecordInTheOther() {
  let memory = memory(holding: 1, 2)
  memory.unreadable = [1]
  var store = memory.store
  #expect(store.loadAll() == (.loaded, record(1)))
  #expect(store.contents.slots == (.valid, .unreadable))
  memory.unreadable = [0, 1]
  #expect(store.loadAll() == (.unreadable, []))
  memory.unreadable = []
  #expect(store.loadAll().record == record(2))
}

@Test func step_touchesTheMemoryAtMostOnceAWrite() {
  let memory = memory(holding: 1, kind: .flash)
  memory.restart()
  var store = memory.store
  store.give(.calibration, record(2))
  store.save()
  var before = 0
  while store.step() == nil {
    #expect(memory.operations - before <= 1)
    before = memory.operations
  }
}
