// Numbers in decimal notation, read from bytes.

/// Reads numbers from the bytes of a cell.
public enum DecimalNumber {
  /// A power of ten, exact up to 10^22.
  private static func power(_ exponent: Int) -> Double {
    var (result, base, left) = (1.0, 10.0, exponent)
    // Every power up to 10^22 is exact in a Double, and so are the products that lead to it.
    while left > 0 {
      if left & 1 != 0 { result *= base }
      base *= base
      left >>= 1
    }
    return result
  }

  /// Parses a sign, digits with a decimal mark, and an exponent; `nil` for anything else, and for numbers beyond the
  /// range of a Double.
  /// - Parameter mark: 46 for a point, 44 for a comma.
  public static func parse(_ text: [UInt8], _ start: Int, _ end: Int, mark: UInt8 = UInt8(ascii: ".")) -> Double? {
    text.withUnsafeBufferPointer { parse($0, start, end, mark: mark) }
  }

  /// The same for bytes in memory; `start` and `end` lie within them.
  @inline(__always)
  static func parse(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, mark: UInt8) -> Double? {
    var at = start
    guard at < end else { return nil }
    var isNegative = text[at] == UInt8(ascii: "-")
    if isNegative || text[at] == UInt8(ascii: "+") {
      at += 1
    } else if text[at] == 0xe2, at + 2 < end, text[at + 1] == 0x88, text[at + 2] == 0x92 {
      // The minus sign of typography, which spreadsheets of some languages write.
      isNegative = true
      at += 3
    }
    let digitsStart = at
    var mantissa: UInt64 = 0
    var (digits, scale, significant) = (0, 0, 0)
    var hasMark = false
    while at < end {
      let byte = text[at]
      let digit = byte &- UInt8(ascii: "0")
      if digit <= 9 {
        digits += 1
        if significant < 18 {
          mantissa = mantissa &* 10 &+ UInt64(digit)
          if mantissa != 0 { significant += 1 }
          if hasMark { scale -= 1 }
        } else {
          // If the digits do not fit 64 bits, the slow function reads all of them.
          significant += 1
        }
      } else if byte == mark, !hasMark {
        hasMark = true
        // A comma without a digit after it is a separator.
        if mark == UInt8(ascii: ","), at + 1 >= end || text[at + 1] &- UInt8(ascii: "0") > 9 { return nil }
      } else {
        break
      }
      at += 1
    }
    guard digits > 0 else { return nil }
    if at < end {
      guard let exponent = exponent(text, at, end) else { return nil }
      scale += exponent
    }
    if significant <= 18, mantissa <= 1 << 53, scale >= -22, scale <= 22 {
      // Both numbers are exact, so only one rounding remains: the result is the nearest Double.
      let value = scale < 0 ? Double(mantissa) / power(-scale) : Double(mantissa) * power(scale)
      return isNegative ? -value : value
    }
    guard let value = slow(text, digitsStart, end, mark: mark), value.isFinite else { return nil }
    return isNegative ? -value : value
  }

  /// The exponent that is the text from `start` to `end`: `e-5`. It is limited to ±100,000.
  @inline(__always)
  private static func exponent(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
    guard text[start] | 32 == UInt8(ascii: "e") else { return nil }
    var at = start + 1
    let isSmall = at < end && text[at] == UInt8(ascii: "-")
    if isSmall || (at < end && text[at] == UInt8(ascii: "+")) { at += 1 }
    guard at < end else { return nil }
    var exponent = 0
    while at < end {
      let digit = text[at] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      exponent = min(100_000, exponent * 10 + Int(digit))
      at += 1
    }
    return isSmall ? -exponent : exponent
  }

  #if hasFeature(Embedded)
    /// For builds without the strings library: 19 digits and their power of ten, correct except for a few of the last
    /// bits.
    private static func slow(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, mark: UInt8) -> Double? {
      var (mantissa, scale, isAfterMark) = (0.0, 0, false)
      var at = start
      while at < end, text[at] | 32 != UInt8(ascii: "e") {
        let byte = text[at]
        if byte == mark { isAfterMark = true }
        if byte &- UInt8(ascii: "0") <= 9 {
          if mantissa < 1e18 {
            mantissa = mantissa * 10 + Double(byte &- UInt8(ascii: "0"))
            if isAfterMark { scale -= 1 }
          } else if !isAfterMark {
            scale += 1
          }
        }
        at += 1
      }
      var (exponent, isSmall) = (0, false)
      while at + 1 < end {
        at += 1
        if text[at] == UInt8(ascii: "-") { isSmall = true }
        if text[at] &- UInt8(ascii: "0") <= 9 {
          exponent = min(1000, exponent * 10 + Int(text[at] &- UInt8(ascii: "0")))
        }
      }
      scale += isSmall ? -exponent : exponent
      while scale < -22 {
        mantissa /= 1e22
        scale += 22
      }
      while scale > 22, mantissa.isFinite, mantissa > 0 {
        mantissa *= 1e22
        scale -= 22
      }
      return scale < 0 ? mantissa / power(-scale) : mantissa * power(min(22, scale))
    }
  #else
    private static func slow(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, mark: UInt8) -> Double? {
      var copy = Array(text[start..<end])
      if mark != UInt8(ascii: ".") { for i in copy.indices where copy[i] == mark { copy[i] = UInt8(ascii: ".") } }
      return Double(String(decoding: copy, as: UTF8.self))
    }
  #endif
}
