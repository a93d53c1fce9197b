// Every function that reads memory as another type: every value, every offset.

import RawMemory
import Testing

private enum Two: UInt8, BitwiseCopyable, CaseIterable {
  case first = 9
  case second = 4
}
private enum Six: UInt8, BitwiseCopyable, CaseIterable { case a, b, c, d, e, f }

@Test func enumeration_ofEveryNumber_isTheCaseAtItsPlace() {
  #expect(Two.allCases.indices.map { Unchecked.enumeration(numbered: UInt8($0)) } == Two.allCases)
  #expect(Six.allCases.indices.map { Unchecked.enumeration(numbered: UInt8($0)) } == Six.allCases)
}

@Test func enumeration_optional_hasNilAfterItsLastCase() {
  let two: [Two?] = (0...2).map { Unchecked.enumeration(numbered: $0) }
  #expect(two == [.first, .second, nil])
  let six: [Six?] = (0...6).map { Unchecked.enumeration(numbered: $0) }
  #expect(six == Six.allCases + [nil])
}

@Test func isCase_ofEveryByte_isThatOfTheCasesAlone() {
  var byte: UInt8 = 0
  withUnsafeMutablePointer(to: &byte) { place in
    place.withMemoryRebound(to: Six.self, capacity: 1) { six in
      for value in UInt8.min...UInt8.max {
        UnsafeMutableRawPointer(six).storeBytes(of: value, as: UInt8.self)
        #expect(Unchecked.isCase(six.pointee, of: 6) == (value < 6), "\(value)")
      }
    }
  }
}

@Test func doubleWord_ofEveryBit_hasItAtItsPlace() {
  for bit in UInt64(0)..<64 {
    let low = bit < 32 ? UInt32(1) << bit : 0
    let high = bit < 32 ? 0 : UInt32(1) << (bit - 32)
    #expect(Unchecked.doubleWord(low: low, high: high) == 1 << bit)
  }
  #expect(Unchecked.doubleWord(low: 0x8765_4321, high: 0xfedc_ba98) == 0xfedc_ba98_8765_4321)
}

@Test func reinterpreted_numbers_keepTheirOrder() {
  struct Rows { var rows: ((Int32, Int32), (Int32, Int32)) }
  let four: [4 of Int32] = [1, -2, 3, .min]
  let rows: Rows = Unchecked.reinterpreted(four)
  #expect(rows.rows.0 == (1, -2) && rows.rows.1 == (3, .min))
  let numbers: [4 of Int32] = Unchecked.reinterpreted(rows)
  #expect((0..<4).map { numbers[$0] } == [1, -2, 3, .min])
}

@Test func leadingPart_isTheFirstFields() {
  struct Part: BitwiseCopyable { var a: UInt32, b: UInt16, c: UInt16 }
  struct Whole { var a: UInt32, b: UInt16, c: UInt16, d: UInt64 }
  let whole = Whole(a: 0x0102_0304, b: 0x0506, c: 0x0708, d: 0x0900)
  let part: Part = withUnsafePointer(to: whole) { Unchecked.leadingPart(of: $0) }
  #expect(part.a == whole.a && part.b == whole.b && part.c == whole.c)
}

/// Every width that a message has, each at an offset that is a multiple of its width; the last byte is no part of the image.
private struct Sample: MemoryImage {
  var long: UInt64 = 0
  var word: UInt32 = 0
  var half: UInt16 = 0
  var byte: UInt8 = 0
  var signed: Int8 = 0
  var words = (Int32(0), Int32(0))
  var rest: UInt8 = 0x77

  static var imageLength: Int { 24 }

  /// The fields byte by byte, low byte first, made by shifts.
  var expected: [UInt8] {
    func bytes(_ value: UInt64, _ count: UInt64) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xff) } }
    return bytes(long, 8) + bytes(UInt64(word), 4) + bytes(UInt64(half), 2) + [byte, UInt8(bitPattern: signed)]
      + bytes(UInt64(UInt32(bitPattern: words.0)), 4) + bytes(UInt64(UInt32(bitPattern: words.1)), 4)
  }
}

@Test func image_ofEveryByteAndValue_isTheFieldsLowByteFirst() {
  for offset in 0..<Sample.imageLength {
    for value in UInt8.min...UInt8.max {
      var bytes = [UInt8](repeating: 0x5a, count: Sample.imageLength)
      bytes[offset] = value
      var sample = Sample()
      sample.setImage(0..<Sample.imageLength, from: bytes.span)
      let image = sample.withImage { image in (0..<image.count).map { image[$0] } }
      #expect(image == bytes && sample.expected == bytes, "offset \(offset), value \(value)")
      #expect(sample.rest == 0x77)
    }
  }
}

@Test func setImage_ofARange_changesNothingElse() {
  let bytes = (0..<24).map { UInt8($0) }
  for first in 0..<24 {
    for end in first...24 {
      var sample = Sample()
      sample.setImage(first..<end, from: bytes.span)
      let expected = bytes.indices.map { (first..<end).contains($0) ? bytes[$0] : 0 }
      #expect(sample.expected == expected, "\(first)..<\(end)")
    }
  }
}

private struct Part: ~Copyable {
  var long: Int64
  var short: Int16
}

@Test func sharedStorage_isZeroAtFirst() {
  var storage = SharedStorage<9>()
  #expect(MemoryLayout<SharedStorage<9>>.size == 72 && MemoryLayout<SharedStorage<9>>.alignment == 8)
  for offset in 0..<72 { #expect(storage[UInt8.self, at: offset] == 0) }
}

@Test func sharedStorage_atEveryOffset_keepsItsPartAndNoOther() {
  for offset in stride(from: 0, through: 40, by: 8) {
    var storage = SharedStorage<9>()
    for byte in 0..<72 { storage[UInt8.self, at: byte] = 0xa5 }
    storage[Part.self, at: offset] = Part(long: .min, short: -2)
    storage[Part.self, at: offset].short &+= 1
    #expect(storage[Part.self, at: offset].long == .min && storage[Part.self, at: offset].short == -1)
    for byte in 0..<72 where byte < offset || byte >= offset + MemoryLayout<Part>.size {
      #expect(storage[UInt8.self, at: byte] == 0xa5, "part at \(offset), byte \(byte)")
    }
  }
  for (offset, width) in [(12, 4), (68, 4), (6, 2), (71, 1)] {
    var storage = SharedStorage<9>()
    switch width {
    case 4: storage[Int32.self, at: offset] = -1
    case 2: storage[Int16.self, at: offset] = -1
    default: storage[Int8.self, at: offset] = -1
    }
    for byte in 0..<72 {
      let expected: UInt8 = (offset..<(offset + width)).contains(byte) ? 0xff : 0
      #expect(storage[UInt8.self, at: byte] == expected, "\(width) bytes at \(offset), byte \(byte)")
    }
  }
}

@Test func staticText_cutsAtTheLimitAndFindsLines() {
  func text(_ found: StaticText) -> String {
    let bytes = found.bytes
    return String(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self)
  }
  for limit in 0...6 { #expect(text(StaticText("four", limit: limit)) == "four".prefix(limit)) }
  let lines: StaticString = "one\n\nthree\n"
  #expect((0...2).map { text(StaticText(line: $0, of: lines)) } == ["one", "", "three"])
}

@Test func inPlace_takesOneByteAndNoAlignment() {
  // Where it keeps its container is tested on optimised code: Tests/python/test_raw_memory.py.
  #expect(MemoryLayout<InPlace>.size == 1 && MemoryLayout<InPlace>.alignment == 1)
}
