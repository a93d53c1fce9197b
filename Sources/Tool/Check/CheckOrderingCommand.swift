// binnacle check ordering: tests that no two directions of the compass ring are in the wrong order.
import Foundation
import TerminalInterface
import ToolCommandLine
import Verdict

package struct CheckOrderingCommand: Subcommand {
  package let name = "ordering"
  package let summary = "check that all directions between 150 and 2000 counts keep their order"
  package let options = [CheckAtan2Command.tier, .json]
  package let examples = [
    CommandExample("check ordering", "every distinct direction of the ring, once around the circle"),
    CommandExample("check ordering --tier tiny", "a tier that cannot guarantee it"),
  ]
  package let notes = [
    "Two directions on the grid of integers up to 2000 differ by 1.4e-5° or more, which only the precise tier "
      + "always resolves. Exit status: 0 pass, 1 fail."
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let tier = try CheckAtan2Command.tier(arguments)
    let start = ContinuousClock.now
    var bar: ProgressBar?
    let tally = OrderingSweep().run(function: tier.function) { done, all in
      if bar == nil { bar = ProgressBar("ordering", total: all, unit: "directions", console: arguments.console) }
      bar?.update(done)
      return !Interrupt.isRequested
    }
    bar?.finish()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let isPassed = tally.violations == 0 && tally.directions > 0 && !Interrupt.isRequested
    switch arguments.outputMode {
    case .jsonLines:
      let json: JSONObject = [
        "what": "ordering", "tier": .string(tier.rawValue), "pass": .bool(isPassed), "inner": 150, "outer": 2000,
        "directions": .integer(tally.directions), "violations": .integer(tally.violations),
        "parallelSpreadSteps": .integer(tally.parallelSpread), "seconds": .fixed(seconds, decimals: 3),
        "complete": .bool(!Interrupt.isRequested),
      ]
      arguments.console.line(json)
    case .human:
      let verdict =
        isPassed
        ? Colour.good.paint("pass", for: arguments.console.results)
        : Colour.bad.paint("FAIL", for: arguments.console.results)
      let stopped = Interrupt.isRequested ? "stopped after " : ""
      arguments.console.line(
        "ordering, \(tier.rawValue): \(verdict)  \(stopped)\(Digits.grouped(tally.directions)) directions, "
          + "\(Digits.grouped(tally.violations)) violations, parallel vectors within \(tally.parallelSpread) steps "
          + "of 2^-32 turn")
    }
    return isPassed ? .pass : .verdictFailed
  }
}
