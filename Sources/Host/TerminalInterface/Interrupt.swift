// Ctrl-C as a question that a running command asks itself.
import Foundation
import Synchronization

/// Whether somebody asked the program to end.
///
/// The first SIGINT, SIGTERM or SIGHUP sets a flag, so that a command can end cleanly with its summary; a later one has
/// the system's default action, which kills. One that comes with the first does not: GNU timeout and the shell's `kill 0`
/// signal a process and then its group. A reader that went away (`binnacle … | head`) counts as a request too.
public enum Interrupt {
  /// 0: nothing yet; otherwise the signal, or −1 for a closed output.
  private static let received = Atomic<Int32>(0)
  /// Monotonic nanoseconds of the first signal; 0 before it.
  private static let firstSignal = Atomic<Int64>(0)
  /// Within so many nanoseconds of the first, a signal is taken for a repeat of it.
  private static let repeatSpan: Int64 = 300_000_000

  /// Starts to listen. Call once, first thing.
  public static func listen() {
    // Touched here, because the handler must not be the first to initialise them.
    received.store(0, ordering: .relaxed)
    firstSignal.store(0, ordering: .relaxed)
    _ = repeatSpan
    signal(SIGPIPE, SIG_IGN)
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Interrupt.handle(signal: $0) }
      sigaction(number, &action, nil)
      sigaddset(&awaited, number)
    }
    // A program that starts us from a thread with blocked signals hands the mask down, and Ctrl-C would never arrive.
    pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
  }

  /// Whether whoever started us asked for this signal to be ignored, as `nohup` does.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1  // SIG_IGN
  }

  /// True once the program should end. Cheap enough to ask once a reading.
  public static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

  /// Asks the program to end, as Ctrl-C does.
  public static func request() { note(signal: -1) }

  private static func note(signal: Int32) { received.store(signal, ordering: .relaxed) }

  /// The handler: calls nothing but what signal-safety(7) lists.
  private static func handle(signal number: Int32) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    let (isFirst, first) = firstSignal.compareExchange(expected: 0, desired: now, ordering: .relaxed)
    if isFirst { return note(signal: number) }
    guard now - first > repeatSpan else { return }
    // Blocked while this runs, it is delivered as soon as this returns.
    signal(number, SIG_DFL)
    raise(number)
  }
}
