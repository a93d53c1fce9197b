// Writes a capture while the bytes are exchanged (Protocols/capture/spec.md).

import Foundation

/// A capture that is being written. Every call writes to the file before it returns, so that a program that is killed
/// loses at most the chunk that it was writing. Two threads must not use it at once.
package final class CaptureWriter {
  package let path: String
  /// Length of the intact part of the file, bytes.
  package private(set) var length: UInt64 = 0
  /// Chunks written, including notes.
  package private(set) var chunks: UInt32 = 0
  /// The first error. Nothing is written after it.
  package private(set) var failure: CaptureError?

  private let output: any CaptureOutput
  /// Whether the file is new and has nothing that another capture kept.
  private let isNew: Bool
  private var isClosed = false

  /// Creates the file and writes the header.
  ///
  /// - Parameter replacing: whether to overwrite a file of that name; otherwise the file stays and `exists` is thrown.
  /// - Throws: `cannotWrite`, `exists`, `diskFull`, `failed`.
  package convenience init(path: String, header: CaptureHeader, replacing: Bool = false) throws(CaptureError) {
    try self.init(
      path: path, header: header, output: FileOutput.create(path, replacing: replacing), isNew: !replacing)
  }

  /// - Parameter isNew: whether a file without any chunk is removed after a failure. It holds nothing, and would only
  ///   refuse the next attempt.
  init(path: String, header: CaptureHeader, output: any CaptureOutput, isNew: Bool = false) throws(CaptureError) {
    self.path = path
    self.output = output
    self.isNew = isNew
    do throws(CaptureError) {
      try put(CaptureFormat.encode(header))
    } catch {
      removeEmpty()
      throw error
    }
  }

  /// Adds bytes that were sent or received; an empty collection adds nothing.
  ///
  /// - Parameter microseconds: time since the start given in the header, by a clock that does not jump.
  /// - Throws: `diskFull` or `failed`; everything written before stays readable.
  package func append(_ kind: CaptureKind, _ bytes: some Collection<UInt8>, at microseconds: UInt64)
    throws(CaptureError)
  {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(CaptureFormat.payloadLimit)
      try put(CaptureFormat.encode(kind: kind.rawValue, microseconds: microseconds, payload: part))
      chunks += 1
      rest = rest.dropFirst(part.count)
    }
  }

  /// Adds a line of text.
  package func append(note text: String, at microseconds: UInt64) throws(CaptureError) {
    try append(.note, Array(text.utf8), at: microseconds)
  }

  /// Writes the end chunk and closes the file. Without this call the capture counts as truncated; all its chunks stay
  /// readable.
  ///
  /// - Throws: the earlier failure if there was one, or the error that happens now.
  package func close(at microseconds: UInt64) throws(CaptureError) {
    guard !isClosed else { return }
    isClosed = true
    if let failure {
      removeEmpty()
      throw failure
    }
    var count: [UInt8] = []
    count.append(little: chunks)
    do {
      try put(CaptureFormat.encode(kind: CaptureFormat.endKind, microseconds: microseconds, payload: count))
    } catch {
      _ = output.close()
      throw error
    }
    let synchronized = output.synchronize()
    let closed = output.close()
    if synchronized != 0 || closed != 0 { throw fail(synchronized != 0 ? synchronized : closed) }
  }

  /// Closes the file after a failure, and removes it if nothing was kept.
  private func removeEmpty() {
    _ = output.close()
    if isNew, chunks == 0 { unlink(path) }
  }

  /// Whether a failure left nothing of the capture.
  package var isRemoved: Bool { failure != nil && isNew && chunks == 0 }

  private func put(_ bytes: [UInt8]) throws(CaptureError) {
    if let failure { throw failure }
    let code = bytes.withUnsafeBytes { all in
      var done = 0
      while done < all.count {
        let (count, code) = output.write(UnsafeRawBufferPointer(rebasing: all[done...]))
        if count > 0 {
          done += count
        } else if code != EINTR {
          return count == 0 ? EIO : code
        }
      }
      return 0
    }
    guard code == 0 else {
      output.truncate(to: length)
      throw fail(code)
    }
    length += UInt64(bytes.count)
  }

  private func fail(_ code: Int32) -> CaptureError {
    let isFull = code == ENOSPC || code == EDQUOT || code == EFBIG
    let error = CaptureError(
      kind: isFull ? .diskFull(bytes: length) : .failed(reason: "writing failed: \(systemMessage(code))"), path: path)
    failure = error
    return error
  }
}
