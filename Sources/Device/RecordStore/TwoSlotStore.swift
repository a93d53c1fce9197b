// Two slots of flash, one of which is always valid.
//
// A save writes to the slot that does not hold the newest record, and only its last word makes the slot valid.
// Therefore the newest record or the one before it can be read at any time, also after a loss of power.

import FixedPoint
import RawMemory

/// A store for one record of several parts, in slices: `step` does one erase, one write or one read of eight words and returns.
///
/// On flash that stops the processor, a slice takes as long as the memory does (nRF51: 22 ms for the erase, 46 µs a
/// word). Begin with `load`, `save` or `erase`, then call `step` until it returns the outcome. If another operation is
/// begun before, it replaces the first one, which then has no outcome.
///
/// `load` reads all parts into a buffer, also those that this version does not know. `set` replaces a part there, and `save`
/// stores the buffer. Load once before the first save: otherwise parts that are stored and not set are lost.
public struct TwoSlotStore<Page: FlashPage & ~Copyable>: ~Copyable {
  enum Phase: UInt8 {
    case idle
    /// Reads the slot at `slot`, to find out what it holds.
    case inspecting
    /// Reads the newest record into the buffer.
    case reading
    /// Compares the newest record with the buffer.
    case comparing
    /// Compares what was written with header and buffer.
    case verifying
    case erasing
    case writing
    case committing
  }

  enum Operation: UInt8 {
    case load
    case save
    case erase
  }

  var first: Page
  var second: Page
  var phase = Phase.idle
  var operation = Operation.load
  var slot = 0
  /// The next word of the record in this phase.
  var word = 0
  var header = SlotHeader(sequence: 0, length: 0, crc: 0, leftOut: 0)
  var crc = CRC32()
  /// Words of the parts in the buffer, and the lowest tag of the parts for which there was no room.
  var used = 0
  var leftOut: UInt32 = 0
  var polls = 0
  var operationsLeft: UInt32?

  /// What the last operation found or left in the slots.
  public internal(set) var contents = StoreContents()
  /// Erases and writes begun since the start.
  public internal(set) var operations: UInt32 = 0
  /// The words that were read last.
  var window = FlashWords(repeating: 0)
  /// The parts. Each word begins with its lowest byte.
  var buffer = InlineArray<120, UInt32>(repeating: 0)
  private let inPlace = InPlace()

  /// How often a busy memory is asked before it counts as stuck. One question takes at least 90 µs on a bus of 100 kHz
  /// and at least 22 µs on one of 400 kHz, so that this limit is at least 22 ms. The slowest memory here takes 5 ms.
  static var patience: Int { 1000 }

  /// - Parameters: two pages that are erased separately, always in the same order.
  public init(_ first: consuming Page, _ second: consuming Page) {
    self.first = first
    self.second = second
  }

  /// Whether an operation is in progress.
  public var isBusy: Bool { phase != .idle }

  // MARK: - Beginning

  /// Begins to look for the newest valid record and to read it.
  public mutating func load() { begin(.load) }

  /// Begins to store the parts of the buffer.
  public mutating func save() { begin(.save) }

  /// Begins to erase both slots, the older record first. If power is lost in between, the newest record remains and not
  /// the one before it.
  public mutating func erase() { begin(.erase) }

  /// For tests of power loss: `operations` more erases and writes are carried out. Then the store does nothing until
  /// restart.
  public mutating func stop(after operations: UInt32) { operationsLeft = operations }

  @inline(never)
  mutating func begin(_ next: Operation) {
    operation = next
    phase = .inspecting
    slot = 0
    word = 0
    polls = 0
    contents = StoreContents()
    if next == .load { forget() }
  }

  /// Empties the buffer.
  mutating func forget() {
    used = 0
    leftOut = 0
  }

  // MARK: - One slice

  /// Does one piece of work.
  /// - Returns: the outcome when the operation has just ended.
  public mutating func step() -> StoreOutcome? {
    switch phase {
    case .idle: return nil
    case .inspecting, .reading, .comparing, .verifying: return readSlice()
    case .erasing: return eraseSlot()
    case .writing: return write()
    case .committing: return commit()
    }
  }

  mutating func setState(_ state: SlotState) {
    if slot == 0 { contents.slots.0 = state } else { contents.slots.1 = state }
  }

  mutating func end(_ outcome: StoreOutcome) -> StoreOutcome {
    phase = .idle
    return outcome
  }

  /// Marks the slot as damaged and ends with a failure.
  @inline(never)
  mutating func fail(_ outcome: StoreOutcome) -> StoreOutcome {
    setState(.damaged)
    return end(outcome)
  }

  // MARK: - Reading a slot

  /// Reads the next slice of a slot: the words of the header, or up to eight words of the parts.
  mutating func readSlice() -> StoreOutcome? {
    do throws(FlashFault) {
      let isHeader = word == 0
      let isInspecting = phase == .inspecting
      // A restart of the processor does not end a write in a separate memory chip.
      if isHeader, isInspecting, try isWaiting() { return nil }
      let count = isHeader ? SlotHeader.words : end &- word < 8 ? end &- word : 8
      if count > 0 { try fetch(count) }
      if isHeader, isInspecting {
        guard let found = SlotHeader(&window, capacity: capacity) else {
          return inspected(SlotHeader.isBlank(&window) ? .blank : .damaged)
        }
        header = found
        crc = found.crcOfItself
      } else {
        for i in 0..<count {
          let found = window[i]
          switch phase {
          case .inspecting: crc.update(word: found)
          case .reading: buffer[word &+ i &- SlotHeader.recordWord] = found
          default: if found != wanted(word &+ i) { return conclude(.differs) }
          }
        }
      }
      word = isHeader ? SlotHeader.recordWord : word &+ count
      return word < end ? nil : conclude(.whole)
    } catch {
      return conclude(.unreadable)
    }
  }

