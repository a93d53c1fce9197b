// The places of a record's fields, and how to read them.

/// The kinds of numbers that logs hold.
enum LogNumber: Sendable {
  case int8, uint8, int16, uint16, int32, uint32, int64, uint64, half, float, double
  /// Letters, not a number.
  case text(Int)

  var size: Int {
    switch self {
    case .int8, .uint8: 1
    case .int16, .uint16, .half: 2
    case .int32, .uint32, .float: 4
    case .int64, .uint64, .double: 8
    case .text(let count): count
    }
  }
}

/// A field of a record, or the first of an array.
struct LogField: Sendable {
  var kind: LogNumber
  /// Bytes from the beginning of the record's fields.
  var offset: Int
  /// The number of elements, one after the other.
  var count = 1
  /// The factor for the number.
  var factor = 1.0

  /// The place after the field or array.
  var end: Int { offset + count * kind.size }

  /// The number; `nil` if the record ends before it, if it is text, or if it is not finite.
  func number(_ bytes: ArraySlice<UInt8>, _ index: Int = 0) -> Double? {
    let at = offset + index * kind.size
    guard index < count, at + kind.size <= bytes.count else { return nil }
    let bits: UInt64
    if case .text = kind { return nil } else { bits = bytes.little(at, kind.size) }
    let value: Double
    switch kind {
    case .int8: value = Double(Int8(truncatingIfNeeded: bits))
    case .int16: value = Double(Int16(truncatingIfNeeded: bits))
    case .int32: value = Double(Int32(truncatingIfNeeded: bits))
    case .int64: value = Double(Int64(bitPattern: bits))
    case .uint8, .uint16, .uint32, .uint64: value = Double(bits)
    case .half: value = Self.half(UInt16(truncatingIfNeeded: bits))
    case .float: value = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case .double: value = Double(bitPattern: bits)
    case .text: return nil
    }
    return value.isFinite ? value * factor : nil
  }

  /// An integer that may exceed the precision of a Double; `nil` as above.
  func whole(_ bytes: ArraySlice<UInt8>) -> UInt64? {
    guard offset + kind.size <= bytes.count else { return nil }
    switch kind {
    case .uint8, .uint16, .uint32, .uint64, .int64: return bytes.little(offset, kind.size)
    default: return number(bytes).flatMap { UInt64(exactly: $0) }
    }
  }

  /// Three numbers of an array.
  func vector(_ bytes: ArraySlice<UInt8>) -> SIMD3<Double>? {
    guard let x = number(bytes, 0), let y = number(bytes, 1), let z = number(bytes, 2) else { return nil }
    return SIMD3(x, y, z)
  }

  /// A number of 16 bits (IEEE 754, binary16).
  private static func half(_ bits: UInt16) -> Double {
    let (sign, exponent, fraction) = (bits >> 15, Int(bits >> 10 & 31), Double(bits & 1023))
    guard exponent < 31 else { return .nan }
    let size =
      exponent == 0
      ? fraction * 0x1p-24 : (1024 + fraction) * Double(sign: .plus, exponent: exponent - 25, significand: 1)
    return sign == 0 ? size : -size
  }
}

/// Three fields: x, y and z.
struct LogVector: Sendable {
  var x: LogField
  var y: LogField
  var z: LogField

  init?(_ fields: [String: LogField], _ names: [String]) {
    guard let x = fields[names[0]], let y = fields[names[1]], let z = fields[names[2]] else { return nil }
    (self.x, self.y, self.z) = (x, y, z)
  }

  func vector(_ bytes: ArraySlice<UInt8>) -> SIMD3<Double>? {
    guard let x = x.number(bytes), let y = y.number(bytes), let z = z.number(bytes) else { return nil }
    return SIMD3(x, y, z)
  }
}
