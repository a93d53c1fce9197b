// A page of the nRF51's or nRF52833's flash, for records.
import CVolatile
import RecordStore

/// While the flash is busy, the processor stops, because its code is in the same flash (Reference Manual, chapter 6.1):
/// 22 ms for the erase, 46 µs for a word (nRF51822 Product Specification v3.4, table "NVM memory", t_ERASEPAGE and
/// t_WRITE). Timers, the watchdog and the UART continue. The UART keeps six of the bytes that arrive during the erase.
/// The flash lasts 20,000 erases. On the nRF52833 it is 87.5 ms, 43 µs and 10,000 erases (Product Specification v1.5,
/// 4.3.10).
public struct NVMCPage: FlashPage {
  private let address: UInt32

  /// - Parameter address: the address of the page's first byte. The page must contain only records.
  public init(at address: UInt32) { self.address = address }

  /// Bytes from the start of one page to the start of the next.
  public static var size: UInt32 { volatile_load(Registers.Flash.pageSize) }

  /// Words in a page.
  public var wordCount: Int { Int(truncatingIfNeeded: Self.size &>> 2) }
  /// Words that are written together: one.
  public var burst: Int { 1 }

  /// Reads up to eight words.
  public func read(from word: Int, count: Int) throws(FlashFault) -> FlashWords {
    var words = FlashWords(repeating: 0)
    for i in 0..<count { words[i] = volatile_load(place(word &+ i)) }
    return words
  }

  /// Writes to words that are erased.
  public func write(_ words: FlashWords, to word: Int, count: Int) throws(FlashFault) {
    volatile_store(Registers.Flash.configuration, Registers.Flash.writeEnabled)
    volatile_store(place(word), words[0])
  }

  /// Begins to erase the page.
  public func erase() throws(FlashFault) {
    volatile_store(Registers.Flash.configuration, Registers.Flash.eraseEnabled)
    volatile_store(Registers.Flash.erasePage, address)
  }

  /// Whether an operation is still in progress.
  public func isBusy() throws(FlashFault) -> Bool {
    guard volatile_load(Registers.Flash.ready) & Registers.Flash.isReady != 0 else { return true }
    // Read-only again, so that a wrong store cannot write or erase.
    volatile_store(Registers.Flash.configuration, Registers.Flash.readOnly)
    return false
  }

  private func place(_ word: Int) -> UInt32 { address &+ UInt32(truncatingIfNeeded: word) &<< 2 }
}
