// JSON lines: order, digits, escapes.
import Foundation
import TerminalInterface
import Testing

@Test func object_keepsTheOrderOfItsFields() {
  var object: JSONObject = ["zulu": 1, "alpha": true, "mike": nil]
  object["alpha"] = "replaced"
  object["new"] = [1, -2.5, ["inner": "x"]]
  #expect(object.line == #"{"zulu":1,"alpha":"replaced","mike":null,"new":[1,-2.5,{"inner":"x"}]}"#)
}

@Test func object_forgetsARemovedField() {
  var object: JSONObject = ["a": 1, "b": 2]
  object["a"] = .some(nil)
  #expect(object.line == #"{"a":null,"b":2}"#)
  object["a"] = Optional<JSONValue>.none
  #expect(object.line == #"{"b":2}"#)
}

@Test func object_appendsAnother() {
  var object: JSONObject = ["a": 1, "b": 2]
  object.append(["c": 3, "a": 4])
  #expect(object.line == #"{"a":4,"b":2,"c":3}"#)
}

@Test(arguments: [
  (JSONValue.fixed(12.3456789, decimals: 4), "12.3457"),
  (.fixed(-0.00001, decimals: 3), "0.000"),
  (.fixed(.nan, decimals: 3), "null"),
  (.significant(1.488534735e-06, digits: 4), "1.489e-06"),
  (.significant(-.infinity, digits: 4), "null"),
  (.significant(-0.0, digits: 4), "0"),
  (.double(0.1), "0.1"),
  (.double(.infinity), "null"),
  (.integer(UInt64.max), "18446744073709551615"),
  (.integer(Int64.min), "-9223372036854775808"),
])
func number_hasTheDigitsAskedFor(value: JSONValue, text: String) {
  #expect(value.text == text)
}

@Test func string_isEscaped() throws {
  let text = "a\"b\\c\n\r\t\u{1}\u{7f}é→"
  #expect(JSONValue.string(text).text == #""a\"b\\c\n\r\t\u0001\u007fé→""#)
  let back = try JSONSerialization.jsonObject(with: Data(JSONValue.string(text).text.utf8), options: .fragmentsAllowed)
  #expect(back as? String == text)
}

@Test func outputMode_isHumanOnlyOnATerminal() {
  func console(isTerminal: Bool) -> Console {
    let sink = Console.Sink(isTerminal: isTerminal, hasColour: false) { _ in }
    return Console(results: sink, remarks: sink)
  }
  #expect(OutputMode(json: false, console: console(isTerminal: true)) == .human)
  #expect(OutputMode(json: true, console: console(isTerminal: true)) == .jsonLines)
  #expect(OutputMode(json: false, console: console(isTerminal: false)) == .jsonLines)
}
