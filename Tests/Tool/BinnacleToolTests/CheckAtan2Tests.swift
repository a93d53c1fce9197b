// binnacle check atan2 and check merge, from the command line to the exit status.

import Foundation
import IntegerTrigonometry
import Quantities
import TestSupport
import Testing
import Verdict

@testable import ToolCheck
@testable import ToolCommandLine

private func run(_ words: [String], command: CheckAtan2Command = CheckAtan2Command()) -> (Int32, String, String) {
  let tool = CommandLineTool(
    tree: [.group(CommandGroup(name: "check", summary: "check", members: [command, CheckMergeCommand()]))])
  let spy = SpyConsole()
  let status = tool.run(["check"] + words, console: spy.console)
  return (status, spy.results, spy.remarks)
}

private func object(_ line: String) throws -> [String: Any] {
  try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
}

/// Without what depends on the clock and the machine.
private func timeless(_ line: String) -> String {
  line.replacing(/,"pairsPerSecond":.*/, with: "")
}

@Test func checkAtan2_reportsEveryFieldOfAVerdict() throws {
  let (status, results, remarks) = run(["atan2", "--samples", "20,000", "--seed", "5"])
  #expect(status == 0)
  #expect(remarks.isEmpty)
  let verdict = try object(results)
  #expect(verdict["what"] as? String == "atan2")
  #expect(verdict["pass"] as? Bool == true)
  #expect(verdict["samples"] as? Int == 20_000)
  #expect(verdict["pairs"] as? Int == 20_000)
  #expect(verdict["limitDegrees"] as? Double == 4e-7)
  #expect(verdict["tier"] as? String == "precise")
  let largest = try #require(verdict["maxErrorDegrees"] as? Double)
  let rms = try #require(verdict["rmsErrorDegrees"] as? Double)
  #expect(largest > 0 && rms > 0 && rms < largest && largest <= 4e-7)
  let worst = try #require(verdict["worst"] as? [String: Any])
  let (y, x) = (try #require(worst["y"] as? Int), try #require(worst["x"] as? Int))
  let expected = try #require(worst["expectedDegrees"] as? Double)
  let turned = atan2(Double(y), Double(x)) * 180 / .pi
  #expect(abs(expected - (turned < 0 ? turned + 360 : turned)) < 1e-8)
  #expect(worst["angle"] as? UInt32 == Cordic.angle(y: Int32(y), x: Int32(x))?.rawValue)
}

@Test(arguments: CheckedTier.allCases) func checkAtan2_holdsEachTierToItsLimit(tier: CheckedTier) throws {
  let (status, results, _) = run(["atan2", "--samples", "200000", "--tier", tier.rawValue])
  #expect(status == 0)
  #expect(try object(results)["limitDegrees"] as? Double == tier.limitDegrees)
}

@Test func checkAtan2_failsAWrongFunction() throws {
  var command = CheckAtan2Command()
  // Right but for one angle in 2^12, which is off by 0.0002°.
  command.function = { y, x in
    Cordic.angle(y: y, x: x).map { $0.rawValue >> 20 == 0x812 ? $0 + BinaryAngle(rawValue: 2386) : $0 }
  }
  let (status, results, _) = run(["atan2", "--samples", "200000"], command: command)
  #expect(status == 1)
  #expect(try object(results)["pass"] as? Bool == false)
}

@Test func checkAtan2_failsAnAngleOfTheZeroVector() throws {
  var command = CheckAtan2Command()
  command.function = { y, x in Cordic.angle(y: y, x: x) ?? .zero }
  let (status, results, _) = run(["atan2", "--samples", "1000"], command: command)
  #expect(status == 1)
  #expect(try object(results)["zeroIsUndefined"] as? Bool == false)
}

@Test func checkAtan2_humanTextNamesTheWorstPair() {
  var tally = AngleTally<AnglePair>()
  tally.samples = 2
  tally.sumOfSquares = 2 << 64
  tally.worst = .init(AnglePair(y: -3, x: 4), angle: 0, error: 1 << 32)
  let report = Atan2Report(
    sweep: AngleSweep(domain: .samples(count: 3, seed: 1)), tally: tally, zeroIsUndefined: true, seconds: 2, threads: 1)
  let spy = SpyConsole()
  #expect(
    report.lines(for: spy.console.results) == [
      "atan2, precise: FAIL  max 0.00549°, rms 0.00549°, limit 4e-07° over 2 pairs",
      "       worst at y -3, x 4: 0.0000000° where atan2 is 323.1301024°",
      "       stopped after 2 of 3 pairs",
      "       2.0 s, 1.0 pairs/s, threads: 1",
    ])
}

