// Which USB adapters had a board behind them, and at what rate: so that `auto` asks these first.

import Foundation

/// A small file of the user's. It only speeds things up: whatever goes wrong with it is passed over in silence.
struct KnownPorts {
  private let file: URL
  /// Baud rate by USB identity.
  private(set) var rates: [String: Int] = [:]

  /// - Parameter folder: where state of this user is kept, by default as the XDG base directories say.
  init(folder: URL? = nil, environment: [String: String] = ProcessInfo.processInfo.environment) {
    let state =
      environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
      ?? URL(fileURLWithPath: environment["HOME"] ?? "/tmp").appendingPathComponent(".local/state")
    file = (folder ?? state.appendingPathComponent("binnacle")).appendingPathComponent("ports.json")
    if let data = try? Data(contentsOf: file), let known = try? JSONDecoder().decode([String: Int].self, from: data) {
      rates = known.filter { (1200...4_000_000).contains($0.value) }
    }
  }

  /// Keeps what was found, unless it was known.
  mutating func remember(_ identity: String, rate: Int) {
    guard rates[identity] != rate else { return }
    rates[identity] = rate
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    guard let data = try? encoder.encode(rates) else { return }
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? data.write(to: file, options: .atomic)
  }
}
