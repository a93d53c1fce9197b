// `binnacle check motion`: the table, the JSON and the errors.

import Foundation
import TestSupport
import Testing

@testable import BinnacleTool

@Suite struct CheckMotionTests {
  private func run(_ arguments: [String], isTerminal: Bool = false) -> (status: Int32, spy: SpyConsole) {
    let spy = SpyConsole(isTerminal: isTerminal)
    return (CommandLineTool.binnacle.run(["check", "motion"] + arguments, console: spy.console), spy)
  }

  @Test func sample_endsWithOneVerdict() throws {
    let (status, spy) = run(["--json"])
    #expect(status == 0)
    struct Rate: Decodable { var hertz, total, heading, inclination, coverage, ratio: Double, worst: String }
    struct Verdict: Decodable { var what: String, pass, sample: Bool, trials: Int, rates: [Rate] }
    let verdict = try JSONDecoder().decode(
      Verdict.self, from: Data((spy.results.split(separator: "\n").last ?? "").utf8))
    #expect(verdict.what == "motion" && verdict.pass && verdict.sample && verdict.trials == 1)
    #expect(verdict.rates.map(\.hertz) == [285.7, 95.2, 47.6])
    #expect(verdict.rates.allSatisfy { (1...2.5).contains($0.total) && $0.coverage > 0.95 })
  }

  @Test func faults_needWholeTrials() {
    let (status, spy) = run(["--faults"])
    #expect(status == 2)
    #expect(spy.remarks.contains("Give the folder that holds the trials."))
  }

  @Test func rows_areOfFaults() {
    let (status, spy) = run(["broad", "--write-rows", "rows"])
    #expect(status == 2)
    #expect(spy.remarks.contains("Give --faults too."))
  }

  /// A folder that holds the sample: short, but a trial. The table names what was recorded, and the faults are written.
  @Test func folder_showsPeersAndFaults_andWritesRows() throws {
    let folder = try TemporaryFolder()
    let sample = try String(contentsOfFile: Repository.path("Sources/Proof/CMotionSample/sample.csv"), encoding: .utf8)
    try FileManager.default.createDirectory(atPath: folder.path("trials"), withIntermediateDirectories: true)
    try sample.write(toFile: folder.path("trials/06.csv"), atomically: true, encoding: .utf8)
    let (_, spy) = run([folder.path("trials"), "--faults", "--write-rows", folder.path("rows")], isTerminal: true)
    let lines = spy.results.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("recorded: total / heading / inclination") })
    for peer in ["VQF", "BasicVQF", "Madgwick", "Mahony", "x-io Fusion"] {
      #expect(lines.contains { $0.hasPrefix(peer + " ") }, "\(peer)")
    }
    #expect(lines.count { $0.hasPrefix("start in motion") } == 3)
    #expect(lines.contains { $0.hasPrefix("scale +3 %") && $0.contains("95 Hz") })
    let written = try FileManager.default.subpathsOfDirectory(atPath: folder.path("rows")).filter {
      $0.hasSuffix(".npy")
    }
    #expect(written.count == 15 && written.contains("scale3-95/06.npy") && written.contains("startInMotion-286/06.npy"))
  }

  @Test func missingFolder_isNamed() {
    let (status, spy) = run(["/no/such/folder"])
    #expect(status == 5 && spy.remarks.contains("/no/such/folder is no folder"))
  }
}
