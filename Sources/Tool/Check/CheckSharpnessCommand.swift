// binnacle check sharpness: checks on recordings with a known heading that the stated accuracy is not wider than
// needed.

import Foundation
import TerminalInterface
import ToolCommandLine
import Verdict

package struct CheckSharpnessCommand: Subcommand {
  package let name = "sharpness"
  package let summary = "compare the stated accuracy with the error, on recordings with a known heading"
  package let options = [Self.recordings, Self.trials, .json]
  package let examples = [
    CommandExample("check sharpness --recordings FOLDER", "q of each recording that has a true heading"),
    CommandExample("check sharpness --trials broad", "and of BROAD's trials, unpacked into a folder"),
  ]
  package let notes = [
    "q is the 95th percentile of |error| over stated accuracy: 1 is exact, above 1.1 the accuracy is too "
      + "narrow, below 0.67 too wide. All rows count that have a true heading, a computed heading and a "
      + "stated accuracy, also those with a disturbance. The monitor learns the expected field from the first "
      + "10 s. The circular mean of the error is removed, because it holds the declination and the error of "
      + "the truth's own north.",
    "broad_slow_rotation_breaks and trials: truth by cameras, factory calibration (also as the device's fit corrects "
      + "it). quad_flight: the autopilot's true heading. phone_indoor: the phone's rotation vector, and its own bias "
      + "subtracted. Trials: *.csv at 286 rows a second in counts, each 14th row taken.",
    "Status 0: every q is between 0.67 and 1.1. 1: a q is not.",
  ]

  package init() {}

  package static let recordings = CommandOption(
    "recordings", "FOLDER", "a folder with marg/, as in the sources of the project")
  static let trials = CommandOption("trials", "FOLDER", "BROAD's trials as *.csv (`xz --decompress` first)")

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    var list: [SharpnessRecording] = []
    if let folder = arguments.text(Self.recordings) { list += try SharpnessRecording.own(in: folder) }
    if let folder = arguments.text(Self.trials) {
      do {
        list += try SharpnessRecording.trials(in: folder)
      } catch {
        throw CommandError(.cannotOpen, "\(folder) cannot be read.\nGive the folder that holds the trials.")
      }
    }
    guard !list.isEmpty else {
      throw UsageError("There is nothing to check.\nAdd --recordings FOLDER or --trials FOLDER.")
    }
    var results: [SharpnessResult] = []
    for recording in list {
      if Interrupt.isRequested { break }
      let result = try SharpnessCheck.run(recording)
      results.append(result)
      if arguments.outputMode == .jsonLines { arguments.console.line(Self.json(result)) }
    }
    let passes = results.count == list.count && results.allSatisfy(\.isPassed)
    switch arguments.outputMode {
    case .jsonLines:
      arguments.console.line(["what": "sharpness", "pass": .bool(passes), "files": .integer(results.count)])
    case .human: Self.show(results, arguments.console)
    }
    return passes ? .pass : .verdictFailed
  }

  private static func json(_ result: SharpnessResult) -> JSONObject {
    [
      "what": "sharpnessFile", "file": .string(result.name), "pass": .bool(result.isPassed),
      "q": .significant(result.q, digits: 4), "rows": .integer(result.rows),
      "offsetDegrees": .significant(result.offsetDegrees, digits: 4),
      "coveredPercent": .significant(result.coveredPercent, digits: 4),
      "statedMedianDegrees": .significant(result.statedDegrees, digits: 4),
    ]
  }

  private static func show(_ results: [SharpnessResult], _ console: Console) {
    var rows = Table([
      Column("file"), Column("q", .right), Column(""), Column("rows", .right), Column("covered", .right),
      Column("stated, median", .right), Column("offset", .right),
    ])
    for one in results {
      let text = one.isPassed ? "" : one.q > SharpnessCheck.most ? "too narrow" : "too wide"
      rows.add([
        one.name, Digits.fixed(one.q, 2), text, Digits.grouped(one.rows), Digits.fixed(one.coveredPercent, 1) + " %",
        Digits.fixed(one.statedDegrees, 1) + "°", Digits.fixed(one.offsetDegrees, 2) + "°",
      ])
    }
    for line in rows.lines { console.line(line) }
    let good = results.count(where: \.isPassed)
    console.line("\(good) of \(results.count) between \(SharpnessCheck.least) and \(SharpnessCheck.most)")
  }
}
