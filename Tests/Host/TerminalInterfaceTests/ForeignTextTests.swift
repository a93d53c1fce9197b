// What others wrote reaches a terminal as text, JSON as values, and files in bounds.
import Foundation
import Synchronization
import TerminalInterface
import TestSupport
import Testing

/// Everything that a terminal may take as a command, and what moves or hides text.
private let commands = "\u{1b}[31m\u{9b}2J\u{7}\u{8}\r\u{0}\u{7f}\u{85}\u{2028}\u{2029}\u{202e}\u{200b}\u{feff}"

private func printed(_ write: (Console) -> Void) -> String {
  let kept = TextKeeper()
  let sink = Console.Sink(isTerminal: true, hasColour: true, write: { kept.add($0) })
  write(Console(results: sink, remarks: sink))
  return kept.text
}

private final class TextKeeper: Sendable {
  private let kept = Mutex("")
  var text: String { kept.withLock { $0 } }
  func add(_ more: String) { kept.withLock { $0 += more } }
}

private func isPlain(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { scalar in
    ![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
      || scalar == "\n"
  }
}

@Test func shown_quotes80CharactersOnOneLineWithoutCommands() {
  #expect(shown("a\u{1b}[31mb\tc\nd") == "a·[31mb c·d")
  #expect(isPlain(shown(commands)) && !shown(commands).contains("\n"))
  #expect(shown("Länge µT 航海 ±1°") == "Länge µT 航海 ±1°")
  #expect(shown(String(repeating: "x", count: 1000)) == String(repeating: "x", count: 80) + "…")
  #expect(shown([UInt8](repeating: 0xff, count: 1000)).unicodeScalars.count == 81)
}

@Test func console_letsNoCommandOfOthersThrough() {
  for text in [
    printed { $0.line("cell \(commands) end") }, printed { $0.remark("cell \(commands) end") },
    printed { $0.lineWithReturn("\(commands)") }.replacingOccurrences(of: "\r\n", with: ""),
    printed { $0.line(["cell": .string(commands)]) }, printed { $0.results.writeTable("a,\(commands)\n") },
  ] {
    #expect(isPlain(text), "\(text.debugDescription)")
  }
  // Our own commands around it.
  #expect(printed { $0.live("\u{1b}]0;x\u{7}") } == "\r·]0;x·\u{1b}[K")
  let drawn = printed { LiveBlock(console: $0).draw(["\u{1b}[2J"]) }
  #expect(drawn == "\r\u{1b}[K·[2J\n")
  let coloured = printed { console in console.line(Colour.bad.paint("\u{1b}[2J", for: console.results)) }
  #expect(coloured == "\u{1b}[31m·[2J\u{1b}[0m\n")
}

@Test func remark_thatQuotesTooMuch_ends() {
  #expect(printed { $0.remark(String(repeating: "x", count: 1 << 20)) }.utf8.count < 17_000)
}

@Test func jsonText_hasNoCommandAndReadsBackTheSame() throws {
  let object: JSONObject = ["cell": .string(commands + "\u{10f71f}é")]
  #expect(isPlain(object.line))
  let read = try JSONSerialization.jsonObject(with: Data(object.line.utf8)) as? [String: String]
  #expect(read?["cell"] == commands + "\u{10f71f}é")
  #expect(ForeignJSON.value(object.line.utf8) == .object(object))
}

// MARK: - JSON

@Test func foreignJSON_readsWhatFoundationReads() throws {
  for text in [
    "{}", "[]", " [ 1 , -2.5e3,0.1E-2 , true,false,null ] ", #"{"a":{"b":[{"c":"\u00e9\ud83e\udded\n\"\\\/"}]}}"#, "7",
    #""text""#, #"{"a":1,"b":"ü"}"#, "[[[[[[[[1]]]]]]]]",
  ] {
    let value = try #require(ForeignJSON.value(text.utf8), "\(text)")
    let options: JSONSerialization.ReadingOptions = [.fragmentsAllowed]
    let ours = try JSONSerialization.jsonObject(with: Data(value.text.utf8), options: options)
    let its = try JSONSerialization.jsonObject(with: Data(text.utf8), options: options)
    #expect((ours as? NSObject) == (its as? NSObject), "\(text)")
  }
  for text in [
    "", "{", "[1,]", "{,}", "{\"a\"}", "{\"a\":}", "01", "1.", ".5", "+1", "1e", "nul", "\"\u{1}\"", #""\x""#,
    #""\ud800""#,
    "[1] 2", "'a'", "NaN", "1e999", "\"", "[[[[[[[[[1]]]]]]]]]", #""\u+123""#,
  ] {
    #expect(ForeignJSON.value(text.utf8) == nil, "\(text)")
  }
  #expect(ForeignJSON.value([0x22, 0xff, 0x22]) == nil, "no UTF-8")
}

@Test func foreignJSON_ofAnyDepth_takesTimeByItsLength() throws {
  struct Report: Decodable { var a: Int }
  let deep = String(repeating: "[", count: 200_000)
  let wide = String(repeating: "{\"a\":[", count: 250) + String(repeating: "1,", count: 200_000)
  let flat = "[" + String(repeating: "[1],", count: 100_000) + "1]"
  let clock = ContinuousClock()
  for text in [deep, wide, flat] {
    let took = clock.measure {
      _ = ForeignJSON.value(text.utf8)
      #expect(throws: (any Error).self) { try ForeignJSON.decode(Report.self, from: text.utf8) }
    }
    #expect(took < .seconds(5), "\(took) for \(text.utf8.count) bytes")
  }
  #expect(throws: ForeignJSON.TooDeep.self) { try ForeignJSON.decode(Report.self, from: deep.utf8) }
  #expect(try ForeignJSON.decode(Report.self, from: #"{"b":"[[[[[[[[[[\"[[","a":1}"#.utf8).a == 1)
}

// MARK: - Files

@Test func file_ofAnyKind_isReadInBounds() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("a,b\n", to: "small")
  #expect(try contents(ofFile: path, upTo: .settings) == Array("a,b\n".utf8))
  #expect(throws: FileFault.tooLong(limit: 1 << 20)) { try contents(ofFile: "/dev/zero", upTo: .settings) }
  #expect(throws: FileFault.cannotRead(reason: "it is a folder")) {
    try contents(ofFile: folder.url.path, upTo: .settings)
  }
  #expect(throws: FileFault.cannotRead(reason: "there is no such file")) {
    try contents(ofFile: folder.path("none"), upTo: .settings)
  }
  let large = folder.path("large")
  try Data().write(to: URL(fileURLWithPath: large))
  #expect(truncate(large, (1 << 20) + 1) == 0)
  #expect(throws: FileFault.tooLong(limit: 1 << 20)) { try contents(ofFile: large, upTo: .settings) }
}

@Test(.waits) func pipe_isReadToItsEndAndOnce() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("pipe")
  #expect(mkfifo(path, 0o600) == 0)
  Thread.detachNewThread {
    usleep(100_000)
    guard let pipe = fopen(path, "w") else { return }
    for _ in 0..<3 {
      fputs("line\n", pipe)
      fflush(pipe)
      usleep(50_000)
    }
    fclose(pipe)
  }
  // A command that looks at a file before it reads it gets the same bytes again.
  for _ in 0..<2 { #expect(try contents(ofFile: path, upTo: .recording) == Array("line\nline\nline\n".utf8)) }
}
