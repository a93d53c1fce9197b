// The store on a memory that keeps its power: what is found, worn, and said about defects.

import RawMemory
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
  let record: String?
  let canonical: Bool?
}

private func raw(_ hexadecimal: String) -> [UInt8] {
  let digits = Array(hexadecimal)
  return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
}

@Test func slots_areReadAndWrittenAsTheVectorsSay() throws {
  for c in try Repository.vectors("calibration/vectors/slot.json", as: SlotCase.self) {
    let bytes = raw(c.bytes)
    let memory = PowerlessMemory(.flash)
    for (i, byte) in bytes.enumerated() {
      let shift = UInt32(8 * (i % 4))
      memory.words[0][i / 4] = memory.words[0][i / 4] & ~(0xff << shift) | UInt32(byte) << shift
    }
    let written = memory.words[0]
    var store = memory.store
    let (outcome, found) = store.loadAll()
    #expect("\(store.contents.slots.0)" == c.state, "\(c.name)")
    guard let record = c.record.map(raw), let sequence = c.sequence else {
      #expect(outcome == (c.state == "blank" ? .empty : .damaged), "\(c.name)")
      continue
    }
    #expect(outcome == .loaded && found == record && store.contents.sequence == sequence, "\(c.name)")
    guard c.canonical == true else { continue }
    // What the store writes after the number before is the vector, word for word.
    let other = PowerlessMemory(.flash)
    var writer = other.store
    #expect(writer.saveAll([9]) == .stored)
    renumber(other, slot: 0, length: 1, sequence &- 1)
    #expect(writer.saveAll(record) == .stored)
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
    #expect(later.contents.length == 216)
  }
}

@Test(arguments: [1, 2, 4, 8])
func save_withEveryBurst_comesBackAndCrossesNoMultipleOfEight(burst: Int) {
  // The memory traps on a write that crosses one.
  let memory = PowerlessMemory(.flash, burst: burst)
  var store = memory.store
  for n in 1...3 { #expect(store.saveAll(record(n, length: 217)) == .stored) }
  #expect(store.loadAll().record == record(3, length: 217))
}

@Test func save_ofEveryLength_comesBack() {
  for length in 1...RecordLimits.length {
    let memory = PowerlessMemory(length.isMultiple(of: 2) ? .flash : .eeprom)
    var store = memory.store
    #expect(store.saveAll(record(2, length: length)) == .stored)
    #expect(store.loadAll().record == record(2, length: length))
  }
}

@Test func save_tooLongOrEmpty_isRefusedAndWritesNothing() {
  for length in [0, RecordLimits.length + 1, 5000] {
    let memory = memory(holding: 1)
    memory.restart()
    var store = memory.store
    #expect(store.saveAll(record(2, length: length)) == .length)
    #expect(memory.operations == 0)
    #expect(store.loadAll().record == record(1))
  }
  let small = PowerlessMemory(.flash, wordCount: 16)
  var store = small.store
  #expect(store.saveAll(record(1, length: 33)) == .length)
  #expect(store.saveAll(record(1, length: 32)) == .stored)
}

@Test(arguments: [-1, 0, 225, 300, Int.max, Int.min])
func save_ofALengthThatNoRecordHas_isRefusedAndStaysReadable(length: Int) {
  let memory = memory(holding: 1)
  let before = memory.words
  var store = memory.store
  for mark: UInt8 in [0, 1] {
    store.save(length: length, mark: mark)
    let underWay = store.record.count
    #expect(store.finish() == .length)
    let left = store.record.count
    #expect(underWay == 0 && left == 0)
  }
  #expect(memory.words == before)
}

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
  for word in [0, 1, 2, 3] + Array(8..<62) {
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
  for word in [4, 5, 6, 7, 62, 63, 255] { memory.words[1][word] ^= 0x10 }
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
private func renumber(_ memory: PowerlessMemory, slot: Int, length: Int = 216, _ sequence: UInt32) {
  memory.words[slot][1] = sequence
  var crc = CRC32()
  for word in [1, 2] + Array(8..<8 + (length + 3) / 4) {
    for shift in [0, 8, 16, 24] { crc.update(UInt8(truncatingIfNeeded: memory.words[slot][word] >> UInt32(shift))) }
  }
  memory.words[slot][3] = crc.value
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
  for (word, bit) in [(0, 1), (1, 30), (3, 5), (8, 2), (40, 17), (61, 31)] {
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
  store.save(record(2).span)
  var before = 0
  while store.step() == nil {
    #expect(memory.operations - before <= 1)
    before = memory.operations
  }
}
