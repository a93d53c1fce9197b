// Remembers which USB adapters had a board, and at which baud rate, so that `auto` asks these first.

import Foundation

/// The baud rates of the adapters.
struct KnownPorts {
  private let file: StateFile
  /// Baud rate by USB identity.
  private(set) var rates: [String: Int]

  init(folder: URL? = nil, environment: [String: String] = ProcessInfo.processInfo.environment) {
    file = StateFile("ports.json", folder: folder, environment: environment)
    rates = (file.read([String: Int].self) ?? [:]).filter { (1200...4_000_000).contains($0.value) }
  }

  /// Stores a rate that was found, unless it is already known.
  mutating func remember(_ identity: String, rate: Int) {
    guard rates[identity] != rate else { return }
    rates[identity] = rate
    file.write(rates)
  }
}
