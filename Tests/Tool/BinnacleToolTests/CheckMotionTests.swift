// `binnacle check motion`: the table, the JSON and the errors.

import Foundation
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine

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

  /// A folder that holds the sample: short, but a trial.
  @Test func folder_showsFaults_andWritesRows() throws {
    let folder = try TemporaryFolder()
    let sample = try String(contentsOfFile: Repository.path("Sources/Proof/CMotionSample/sample.csv"), encoding: .utf8)
    try FileManager.default.createDirectory(atPath: folder.path("trials"), withIntermediateDirectories: true)
    try sample.write(toFile: folder.path("trials/06.csv"), atomically: true, encoding: .utf8)
    let (_, spy) = run([folder.path("trials"), "--faults", "--write-rows", folder.path("rows")], isTerminal: true)
    let lines = spy.results.split(separator: "\n").map(String.init)
    #expect(lines.count { $0.hasPrefix("start in motion") } == 3)
    #expect(lines.contains { $0.hasPrefix("scale +3 %") && $0.contains("95 Hz") })
    let written = try FileManager.default.subpathsOfDirectory(atPath: folder.path("rows")).filter {
      $0.hasSuffix(".npy")
    }
    #expect(written.count == 15 && written.contains("scale3-95/06.npy") && written.contains("startInMotion-286/06.npy"))
  }

  /// A trial of another device: a table with a truth in frames of its own. A wrong truth is told by the error at the end.
  @Test func table_isThatOfADevice() throws {
    let folder = try TemporaryFolder()
    func write(_ name: String, tilt: Double) throws {
      var lines = ["t_ms,gx,gy,gz,ax,ay,az,mx,my,mz,qw,qx,qy,qz,use"]
      for n in 0..<2_000 {
        // Turns to and fro about the vertical; the truth's frame is turned by 90° and its body by 180°.
        let t = Double(n) / 100
        let (angle, rate) = (0.8 * (1 - cos(0.5 * t)), 0.4 * sin(0.5 * t))
        let (c, s) = (cos(angle), sin(angle))
        // North is (0, 1): east, north, up. The field is (0, 20, −43) µT.
        let field = [20 * s, 20 * c, -43].map { Int(($0 * 100).rounded()) }
        let half = (angle + .pi / 2 + (t > 15 ? tilt : 0)) / 2
        let q = [-sin(half), 0, 0, cos(half)].map { Int(($0 * 32_767).rounded()) }
        lines.append(
          ([n * 10, 0, 0, Int((rate * 1e4).rounded()), 0, 0, 9_807] + field + q + [t > 5 ? 1 : 0]).map(String.init)
            .joined(separator: ","))
      }
      try lines.joined(separator: "\n").write(toFile: folder.path(name), atomically: true, encoding: .utf8)
    }
    try write("wand_quiet_1.csv", tilt: 0)
    let (status, spy) = run([folder.path("")], isTerminal: true)
    let line = try #require(spy.results.split(separator: "\n").first { $0.hasPrefix("wand, quiet") })
    #expect(status == 0 && line.contains("pass"), "\(line)")
    try write("wand_quiet_1.csv", tilt: 1)
    let (failed, other) = run([folder.path("")], isTerminal: true)
    #expect(failed == 1 && other.results.contains("FAIL"), "\(other.results)")
  }

  @Test func missingFolder_isNamed() {
    let (status, spy) = run(["/no/such/folder"])
    #expect(status == 5 && spy.remarks.contains("/no/such/folder is no folder"))
  }
}
