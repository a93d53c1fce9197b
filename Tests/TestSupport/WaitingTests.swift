// Tests that mostly wait: for a program, a line or a clock. Swift Testing has one thread a core, and a test that waits holds it.
import Foundation
import Testing

extension Trait where Self == WaitingTests {
  /// The tests run on threads of their own, so that their waits overlap and hold up no other test.
  package static var waits: Self { WaitingTests() }
}

/// A trait of suites and tests; see `waits`.
package struct WaitingTests: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

/// Eight threads, each of which does one job at a time.
private final class WaitingThreads: TaskExecutor, @unchecked Sendable {
  static let shared = WaitingThreads(count: 8)

  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []

  init(count: Int) {
    for _ in 0..<count { Thread.detachNewThread { [unowned self] in work() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  private func work() {
    while true {
      condition.lock()
      while jobs.isEmpty { condition.wait() }
      let job = jobs.removeFirst()
      condition.unlock()
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
