// Copies a file onto a loader's drive.
import BoardKit
import Foundation
import TerminalInterface

enum FlashWriter {
  private static let step = 65_536

  /// Writes the file in one go, with one sync at the end.
  ///
  /// The loader restarts the board when the last block is there, and the drive vanishes with it: an error after the
  /// last byte is no failure. The board's hello decides.
  static func write(_ file: FlashFile, to drive: LoaderDrive, console: Console) throws {
    let path = drive.path + "/" + file.name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FlashProblem.cannotWrite(path, errno) }
    let total = file.content.count
    var written = 0
    while written < total {
      let end = min(written + step, total)
      let count = file.content[written..<end].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0, !Interrupt.isRequested else {
        let reason = count > 0 ? "interrupted" : String(cString: strerror(errno))
        close(descriptor)
        throw FlashProblem.stopped(path, reason, written, of: total, drive)
      }
      written += count
      console.line("written \(written) of \(total) bytes")
    }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
