// Ctrl-C as a flag that a running command reads, and the time until the program ends. No other file handles signals.
import Foundation
import Synchronization

/// Whether the program should end, and by when it must have ended.
///
/// The first SIGINT, SIGTERM or SIGHUP sets a flag, so that a command can end cleanly with its summary. From then on,
/// every `Deadline` ends at `waitingEnd`. If the program still runs at the end time, the signal's default action ends
/// it; a long computation, or a call that does not return, then loses its summary. A later signal does this at once. A
/// signal that comes together with the first does not, because GNU timeout and the shell's `kill 0` send a signal to a
/// process and then to its group. If the reader of a pipe closes its end (`binnacle … | head`), this also counts as a
/// request to end.
package enum Interrupt {
  /// 0: nothing has come yet; otherwise the signal, or SIGPIPE for a closed output.
  private static let received = Atomic<Int32>(0)
  /// Monotonic nanoseconds of the first signal; 0 before it.
  private static let firstSignal = Atomic<UInt64>(0)
  /// A signal that comes within this many nanoseconds after the first counts as its repetition.
  private static let repeatSpan: UInt64 = 300_000_000
  /// Nanoseconds after the first signal during which the program may still wait for a device.
  private static let waitingSpan: UInt64 = 1_100_000_000
  /// Nanoseconds after the first signal at which the program ends by force.
  private static let endSpan: UInt64 = 1_700_000_000
  /// Wakes the thread that ends the program; `nil` until `listen`.
  nonisolated(unsafe) private static var alarm: UnsafeMutablePointer<sem_t>?

  /// Starts to listen for signals. Call it once, before anything else.
  package static func listen() {
    // The values are used here so that the handler is not the first to initialise them.
    received.store(0, ordering: .relaxed)
    firstSignal.store(0, ordering: .relaxed)
    _ = (repeatSpan, waitingSpan, endSpan)
    startAlarm()
    signal(SIGPIPE, SIG_IGN)
    // Swift's runtime would write a backtrace when a user quits with Ctrl-\.
    if !isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Interrupt.handle(signal: $0) }
      sigaction(number, &action, nil)
      sigaddset(&awaited, number)
    }
    // A program that starts this one from a thread with blocked signals passes on its mask. Ctrl-C would then never
    // arrive.
    pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
  }

  /// Whether the parent process asked for this signal to be ignored, as `nohup` does.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1  // SIG_IGN
  }

  /// True once the program should end. The check is cheap enough to make for every reading.
  package static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

  /// `CLOCK_MONOTONIC` nanoseconds after which the program no longer waits; `UInt64.max` while the program need not
  /// end.
  package static var waitingEnd: UInt64 {
    let first = firstSignal.load(ordering: .relaxed)
    return first == 0 ? .max : first + waitingSpan
  }

  /// Whether the program was asked to end and the time for that has passed.
  package static var isOver: Bool { waitingEnd <= now() }

  /// Asks the program to end, as Ctrl-C does, because no program reads its results.
  package static func request() { record(signal: SIGPIPE) }

  private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// - Returns: the time of the first signal, if this is not the first. Calls only functions that signal-safety(7) lists.
  @discardableResult
  private static func record(signal number: Int32) -> UInt64? {
    let (isFirst, first) = firstSignal.compareExchange(expected: 0, desired: now(), ordering: .relaxed)
    guard isFirst else { return first }
    received.store(number, ordering: .relaxed)
    if let alarm { sem_post(alarm) }
    return nil
  }

  private static func handle(signal number: Int32) {
    guard let first = record(signal: number), now() - first > repeatSpan else { return }
    // The signal is blocked while the handler runs, and is delivered as soon as the handler returns.
    signal(number, SIG_DFL)
    raise(number)
  }

  // MARK: - The end by force

  private static func startAlarm() {
    let new = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(new, 0, 0)
    alarm = new
    let thread = Thread {
      guard let alarm else { return }
      while sem_wait(alarm) != 0 {}
      let end = firstSignal.load(ordering: .relaxed) + endSpan
      var time = now()
      while time < end {
        usleep(UInt32((end - time) / 1000 + 1))
        time = now()
      }
      endByForce()
    }
    thread.name = "end"
    thread.stackSize = 128 << 10
    thread.start()
  }

  private static func endByForce() {
    let number = received.load(ordering: .relaxed)
    if number != SIGPIPE {
      let text = "\nbinnacle: interrupted; it was busy, and ended without its summary\n"
      // A terminal that accepts no text does not delay the end.
      _ = fcntl(STDERR_FILENO, F_SETFL, fcntl(STDERR_FILENO, F_GETFL) | O_NONBLOCK)
      _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    signal(number, SIG_DFL)
    kill(getpid(), number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    _exit(1)
  }
}
