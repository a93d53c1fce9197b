// Ctrl-C as a question that a running command asks itself.
import Foundation
import Synchronization

/// Whether somebody asked the program to end.
///
/// The first SIGINT, SIGTERM or SIGHUP sets a flag, so that a command can end cleanly with its summary; the second has
/// the system's default action, which kills. A reader that went away (`binnacle … | head`) counts as a request too.
public enum Interrupt {
  /// 0: nothing yet; otherwise the signal, or −1 for a closed output.
  private static let received = Atomic<Int32>(0)

  /// Starts to listen. Call once, first thing.
  public static func listen() {
    // Touched here, because the handler must not be the first to initialise it.
    received.store(0, ordering: .relaxed)
    signal(SIGPIPE, SIG_IGN)
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Interrupt.note(signal: $0) }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
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
}
