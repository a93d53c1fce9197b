// Reads files that are given to commands. Such a file may also be a pipe.
import Foundation

/// The whole contents of a file; `nil` when it cannot be read. Unlike `FileManager.contents` it also reads what has no
/// length: a named pipe, or a shell's `<(command)`.
public func contents(ofFile path: String) -> Data? {
  guard let file = FileHandle(forReadingAtPath: path) else { return nil }
  // Foundation returns nil for an empty file.
  do { return try file.readToEnd() ?? Data() } catch { return nil }
}
