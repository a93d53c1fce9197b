// The one file of the device half in which memory is read as another type than the one it was written as.
//
// Each function says why it is sound. Why there are such functions at all is in
// docs/decisions/0009-unsafe-in-one-file.md. Three facts hold on every target of the project (64-bit hosts, Cortex-M0,
// M3 and M4, RV32): the low byte of an integer comes first, an integer is aligned to its own size, and the fields of a
// struct lie in the order of their declaration, each at the first place that is aligned for it.
// Tests/Foundations/RawMemoryTests and Tests/python/test_raw_memory.py check them on 64 and on 32 bits.
//
// In: bytes of objects and messages. Out: integers, fixed-size views, checksums.
// Free to change: nothing without `make test`: every module relies on it, and on its bounds checks. Unsafe code
// belongs here alone.

// MARK: - Values

/// Values read as another type without a check in the running program.
///
/// The functions are transparent (embedded-swift.md, "Copies").
public enum Unchecked {
  /// The case with this number: 0 for the first case of `Enumeration`, 1 for the second, and so on.
  ///
  /// The compiler stores an enumeration without associated values in one byte, which is the number of the case in the
  /// order of declaration. An optional enumeration stores `nil` as the number after the last case.
  /// `Enumeration(rawValue:)` finds the same case by one branch for each case, which costs flash.
  ///
  /// The caller must have checked the range: a number without a case is undefined behaviour.
  /// - Parameter number: less than the number of cases; for an optional at most that.
  @_transparent
  public static func enumeration<Enumeration: BitwiseCopyable>(
    numbered number: UInt8, as _: Enumeration.Type = Enumeration.self
  ) -> Enumeration {
    // Does not compile to a cast, but traps, when `Enumeration` is not one byte.
    unsafeBitCast(number, to: Enumeration.self)
  }

  /// Whether the byte of a stored enumeration is the number of a case; the memory may have been overwritten.
  ///
  /// It looks at the byte: for `rawValue` the compiler takes for granted that the enumeration holds one of its cases.
  /// - Parameter count: how many cases there are, one more for an optional.
  @_transparent
  public static func isCase<Enumeration>(_ stored: Enumeration, of count: UInt8) -> Bool {
    unsafeBitCast(stored, to: UInt8.self) < count
  }

  /// The same bits as a type with the same layout: both hold only integers of the same width, without gaps, so that every
  /// pattern of bits is a value of both. Traps when the sizes differ.
  @_transparent
  public static func reinterpreted<Value, Other>(
    _ value: Value, as _: Other.Type = Other.self
  ) -> Other {
    unsafeBitCast(value, to: Other.self)
  }

  /// The 64-bit number with these halves.
  ///
  /// Lane 0 of a vector has the lowest address, which is the low half where the low byte comes first. A shift by 32 would
  /// call a helper on a Cortex-M0.
  @_transparent
  public static func doubleWord(low: UInt32, high: UInt32) -> UInt64 {
    unsafeBitCast(SIMD2<UInt32>(low, high), to: UInt64.self)
  }

  /// The first bytes of `whole` as a `Part`.
  ///
  /// Sound where `whole` begins with the fields of `Part`, in the same order and with the same types, and where `Part`
  /// needs no stricter alignment.
  /// - Parameter whole: must be at least as large as `Part`.
  @_transparent
  public static func leadingPart<Whole, Part: BitwiseCopyable>(
    of whole: UnsafePointer<Whole>, as _: Part.Type = Part.self
  ) -> Part {
    UnsafeRawPointer(whole).load(as: Part.self)
  }
}

// MARK: - Images of structs

/// A struct whose first `imageLength` bytes in memory are its bytes on the link or in storage.
///
/// A conforming type declares integers of fixed width (or structs of them) in the order of the bytes, each at an offset
/// that is a multiple of its size, so that there are no gaps. All targets store the low byte first, as the link and the
/// stored record do. Every pattern of bits is then a value, and a copy of bytes is sound in both directions. Fields that
/// are not such integers (an optional, an enumeration) stand behind `imageLength`, or are computed from a byte.
public protocol MemoryImage {
  /// Bytes of the image, at most the size of the type.
  static var imageLength: Int { get }
}

