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
    #expect(count == (kind == .flash ? 1 + 54 + 3 + 1 : 1 + 7 + 1 + 1))
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
  var kept: [UInt8] = []
  for turn in 0..<2000 {
    let length = Int.random(in: 1...224, using: &random)
    let record = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
    memory.restart()
    if Bool.random(using: &random) {
      memory.cut = PowerCut(
        operation: Int.random(in: 0..<62, using: &random), changedBits: Int.random(in: 0...64, using: &random),
        seed: UInt64(turn))
    }
    var store = memory.store
    let outcome = store.saveAll(record)
    let wasCut = !memory.isPowered
    #expect(wasCut || outcome == .stored)
    memory.restart()
    var later = memory.store
    let found = later.loadAll().record
    let isOld = found == kept
    #expect(found == record || (wasCut && isOld), "seed \(seed), turn \(turn), \(kind)")
    kept = found
  }
}

@Test func save_stoppedByADrill_endsThereUntilRestart() {
  for operations in UInt32(0)..<59 {
    let memory = Before.two.memory(.flash)
    var store = memory.store
    store.stop(after: operations)
    store.save(newer.span)
    #expect(store.finish(within: 2000) == nil)
    #expect(store.isBusy && memory.operations == Int(operations) && store.operations == operations)
    memory.restart()
    var later = memory.store
    #expect(later.loadAll().record == older)
  }
  let memory = Before.two.memory(.flash)
  var store = memory.store
  store.stop(after: 59)
  #expect(store.saveAll(newer) == .stored)
}
