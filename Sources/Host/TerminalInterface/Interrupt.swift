// Ctrl-C as a flag that a running command reads.
import Foundation
import Synchronization

/// Whether the program should end.
///
/// The first SIGINT, SIGTERM or SIGHUP sets a flag, so that a command can end cleanly with its summary. A later signal
/// has the system's default action and kills the program. A signal that comes together with the first does not, because
/// GNU timeout and the shell's `kill 0` send a signal to a process and then to its group. A reader that closed its end
/// of a pipe (`binnacle … | head`) also counts as a request to end.
public enum Interrupt {
  /// 0: nothing has come yet; otherwise the signal, or −1 for a closed output.
  private static let received = Atomic<Int32>(0)
  /// Monotonic nanoseconds of the first signal; 0 before it.
  private static let firstSignal = Atomic<Int64>(0)
  /// A signal that comes within this many nanoseconds after the first counts as its repetition.
  private static let repeatSpan: Int64 = 300_000_000

  /// Starts to listen for signals. Call it once, before anything else.
  public static func listen() {
    // The values are used here so that the handler is not the first to initialise them.
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
  public static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

  /// Asks the program to end, as Ctrl-C does.
  public static func request() { note(signal: -1) }

  private static func note(signal: Int32) { received.store(signal, ordering: .relaxed) }

  /// The handler calls only functions that signal-safety(7) lists.
  private static func handle(signal number: Int32) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    let (isFirst, first) = firstSignal.compareExchange(expected: 0, desired: now, ordering: .relaxed)
    if isFirst { return note(signal: number) }
    guard now - first > repeatSpan else { return }
    // The signal is blocked while the handler runs, and is delivered as soon as the handler returns.
    signal(number, SIG_DFL)
    raise(number)
  }
}
