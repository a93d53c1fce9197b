// Which USB adapters had a board behind them, and at what rate: so that `auto` asks these first.

import Foundation

/// Rates by adapter.
struct KnownPorts {
  private let file: StateFile
  /// Baud rate by USB identity.
  private(set) var rates: [String: Int]

  init(folder: URL? = nil, environment: [String: String] = ProcessInfo.processInfo.environment) {
    file = StateFile("ports.json", folder: folder, environment: environment)
    rates = (file.read([String: Int].self) ?? [:]).filter { (1200...4_000_000).contains($0.value) }
  }

  /// Keeps what was found, unless it was known.
  mutating func remember(_ identity: String, rate: Int) {
    guard rates[identity] != rate else { return }
    rates[identity] = rate
    file.write(rates)
  }
}
