// Saving and erasing, one operation per slice: choose the slot, erase it, write the record, commit it, read it back.

import ByteCoding

extension TwoSlotStore where Page: ~Copyable {
  /// Chooses the slot that does not hold the newest record, and prepares its header.
  @inline(never)
  mutating func chooseSlot() {
    slot = contents.newest == 0 ? 1 : 0
    phase = .erasing
    word = 0
    polls = 0
    header = SlotHeader(sequence: contents.newest == nil ? 1 : contents.sequence &+ 1, length: bufferLength, crc: 0)
    var sum = header.crcOfItself
    for i in 0..<SlotHeader.words(bufferLength) { sum.update(word: buffer[i]) }
    header.crc = sum.value
  }

  /// Whether the test of power loss allows no further operation.
  var isStopped: Bool {
    guard let operationsLeft else { return false }
    return operationsLeft == 0
  }

  mutating func countOperation() {
    operations &+= 1
    if let left = operationsLeft { operationsLeft = left &- 1 }
  }

  /// Erases the slot, even if it reads as blank: after an erase that was interrupted, bits may only seem to be erased.
  mutating func eraseSlot() -> StoreOutcome? {
    do throws(FlashFault) {
      if word == 0 {
        if isStopped { return nil }
        countOperation()
        if slot == 0 { try first.erase() } else { try second.erase() }
        word = SlotHeader.recordWord
        return nil
      }
      if try isWaiting() { return nil }
      word = 0
      try fetch(4)
      word = SlotHeader.recordWord
      guard SlotHeader.isBlank(&window) else { return fail(.eraseFailed) }
    } catch {
      return fail(.eraseFailed)
    }
    guard operation == .erase else {
      phase = .writing
      return nil
    }
    return erasedSlot()
  }

  /// During an erase: continues with the other slot after the first one.
  mutating func erasedSlot() -> StoreOutcome? {
    note(.blank)
    let isFirst = (contents.newest == 0 ? 1 : 0) == slot
    guard isFirst else {
      contents = StoreContents()
      bufferLength = 0
      return end(.erased)
    }
    slot = 1 &- slot
    word = 0
    polls = 0
    return nil
  }

  mutating func write() -> StoreOutcome? {
    do throws(FlashFault) {
      if try isWaiting() { return nil }
      guard word < end else {
        phase = .committing
        word = 1
        return nil
      }
      if !isStopped { try program(end &- word) }
      return nil
    } catch {
      return fail(.writeFailed)
    }
  }

  /// Writes words 1, 2 and 3, and then word 0 in a write of its own.
  mutating func commit() -> StoreOutcome? {
    do throws(FlashFault) {
      if try isWaiting() { return nil }
      if word == 0 {
        phase = .verifying
        return nil
      }
      if isStopped { return nil }
      if word < 4 {
        try program(4 &- word)
      } else {
        word = 0
        try program(1)
        word = 0
      }
      return nil
    } catch {
      return fail(.writeFailed)
    }
  }

  /// Begins to write the next words: as many of `most` as the memory writes at once.
  @inline(never)
  mutating func program(_ most: Int) throws(FlashFault) {
    let count = most < burst ? most : burst
    var words = FlashWords(repeating: UInt32.max)
    var span = words.mutableSpan
    for i in 0..<count { span[i] = wanted(word &+ i) }
    try write(words, to: word, count: count)
    word &+= count
  }
}
