// A sector of the flash chip, for records.
import CESP32C3
import CVolatile
import FixedPoint
import RecordStore

/// While the flash is busy, the processor waits in the boot ROM: typically 45 ms for an erase, 0.4 ms for a write
/// (W25Q32JV datasheet, section 9.6, t_SE and t_PP; other makers' chips are similar). USB makes the host wait in this
/// time. The flash lasts 100,000 erases.
public struct FlashSector: FlashPage {
  private let offset: UInt32

  /// - Parameter offset: of the sector's first byte from the start of the flash. The sector must contain nothing but
  ///   records.
  public init(at offset: UInt32) { self.offset = offset }

  /// Bytes from the start of one sector to the start of the next.
  public static var size: UInt32 { ESP32C3_FLASH_SECTOR }

  /// The chip's network address, which is unique. The USB port uses it as its serial number. First byte highest.
  public static func identifier() -> UInt64 {
    UInt64(high: volatile_load(Registers.Identity.high) & 0xffff, low: volatile_load(Registers.Identity.low))
  }

  /// Words in a sector.
  public var wordCount: Int { Int(truncatingIfNeeded: ESP32C3_FLASH_SECTOR / 4) }
  /// Words that are written together.
  public var burst: Int { 8 }

  /// Reads up to eight words.
  public func read(from word: Int, count: Int) throws(FlashFault) -> FlashWords {
    var words = FlashWords(repeating: 0)
    let place = place(word)
    var span = words.mutableSpan
    let result = unsafe span.withUnsafeMutableBufferPointer {
      unsafe esp32c3_read_flash(place, $0.baseAddress!, UInt32(truncatingIfNeeded: count))
    }
    try Self.check(result)
    return words
  }

  /// Writes to words that are erased.
  public func write(_ words: FlashWords, to word: Int, count: Int) throws(FlashFault) {
    let place = place(word)
    try Self.check(
      unsafe words.span.withUnsafeBufferPointer {
        unsafe esp32c3_write_flash(place, $0.baseAddress!, UInt32(truncatingIfNeeded: count))
      })
  }

  /// Erases the sector.
  public func erase() throws(FlashFault) { try Self.check(esp32c3_erase_sector(offset)) }

  /// Always false: the ROM's functions return only when they have finished.
  public func isBusy() throws(FlashFault) -> Bool { false }

  private func place(_ word: Int) -> UInt32 { offset &+ UInt32(truncatingIfNeeded: word) &<< 2 }

  private static func check(_ result: UInt32) throws(FlashFault) {
    if result == ESP32C3_FLASH_TIMEOUT { throw .timeout }
    if result != ESP32C3_FLASH_DONE { throw .refused }
  }
}
