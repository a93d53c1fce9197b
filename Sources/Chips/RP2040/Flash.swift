// A sector of the RP2040's flash, for records.
import CRP2040
import CVolatile
import FixedPoint
import RecordStore

/// While the flash is busy, the processor waits in the boot ROM: typically 45 ms for an erase, 0.4 ms for a write
/// (W25Q16JV datasheet, section 9.6, t_SE and t_PP). The UART keeps 32 of the bytes that arrive in this time. The flash
/// lasts 100,000 erases.
public struct FlashSector: FlashPage {
  private let address: UInt32

  /// - Parameter address: the address of the sector's first byte. The sector must contain only records.
  public init(at address: UInt32) { self.address = address }

  /// Bytes from the start of one sector to the start of the next.
  public static var size: UInt32 { RP2040_FLASH_SECTOR }

  /// The unique number of the flash chip, from its maker; 0 if it has none. First byte highest.
  public static func identifier() -> UInt64 {
    var bytes = InlineArray<8, UInt8>(repeating: 0)
    var span = bytes.mutableSpan
    unsafe span.withUnsafeMutableBufferPointer { unsafe rp2040_read_flash_identifier($0.baseAddress!) }
    var (high, low): (UInt32, UInt32) = (0, 0)
    for i in 0..<4 {
      high = high &<< 8 | UInt32(bytes[i])
      low = low &<< 8 | UInt32(bytes[i &+ 4])
    }
    // A chip without this command does not drive the line, so all bits read as ones.
    return high == .max && low == .max ? 0 : UInt64(high: high, low: low)
  }

  /// Words in a sector.
  public var wordCount: Int { Int(truncatingIfNeeded: RP2040_FLASH_SECTOR / 4) }
  /// Words that are written together.
  public var burst: Int { 8 }

  /// Reads up to eight words.
  public func read(from word: Int, count: Int) throws(FlashFault) -> FlashWords {
    var words = FlashWords(repeating: 0)
    for i in 0..<count { words[i] = volatile_load(place(word &+ i)) }
    return words
  }

  /// Writes to words that are erased. The flash programs 256 bytes; bytes of ones do not change what is there.
  public func write(_ words: FlashWords, to word: Int, count: Int) throws(FlashFault) {
    var page = InlineArray<64, UInt32>(repeating: .max)
    let first = word & 63
    for i in 0..<count { page[first &+ i] = words[i] }
    let offset = (place(word) &- Registers.flash) & ~(RP2040_FLASH_PAGE &- 1)
    unsafe page.span.withUnsafeBytes { bytes in
      unsafe rp2040_program_page(offset, bytes.baseAddress!.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Erases the sector.
  public func erase() throws(FlashFault) { rp2040_erase_sector(address &- Registers.flash) }

  /// Always false: the ROM's functions return only when they have finished.
  public func isBusy() throws(FlashFault) -> Bool { false }

  private func place(_ word: Int) -> UInt32 { address &+ UInt32(truncatingIfNeeded: word) &<< 2 }
}
