// The few file operations that a capture needs. A test replaces them to simulate a full disk.

import Foundation

/// Where a capture is written. The results are those of the system calls; `code` is `errno`.
protocol CaptureOutput: AnyObject {
  /// Writes some of `bytes`; returns how many.
  func write(_ bytes: UnsafeRawBufferPointer) -> (count: Int, code: Int32)
  /// Cuts the file back to `length`.
  func truncate(to length: UInt64)
  /// Waits until the medium holds all bytes. - Returns: 0 or `errno`.
  func synchronize() -> Int32
  /// Closes the file. - Returns: 0 or `errno`.
  func close() -> Int32
}

/// A file descriptor that closes when nothing refers to it any more.
final class FileOutput: CaptureOutput {
  private var descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = close() }

  /// Creates the file; with `replacing`, empties an existing one.
  static func create(_ path: String, replacing: Bool) throws(CaptureError) -> FileOutput {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (replacing ? O_TRUNC : O_EXCL)
    let descriptor = open(path, flags, 0o644)
    guard descriptor >= 0 else {
      let code = errno
      throw CaptureError(kind: code == EEXIST ? .exists : .cannotWrite(reason: systemMessage(code)), path: path)
    }
    return FileOutput(descriptor: descriptor)
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> (count: Int, code: Int32) {
    let count = Foundation.write(descriptor, bytes.baseAddress, bytes.count)
    return (count, count < 0 ? errno : 0)
  }

  func truncate(to length: UInt64) {
    // A device such as /dev/full has no length that could be cut. Nothing else can be done then.
    if ftruncate(descriptor, off_t(length)) == 0 { lseek(descriptor, off_t(length), SEEK_SET) }
  }

  func synchronize() -> Int32 {
    // Pipes and some devices cannot be synchronised (EINVAL, EROFS) and do not need it.
    if fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS { return 0 }
    return errno
  }

  func close() -> Int32 {
    guard descriptor >= 0 else { return 0 }
    let result = Foundation.close(descriptor)
    descriptor = -1
    return result == 0 ? 0 : errno
  }
}

/// The system's text for an error number.
package func systemMessage(_ code: Int32) -> String {
  // The opening of a pipe is the only call here that waits long enough for Ctrl-C to interrupt it.
  code == EINTR ? "interrupted before a program opened its other end" : String(cString: strerror(code))
}