  enum Sight: UInt8 {
    case whole
    case differs
    case unreadable
  }

  /// Ends the reading of a slot.
  mutating func conclude(_ sight: Sight) -> StoreOutcome? {
    switch phase {
    case .inspecting:
      return inspected(sight == .unreadable ? .unreadable : crc.value == header.crc ? .valid : .damaged)
    case .reading:
      trim()
      if sight == .whole { return end(.loaded) }
      forget()
      return end(.unreadable)
    case .comparing:
      if sight == .whole { return end(.unchanged) }
      chooseSlot()
      return nil
    default:
      guard sight == .whole else { return fail(.readBackDiffers) }
      setState(.valid)
      remember()
      return end(.stored)
    }
  }

  /// Records that the slot at `slot` holds the newest record.
  mutating func remember() {
    contents.newest = slot
    contents.sequence = header.sequence
    contents.length = header.length
    contents.leftOut = header.leftOut
  }

  mutating func inspected(_ state: SlotState) -> StoreOutcome? {
    setState(state)
    if state == .valid {
      // Sequence numbers wrap: a number is later when it is less than half the range ahead.
      let isNewer = Int32(bitPattern: header.sequence &- contents.sequence) > 0
      if contents.newest == nil || isNewer { remember() }
    }
    word = 0
    polls = 0
    guard slot == 1 else {
      slot = 1
      return nil
    }
    return decide()
  }

  /// Decides what to do when both slots are known.
  mutating func decide() -> StoreOutcome? {
    word = SlotHeader.recordWord
    header.length = contents.length
    switch operation {
    case .load:
      guard let newest = contents.newest else { return end(nothingFound) }
      slot = newest
      used = contents.length
      leftOut = contents.leftOut
      phase = .reading
    case .save:
      if leftOut == RecordPart.calibration.code & 0xff { return end(.length) }
      guard let newest = contents.newest, contents.length == used, contents.leftOut == leftOut else {
        chooseSlot()
        return nil
      }
      slot = newest
      phase = .comparing
    case .erase:
      slot = contents.newest == 0 ? 1 : 0
      phase = .erasing
      word = 0
    }
    return nil
  }

  var nothingFound: StoreOutcome {
    let (a, b) = contents.slots
    if a == .blank && b == .blank { return .empty }
    return a == .unreadable || b == .unreadable ? .unreadable : .damaged
  }

  // MARK: - What a slot should hold

  /// The index of the word after the parts.
  var end: Int { SlotHeader.recordWord &+ header.length }

  /// The expected word of the slot, from header and buffer.
  @inline(never)
  func wanted(_ index: Int) -> UInt32 {
    index < SlotHeader.words ? header.word(index) : buffer[index &- SlotHeader.recordWord]
  }

  // MARK: - The pages

  var wordCount: Int { first.wordCount < second.wordCount ? first.wordCount : second.wordCount }
  var burst: Int { first.burst < second.burst ? first.burst : second.burst }

  /// Reads `count` words from `word` on into the window.
  @inline(never)
  mutating func fetch(_ count: Int) throws(FlashFault) {
    window = slot == 0 ? try first.read(from: word, count: count) : try second.read(from: word, count: count)
  }

  @inline(never)
  mutating func write(_ words: FlashWords, to word: Int, count: Int) throws(FlashFault) {
    countOperation()
    polls = 0
    if slot == 0 {
      try first.write(words, to: word, count: count)
    } else {
      try second.write(words, to: word, count: count)
    }
  }

  @inline(never)
  mutating func isWaiting() throws(FlashFault) -> Bool {
    let isBusy = slot == 0 ? try first.isBusy() : try second.isBusy()
    guard isBusy else { return false }
    polls &+= 1
    if polls > Self.patience { throw .timeout }
    return true
  }
}

extension TwoSlotStore where Page: ~Copyable {
  /// Chooses the slot that does not hold the newest record, and prepares its header.
  @inline(never)
  mutating func chooseSlot() {
    slot = contents.newest == 0 ? 1 : 0
    phase = .erasing
    word = 0
    polls = 0
    header = SlotHeader(
      sequence: contents.newest == nil ? 1 : contents.sequence &+ 1, length: used, crc: 0,
      leftOut: leftOut)
    var sum = header.crcOfItself
    for i in 0..<used { sum.update(word: buffer[i]) }
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
      try fetch(SlotHeader.words)
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
    setState(.blank)
    let isFirst = (contents.newest == 0 ? 1 : 0) == slot
    guard isFirst else {
      contents = StoreContents()
      forget()
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

  /// Writes words 1 to 4, and then word 0 in a write of its own.
  mutating func commit() -> StoreOutcome? {
    do throws(FlashFault) {
      if try isWaiting() { return nil }
      if word == 0 {
        phase = .verifying
        return nil
      }
      if isStopped { return nil }
      if word < SlotHeader.words {
        try program(SlotHeader.words &- word)
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
