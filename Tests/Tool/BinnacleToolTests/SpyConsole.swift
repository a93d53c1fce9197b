// A console that keeps what was written.
import Synchronization
import TerminalInterface

final class SpyConsole: Sendable {
  private let kept = Mutex((results: "", remarks: ""))
  let isTerminal: Bool
  private let hasColour: Bool

  init(isTerminal: Bool = false, hasColour: Bool = false) {
    self.isTerminal = isTerminal
    self.hasColour = hasColour
  }

  var results: String { kept.withLock { $0.results } }
  var remarks: String { kept.withLock { $0.remarks } }

  var console: Console {
    Console(
      results: Console.Sink(isTerminal: isTerminal, hasColour: hasColour) { [self] text in
        kept.withLock { $0.results += text }
      },
      remarks: Console.Sink(isTerminal: isTerminal, hasColour: hasColour) { [self] text in
        kept.withLock { $0.remarks += text }
      })
  }
}
