// Power that goes at the worst moment: the old or the new record is always there.

import RecordStore
import TestSupport
import Testing

private let older = (0..<216).map { UInt8(truncatingIfNeeded: 31 * $0 + 7) }
private let newer = (0..<216).map { UInt8(truncatingIfNeeded: 200 - 3 * $0) }

/// Erases and writes of one save of 216 bytes.
private func operationCount(_ kind: PowerlessMemory.Kind, _ memory: PowerlessMemory) -> Int {
  memory.restart()
  var store = memory.store
  #expect(store.saveAll(newer) == .stored)
  return memory.operations
}

/// Which memories a cut save may begin with.
private enum Before: CaseIterable {
  case nothing, one, two

  func memory(_ kind: PowerlessMemory.Kind) -> PowerlessMemory {
    let memory = PowerlessMemory(kind)
    var store = memory.store
    if self == .two { #expect(store.saveAll(Array(newer.reversed())) == .stored) }
    if self != .nothing { #expect(store.saveAll(older) == .stored) }
    memory.restart()
    return memory
  }
}

@Test(arguments: PowerlessMemory.Kind.allCases)
func save_cutAtEveryOperationAndBit_leavesTheOldOrTheNewRecord(kind: PowerlessMemory.Kind) {
  for before in Before.allCases {
    let count = operationCount(kind, before.memory(kind))
    // One erase, the parts, the header, and the word that makes the slot valid.
    #expect(count == (kind == .flash ? 1 + 55 + 4 + 1 : 1 + 7 + 1 + 1))
    for operation in 0..<count {
      // Erases change up to 8192 bits, a word write up to 32; 1 << 20 is all of them.
      for (sample, bits) in [0, 1, 2, 5, 11, 16, 23, 31, 100, 500, 1 << 20].enumerated() {
        let memory = before.memory(kind)
        let seed = UInt64(operation * 100 + sample)
        memory.cut = PowerCut(operation: operation, changedBits: bits, seed: seed)
        var store = memory.store
        #expect(store.saveAll(newer)?.isFailure == true)
        #expect(!memory.isPowered)

        memory.restart()
        var later = memory.store
        let (outcome, found) = later.loadAll()
        let name: Comment = "\(kind), \(before), operation \(operation), \(bits) bits, seed \(seed): \(outcome as Any)"
        if before == .nothing {
          #expect(found == newer || (found.isEmpty && (outcome == .empty || outcome == .damaged)), name)
        } else {
          #expect(outcome == .loaded && (found == older || found == newer), name)
        }
        // And the next save succeeds.
        #expect(later.saveAll(newer) == (found == newer ? .unchanged : .stored), name)
        #expect(later.loadAll().record == newer, name)
      }
    }
  }
}

@Test(arguments: PowerlessMemory.Kind.allCases)
func save_cutBeforeItsLastWord_isTheOldRecord_andAfterIt_theNew(kind: PowerlessMemory.Kind) {
  let count = operationCount(kind, Before.two.memory(kind))
  for (operation, bits, expected) in [(count - 1, 0, older), (count - 1, 1 << 20, newer), (count - 2, 1 << 20, older)] {
    let memory = Before.two.memory(kind)
    memory.cut = PowerCut(operation: operation, changedBits: bits, seed: 1)
    var store = memory.store
    _ = store.saveAll(newer)
    memory.restart()
    var later = memory.store
    #expect(later.loadAll().record == expected)
  }
}

@Test(arguments: PowerlessMemory.Kind.allCases)
func erase_cutAtEveryOperation_leavesTheNewestRecordOrNone(kind: PowerlessMemory.Kind) {
  for operation in 0..<2 {
    for (sample, bits) in [0, 1, 3, 20, 300, 2000, 1 << 20].enumerated() {
      let memory = Before.two.memory(kind)
      memory.cut = PowerCut(operation: operation, changedBits: bits, seed: UInt64(sample))
      var store = memory.store
      store.erase()
      #expect(store.finish()?.isFailure == true)
      memory.restart()
      var later = memory.store
      let (_, found) = later.loadAll()
      #expect(found == older || (operation == 1 && found.isEmpty), "\(kind), operation \(operation), \(bits) bits")
    }
  }
}

@Test(arguments: PowerlessMemory.Kind.allCases)
func history_ofRandomSavesAndCuts_neverLosesARecord(kind: PowerlessMemory.Kind) {
  let seed: UInt64 = 20_250_101
  var random = SeededGenerator(seed: seed)
  let memory = PowerlessMemory(kind)
  var kept: [[UInt8]] = [[], []]
  for turn in 0..<2000 {
    let length = Int.random(in: 1...216, using: &random)
    let record = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
    let questions: [UInt8]? =
      Bool.random(using: &random) ? nil : Bool.random(using: &random) ? [] : [UInt8(turn & 0x7f)]
    memory.restart()
    if Bool.random(using: &random) {
      memory.cut = PowerCut(
        operation: Int.random(in: 0..<64, using: &random), changedBits: Int.random(in: 0...64, using: &random),
        seed: UInt64(turn))
    }
    var store = memory.store
    let outcome = store.saveAll(record, questions: questions)
    let wasCut = !memory.isPowered
    #expect(wasCut || outcome == .stored)
    memory.restart()
    var later = memory.store
    let found = [later.loadAll().record, later.content(.questions)]
    let new = [record, questions ?? kept[1]]
    let isOld = found == kept
    #expect(found == new || (wasCut && isOld), "seed \(seed), turn \(turn), \(kind)")
    kept = found
  }
}

@Test func save_stoppedByADrill_endsThereUntilRestart() {
  for operations in UInt32(0)..<61 {
    let memory = Before.two.memory(.flash)
    var store = memory.store
    store.stop(after: operations)
    _ = store.loadAll()
    store.give(.calibration, newer)
    store.save()
    #expect(store.finish(within: 2000) == nil)
    #expect(store.isBusy && memory.operations == Int(operations) && store.operations == operations)
    memory.restart()
    var later = memory.store
    #expect(later.loadAll().record == older)
  }
  let memory = Before.two.memory(.flash)
  var store = memory.store
  store.stop(after: 61)
  #expect(store.saveAll(newer) == .stored)
}

/// A part of a later version, which this one keeps.
private let unknown = (0..<90).map { UInt8(truncatingIfNeeded: 7 * $0 + 1) }

@Test(arguments: PowerlessMemory.Kind.allCases)
func saveOfOnePart_cutAtEveryOperation_keepsAllOthers(kind: PowerlessMemory.Kind) {
  func memory() -> PowerlessMemory {
    let memory = PowerlessMemory(kind)
    var store = memory.store
    #expect(store.saveAll(older, questions: [1]) == .stored)
    memory.append(tag: 9, version: 4, unknown, to: 0)
    memory.restart()
    return memory
  }
  let whole = memory()
  var store = whole.store
  #expect(store.saveAll(newer) == .stored)
  let count = whole.operations
  // Calibration, questions and the unknown part: 55, 2 and 24 words.
  #expect(count == (kind == .flash ? 1 + 81 + 4 + 1 : 1 + 11 + 1 + 1))
  for operation in 0..<count {
    for bits in [0, 3, 17, 1 << 20] {
      let memory = memory()
      memory.cut = PowerCut(operation: operation, changedBits: bits, seed: UInt64(operation))
      var store = memory.store
      #expect(store.saveAll(newer)?.isFailure == true)
      memory.restart()
      var later = memory.store
      let (outcome, found) = later.loadAll()
      let name: Comment = "\(kind), operation \(operation), \(bits) bits"
      #expect(outcome == .loaded && (found == older || found == newer) && later.content(.questions) == [1], name)
      #expect(memory.content(tag: 9, slot: later.contents.newest) == unknown, name)
    }
  }
}
