// Divides work into units, which threads process one after another, and adds up the results.
import Foundation
import Synchronization

/// The sums of a sweep. They must not depend on the order of addition, so that threads and shards do not change them.
protocol SweepSum: Sendable {
  init()
  /// The number of processed inputs.
  var done: UInt64 { get }
  mutating func add(_ other: Self)
}

enum SweepRunner {
  /// Runs every unit once.
  ///
  /// - Parameters:
  ///   - threads: how many threads run at once.
  ///   - progress: called about ten times per second on the caller's thread with the number of finished inputs; returns
  ///     false to stop.
  ///   - body: processes one unit.
  static func run<Sum: SweepSum>(
    units: Int, threads: Int, progress: (UInt64) -> Bool, body: @escaping @Sendable (Int, inout Sum) -> Void
  ) -> Sum {
    let work = SharedWork<Sum>()
    let group = DispatchGroup()
    for _ in 0..<max(1, threads) {
      group.enter()
      let thread = Thread {
        work.runUnits(units, body)
        group.leave()
      }
      thread.start()
    }
    while group.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if !progress(work.done.load(ordering: .relaxed)) { work.isStopped.store(true, ordering: .relaxed) }
    }
    return work.total.withLock { $0 }
  }
}

/// The state that the threads of a sweep share.
private final class SharedWork<Sum: SweepSum>: Sendable {
  let nextUnit = Atomic<Int>(0)
  let done = Atomic<UInt64>(0)
  let isStopped = Atomic<Bool>(false)
  let total = Mutex(Sum())

  func runUnits(_ count: Int, _ body: (Int, inout Sum) -> Void) {
    var sum = Sum()
    while !isStopped.load(ordering: .relaxed) {
      let unit = nextUnit.wrappingAdd(1, ordering: .relaxed).oldValue
      guard unit < count else { break }
      let before = sum.done
      body(unit, &sum)
      done.wrappingAdd(sum.done - before, ordering: .relaxed)
    }
    total.withLock { $0.add(sum) }
  }
}
