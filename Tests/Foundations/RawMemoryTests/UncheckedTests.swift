// The facts about memory that Sources/Foundations/RawMemory relies on, over every value and every offset.

import RawMemory
import Testing

private enum Three: UInt8 { case first, second, third }

private struct Sample: MemoryImage, Equatable {
  var word: UInt32 = 0
  var half: UInt16 = 0
  var low: UInt8 = 0
  var high: UInt8 = 0
  var double: UInt64 = 0
  // Behind the image, as an optional has to be.
  var note: UInt8?
  static var imageLength: Int { 16 }
}

@Test func enumeration_ofEveryNumber_isTheCaseOfThatNumber() {
  for number in UInt8(0)..<3 {
    #expect(Unchecked.enumeration(numbered: number, as: Three.self) == Three(rawValue: number))
    #expect(Unchecked.enumeration(numbered: number, as: Three?.self) == Three(rawValue: number))
  }
  #expect(Unchecked.enumeration(numbered: 3, as: Three?.self) == nil, "the number after the last case")
  #expect(MemoryLayout<Three>.size == 1 && MemoryLayout<Three?>.size == 1)
}

@Test func doubleWord_ofEveryBit_isTheNumberWithTheseHalves() {
  for bit in 0..<64 {
    let number = UInt64(1) << UInt64(bit)
    #expect(Unchecked.doubleWord(low: UInt32(truncatingIfNeeded: number), high: UInt32(number >> 32)) == number)
    #expect(Unchecked.reinterpreted(number, as: Int64.self) == Int64(bitPattern: number))
  }
}

@Test func image_ofEachByte_standsAtItsPlaceAndComesBack() {
  for place in 0..<16 {
    var bytes = [UInt8](repeating: 0, count: 16)
    bytes[place] = 0xa5
    var sample = Sample()
    sample.setImage(0..<16, from: bytes.span)
    let found = sample.withImage { image in (0..<image.count).map { image[$0] } }
    #expect(found == bytes)
    let value = UInt64(0xa5)
    switch place {
    case 0..<4: #expect(UInt64(sample.word) == value << UInt64(8 * place))
    case 4..<6: #expect(UInt64(sample.half) == value << UInt64(8 * (place - 4)))
    case 6: #expect(sample.low == 0xa5)
    case 7: #expect(sample.high == 0xa5)
    default: #expect(sample.double == value << UInt64(8 * (place - 8)))
    }
    #expect(sample.note == nil)
  }
}

@Test func image_ofAPart_leavesTheRest() {
  var sample = Sample(word: 0x0102_0304, half: 0x0506, low: 7, high: 8, double: 9)
  sample.setImage(0..<4, from: [0xff, 0xff, 0xff, 0xff, 0, 0].span)
  #expect(sample == Sample(word: 0xffff_ffff, half: 0x0506, low: 7, high: 8, double: 9))
}

@Test func leadingPart_ofAStruct_isItsFirstFields() {
  struct Head { var a: UInt32, b: UInt16 }
  struct Whole { var a: UInt32, b: UInt16, c: UInt8 }
  var whole = Whole(a: 0x0102_0304, b: 0x0506, c: 7)
  let head = withUnsafePointer(to: &whole) { Unchecked.leadingPart(of: $0, as: Head.self) }
  #expect(head.a == whole.a && head.b == whole.b)
}

@Test func sharedStorage_startsWithZerosAndKeepsWhatWasAssigned() {
  var storage = SharedStorage<4>()
  for offset in stride(from: 0, to: 32, by: 8) {
    #expect(storage[UInt64.self, at: offset] == 0)
    storage[UInt64.self, at: offset] = 0x0102_0304_0506_0708 &+ UInt64(offset)
  }
  for offset in stride(from: 0, to: 32, by: 8) {
    #expect(storage[UInt64.self, at: offset] == 0x0102_0304_0506_0708 &+ UInt64(offset))
    #expect(storage[UInt32.self, at: offset + 4] == 0x0102_0304)
  }
}

@Test func staticText_givesEachLineAndNoMoreThanItsLimit() {
  let lines: StaticString = "one\ntwo words\n\nlast\n"
  let texts = (0..<4).map { line in
    let bytes = StaticText(line: line, of: lines).bytes
    return String(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self)
  }
  #expect(texts == ["one", "two words", "", "last"])
  #expect(StaticText("abcdef", limit: 3).count == 3 && StaticText("ab", limit: 3).count == 2)
}
