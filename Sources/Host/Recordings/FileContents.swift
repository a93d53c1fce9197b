// Files as they are given to commands, those that are no files among them.
import Foundation

/// All that a file gives; `nil` when it cannot be read. Unlike `FileManager.contents` it takes what has no length, too: a
/// pipe with a name, or a shell's `<(command)`.
public func contents(ofFile path: String) -> Data? {
  guard let file = FileHandle(forReadingAtPath: path) else { return nil }
  // Nothing at all is nil in Foundation's words.
  do { return try file.readToEnd() ?? Data() } catch { return nil }
}
