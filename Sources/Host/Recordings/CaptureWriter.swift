// Writes a capture as the bytes pass (Protocols/capture/spec.md).

import Foundation

/// A capture being written. Every call reaches the file before it returns, so that a killed program loses at most the
/// chunk it was writing. Not for use from two threads at once.
public final class CaptureWriter {
  public let path: String
  /// Bytes in the file that are whole.
  public private(set) var length: UInt64 = 0
  /// Chunks written, notes included.
  public private(set) var chunks: UInt32 = 0
  /// The first thing that went wrong. Nothing is written after it.
  public private(set) var failure: CaptureError?

  private let output: any CaptureOutput
  private var isClosed = false

  /// Creates the file and writes the header.
  ///
  /// - Parameter replacing: whether a file of that name is overwritten; otherwise it is kept and `exists` is thrown.
  /// - Throws: `cannotWrite`, `exists`, `diskFull`, `failed`.
  public convenience init(path: String, header: CaptureHeader, replacing: Bool = false) throws(CaptureError) {
    try self.init(path: path, header: header, output: FileOutput.create(path, replacing: replacing))
  }

  init(path: String, header: CaptureHeader, output: any CaptureOutput) throws(CaptureError) {
    self.path = path
    self.output = output
    try put(CaptureFormat.encode(header))
  }

  /// Adds bytes as they passed; an empty collection adds nothing.
  ///
  /// - Parameter microseconds: since the start in the header, by a clock that does not jump.
  /// - Throws: `diskFull` or `failed`; what was written before stays readable.
  public func append(_ kind: CaptureKind, _ bytes: some Collection<UInt8>, at microseconds: UInt64) throws(CaptureError)
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
  public func note(_ text: String, at microseconds: UInt64) throws(CaptureError) {
    try append(.note, Array(text.utf8), at: microseconds)
  }

  /// Writes the end chunk and closes the file. A capture that is not closed reads as truncated, with all its chunks.
  ///
  /// - Throws: the earlier failure if there was one, or what goes wrong now.
  public func close(at microseconds: UInt64) throws(CaptureError) {
    guard !isClosed else { return }
    isClosed = true
    if let failure {
      _ = output.close()
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
