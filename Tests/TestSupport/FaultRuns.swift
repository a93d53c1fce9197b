// How many faults a test tries: a sample, or all of them (`make faults`).

/// Which of a list of faults a test run tries.
package enum FaultRuns {
  /// Whether every fault is tried.
  package static var isFull: Bool { TestEffort.current == .full }

  /// The numbers from 0 up to `last`: all in a full run, else some that are spread evenly, with the first and the last two.
  /// - Parameter sample: how many numbers a sample has, 4 at least.
  package static func numbers(upTo last: Int, sample: Int) -> [Int] {
    guard !isFull, last >= sample else { return Array(0...last) }
    let spread = (0..<(sample - 1)).map { $0 * (last - 1) / (sample - 2) }
    return spread + [last]
  }
}
