// A slot's worth of a serial EEPROM of the AT24C32 kind, behind the same face as a page of flash.
//
// AT24C32E data sheet (Microchip DS20006109A), sections "Write Operations" and "Read Operations": the device answers to
// 1010 and its three address pins; two address bytes, high first; at most 32 bytes a write, none beyond a multiple of
// 32; then it is busy for 5 ms at most and acknowledges nothing, which tells when it is done. A million writes a page.

/// An address and up to 32 bytes behind it.
public typealias MemoryBytes = InlineArray<34, UInt8>

/// What the EEPROM asks of an I2C bus. Every call ends within a bound of device time that the implementation states.
public protocol MemoryBus: ~Copyable {
  /// Writes the first `count` (1…34) bytes to the device with this 7-bit address.
  /// - Throws: `absent` when the device does not acknowledge its address.
  mutating func write(_ bytes: MemoryBytes, count: Int, to device: UInt8) throws(FlashFault)

  /// Writes the first two bytes and then reads `count` (1…32), which come in the places from 2 on.
  mutating func read(after bytes: MemoryBytes, count: Int, of device: UInt8) throws(FlashFault) -> MemoryBytes
}

/// 256 bytes of an EEPROM.
public struct EEPROMPage<Bus: MemoryBus & ~Copyable>: FlashPage, ~Copyable {
  private var bus: Bus
  private let device: UInt8
  private let address: UInt16

  /// Bytes from one page to the next: eight of the device's own.
  public static var size: UInt16 { 256 }

  /// - Parameters:
  ///   - device: 7-bit bus address.
  ///   - address: of the first byte, a multiple of 32.
  public init(on bus: consuming Bus, device: UInt8, at address: UInt16) {
    self.bus = bus
    self.device = device
    self.address = address
  }

  /// Words of a page: 256 bytes.
  public var wordCount: Int { 64 }
  /// One page write of the device.
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

  /// Writes up to eight words within one page of the chip.
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

  /// Only the header: an EEPROM sets bits without being asked to erase, and without a header nothing behind it counts.
  public mutating func erase() throws(FlashFault) {
    try write(FlashWords(repeating: UInt32.max), to: 0, count: 8)
  }

  /// An address byte and no data: it writes nothing, and its acknowledgement says that the last write is done.
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
