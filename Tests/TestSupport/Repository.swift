// Files of the repository that tests read: vectors, recordings, the programs in Protocols/tools.

import Foundation

/// The repository that holds these tests.
package enum Repository {
  /// Its top folder.
  package static var folder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  /// The path of a file in it.
  package static func path(_ path: String) -> String { folder.appendingPathComponent(path).path }

  /// The cases of a vector file, such as `heading/vectors/heading.json` (Protocols/README.md, "Vectors").
  /// - Throws: when the file is missing, has no cases, or is of another version than its protocol: 2 for the link, else 1.
  package static func vectors<Case: Decodable>(_ path: String, as _: Case.Type) throws -> [Case] {
    let data = try Data(contentsOf: URL(fileURLWithPath: Self.path("Protocols/\(path)")))
    let file = try JSONDecoder().decode(VectorFile<Case>.self, from: data)
    guard file.version == 1, !file.cases.isEmpty else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return file.cases
  }

  /// Whether there is a Python 3 to run the programs in Protocols/tools with.
  package static let hasPython: Bool = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }
  }()

  private struct VectorFile<Case: Decodable>: Decodable {
    let version: Int
    let cases: [Case]
  }
}
