// The bus and the memory whose functions C has.

import CBinnacle
import CBinnacleDevice
import Quantities
import RecordStore
import SensorDrivers

/// A bus whose functions C has.
struct LinkedBus: RegisterBus {
  /// A `binnacle_bus` that was checked.
  let place: UnsafeRawPointer?
  /// The address with all bits inverted: memory that was overwritten does not contain such a pair.
  private let turned: UInt
  /// Addresses that the search skips; 0 for none.
  var hidden = HiddenAddresses()

  init(place: UnsafeRawPointer?) {
    self.place = place
    turned = ~UInt(bitPattern: place)
  }

  /// Whether this is the address of its creation.
  var isSound: Bool { turned == ~UInt(bitPattern: place) && place != nil }

  @inline(__always)
  var address: UInt { UInt(bitPattern: place) }

  var isSPI: Bool { binnacle_port_is_spi(address) != 0 }

  @inline(never)
  mutating func write(_ value: UInt8, to register: UInt8, of device: UInt8) throws(BusFault) {
    if hidden.contains(device) { throw .addressNotAcknowledged }
    let code = binnacle_port_write(address, device, register, value)
    if code != 0 { throw fault(code) }
  }

  @inline(never)
  mutating func read(from register: UInt8, of device: UInt8, count: Int) throws(BusFault) -> RegisterBytes {
    if hidden.contains(device) { throw .addressNotAcknowledged }
    var bytes = RegisterBytes(repeating: 0)
    let code = withUnsafeMutablePointer(to: &bytes) {
      binnacle_port_read(
        address, device, register, UnsafeMutableRawPointer($0), UInt32(truncatingIfNeeded: count))
    }
    if code != 0 { throw fault(code) }
    return bytes
  }

  mutating func recover() -> Bool { binnacle_port_recover(address) == 0 }
}

/// Addresses of chips that have a driver: the probe does not disturb them.
struct HiddenAddresses {
  var first: UInt8 = 0
  var second: UInt8 = 0
  var third: UInt8 = 0

  func contains(_ address: UInt8) -> Bool {
    address != 0 && (address == first || address == second || address == third)
  }
}

private func fault(_ code: Int32) -> BusFault {
  switch code {
  case 2: .dataNotAcknowledged
  case 3: .arbitrationLost
  case 4: .timeout
  case 5: .stuckLow
  default: .addressNotAcknowledged
  }
}

/// A slot in a memory whose functions C has.
struct LinkedPage: FlashPage {
  /// A `binnacle_memory` that was checked; `nil` if there is none.
  let place: UnsafeRawPointer?
  /// The first byte.
  let start: UInt32
  /// Bytes of the slot, a multiple of 32.
  let size: UInt32

  /// Bytes of a slot with room for everything that a device stores.
  static var whole: UInt32 { (UInt32(truncatingIfNeeded: RecordLimits.pageBytes) &+ 31) & ~31 }
  /// Bytes of the smallest useful slot: it has room for a calibration.
  static var least: UInt32 { 256 }

  /// Bytes from the start of one slot to that of the next: whole pages. 0: the memory has no room for two.
  static func distance(_ memory: UnsafeRawPointer?) -> UInt32 {
    let address = UInt(bitPattern: memory)
    let page = UInt32(bitPattern: binnacle_port_page_size(address))
    let half = UInt32(bitPattern: binnacle_port_memory_size(address)) &>> 1
    if half < least { return 0 }
    if page == 0 { return half < whole ? half & ~31 : whole }
    if page > half || page & 31 != 0 { return 0 }
    var distance = page
    while distance < whole, page <= half &- distance { distance &+= page }
    return distance < least ? 0 : distance
  }

  init(_ memory: UnsafeRawPointer?, distance: UInt32, isSecond: Bool) {
    place = distance == 0 ? nil : memory
    start = isSecond ? distance : 0
    size = distance < Self.whole ? distance : Self.whole
  }

  var wordCount: Int { Int(truncatingIfNeeded: size &>> 2) }
  var burst: Int { 8 }

  @inline(__always)
  private var address: UInt { UInt(bitPattern: place) }

  private func offset(_ word: Int) -> UInt32 { start &+ UInt32(truncatingIfNeeded: word) &* 4 }

  @inline(never)
  func read(from word: Int, count: Int) throws(FlashFault) -> FlashWords {
    guard place != nil else { throw .absent }
    var words = FlashWords(repeating: 0)
    let code = withUnsafeMutablePointer(to: &words) {
      binnacle_port_load(
        address, offset(word), UnsafeMutableRawPointer($0), UInt32(truncatingIfNeeded: count &* 4))
    }
    if code != 0 { throw .refused }
    return words
  }

  @inline(never)
  func write(_ words: FlashWords, to word: Int, count: Int) throws(FlashFault) {
    guard place != nil else { throw .absent }
    var copy = words
    let code = withUnsafeMutablePointer(to: &copy) {
      binnacle_port_store(
        address, offset(word), UnsafeMutableRawPointer($0), UInt32(truncatingIfNeeded: count &* 4))
    }
    if code != 0 { throw .refused }
  }

  @inline(never)
  func erase() throws(FlashFault) {
    guard place != nil else { throw .absent }
    if binnacle_port_erase(address, start, size) != 0 { throw .refused }
  }

  func isBusy() throws(FlashFault) -> Bool { false }
}
