// Writes a result to a new file. An existing file is kept; to a device or a pipe the text is written.
import Foundation
import Recordings
import ToolCommandLine

/// Files that a command makes.
package enum NewFile {
  /// Writes `text` to `path`. A file is never overwritten.
  /// - Throws: `CommandError` with status 6.
  package static func write(_ text: String, to path: String) throws {
    var about = stat()
    let isThere = stat(path, &about) == 0
    if isThere, about.st_mode & S_IFMT == S_IFREG { throw exists(path) }
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | (isThere ? 0 : O_CREAT | O_EXCL), 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = failure(path)
        close(descriptor)
        // An incomplete result must not remain.
        if !isThere { unlink(path) }
        throw error
      }
      rest = rest.dropFirst(count)
    }
    guard close(descriptor) == 0 else { throw failure(path) }
  }

  /// - Throws: `CommandError` with status 6 when there is a file at `path`, or no folder for it that takes one: before work
  ///   whose result could not be kept.
  package static func checkAbsent(_ path: String) throws {
    var about = stat()
    if stat(path, &about) == 0 {
      if about.st_mode & S_IFMT == S_IFREG { throw exists(path) }
      return
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if access(folder, W_OK | X_OK) != 0 { throw failure(path) }
  }

  private static func exists(_ path: String) -> CommandError {
    CommandError(.badFile, "\(path) exists already and was not changed.\nGive another name, or remove it first.")
  }

  private static func failure(_ path: String) -> CommandError {
    CommandError(
      .badFile,
      "\(path) cannot be written: \(systemMessage(errno)).\nCheck the folder, its permissions and its space."
    )
  }
}
