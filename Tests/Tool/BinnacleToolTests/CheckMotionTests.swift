// `binnacle check motion`: the table, the JSON and the errors.

import Foundation
import Testing

@testable import BinnacleTool

@Suite struct CheckMotionTests {
  private func run(_ arguments: [String]) -> (status: Int32, spy: SpyConsole) {
    let spy = SpyConsole()
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

  @Test func missingFolder_isNamed() {
    let (status, spy) = run(["/no/such/folder"])
    #expect(status == 5 && spy.remarks.contains("/no/such/folder is no folder"))
  }
}
