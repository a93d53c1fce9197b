// The sums of a sweep of angles as fields of JSON: written by one run, and read again to add shards.
import TerminalInterface
import Verdict

extension AngleTally {
  /// The fields of every verdict, and the exact sums that `check merge` adds.
  /// - Parameter worst: the fields of the input that has the largest error.
  func json(limitDegrees: Double, worst describe: (Answer) -> JSONObject) -> JSONObject {
    [
      "samples": .integer(samples), "maxErrorDegrees": .significant(maxErrorDegrees, digits: 9),
      "rmsErrorDegrees": .significant(rmsErrorDegrees, digits: 9), "limitDegrees": .double(limitDegrees),
      "worst": .optional(worst) { .object(describe($0)) }, "undefined": .integer(undefined),
      // The unit is 2^−48 turns.
      "exact": ["maxError": .integer(worst?.error ?? 0), "sumOfSquaredErrors": .string(String(sumOfSquares))],
    ]
  }
}

/// The fields of a tally that are needed for adding.
struct StoredTally: Decodable {
  /// The input with the largest error: a pair, or the index of a sample.
  struct Worst: Decodable {
    var y: Int32?
    var x: Int32?
    var index: UInt64?
    var angle: UInt32?

    var pair: AnglePair? { y.flatMap { y in x.map { AnglePair(y: y, x: $0) } } }
  }
  struct Exact: Decodable {
    var maxError: UInt64
    var sumOfSquaredErrors: String
  }

  var samples: UInt64
  var limitDegrees: Double
  var worst: Worst?
  var undefined: UInt64
  var exact: Exact
  /// Of pairs.
  var axesAndDiagonals: UInt64?
  var inexact: UInt64?
  /// Of samples, in hexadecimal digits.
  var outputHash: String?

  /// Whether its numbers can be added to others.
  var isCountable: Bool {
    guard samples <= SweepSamples.most, undefined <= samples else { return false }
    guard let axesAndDiagonals, let inexact else { return outputHash != nil }
    return axesAndDiagonals <= samples && inexact <= axesAndDiagonals
  }

  /// nil if its limit is another one, or if a field is missing or is no number.
  func tally<Input>(limitDegrees: Double, _ input: (Worst) -> Input?) -> AngleTally<Input>? {
    guard self.limitDegrees == limitDegrees, let sumOfSquares = UInt128(exact.sumOfSquaredErrors),
      let hash = UInt64(outputHash ?? "0", radix: 16)
    else { return nil }
    var tally = AngleTally<Input>()
    (tally.samples, tally.undefined, tally.sumOfSquares) = (samples, undefined, sumOfSquares)
    (tally.eighths, tally.inexactEighths, tally.outputHash) = (axesAndDiagonals ?? 0, inexact ?? 0, hash)
    if let worst {
      guard let input = input(worst) else { return nil }
      tally.worst = .init(input, angle: worst.angle, error: exact.maxError)
    }
    return tally
  }
}

/// I/N, the form in which a report names its shard.
struct StoredShard {
  let index: Int
  let count: Int

  init?(_ text: String) {
    let numbers = text.split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 2, (1...AngleSweep.maxShards).contains(numbers[1]), (1...numbers[1]).contains(numbers[0])
    else { return nil }
    (index, count) = (numbers[0], numbers[1])
  }
}
