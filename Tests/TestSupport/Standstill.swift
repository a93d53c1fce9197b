// A machine that stands still in the midst of a test says nothing about what is tested.
import Foundation
import Testing

/// Whether this process ran all the time. Emulated boards have watchdogs of two seconds and go by the host's clock: what
/// stops the whole machine for so long, as a hypervisor may, restarts them in the midst of a test.
private enum Standstill {
  /// Longer than any pause of a machine that is merely busy.
  static let seconds = 0.5

  private static let lock = NSLock()
  private nonisolated(unsafe) static var lastTick = ContinuousClock.now
  private nonisolated(unsafe) static var ended = 0

  private static let clock: Void = Thread.detachNewThread {
    while true {
      lock.withLock {
        if isStanding { ended += 1 }
        lastTick = .now
      }
      usleep(50_000)
    }
  }

  private static var isStanding: Bool { ContinuousClock.now - lastTick > .seconds(seconds) }

  /// How often this process has stood still, the present time with it.
  static var count: Int {
    _ = clock
    return lock.withLock { ended + (isStanding ? 1 : 0) }
  }
}

/// Runs a test again when the machine stood still while it failed; three such runs are a failure.
package struct StandstillTrait: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    for _ in 0..<2 {
      let before = Standstill.count
      nonisolated(unsafe) var isExcused = false
      try await withKnownIssue("the machine stood still, so the test is run again", isIntermittent: true) {
        try await function()
      } matching: { _ in
        if Standstill.count > before { isExcused = true }
        return isExcused
      }
      if !isExcused { return }
      // `make test` counts these lines.
      print("Repeated after a standstill of the machine: \(test.name)")
    }
    try await function()
  }
}

extension Trait where Self == StandstillTrait {
  package static var repeatedAfterStandstill: Self { StandstillTrait() }
}
