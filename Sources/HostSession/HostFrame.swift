// Frames as the host keeps them, and what the line looked like around them.

import Quantities
import SerialLink
import Wire

/// A frame received from a device.
public struct HostFrame: Sendable {
  public var header: FrameHeader
  public var payload: [UInt8]
  /// `MonotonicClock` nanoseconds at which its last byte was read.
  public var receivedAt: UInt64

  public var kind: MessageKind? { MessageKind(rawValue: header.kind) }

  /// The payload as a message, or `nil` when it does not hold one.
  public func message<M: Message>(_ type: M.Type = M.self) -> M? { M(payload: payload.span) }
}

/// Counters of the receiving side.
public struct LineCounters: Equatable, Sendable {
  /// Frames with a correct checksum.
  public var frames = 0
  /// Frames missing in the device's sequence: dropped by the device or damaged on the way.
  public var lost = 0
  /// Damaged or cut frames seen.
  public var corrupt = 0
  public var overlong = 0
  public init() {}
  /// Frames whose sequence number is not after the last one's.
  public var outOfOrder = 0
}

/// Turns received bytes into frames and keeps count.
public final class FrameReader {
  public private(set) var counters = LineCounters()
  /// What the bytes looked like before the first frame.
  public private(set) var observation = LineObservation()
  /// The sequence number of the last frame, counted on beyond 16 bits; −1 before the first.
  public private(set) var extendedSequence = -1
  private var decoder = FrameDecoder()
  private var lastSequence: UInt16?

  public init() {}

  /// Takes a chunk; calls `body` for each frame that it completes.
  public func feed(_ bytes: UnsafeRawBufferPointer, at time: UInt64, _ body: (HostFrame) -> Void) {
    for byte in bytes {
      if counters.frames == 0 { observation.note(byte) }
      switch decoder.feed(byte) {
      case .none: break
      case .corrupt: counters.corrupt += 1
      case .overlong: counters.overlong += 1
      case .frame:
        let header = decoder.frame.header
        count(header.sequence)
        var payload: [UInt8] = []
        payload.reserveCapacity(decoder.frame.payloadLength)
        for i in 0..<decoder.frame.payloadLength { payload.append(decoder.frame.payload[i]) }
        body(HostFrame(header: header, payload: payload, receivedAt: time))
      }
    }
  }

  /// The device restarted: its sequence begins anew, and that is no loss.
  public func forgetSequence() { lastSequence = nil }

  private func count(_ sequence: UInt16) {
    counters.frames += 1
    defer { lastSequence = sequence }
    guard let last = lastSequence else {
      extendedSequence = Int(sequence)
      return
    }
    let gap = sequence &- last &- 1
    guard gap < 0x8000 else {
      counters.outOfOrder += 1
      return
    }
    counters.lost += Int(gap)
    extendedSequence += Int(gap) + 1
  }
}

/// What came over a line before any frame did: for telling the user what seems to be at the other end.
public struct LineObservation: Sendable, Equatable {
  private var head: [UInt8] = []
  public private(set) var bytes = 0

  mutating func note(_ byte: UInt8) {
    bytes += 1
    if head.count < 512 { head.append(byte) }
  }

  /// One clause, such as "it speaks NMEA 0183 ($GPRMC,…)".
  public var description: String {
    if bytes == 0 { return "nothing came" }
    let text = head.filter { ($0 >= 0x20 && $0 < 0x7f) || $0 == 0x0d || $0 == 0x0a }
    guard text.count * 10 >= head.count * 9 else {
      return "\(bytes) bytes came that are no frames of ours (wrong baud rate, or another device)"
    }
    let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
    if let sentence = lines.first(where: { Self.isSentence($0) }) {
      return "it speaks NMEA 0183 (\(sentence.prefix(24))…)"
    }
    return "it sends text (\"\((lines.first ?? "").prefix(32))…\")"
  }

  /// Whether a line has the form and the checksum of NMEA 0183: $ or !, then the exclusive-or of what stands before *.
  private static func isSentence(_ line: Substring) -> Bool {
    guard let first = line.first, first == "$" || first == "!", let star = line.lastIndex(of: "*") else { return false }
    let sum = line[line.index(after: line.startIndex)..<star].utf8.reduce(UInt8(0), ^)
    return UInt8(line[line.index(after: star)...].prefix(2), radix: 16) == sum
  }
}