extension MemoryImage {
  /// Calls `body` with the image. The span ends with the call.
  ///
  /// `mutating`: embedded-swift.md, "Copies".
  @inlinable @inline(__always)
  public mutating func withImage<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    withUnsafeBytes(of: &self) { bytes in
      body(Span(_unsafeBytes: UnsafeRawBufferPointer(start: bytes.baseAddress, count: Self.imageLength)))
    }
  }

  /// Copies `bytes[range]` over the same places of the image.
  /// - Parameter range: within the image and within `bytes`; traps otherwise.
  @inlinable @inline(__always)
  public mutating func setImage(_ range: Range<Int>, from bytes: Span<UInt8>) {
    withUnsafeMutableBytes(of: &self) { image in
      for i in range { image[i] = bytes[i] }
    }
  }
}

// MARK: - Memory for values that are needed one after the other

/// Memory of `words` · 8 bytes, zero at first, in which parts of different types are kept one after the other.
///
/// A part is used only between its assignment and the assignment of a part that overlaps it; what is read before is zero.
/// The parts are trivial: they hold only numbers and no references, so nothing has to be released before the next
/// assignment, and zeros are a value of each. Memory with raw layout has an address of its own, and during an access to a
/// part the whole is under exclusive access, so the pointer inside an accessor stays valid and does not leave it.
@_rawLayout(likeArrayOf: Int64, count: words)
public struct SharedStorage<let words: Int>: ~Copyable {
  @inlinable @inline(__always)
  public init() {
    withUnsafeMutablePointer(to: &self) {
      _ = UnsafeMutableRawPointer($0).initializeMemory(as: Int64.self, repeating: 0, count: words)
    }
  }

  /// The part of type `Part` that begins `offset` bytes after the start.
  ///
  /// `offset` must be a multiple of the part's alignment, at most 8, and the part must end within the memory.
  @inlinable
  public subscript<Part: ~Copyable>(_: Part.Type, at offset: Int) -> Part {
    @inline(__always)
    mutating unsafeAddress { UnsafePointer(place(offset, of: Part.self)) }
    @inline(__always)
    unsafeMutableAddress { place(offset, of: Part.self) }
  }

  @inlinable @inline(__always)
  mutating func place<Part: ~Copyable>(_ offset: Int, of _: Part.Type) -> UnsafeMutablePointer<Part> {
    withUnsafeMutablePointer(to: &self) {
      UnsafeMutableRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Part.self)
    }
  }
}

// MARK: - Static text

/// A part of a text that is compiled in. What a `StaticString` points at is never written and never released, so the
/// pointer stays valid while the program runs, and every thread may read it.
public struct StaticText: @unchecked Sendable {
  private let start: UnsafePointer<UInt8>
  /// Bytes of the text.
  public let count: Int

  /// The first bytes of `text`, at most `limit`.
  /// - Parameter text: not a single character, which has no address.
  public init(_ text: StaticString, limit: Int) {
    start = text.utf8Start
    count = text.utf8CodeUnitCount < limit ? text.utf8CodeUnitCount : limit
  }

  /// One of several lines of `text`, each of which ends with a line feed.
  /// - Parameter line: from 0 on; less than the number of lines.
  public init(line: Int, of text: StaticString) {
    var (left, first, last) = (line, 0, 0)
    while true {
      while text.utf8Start[last] != 0x0a { last &+= 1 }
      if left == 0 { break }
      left &-= 1
      last &+= 1
      first = last
    }
    start = text.utf8Start + first
    count = last &- first
  }

  /// The text's bytes.
  public var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { Span(_unsafeStart: start, count: count) }
  }
}
