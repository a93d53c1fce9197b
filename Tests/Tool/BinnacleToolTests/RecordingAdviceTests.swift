// What a refusal advises works, when it is typed as it stands.

import Foundation
import TestSupport
import Testing

/// A file, how it is read, what the refusal says, and the options of its advice.
private struct Refusal: Sendable {
  var text: String
  var words: [String] = ["fit"]
  var says: String
  var advised: [String]
}

private func rows(_ count: Int, _ cell: (Int) -> String) -> String {
  (0..<count).map(cell).joined(separator: "\n") + "\n"
}

private let refusals: [Refusal] = [
  Refusal(
    text: "a,b\n" + rows(40) { "\(30 * cos(Double($0))),\(30 * sin(Double($0)))" }, says: "a, b, and it is not known",
    advised: ["--columns", "1,2"]),
  Refusal(
    text: "t,mx_uT,my_uT,mz_uT\n" + rows(40) { "\(100 - $0),\(20 + $0 % 7),\(20 + $0 % 11),\(20 + $0 % 5)" },
    words: ["replay", "--json"], says: "before that of the row above",
    advised: ["--columns", "mx_uT,my_uT,mz_uT"]),
  Refusal(
    text: "one,two,three,four\n" + rows(40) { "\($0 % 9),\($0 % 7),\($0 % 11),\($0 % 5)" },
    says: "one, two, three, four",
    advised: ["--columns", "one,two,three"]),
  Refusal(
    text: (0..<300).map { "column\($0)" }.joined(separator: ",") + "\n"
      + rows(20) { row in (0..<300).map { "\(row * ($0 + 3) % 31)" }.joined(separator: ",") },
    says: "column23 and 276 more", advised: ["--columns", "7,8,9,1,2,3"]),
  Refusal(
    text: "mx_T,my_T,mz_T\n" + rows(40) { "\(20 + $0 % 9),\(20 + $0 % 7),\(20 + $0 % 11)" },
    words: ["replay", "--json"], says: "Are these uT? --unit uT", advised: ["--unit", "uT"]),
  Refusal(
    text: "mx,my,mz,mx\n" + rows(40) { "\($0 % 9),\($0 % 7),\($0 % 11),9" }, words: ["fit", "--columns", "mx,my,mz"],
    says: "take it by its place, such as 1", advised: ["--columns", "1,my,mz"]),
  Refusal(
    text: rows(40) { "\($0 % 9 * 100) \($0 % 7 * 100) \($0 % 11 * 100)" }, words: ["fit", "--unit", "hmc588"],
    says: "Did you mean hmc5883l?", advised: ["--unit", "hmc5883l@1.3G"]),
]

@Suite struct RecordingAdviceTests {
  @Test(arguments: refusals.indices) func advice_typedAsItStands_works(place: Int) throws {
    let one = refusals[place]
    let folder = try TemporaryFolder()
    let path = try folder.write(one.text, to: "file.csv")
    let refused = RecordingOutcome([one.words[0], path] + one.words.dropFirst())
    #expect([2, 6].contains(refused.status) && refused.remarks.contains(one.says), "\(refused.remarks)")
    // Messages stay readable, whatever the file holds.
    #expect(refused.remarks.count < 1000)
    for option in one.advised.enumerated() where option.offset % 2 == 1 && option.element.count < 8 {
      let first = option.element.split(separator: "@")[0].split(separator: ",").first ?? ""
      #expect(refused.remarks.contains(first), "\(refused.remarks)")
    }
    let kept = one.words.dropFirst().filter { word in !one.words.contains("--json") || word == "--json" }
    let others = kept.first == one.advised.first ? [] : Array(kept)
    let outcome = RecordingOutcome([one.words[0], path] + others + one.advised)
    #expect([0, 1].contains(outcome.status), "\(one.advised): \(outcome.remarks)")
  }

  @Test func aNumberALine_isToldAsSuch() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("temp\n" + rows(30) { "\(20 + $0)" }, to: "one.csv")
    let outcome = RecordingOutcome(["fit", path])
    #expect(outcome.status == 6 && outcome.remarks.contains("one number a line"), "\(outcome.remarks)")
  }
}

/// What comes through a pipe is read once, and a log as a stream.
@Test(arguments: ["-", "<(cat FILE)"]) func log_fromAPipe_isReadAsTheFile(way: String) throws {
  let folder = try TemporaryFolder()
  let path = folder.path("flight.ulg")
  try Data(ExampleTests.flight(sensors: 1)).write(to: URL(fileURLWithPath: path))
  let process = binnacle([])
  let program = try #require(process.executableURL?.path)
  process.executableURL = URL(fileURLWithPath: "/bin/bash")
  let from = way == "-" ? "- < '\(path)'" : "<(cat '\(path)')"
  process.arguments = ["-c", "'\(program)' fit \(from) --json"]
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  process.waitUntilExit()
  let piped = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  let whole = try RecordingOutcome(["fit", path, "--json"]).fit()
  func centre(_ fit: [String: Any]) throws -> [Double] {
    try #require((fit["integer"] as? [String: Any])?["centre"] as? [Double])
  }
  #expect(try piped["rows"] as? Int == 1200 && centre(piped) == centre(whole))
}
