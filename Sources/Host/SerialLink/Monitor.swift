// A lock with a condition that waits on the monotonic clock.
// Foundation's NSCondition waits on the date, so that a clock that is set back would extend a deadline. This works on
// Linux and other POSIX systems with `pthread_condattr_setclock` (macOS lacks that call).
import Foundation

/// Guards shared state, and lets threads wait until it changes.
package final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs the body while no other thread runs one of this monitor.
  package func locked<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Releases the lock, waits for `broadcast` or the deadline, and locks again. Call it inside `locked`. It also
  /// returns after 0.2 s without either. A request to end the program (`Interrupt`) does not shorten this wait: the
  /// threads of an emulated machine run until they are ended.
  ///
  /// - Returns: false once the deadline has passed.
  package func wait(until deadline: Deadline) -> Bool {
    // A signal does not end this wait. A caller that must react to the end of the program checks its deadline
    // regularly.
    let now = MonotonicClock.nanoseconds()
    if deadline.nanoseconds <= now { return false }
    let turn = min(deadline.nanoseconds, now + 200_000_000)
    var time = timespec()
    time.tv_sec = Int(turn / 1_000_000_000)
    time.tv_nsec = Int(turn % 1_000_000_000)
    return pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT || turn < deadline.nanoseconds
  }

  /// Wakes every thread that waits.
  package func broadcast() {
    pthread_cond_broadcast(condition)
  }
}