@Test func checkAtan2_stoppedWithinItsLimitHasNoVerdict() {
  var tally = AngleTally<AnglePair>()
  tally.samples = 2
  tally.worst = .init(AnglePair(y: 0, x: 4), angle: 0, error: 0)
  let sweep = AngleSweep(domain: .samples(count: 3, seed: 1))
  var report = Atan2Report(sweep: sweep, tally: tally, zeroIsUndefined: true, seconds: 2, threads: 1)
  let spy = SpyConsole()
  let lines = report.lines(for: spy.console.results)
  #expect(lines[0].hasPrefix("atan2, precise: stopped after 2 of 3 pairs: no verdict  max "))
  #expect(!lines.contains { $0.contains("FAIL") } && !report.isPassed)
  report.zeroIsUndefined = false
  #expect(report.lines(for: spy.console.results)[0].contains("FAIL"))
}

@Test(arguments: [
  ["atan2", "--exhaustive", "--samples", "5"], ["atan2", "--exhaustive", "--seed", "5"], ["atan2", "--samples", "0"],
  ["atan2", "--shard", "3/2"], ["atan2", "--threads", "0"], ["atan2", "--tier", "none"],
])
func checkAtan2_refusesOptionsThatDoNotFit(words: [String]) {
  #expect(run(words).0 == 2)
}

