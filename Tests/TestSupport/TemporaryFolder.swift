// A folder that exists as long as a test needs it.
import Foundation

/// A fresh folder under the system's temporary one, removed with its contents when the value goes away.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("binnacle-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// A path inside the folder.
  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes text to a file inside the folder and returns its path.
  package func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
    return path(name)
  }
}
