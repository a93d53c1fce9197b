// The capture file: layout and errors (Protocols/capture/spec.md).

import RawMemory

/// Who sent the bytes of a chunk.
package enum CaptureKind: UInt8, Sendable {
  /// From the device to the host.
  case received = 0
  /// From the host to the device.
  case sent = 1
  /// UTF-8 text that the host adds, such as the reason why the link ended.
  case note = 2
}

/// One chunk of a capture.
package struct CaptureChunk: Equatable, Sendable {
  package var kind: CaptureKind
  /// Microseconds since the start of the capture.
  package var microseconds: UInt64
  package var bytes: [UInt8]

  package init(kind: CaptureKind, microseconds: UInt64, bytes: [UInt8]) {
    self.kind = kind
    self.microseconds = microseconds
    self.bytes = bytes
  }
}

/// The header of a capture.
package struct CaptureHeader: Equatable, Sendable {
  /// The name of the link in messages; at most 4096 bytes of UTF-8 are kept.
  package var linkName: String
  /// Microseconds since 1970-01-01 UTC.
  package var startMicroseconds: Int64

  package init(linkName: String, startMicroseconds: Int64) {
    self.linkName = linkName
    self.startMicroseconds = startMicroseconds
  }
}

/// What can be wrong with a capture file. `description` is one or two lines: what happened, and what to do next.
package struct CaptureError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What can be wrong with a capture.
  package enum Kind: Equatable, Sendable {
    /// The file does not exist, or reading it is not permitted.
    case cannotOpen(reason: String)
    /// The system refused to create a new file.
    case cannotWrite(reason: String)
    /// A file of that name exists, and it must not be overwritten.
    case exists
    /// The medium is full; the file is intact up to `bytes`.
    case diskFull(bytes: UInt64)
    /// The system refused to write or read.
    case failed(reason: String)
    /// The file has no bytes.
    case empty
    /// The file is not a capture; `looksLikeText`: whether its first bytes are text.
    case foreign(looksLikeText: Bool)
    /// The file has another format version.
    case version(found: UInt16)
    /// The file ends at `offset` without its end chunk; it holds `chunks` complete chunks.
    case truncated(offset: UInt64, chunks: UInt32)
    /// The bytes from `offset` on differ from those that were written.
    case damaged(offset: UInt64, chunks: UInt32)
  }

  /// What is wrong, and with which file.
  package var kind: Kind
  /// The path of the file.
  package var path: String

  package var description: String {
    switch kind {
    case .cannotOpen(let reason):
      "\(path): cannot be opened: \(reason)\nGive the path of a capture that you may read."
    case .cannotWrite(let reason):
      "\(path): cannot be written: \(reason)\nCheck the folder, its permissions and its space."
    case .exists:
      "\(path): there is a file already\nGive another name, or remove it."
    case .diskFull(let bytes):
      "\(path): the disk is full; the \(bytes) bytes written so far are whole\nMake room, then capture again."
    case .failed(let reason):
      "\(path): \(reason)\nCheck the disk, then try again."
    case .empty: "\(path): the file is empty\nCaptures are made with: binnacle capture LINK -o FILE"
    case .foreign(let looksLikeText):
      "\(path): this is not a capture of Binnacle\n"
        + (looksLikeText
          ? "It looks like text; a recording is read with: binnacle replay \(path)"
          : "Captures are made with: binnacle capture LINK -o FILE")
    case .version(let found):
      "\(path): capture format \(found); this program reads format \(CaptureFormat.version)\n"
        + "Use the release of binnacle that wrote it, or a newer one."
    case .truncated(let offset, let chunks):
      "\(path): cut off at byte \(offset), after \(chunks) whole chunks: its disk was full, or its writer or a copy "
        + "was ended\nWhat lies before was used; copy the file again if there is more of it."
    case .damaged(let offset, let chunks):
      "\(path): damaged at byte \(offset), after \(chunks) whole chunks\n"
        + "What lies before was used; copy the file again from where it was made, in binary mode."
    }
  }

  /// 5: the file cannot be opened; 6: the file is bad or cannot be written.
  package var exitStatus: Int32 {
    switch kind {
    case .cannotOpen: 5
    case .cannotWrite, .exists, .diskFull, .failed, .empty, .foreign, .version, .truncated, .damaged: 6
    }
  }
}

/// The numbers of the specification, and the encodings of header and chunk.
enum CaptureFormat {
  static let signature: [UInt8] = [0x89, 0x42, 0x4e, 0x43, 0x4c, 0x0d, 0x0a, 0x1a]
  static let version: UInt16 = 1
  static let nameLimit = 4096
  /// Bytes of the header without the name.
  static let headerOverhead = 26
  static let mark: UInt8 = 0xc5
  static let endKind: UInt8 = 255
  static let payloadLimit = 65_536
  /// Bytes of a chunk before its payload.
  static let chunkPrefix = 14

  static func encode(_ header: CaptureHeader) -> [UInt8] {
    var name = header.linkName
    while name.utf8.count > nameLimit { name.removeLast() }
    var out = signature
    out.append(little: version)
    out.append(little: UInt16(headerOverhead + name.utf8.count))
    out.append(little: header.startMicroseconds)
    out.append(little: UInt16(name.utf8.count))
    out += Array(name.utf8)
    out.append(little: checksum(out))
    return out
  }

  static func encode(kind: UInt8, microseconds: UInt64, payload: some Collection<UInt8>) -> [UInt8] {
    var out: [UInt8] = [mark, kind]
    out.reserveCapacity(chunkPrefix + payload.count + 4)
    out.append(little: UInt32(payload.count))
    out.append(little: microseconds)
    out.append(contentsOf: payload)
    out.append(little: checksum(out))
    return out
  }
}

/// CRC-32/ISO-HDLC of `bytes`.
func checksum(_ bytes: [UInt8]) -> UInt32 { CRC32.of(bytes.span) }

extension [UInt8] {
  mutating func append(little value: some FixedWidthInteger) {
    for byte in 0..<(value.bitWidth / 8) { append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }

  func little<Value: FixedWidthInteger>(_ at: Int, as _: Value.Type) -> Value {
    (0..<(Value.bitWidth / 8)).reduce(0) { $0 | Value(truncatingIfNeeded: self[at + $1]) << Value(8 * $1) }
  }
}