@Suite struct MergeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Files with the results of the given shards of 3.
  private func parts(_ shards: [Int], seed: Int = 5) throws -> [String] {
    try shards.map { shard in
      let (status, results, _) = run(["atan2", "--samples", "10000", "--seed", "\(seed)", "--shard", "\(shard)/3"])
      #expect(status == 0)
      return try folder.write(results, to: "seed\(seed)-part\(shard).json")
    }
  }

  @Test func merge_isTheWholeBitForBit() throws {
    let whole = run(["atan2", "--samples", "10000", "--seed", "5"])
    let merged = run(["merge"] + (try parts([3, 1, 2])))
    #expect(merged.0 == 0)
    #expect(timeless(merged.1) == timeless(whole.1))
  }

  @Test func merge_failsWhenAShardFailed() throws {
    var command = CheckAtan2Command()
    command.function = { y, x in Cordic.angle(y: x, x: y) }
    let bad = run(["atan2", "--samples", "10000", "--seed", "5", "--shard", "2/3"], command: command)
    #expect(bad.0 == 1)
    let merged = run(["merge"] + (try parts([1, 3])) + [try folder.write(bad.1, to: "bad.json")])
    #expect(merged.0 == 1)
  }

  @Test func merge_refusesMissingShards() throws {
    let (status, results, remarks) = run(["merge"] + (try parts([2])))
    #expect(status == 6)
    #expect(results.isEmpty)
    #expect(remarks.hasPrefix("binnacle: 2 of 3 shards are missing: 1/3, 3/3\nRun each with the same check"))
  }

  @Test func merge_refusesAShardGivenTwice() throws {
    let (status, _, remarks) = run(["merge"] + (try parts([1, 2, 1, 3])))
    #expect(status == 6)
    #expect(remarks.contains("are both shard 1/3"))
  }

  @Test func merge_refusesPartsOfDifferentChecks() throws {
    let (status, _, remarks) = run(["merge"] + (try parts([1, 2])) + (try parts([3], seed: 6)))
    #expect(status == 6)
    #expect(remarks.contains("are not parts of the same check"))
  }

  @Test func merge_refusesAnInterruptedShard() throws {
    let part = try String(contentsOfFile: try parts([1])[0], encoding: .utf8)
    let cut = part.replacing("\"samples\":3334,\"max", with: "\"samples\":3000,\"max")
    #expect(cut != part)
    let (status, _, remarks) = run(["merge", try folder.write(cut, to: "cut.json")])
    #expect(status == 6)
    #expect(remarks.contains("pairs of its shard: that run was interrupted"))
  }

  /// Each is more than this program counts in one run, and two of them add up to more than 64 bits hold.
  @Test(arguments: [
    (#""upTo25Bits":\{"samples""#, #""upTo25Bits":{"samples""#), (#""undefined""#, nil),
    (#""axesAndDiagonals""#, nil), (#""inexact""#, nil), (#""wide":\{"count""#, #""wide":{"count""#),
  ])
  func merge_refusesNumbersThatNoCheckCounts(field: String, name: String?) throws {
    let part = try String(contentsOfFile: try parts([1])[0], encoding: .utf8)
    let number = try Regex(field + ":[0-9]+")
    let changed = part.replacing(number, with: "\(name ?? field):\(UInt64.max)")
    #expect(changed != part)
    let (status, results, remarks) = run(["merge", try folder.write(changed, to: "large.json")])
    #expect(status == 6 && results.isEmpty)
    #expect(remarks.contains("large.json counts more than a check takes"), "\(remarks)")
  }

  @Test(arguments: ["", "\n \n", "hello", "{}", #"{"what":"heading"}"#, "{\"what\":\"atan2\",\"pairs\":\u{0}"])
  func merge_refusesForeignFiles(text: String) throws {
    let (status, results, remarks) = run(["merge", try folder.write(text, to: "foreign.json")])
    #expect(status == 6)
    #expect(results.isEmpty)
    #expect(remarks.contains("foreign.json"))
  }

  @Test func merge_refusesAFileThatIsNotThere() throws {
    let (status, _, remarks) = run(["merge", folder.path("none.json")])
    #expect(status == 5)
    #expect(remarks.contains("none.json cannot be read"))
  }

  @Test func merge_refusesShardNumbersOutOfRange() throws {
    let part = try String(contentsOfFile: try parts([1])[0], encoding: .utf8)
    for shard in ["0/3", "4/3", "1/0", "1", "x/y", "1/99999999999"] {
      let changed = part.replacing("\"shard\":\"1/3\"", with: "\"shard\":\"\(shard)\"")
      #expect(run(["merge", try folder.write(changed, to: "shard.json")]).0 == 6, "\(shard)")
    }
  }
}

@Test func checkAtan2_triesInt32OfEveryScale() throws {
  let (status, results, _) = run(["atan2", "--samples", "1000", "--wide", "50000", "--seed", "3"])
  #expect(status == 0)
  let verdict = try object(results)
  let wide = try #require(verdict["wide"] as? [String: Any])
  let small = try #require(wide["upTo25Bits"] as? [String: Any])
  let large = try #require(wide["beyond"] as? [String: Any])
  let (few, many) = (try #require(large["pairs"] as? UInt64), try #require(small["pairs"] as? UInt64))
  #expect(few > 30_000 && many > 80_000)
  #expect(few + many == 50_000 + WideAngleSweep.fixedPairs)
  for part in [small, large] {
    let largest = try #require(part["maxErrorDegrees"] as? Double)
    #expect(largest > 1e-7 && largest <= 4e-7)
    #expect(try #require(part["axesAndDiagonals"] as? Int) > 1000)
    #expect(part["inexact"] as? Int == 0)
  }
}

@Test(arguments: [(Int32.min, Int32.min), (1 << 30, 1 << 30), (0, Int32.min), (-1, 1)] as [(Int32, Int32)])
func checkAtan2_failsThePreciseTierOnOneInexactDiagonal(y: Int32, x: Int32) throws {
  var command = CheckAtan2Command()
  // One step of 2^−32 turn: far within the limit.
  command.function = { v, u in
    Cordic.angle(y: v, x: u).map { v == y && u == x ? BinaryAngle(rawValue: $0.rawValue &+ 1) : $0 }
  }
  let words = ["atan2", "--samples", "1000", "--wide", "1000"]
  #expect(run(words, command: command).0 == 1)
  // The other tiers promise no exactness.
  #expect(run(words + ["--tier", "tiny"], command: command).0 == 0)
}

@Test func checkAtan2_failsAWrongAngleOfInt32Alone() throws {
  var command = CheckAtan2Command()
  command.function = { y, x in
    Cordic.angle(y: y, x: x).map { y > 1 << 25 ? BinaryAngle(rawValue: $0.rawValue &+ 10) : $0 }
  }
  #expect(run(["atan2", "--samples", "1000", "--wide", "1000"], command: command).0 == 1)
  #expect(run(["atan2", "--samples", "1000", "--wide", "0"], command: command).0 == 0)
}
