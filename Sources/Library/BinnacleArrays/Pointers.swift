// The checks of the pointers and the codes of binnacle_arrays.h.

import Binnacle
import CBinnacle

/// Codes of binnacle.h.
enum Code {
  static var success: Int32 { Int32(truncatingIfNeeded: BINNACLE_OK) }
  static var null: Int32 { Int32(truncatingIfNeeded: BINNACLE_ERROR_NULL) }
  static var alignment: Int32 { Int32(truncatingIfNeeded: BINNACLE_ERROR_ALIGNMENT) }
  static var size: Int32 { Int32(truncatingIfNeeded: BINNACLE_ERROR_SIZE) }
  static var range: Int32 { Int32(truncatingIfNeeded: BINNACLE_ERROR_RANGE) }
  static var nothing: Int32 { Int32(truncatingIfNeeded: BINNACLE_ERROR_NOTHING) }

  /// `error` is 1…6: the codes follow −16 in the same order.
  static func of(_ error: WorldModelError) -> Int32 { -16 &- Int32(truncatingIfNeeded: error.rawValue) }

  /// The first five defects have a code each, and the fields of a record one together.
  static func of(_ defect: RecordDefect) -> Int32 {
    let number = Int32(truncatingIfNeeded: defect.rawValue)
    return -32 &- (number < 6 ? number : 6)
  }
}

/// Keeps the first reason why the pointers of a call cannot be used.
struct Arguments {
  private(set) var code = Code.success
  let count: Int

  /// Three numbers a row are counted in 31 bits where an `Int` has 32, as in the C that is made of this.
  private static var mostRows: Int { 1 &<< 28 }

  /// - Parameter count: rows; with 0 no pointers are needed; more than 2^28 are refused.
  init(_ count: Int) {
    self.count = count
    if count < 0 || count > Self.mostRows { code = Code.range }
  }

  @inline(__always)
  mutating func need<Value>(_ pointer: UnsafePointer<Value>?) { need(UInt(bitPattern: pointer), of: Value.self) }

  @inline(__always)
  mutating func need<Value>(_ pointer: UnsafeMutablePointer<Value>?) { need(UInt(bitPattern: pointer), of: Value.self) }

  /// A pointer that may be null.
  @inline(__always)
  mutating func may<Value>(_ pointer: UnsafePointer<Value>?) { if pointer != nil { need(pointer) } }

  @inline(__always)
  private mutating func need<Value>(_ pointer: UInt, of _: Value.Type) {
    if code != Code.success { return }
    if pointer == 0 {
      code = Code.null
    } else if pointer & UInt(bitPattern: MemoryLayout<Value>.alignment &- 1) != 0 {
      code = Code.alignment
    }
  }
}

/// Row `i` of an array of vectors.
@inline(__always)
func vector(_ words: UnsafePointer<Int32>, _ i: Int) -> Vector3 {
  Vector3(x: words[3 &* i], y: words[3 &* i &+ 1], z: words[3 &* i &+ 2])
}

/// Whether row `i` has a sample.
@inline(__always)
func isThere(_ mask: UnsafePointer<UInt8>?, _ i: Int) -> Bool { mask.map { $0[i] != 0 } ?? true }
