// Saving and erasing, one operation a slice: choose the slot, erase it, write the record, commit it, read it back.

import Bytes

extension RecordStore where Page: ~Copyable {
  /// The slot that does not hold the newest record.
  @inline(never)
  mutating func chooseSlot() {
    slot = contents.newest == 0 ? 1 : 0
    phase = .erasing
    word = 0
    polls = 0
    var sum = CRC32()
    header = SlotHeader(sequence: contents.newest == nil ? 1 : contents.sequence &+ 1, length: bufferLength, crc: 0)
    let words = header.words
    sum.update(word: words[1])
    sum.update(word: words[2])
    for i in 0..<SlotHeader.words(bufferLength) { sum.update(word: bufferWord(i)) }
    header.crc = sum.value
  }

  /// Whether the drill has taken the power away before another operation.
  var isStopped: Bool {
    guard let operationsLeft else { return false }
    return operationsLeft == 0
  }

  mutating func countOperation() {
    operations &+= 1
    if let left = operationsLeft { operationsLeft = left &- 1 }
  }

  /// Always, even a slot that reads blank: an erase that was cut short may leave bits that only seem to be erased.
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
      let words = try read(from: 0, count: 4)
      guard SlotHeader.isBlank(words) else { return end(.eraseFailed) }
    } catch {
      return end(.eraseFailed)
    }
    guard operation == .erase else {
      phase = .writing
      return nil
    }
    return erasedSlot()
  }

  /// In an erase: after the first slot comes the other.
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
      let end = SlotHeader.recordWord &+ SlotHeader.words(bufferLength)
      guard word < end else {
        phase = .committing
        word = 1
        return nil
      }
      if isStopped { return nil }
      let most = burst
      let count = end &- word < most ? end &- word : most
      var words = FlashWords(repeating: UInt32.max)
      for i in 0..<count { words[i] = bufferWord(word &+ i &- SlotHeader.recordWord) }
      try write(words, to: word, count: count)
      word &+= count
      return nil
    } catch {
      return end(.writeFailed)
    }
  }

  /// Words 1, 2, 3, and in a write of its own word 0.
  mutating func commit() -> StoreOutcome? {
    do throws(FlashFault) {
      if try isWaiting() { return nil }
      if word == 0 {
        phase = .verifying
        return nil
      }
      if isStopped { return nil }
      let all = header.words
      if word == 4 {
        try write(all, to: 0, count: 1)
        word = 0
        return nil
      }
      let rest = 4 &- word
      let count = burst < rest ? burst : rest
      var words = FlashWords(repeating: UInt32.max)
      for i in 0..<count { words[i] = all[word &+ i] }
      try write(words, to: word, count: count)
      word &+= count
      return nil
    } catch {
      return end(.writeFailed)
    }
  }

  /// Reads the slot back, eight words a slice.
  mutating func verify() -> StoreOutcome? {
    do throws(FlashFault) {
      let end = SlotHeader.recordWord &+ SlotHeader.words(bufferLength)
      let isHeader = word == 0
      let count = isHeader ? 4 : end &- word < 8 ? end &- word : 8
      let words = try read(from: word, count: count)
      let expected = header.words
      for i in 0..<count {
        let wanted = isHeader ? expected[i] : bufferWord(word &+ i &- SlotHeader.recordWord)
        guard words[i] == wanted else { return self.end(.readBackDiffers) }
      }
      word = isHeader ? SlotHeader.recordWord : word &+ count
      guard word >= end else { return nil }
      note(.valid)
      contents.newest = slot
      contents.sequence = header.sequence
      contents.length = header.length
      return self.end(.stored)
    } catch {
      return end(.readBackDiffers)
    }
  }
}
