// binnacle check calibration: tests the integer fit on simulated worlds, one verdict per promise.
import FitComparison
import Foundation
import Synchronization
import TerminalInterface
import ToolCommandLine
import Verdict

package struct CheckCalibrationCommand: Subcommand {
  package let name = "calibration"
  package let summary = "calibrate in simulated worlds, and compare every figure with its limit"
  package let options = [Self.worlds, .seed, Self.outliers, .json]
  package let examples = [
    CommandExample("check calibration", "2,000 simulated calibrations: is the predicted heading error honest?"),
    CommandExample("check calibration --worlds 200 --seed 7 --json", "a quick sample, for scripts"),
    CommandExample("check calibration --outliers 5", "with 5 % gross outliers"),
  ]
  package let notes = [
    "A world has iron up to ten fields strong, soft iron up to 1 : 2.5 with a rotation, noise, a field that varies, and "
      + "sometimes a magnet passing by. The true heading error is measured over 1,000 attitudes of each. Gross outliers "
      + "lie 3 to 20 radii off."
  ]

  package init() {}

  static let worlds = CommandOption("worlds", "N", "number of simulated worlds (default 2,000)")
  static let outliers = CommandOption(
    "outliers", "PERCENT", "share of gross outliers to try (default 0.5 and then 2; 0: none)")

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let count = try arguments.integer(Self.worlds, in: 1...1_000_000) ?? 2_000
    let given = try arguments.number(Self.outliers, in: 0...20)
    let percents: [Double] = given.map { $0 == 0 ? [] : [$0] } ?? [0.5, 2]
    let seed = try arguments.seed()
    let start = ContinuousClock.now
    let worlds = checkWorlds(count, seed: seed, console: arguments.console)
    var figures = worlds.figures
    if !percents.isEmpty, !Interrupt.isRequested {
      figures += checkOutliers(
        min(200, worlds.trials.count), percents: percents, seed: seed, console: arguments.console)
    }
    let report = CalibrationCheckReport(
      seed: seed, figures: figures, table: worlds.table, suspects: worlds.suspects,
      isInterrupted: Interrupt.isRequested, seconds: (ContinuousClock.now - start) / .seconds(1))
    report.show(arguments)
    return report.passes ? .pass : .verdictFailed
  }

  private func checkWorlds(_ count: Int, seed: UInt64, console: Console) -> CalibrationWorldsCheck {
    let bar = Mutex(ProgressBar("calibration", total: UInt64(count), unit: "worlds", console: console))
    defer { bar.withLock { $0.finish() } }
    return CalibrationWorldsCheck(seed: seed, range: 0..<UInt64(count), fit: IntegerFit.run) { done in
      bar.withLock { $0.update(UInt64(done)) }
      return !Interrupt.isRequested
    }
  }

  private func checkOutliers(
    _ count: Int, percents: [Double], seed: UInt64, console: Console
  ) -> [CalibrationFigure] {
    let bar = Mutex(ProgressBar("outliers", total: UInt64(count), unit: "worlds", console: console))
    defer { bar.withLock { $0.finish() } }
    return CalibrationWorldsCheck.outlierFigures(seed: seed, count: count, percents: percents, fit: IntegerFit.run) {
      done in
      bar.withLock { $0.update(UInt64(done)) }
      return !Interrupt.isRequested
    }
  }
}
