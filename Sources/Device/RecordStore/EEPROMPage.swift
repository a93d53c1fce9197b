// A slot in a serial EEPROM of the AT24C32 kind, with the same interface as a page of flash.
//
// AT24C32E data sheet (Microchip DS20006109A), sections "Write Operations" and "Read Operations". The device address is
// 1010 and the three address pins. Two address bytes follow, the high one first. A write has at most 32 bytes and must
// not cross a multiple of 32. The device is then busy for at most 5 ms and acknowledges nothing, which shows when it
// has finished. A page lasts a million writes.

/// An address and up to 32 bytes after it.
public typealias MemoryBytes = InlineArray<34, UInt8>

/// What the EEPROM needs of an I2C bus. Every call ends within a limit of device time that the implementation states.
public protocol MemoryBus: ~Copyable {
  /// Writes the first `count` (1…34) bytes to the device with this 7-bit address.
  /// - Throws: `absent` when the device does not acknowledge its address.
  mutating func write(_ bytes: MemoryBytes, count: Int, to device: UInt8) throws(FlashFault)

  /// Writes the first two bytes and then reads `count` (1…32) bytes. The result holds them from index 2 on.
  mutating func read(after bytes: MemoryBytes, count: Int, of device: UInt8) throws(FlashFault) -> MemoryBytes
}

/// A page of records in an EEPROM.
public struct EEPROMPage<Bus: MemoryBus & ~Copyable>: FlashPage, ~Copyable {
  private var bus: Bus
  private let device: UInt8
  private let address: UInt16
  private let size: UInt16

  /// - Parameters:
  ///   - device: 7-bit bus address.
  ///   - address: of the first byte, a multiple of 32.
  ///   - size: bytes, a multiple of 32; at least `RecordLimits.leastPage` if no part of a record shall be left out, and 256 in any
  ///     case.
  public init(on bus: consuming Bus, device: UInt8, at address: UInt16, size: UInt16) {
    self.bus = bus
    self.device = device
    self.address = address
    self.size = size
  }

  /// As given.
  public var wordCount: Int { Int(size) &>> 2 }
  /// One page write of the device: 32 bytes.
  public var burst: Int { 8 }

  /// Reads up to eight words.
  public mutating func read(from word: Int, count: Int) throws(FlashFault) -> FlashWords {
    let bytes = try bus.read(after: addressed(word), count: count &* 4, of: device)
    var words = FlashWords(repeating: 0)
    for i in 0..<(count &* 4) {
      let at = i &>> 2
      words[at] = words[at] &>> 8 | UInt32(truncatingIfNeeded: bytes[i &+ 2]) &<< 24
    }
    return words
  }

  /// Writes up to eight words within one page of the device.
  public mutating func write(_ words: FlashWords, to word: Int, count: Int) throws(FlashFault) {
    var bytes = addressed(word)
    for i in 0..<count {
      var rest = words[i]
      for j in 0..<4 {
        bytes[2 &+ i &* 4 &+ j] = UInt8(truncatingIfNeeded: rest)
        rest &>>= 8
      }
    }
    try bus.write(bytes, count: 2 &+ count &* 4, to: device)
  }

  /// Erases only the header. An EEPROM sets bits without an erase, and a slot without a header is not valid.
  public mutating func erase() throws(FlashFault) {
    try write(FlashWords(repeating: UInt32.max), to: 0, count: 8)
  }

  /// Sends an address byte and no data. This writes nothing, and an acknowledgement means that the last write has
  /// finished.
  public mutating func isBusy() throws(FlashFault) -> Bool {
    do throws(FlashFault) {
      try bus.write(addressed(0), count: 1, to: device)
      return false
    } catch {
      guard error == .absent else { throw error }
      return true
    }
  }

  private func addressed(_ word: Int) -> MemoryBytes {
    let at = address &+ UInt16(truncatingIfNeeded: word) &<< 2
    var bytes = MemoryBytes(repeating: 0)
    bytes[0] = UInt8(truncatingIfNeeded: at &>> 8)
    bytes[1] = UInt8(truncatingIfNeeded: at)
    return bytes
  }
}
