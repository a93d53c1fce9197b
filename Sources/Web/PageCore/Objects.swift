// The objects of binnacle-page.wasm in memory that JavaScript lends, and the checks of every address that it hands over.
//
// JavaScript asks for the size of an object, finds a place for it, and initialises it. An object begins with a word that
// says what it is; the Swift value begins eight bytes after it.

/// The codes with which a function of the page's core refuses a call.
enum PageCode {
  static var success: Int32 { 0 }
  /// An address is null or not aligned.
  static var address: Int32 { -1 }
  /// The memory holds no object of this kind.
  static var kind: Int32 { -2 }
  /// A number is outside its range.
  static var range: Int32 { -3 }
  /// The bytes are no calibration record.
  static var record: Int32 { -4 }
}

/// What an object is; the first word of its storage.
enum PageKind {
  // "PDC1", "PIN1", "PCH1", "PFT1", "PTX1": another version of the layout gets other words.
  static var decoder: UInt32 { 0x3143_4450 }
  static var instrument: UInt32 { 0x314e_4950 }
  static var checker: UInt32 { 0x3148_4350 }
  static var fit: UInt32 { 0x3154_4650 }
  static var text: UInt32 { 0x3158_5450 }
}

/// Bytes before the value of an object.
private var header: Int { 8 }

/// Bytes of an object with this value, a multiple of eight.
@inline(__always)
func objectSize<Value: ~Copyable>(_: Value.Type) -> Int32 {
  Int32(truncatingIfNeeded: (MemoryLayout<Value>.size &+ header &+ 7) & ~7)
}

/// Whether an address can be used for values of this alignment, a power of two.
@inline(__always)
func isGood(_ memory: UnsafeRawPointer?, alignment: Int) -> Bool {
  guard let memory else { return false }
  return Int(bitPattern: memory) & (alignment &- 1) == 0
}

/// Puts a value into memory, which then is an object.
@inline(__always)
func initialise<Value: ~Copyable>(
  _ memory: UnsafeMutableRawPointer?, _ kind: UInt32, _ make: () -> Value
) -> Int32 {
  guard isGood(UnsafeRawPointer(memory), alignment: 8), let memory else { return PageCode.address }
  memory.advanced(by: header).assumingMemoryBound(to: Value.self).initialize(to: make())
  memory.storeBytes(of: kind, as: UInt32.self)
  return PageCode.success
}

/// The value of an object; `nil` for memory that is none of this kind.
@inline(__always)
func value<Value: ~Copyable>(
  of memory: UnsafeMutableRawPointer?, _ kind: UInt32, as _: Value.Type = Value.self
) -> UnsafeMutablePointer<Value>? {
  guard isGood(UnsafeRawPointer(memory), alignment: 8), let memory, memory.load(as: UInt32.self) == kind else {
    return nil
  }
  return memory.advanced(by: header).assumingMemoryBound(to: Value.self)
}
