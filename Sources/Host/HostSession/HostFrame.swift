// Frames as the host keeps them, and what the line looked like around them.

import LinkProtocol
import Quantities
import SerialLink

/// A frame received from a device.
public struct HostFrame: Sendable {
  public var header: FrameHeader
  public var payload: [UInt8]
  /// `MonotonicClock` nanoseconds at which its last byte was read.
  public var receivedAt: UInt64
  /// Frames missing in the sender's sequence right before this one; `nil` when its number is not after the last one's.
  public var missingBefore: Int? = 0

  /// Which message it is; `nil` for a kind of a later version.
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
  /// Frames whose sequence number is not after the last one's.
  public var outOfOrder = 0
  /// Frames of a kind that is not in this program's table; skipped.
  public var unknown = 0
  /// Frames missing because the line itself was away: not among `lost`.
  public var lostInGaps = 0
  /// Remains of frames through which the line was cut: not among `corrupt`.
  public var cut = 0

  public init() {}
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
  private var isInterrupted = false
  private var mayBeCut = false

  public init() {}

  /// Takes a chunk; calls `body` for each frame that it completes.
  public func feed(_ bytes: UnsafeRawBufferPointer, at time: UInt64, _ body: (HostFrame) -> Void) {
    for byte in bytes {
      if counters.frames == 0 { observation.note(byte) }
      switch decoder.feed(byte) {
      case .none: break
      case .corrupt: if !takeCut() { counters.corrupt += 1 }
      case .overlong: if !takeCut() { counters.overlong += 1 }
      case .frame:
        let header = decoder.frame.header
        let missing = count(header.sequence)
        if MessageKind(rawValue: header.kind) == nil { counters.unknown += 1 }
        var payload: [UInt8] = []
        payload.reserveCapacity(decoder.frame.payloadLength)
        for i in 0..<decoder.frame.payloadLength { payload.append(decoder.frame.payload[i]) }
        body(HostFrame(header: header, payload: payload, receivedAt: time, missingBefore: missing))
      }
    }
  }

  // MARK: - What happens to the line

  /// Counts from here on; the sequence goes on.
  public func beginCounting() { counters = LineCounters() }

  /// The line was cut, perhaps through a frame, and is back. What is missing, and what comes until
  /// `endInterruption`, belongs to the gap: an adapter holds a few old bytes and has lost those after them.
  public func noteInterruption() {
    decoder = FrameDecoder()
    isInterrupted = true
    mayBeCut = true
  }

  /// The device has answered: from here on what is missing is lost.
  public func endInterruption() {
    guard isInterrupted else { return }
    isInterrupted = false
    counters.lostInGaps -= min(1, counters.lostInGaps)  // The answer itself was not passed over.
  }

  /// This frame was the first of a new boot: the device's sequence began anew before it, and that is no loss.
  public func forgive(_ frame: HostFrame) {
    forgive(missing: frame.missingBefore ?? 0, isOutOfOrder: frame.missingBefore == nil)
  }

  /// The same by its figures, for replays.
  public func forgive(missing: Int, isOutOfOrder: Bool) {
    if isOutOfOrder { counters.outOfOrder -= min(1, counters.outOfOrder) }
    // Only what was lost can be forgiven, whatever a file says.
    let missing = max(0, min(missing, counters.lost))
    let fromGaps = min(counters.lostInGaps, missing)
    counters.lostInGaps -= fromGaps
    counters.lost -= missing - fromGaps
  }

  /// A frame that was whole before the line was cut shows up as damaged once.
  private func takeCut() -> Bool {
    guard mayBeCut else { return false }
    mayBeCut = false
    counters.cut += 1
    return true
  }

  /// - Returns: how many are missing before it, or `nil` when it is not after the last one.
  private func count(_ sequence: UInt16) -> Int? {
    counters.frames += 1
    mayBeCut = false
    defer { lastSequence = sequence }
    guard let last = lastSequence else {
      extendedSequence = Int(sequence)
      return 0
    }
    let gap = sequence &- last &- 1
    if isInterrupted {
      // However long it took: no order is to be expected over a cut. The frame itself is passed over as well.
      counters.lostInGaps += Int(gap) + 1
    } else {
      guard gap < 0x8000 else {
        counters.outOfOrder += 1
        return nil
      }
      counters.lost += Int(gap)
    }
    extendedSequence += Int(gap) + 1
    return Int(gap)
  }
}
