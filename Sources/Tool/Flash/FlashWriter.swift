// Copies a file onto a loader's drive.
import BoardKit
import Foundation
import TerminalInterface

enum FlashWriter {
  private static let step = 65_536

  /// Writes the whole file, with one sync at the end.
  ///
  /// The loader restarts the board after the last block, and its drive disappears. So an error after the last byte is
  /// not a failure: the board's hello decides.
  static func write(_ file: FlashFile, to drive: LoaderDrive, console: Console) throws {
    let path = drive.path + "/" + file.name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FlashProblem.cannotWrite(path, errno) }
    let total = file.content.count
    var written = 0
    func stop(_ reason: String) throws -> Never {
      close(descriptor)
      throw FlashProblem.stopped(path, reason, written, of: total, drive)
    }
    while written < total {
      let end = min(written + step, total)
      let count = file.content[written..<end].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { try stop(String(cString: strerror(errno))) }
      written += count
      console.line("written \(written) of \(total) bytes")
      // After the last byte, only the board can show whether it was successful.
      if written < total, Interrupt.isRequested { try stop("interrupted") }
    }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
