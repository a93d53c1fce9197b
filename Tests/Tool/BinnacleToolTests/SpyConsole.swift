// A console that keeps what was written.
import Synchronization
import TerminalInterface

final class SpyConsole: Sendable {
  private let kept = Mutex((results: "", remarks: ""))
  let isTerminal: Bool

  init(isTerminal: Bool = false) { self.isTerminal = isTerminal }

  var results: String { kept.withLock { $0.results } }
  var remarks: String { kept.withLock { $0.remarks } }

  var console: Console {
    Console(
      results: Console.Sink(isTerminal: isTerminal, hasColour: false) { [self] text in
        kept.withLock { $0.results += text }
      },
      remarks: Console.Sink(isTerminal: isTerminal, hasColour: false) { [self] text in
        kept.withLock { $0.remarks += text }
      })
  }
}
