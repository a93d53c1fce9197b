// Small facts about boards and ports that the program keeps for this user from one run to the next.

import Foundation
import TerminalInterface

/// A JSON file in the user's folder for state. It is only a convenience, so all its errors are ignored.
struct StateFile {
  private let file: URL

  /// - Parameters:
  ///   - name: the name of the file.
  ///   - folder: this user's folder for state; by default the one that the XDG base directory specification gives.
  init(_ name: String, folder: URL?, environment: [String: String]) {
    file = (folder ?? Self.folder(environment)).appendingPathComponent(name)
  }

  /// This user's folder for state: XDG Base Directory Specification.
  static func folder(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
    let state =
      environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
      ?? URL(fileURLWithPath: environment["HOME"] ?? "/tmp").appendingPathComponent(".local/state")
    return state.appendingPathComponent("binnacle")
  }

  func read<Content: Decodable>(_: Content.Type = Content.self) -> Content? {
    guard let data = try? contents(ofFile: file.path, upTo: .settings) else { return nil }
    return try? ForeignJSON.decode(Content.self, from: data)
  }

  func write(_ content: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    guard let data = try? encoder.encode(content) else { return }
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? data.write(to: file, options: .atomic)
  }
}
