// binnacle check atan2
import Cordic
import Foundation
import Terminal
import Verdict

struct CheckAtan2Command: Subcommand {
  let name = "atan2"
  let summary = "x"
  let examples: [CommandExample] = []
  let options = [CommandOption("threads", "N", "")]
  func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let threads = try arguments.integer(options[0], in: 1...64) ?? 2
    let sweep = AngleSweep(domain: .exhaustive(radius: 32768), shard: 1, shards: 16)
    let start = Date()
    let tally = sweep.run(threads: threads, function: { Cordic.angle(y: $0, x: $1) })
    let seconds = Date().timeIntervalSince(start)
    print(sweep.pairs, tally, tally.maxErrorDegrees, tally.rmsErrorDegrees, seconds, Double(tally.pairs) / seconds)
    return .pass
  }
}
