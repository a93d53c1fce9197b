// Reads a capture chunk by chunk and reports what is wrong with it (Protocols/capture/spec.md).

import Foundation
import TerminalInterface

/// An open capture. It holds one chunk at a time, however long the file is.
package final class CaptureReader {
  package let path: String
  package let header: CaptureHeader
  /// Complete chunks so far, including those of unknown kinds.
  package private(set) var chunks: UInt32 = 0

  private let file: BufferedFile
  private var isAtEnd = false

  /// Opens the file and reads its header.
  ///
  /// - Throws: `cannotOpen`, `empty`, `foreign`, `version`, `truncated`, `damaged`, `failed`.
  package init(path: String) throws(CaptureError) {
    self.path = path
    file = try BufferedFile(path: path)
    header = try Self.header(of: file)
  }

  /// Reads the bytes of a capture.
  package init(bytes: [UInt8]) throws(CaptureError) {
    path = "capture"
    file = BufferedFile(bytes: bytes)
    header = try Self.header(of: file)
  }

  /// Whether a file is a capture. A folder or an absent file is none: what reads it next says so.
  ///
  /// - Throws: what is wrong with a capture's header.
  package static func isCapture(_ path: String) throws(CaptureError) -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
      return false
    }
    do throws(CaptureError) {
      _ = try CaptureReader(path: path)
      return true
    } catch {
      switch error.kind {
      case .foreign, .empty, .cannotOpen: return false
      default: throw error
      }
    }
  }

  /// The next chunk, or `nil` after the last of a complete capture.
  ///
  /// - Throws: `truncated`, `damaged` or `failed`; all chunks before the error have been returned.
  package func next() throws(CaptureError) -> CaptureChunk? {
    while !isAtEnd {
      let start = file.offset
      let fixed = try file.read(CaptureFormat.chunkPrefix)
      if let mark = fixed.first, mark != CaptureFormat.mark { throw damaged(start) }
      guard fixed.count == CaptureFormat.chunkPrefix else { throw truncated(start) }
      let count = fixed.little(2, as: UInt32.self)
      guard count <= CaptureFormat.payloadLimit else { throw damaged(start) }
      let rest = try file.read(Int(count) + 4)
      guard rest.count == Int(count) + 4 else { throw truncated(start) }
      let payload = Array(rest.dropLast(4))
      guard rest.little(Int(count), as: UInt32.self) == checksum(fixed + payload) else { throw damaged(start) }
      if fixed[1] == CaptureFormat.endKind {
        try finish(payload, start)
        break
      }
      chunks += 1
      if let kind = CaptureKind(rawValue: fixed[1]) {
        return CaptureChunk(kind: kind, microseconds: fixed.little(6, as: UInt64.self), bytes: payload)
      }
    }
    return nil
  }

  private func finish(_ payload: [UInt8], _ start: UInt64) throws(CaptureError) {
    guard payload.count == 4, payload.little(0, as: UInt32.self) == chunks else { throw damaged(start) }
    let end = file.offset
    guard try file.read(1).isEmpty else { throw damaged(end) }
    isAtEnd = true
  }

  private func truncated(_ offset: UInt64) -> CaptureError {
    CaptureError(kind: .truncated(offset: offset, chunks: chunks), path: path)
  }

  private func damaged(_ offset: UInt64) -> CaptureError {
    CaptureError(kind: .damaged(offset: offset, chunks: chunks), path: path)
  }

  private static func header(of file: BufferedFile) throws(CaptureError) -> CaptureHeader {
    func error(_ kind: CaptureError.Kind) -> CaptureError { CaptureError(kind: kind, path: file.path) }
    let truncated = CaptureError.Kind.truncated(offset: 0, chunks: 0)
    let damaged = CaptureError.Kind.damaged(offset: 0, chunks: 0)

    let signature = try file.read(CaptureFormat.signature.count)
    if signature.isEmpty { throw error(.empty) }
    guard CaptureFormat.signature.starts(with: signature) else {
      let text = signature.allSatisfy { ($0 >= 32 && $0 < 127) || ($0 >= 9 && $0 <= 13) }
      throw error(.foreign(looksLikeText: text))
    }
    let lengths = try file.read(4)
    guard lengths.count == 4 else { throw error(truncated) }
    guard lengths.little(0, as: UInt16.self) == CaptureFormat.version else {
      throw error(.version(found: lengths.little(0, as: UInt16.self)))
    }
    let nameLength = Int(lengths.little(2, as: UInt16.self)) - CaptureFormat.headerOverhead
    guard nameLength >= 0, nameLength <= CaptureFormat.nameLimit else { throw error(damaged) }
    let rest = try file.read(14 + nameLength)
    guard rest.count == 14 + nameLength else { throw error(truncated) }
    let body = rest.dropLast(4)
    guard rest.little(8, as: UInt16.self) == UInt16(nameLength),
      rest.little(10 + nameLength, as: UInt32.self) == checksum(signature + lengths + body),
      let name = String(validating: body[10...], as: UTF8.self)
    else { throw error(damaged) }
    return CaptureHeader(linkName: name, startMicroseconds: rest.little(0, as: Int64.self))
  }
}

/// Sequential reading with a buffer of 64 KiB. A pipe or device, which has no length, is first read to its end.
private final class BufferedFile {
  let path: String
  /// Bytes returned so far.
  private(set) var offset: UInt64 = 0
  /// `nil` if everything is in the buffer.
  private let file: InputFile?
  private var buffer: [UInt8] = []
  private var used = 0

  init(path: String) throws(CaptureError) {
    self.path = path
    do throws(FileFault) {
      if let bytes = try streamedContents(path, upTo: .capture) {
        (file, buffer) = (nil, bytes)
      } else {
        file = try InputFile(path: path, upTo: .capture)
      }
    } catch {
      throw Self.error(error, path)
    }
  }

  /// A file whose bytes are all in memory.
  init(bytes: [UInt8]) {
    path = "capture"
    file = nil
    buffer = bytes
  }

  private static func error(_ fault: FileFault, _ path: String) -> CaptureError {
    if case .cannotRead(let reason) = fault { return CaptureError(kind: .cannotOpen(reason: reason), path: path) }
    return CaptureError(kind: .cannotOpen(reason: "it \(fault)"), path: path)
  }

  /// `count` bytes, or fewer at the end of the file.
  func read(_ count: Int) throws(CaptureError) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(min(count, 1 << 20))
    while out.count < count {
      if used == buffer.count { try refill() }
      if buffer.isEmpty { break }
      let part = buffer[used..<min(buffer.count, used + count - out.count)]
      out += part
      used += part.count
    }
    offset += UInt64(out.count)
    return out
  }

  private func refill() throws(CaptureError) {
    do throws(FileFault) { buffer = try file?.read(65_536) ?? [] } catch { throw Self.error(error, path) }
    used = 0
  }
}
