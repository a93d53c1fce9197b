// The EEPROM driver against a model of an AT24C32: every transaction, page limits, busy times.

import RecordStore
import Testing

/// An AT24C32 as its data sheet describes it: 32-byte pages that wrap, and no acknowledgement while it writes.
private final class AT24C32 {
  var bytes = [UInt8](repeating: 0xff, count: 4096)
  var pointer = 0
  /// How many times it does not acknowledge its address after a write; nil: for ever.
  var writeTime: Int? = 0
  var isFitted = true
  private var busy = 0
  var transcript: [String] = []

  struct Bus: MemoryBus {
    let chip: AT24C32

    func write(_ bytes: MemoryBytes, count: Int, to device: UInt8) throws(FlashFault) {
      try chip.acknowledge(device)
      let sent = (0..<count).map { bytes[$0] }
      chip.transcript.append("w " + sent.map { hex($0) }.joined(separator: " "))
      guard count >= 2 else { return }
      chip.pointer = (Int(sent[0]) << 8 | Int(sent[1])) % 4096
      guard count > 2 else { return }
      let page = chip.pointer / 32 * 32
      for (i, byte) in sent.dropFirst(2).enumerated() { chip.bytes[page + (chip.pointer + i) % 32] = byte }
      chip.busy = chip.writeTime ?? .max
    }

    func read(after bytes: MemoryBytes, count: Int, of device: UInt8) throws(FlashFault) -> MemoryBytes {
      try write(bytes, count: 2, to: device)
      var found = bytes
      for i in 0..<count {
        found[2 + i] = chip.bytes[chip.pointer]
        chip.pointer = (chip.pointer + 1) % 4096
      }
      chip.transcript.append("r \(count)")
      return found
    }
  }

  private func acknowledge(_ device: UInt8) throws(FlashFault) {
    guard isFitted, device == 0x50 else { throw .absent }
    if busy > 0 {
      busy -= 1
      transcript.append("nack")
      throw .absent
    }
  }

  func page(at address: UInt16) -> EEPROMPage<Bus> {
    EEPROMPage(on: Bus(chip: self), device: 0x50, at: address, size: 256)
  }
  var store: TwoSlotStore<EEPROMPage<Bus>> { TwoSlotStore(page(at: 0), page(at: 256)) }
}

private func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

@Test func eeprom_transactions_areTheDataSheets() throws {
  let chip = AT24C32()
  var page = chip.page(at: 256)
  try page.write([0x0403_0201, 0x0807_0605, 0, 0, 0, 0, 0, 0], to: 10, count: 2)
  #expect(chip.transcript == ["w 01 28 01 02 03 04 05 06 07 08"])
  #expect(try !page.isBusy())
  #expect(chip.transcript.last == "w 01")
  let words = try page.read(from: 10, count: 2)
  #expect((0..<3).map { words[$0] } == [0x0403_0201, 0x0807_0605, 0])
  #expect(chip.transcript.suffix(2) == ["w 01 28", "r 8"])
  #expect(chip.bytes[296..<304] == [1, 2, 3, 4, 5, 6, 7, 8])
}

@Test func eeprom_erase_coversTheHeaderAlone() throws {
  let chip = AT24C32()
  chip.bytes = [UInt8](repeating: 0x55, count: 4096)
  var page = chip.page(at: 256)
  try page.erase()
  #expect(chip.bytes.indices.filter { chip.bytes[$0] == 0xff } == Array(256..<288))
  #expect(chip.transcript.count == 1)
}

@Test func eeprom_keepsTheLongestRecord_inBothSlots() {
  let chip = AT24C32()
  for n in 0..<3 {
    let record = (0..<216).map { UInt8(truncatingIfNeeded: $0 * 7 + n) }
    var store = chip.store
    #expect(store.saveAll(record) == .stored)
    var later = chip.store
    #expect(later.loadAll().record == record)
  }
  #expect(chip.bytes[512...].allSatisfy { $0 == 0xff })
  // No write is longer than a page of the chip.
  let longest = chip.transcript.filter { $0.hasPrefix("w") }.map { $0.split(separator: " ").count - 1 }.max()
  #expect(longest == 34)
}

@Test func eeprom_isPolledUntilItAcknowledges() {
  let chip = AT24C32()
  // 5 ms at 90 µs a question are 56.
  chip.writeTime = 56
  var store = chip.store
  #expect(store.saveAll([1, 2, 3]) == .stored)
  #expect(chip.transcript.filter { $0 == "nack" }.count == 56 * 4)
}

@Test func eeprom_thatNeverAcknowledgesAgain_isGivenUp() {
  let chip = AT24C32()
  var store = chip.store
  #expect(store.saveAll([1, 2, 3]) == .stored)
  chip.writeTime = nil
  #expect(store.saveAll([4]) == .eraseFailed)
  #expect(chip.transcript.filter { $0 == "nack" }.count < 1100)
}

@Test func eeprom_thatIsAbsent_isUnreadable() {
  let chip = AT24C32()
  chip.isFitted = false
  var store = chip.store
  #expect(store.loadAll() == (.unreadable, []))
  #expect(store.contents.slots == (.unreadable, .unreadable))
  #expect(store.saveAll([1]) == .eraseFailed)
}

@Test func eeprom_stillWritingWhenTheBoardRestarts_isWaitedFor() {
  let chip = AT24C32()
  var store = chip.store
  #expect(store.saveAll([1, 2, 3]) == .stored)
  chip.writeTime = 56
  var page = chip.page(at: 256)
  _ = try? page.write(FlashWords(repeating: 7), to: 16, count: 8)
  var later = chip.store
  #expect(later.loadAll() == (.loaded, [1, 2, 3]))
}
