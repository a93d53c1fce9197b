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

  package func locked<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Releases the lock, waits for `broadcast` or the deadline, and locks again. Call it inside `locked`.
  ///
  /// - Returns: false once the deadline has passed.
  package func wait(until deadline: Deadline) -> Bool {
    if deadline == .never {
      pthread_cond_wait(condition, mutex)
      return true
    }
    if deadline.hasPassed { return false }
    var time = timespec()
    time.tv_sec = Int(deadline.nanoseconds / 1_000_000_000)
    time.tv_nsec = Int(deadline.nanoseconds % 1_000_000_000)
    return pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
  }

  package func broadcast() {
    pthread_cond_broadcast(condition)
  }
}
