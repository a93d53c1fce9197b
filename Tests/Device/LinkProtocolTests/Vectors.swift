// Reads Protocols/link/vectors/*.json.

import Foundation
import LinkProtocol
import TestSupport

/// The file `name`.json of the link vectors.
func linkVectors<T: Decodable>(_ name: String, as type: T.Type = T.self) throws -> T {
  let file = URL(fileURLWithPath: Repository.path("Protocols/link/vectors/\(name).json"))
  return try JSONDecoder().decode(T.self, from: Data(contentsOf: file))
}

struct VectorFile<Case: Decodable>: Decodable {
  var cases: [Case]
}

/// A field's value as the vectors carry it.
enum FieldValue: Decodable {
  case number(Int64)
  case text(String)
  case list([Int32])
  case words([UInt32])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int64.self) {
      self = .number(value)
    } else if let value = try? container.decode([Int32].self) {
      self = .list(value)
    } else if let value = try? container.decode([UInt32].self) {
      self = .words(value)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}

/// The bytes that hexadecimal text stands for.
func bytes(hex: String) -> [UInt8] {
  let digits = Array(hex.utf8).map { UInt8(String(UnicodeScalar($0)), radix: 16)! }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
}

/// A frame that a decoder found.
struct FoundFrame: Equatable, CustomStringConvertible {
  var header: FrameHeader
  var payload: [UInt8]

  init(_ frame: borrowing FrameBuffer) {
    header = frame.header
    payload = []
    let span = frame.payload
    for i in span.indices { payload.append(span[i]) }
  }

  /// From header and payload as bytes.
  init(contents: [UInt8]) {
    header = FrameHeader(
      kind: contents[0], token: contents[1], sequence: UInt16(contents[2]) | UInt16(contents[3]) << 8)
    payload = Array(contents[4...])
  }

  var description: String { "\(header) \(payload.count) bytes" }
}

extension FrameDecoder {
  /// Feeds `bytes` and collects what comes out.
  mutating func feedAll(_ bytes: some Sequence<UInt8>) -> [FoundFrame] {
    var found: [FoundFrame] = []
    for byte in bytes where feed(byte) == .frame { found.append(FoundFrame(frame)) }
    return found
  }

  /// frames, corrupt, overlong.
  var counters: [Int] { [Int(frames), Int(corrupt), Int(overlong)] }
}

/// The bytes on the wire of one frame.
func encodedFrame(_ header: FrameHeader, _ payload: [UInt8]) -> [UInt8] {
  var frame = FrameBuffer()
  frame.begin(header)
  frame.append(payload.span)
  return encoded(&frame)
}

/// The bytes on the wire of `frame`.
func encoded(_ frame: inout FrameBuffer) -> [UInt8] {
  var out = [UInt8](repeating: 0xee, count: FrameLimits.maximumEncoded)
  var destination = out.mutableSpan
  let count = frame.encode(into: &destination)
  return Array(out[0..<count])
}
