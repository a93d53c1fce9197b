// binnacle check heading without a device, from the command line to the exit status.

import DeviceLinks
import Foundation
import Quantities
import TestSupport
import Testing
import Verdict

@testable import ToolCheck
@testable import ToolCommandLine
@testable import ToolConnection

private func run(
  _ words: [String], command: CheckHeadingCommand = CheckHeadingCommand(), isTerminal: Bool = false
) -> (Int32, String, String) {
  let tool = CommandLineTool(
    tree: [.group(CommandGroup(name: "check", summary: "check", members: [command, CheckMergeCommand()]))])
  let spy = SpyConsole(isTerminal: isTerminal)
  let status = tool.run(["check"] + words, console: spy.console)
  return (status, spy.results, spy.remarks)
}

private func object(_ line: String) throws -> [String: Any] {
  try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
}

@Suite struct CheckHeadingTests {
  @Test func checkHeading_reportsBothPathsWithTheirWorstInput() throws {
    let (status, results, remarks) = run(["heading", "--samples", "20,000", "--seed", "5"])
    #expect(status == 0 && remarks.isEmpty)
    let verdict = try object(results)
    #expect(verdict["pass"] as? Bool == true)
    #expect(verdict["seed"] as? Int == 5)
    let names = [
      "counts": ["fieldX", "forceZ"], "service": ["nanoteslaX", "microGZ", "hardIronQ8Y", "softIronQ24Row3X"],
    ]
    for (path, inputs) in names {
      let part = try #require(verdict[path] as? [String: Any])
      #expect(part["samples"] as? Int == 20_000)
      let (largest, rms) = (
        try #require(part["maxErrorDegrees"] as? Double), try #require(part["rmsErrorDegrees"] as? Double)
      )
      #expect(rms > 0 && rms < largest)
      let worst = try #require(part["worst"] as? [String: Any])
      for input in inputs { #expect(worst[input] is Int, "\(path) \(input)") }
      let found = try #require(worst["headingDegrees"] as? Double)
      let expected = try #require(worst["expectedDegrees"] as? Double)
      #expect(abs(abs(found - expected) - largest) < 2e-9)
    }
  }

  @Test func checkHeading_failsAWrongFunctionOnEitherPath() throws {
    let core = HeadingFunctions.core
    @Sendable func off(_ angle: BinaryAngle?) -> BinaryAngle? {
      // 0.0002° more, on an eighth of the circle.
      angle.map { $0.rawValue >> 29 == 3 ? BinaryAngle(rawValue: $0.rawValue &+ 2386) : $0 }
    }
    let wrong = [
      "counts": HeadingFunctions(counts: { off(core.counts($0)) }, service: core.service),
      "service": HeadingFunctions(counts: core.counts, service: { off(core.service($0)) }),
    ]
    for (path, functions) in wrong {
      let (status, results, _) = run(
        ["heading", "--samples", "2000"], command: CheckHeadingCommand(functions: functions))
      #expect(status == 1)
      let verdict = try object(results)
      for other in ["counts", "service"] {
        #expect((verdict[other] as? [String: Any])?["pass"] as? Bool == (other != path))
      }
    }
  }

  @Test func checkHeading_failsAMissingHeading() throws {
    let functions = HeadingFunctions(counts: { _ in nil }, service: HeadingFunctions.core.service)
    let (status, results, _) = run(["heading", "--samples", "10"], command: CheckHeadingCommand(functions: functions))
    #expect(status == 1)
    #expect((try object(results)["counts"] as? [String: Any])?["undefined"] as? Int == 10)
  }

  @Test func merge_ofHeadingsIsTheWholeBitForBit() throws {
    let folder = try TemporaryFolder()
    let files = try [2, 3, 1].map { (shard: Int) -> String in
      let part = run(["heading", "--samples", "10000", "--seed", "5", "--shard", "\(shard)/3", "--threads", "3"])
      #expect(part.0 == 0)
      return try folder.write(part.1, to: "part\(shard).json")
    }
    let whole = run(["heading", "--samples", "10000", "--seed", "5", "--threads", "1"])
    let merged = run(["merge"] + files)
    #expect(merged.0 == 0)
    func timeless(_ line: String) -> String { line.replacing(/,"samplesPerSecond":.*/, with: "") }
    #expect(timeless(merged.1) == timeless(whole.1))
    #expect(run(["merge", files[0], files[1]]).2.hasPrefix("binnacle: 1 of 3 shards are missing: 1/3\n"))
  }

  @Test func merge_refusesMoreSamplesThanACheckTakes() throws {
    let folder = try TemporaryFolder()
    let part = run(["heading", "--samples", "1000"]).1
    let changed = part.replacing(/"(count|samples)":1000/) { "\"\($0.output.1)\":\(UInt64.max)" }
    #expect(changed != part)
    let (status, results, remarks) = run(["merge", try folder.write(changed, to: "large.json")])
    #expect(status == 6 && results.isEmpty)
    #expect(remarks.contains("large.json counts more than a check takes"), "\(remarks)")
  }

  @Test func merge_refusesPartsOfDifferentSubjectsAndSeeds() throws {
    let folder = try TemporaryFolder()
    func part(_ words: String) throws -> String {
      try folder.write(run(words.split(separator: " ").map(String.init)).1, to: "\(words.hash).json")
    }
    let first = try part("heading --samples 100 --shard 1/2")
    let other = try part("heading --samples 100 --seed 9 --shard 2/2")
    #expect(run(["merge", first, other]).2.contains("are not parts of the same check"))
    let foreign = try folder.write(#"{"what":"atan2"}"#, to: "foreign.json")
    let (status, _, remarks) = run(["merge", first, foreign])
    #expect(status == 6)
    #expect(remarks.contains("foreign.json is not the result of a check of headings"))
  }

  @Test(arguments: [
    ["heading", "--sabotage", "gain"], ["heading", "--capture", "x"], ["heading", "--samples", "0"],
    ["heading", "--on", "simulated", "--shard", "1/2"], ["heading", "--on", "simulated", "--threads", "2"],
  ])
  func checkHeading_refusesOptionsThatDoNotFit(words: [String]) {
    let (status, results, remarks) = run(words)
    #expect(status == 2)
    #expect(results.isEmpty && remarks.contains("--"))
  }
}

/// The check's own record and mounting are in use while it runs.
@Test func connection_afterACheckThatWasKilled_hasTheBoardsOwnCalibration() throws {
  let link = LinkOpener.inProcess(name: "a board")
  let killed = try Connection(link)
  let own = try killed.session.calibration()
  let samples = HeadingSamples(seed: 3)
  try killed.session.setCalibration(samples.record.bytes)
  try killed.session.setMounting(#require(AxisRemap(rawValue: 5)))

  let next = try Connection(link)
  #expect(try next.session.calibration() == own)
  #expect(try next.session.mounting() == .identity)
  let spy = SpyConsole(isTerminal: false)
  next.printRemarks(on: spy.console)
  #expect(spy.remarks.contains("a program that was killed"))
  try next.close()
}
