// The scanner of JSON: which parts a text has, and what is none.

import JSONText
import Testing

/// The parts in short: brackets, `k:` for a name, `"s"` for a string, and words as they are; `nil` if the text is no JSON.
private func parts(_ text: String) -> String? {
  var scanner = JSONScanner(Array(text.utf8))
  var (found, isObject) = ("", [Bool]())
  func cell(_ range: Range<Int>) -> String { String(decoding: scanner.text[range], as: UTF8.self) }
  while let part = scanner.next() {
    switch part {
    case .object:
      isObject.append(true)
      found += "{"
    case .list:
      isObject.append(false)
      found += "["
    case .end: found += isObject.removeLast() ? "}" : "]"
    case .name(let range): found += cell(range) + ":"
    case .string(let range): found += "\"" + cell(range) + "\" "
    case .word(let range): found += cell(range) + " "
    }
  }
  return scanner.isWhole && scanner.isAtEnd ? found : nil
}

@Suite struct JSONScannerTests {
  @Test(arguments: [
    ("{}", "{}"), (" [ ] ", "[]"), ("7", "7 "), (#""a\"b""#, #""a\"b" "#), ("[1,[2,{}],\"x\"]", "[1 [2 {}]\"x\" ]"),
    ("{\"a\": {\"b\":[1 , nan]}, \"c\":\n true}", "{a:{b:[1 nan ]}c:true }"),
    ("[[[[[[[[1]]]]]]]]", "[[[[[[[[1 ]]]]]]]]"),
    ("{\"\":\"\"}", "{:\"\" }"),
  ])
  func text_hasItsParts(text: String, expected: String) { #expect(parts(text) == expected) }

  @Test(arguments: [
    "", " ", "{", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{,}", "{1:2}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
    "{\"a\" 1}", "[1}",
    "{\"a\":1]", "1 2", "[] []", "\"", "\"a", "\"a\\\"", "]", "}", ",", "{\"a\":\"b\":1}", "[\"a\":1]",
  ])
  func otherText_isNone(text: String) { #expect(parts(text) == nil, "\(text)") }

  @Test func deepText_isTold() {
    var scanner = JSONScanner([UInt8](repeating: UInt8(ascii: "["), count: 9))
    while scanner.next() != nil {}
    #expect(scanner.isTooDeep && !scanner.isWhole)
  }

  /// Each byte is read once: a text of ten times the length has ten times the parts.
  @Test func longText_isReadInTimeByItsLength() {
    let clock = ContinuousClock()
    for text in [
      "[" + String(repeating: "[1],", count: 250_000) + "1]", "\"" + String(repeating: "x", count: 1_000_000) + "\"",
      "{" + String(repeating: "\"a\":1,", count: 150_000) + "\"a\":1}", String(repeating: "9", count: 1_000_000),
    ] {
      let bytes = Array(text.utf8)
      var (scanner, count) = (JSONScanner(bytes), 0)
      let took = clock.measure { while scanner.next() != nil { count += 1 } }
      #expect(scanner.isWhole && count > 0 && took < .seconds(5), "\(took) for \(bytes.count) bytes")
    }
  }
}
