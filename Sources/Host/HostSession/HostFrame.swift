// Frames as the host keeps them, and the errors of the line around them.

import LinkProtocol
import Quantities
import SerialLink

/// A frame received from a device.
package struct HostFrame: Sendable {
  package var header: FrameHeader
  package var payload: [UInt8]
  /// `MonotonicClock` nanoseconds at which its last byte was read.
  package var receivedAt: UInt64
  /// Frames missing in the sender's sequence just before this one; `nil` when its number is not after that of the last
  /// frame.
  package var missingBefore: Int? = 0

  /// Which message it is; `nil` for a kind of a later version.
  package var kind: MessageKind? { MessageKind(rawValue: header.kind) }

  /// The payload as a message, or `nil` when it does not hold one.
  package func message<M: Message>(_ type: M.Type = M.self) -> M? { M(payload: payload.span) }
}

/// Counters of the receiving side.
package struct LineCounters: Equatable, Sendable {
  /// Frames with a correct checksum.
  package var frames = 0
  /// Frames missing in the device's sequence: dropped by the device or damaged on the way.
  package var lost = 0
  /// Damaged or cut frames seen.
  package var corrupt = 0
  package var overlong = 0
  /// Frames whose sequence number is not after that of the last frame.
  package var outOfOrder = 0
  /// Frames of a kind that is not in this program's table; skipped.
  package var unknown = 0
  /// Frames missing because the line itself was interrupted; `lost` does not include them.
  package var lostInGaps = 0
  /// Parts of frames that were cut off by an interruption of the line; `corrupt` does not include them.
  package var cut = 0

  package init() {}
}

/// Turns received bytes into frames and counts them.
package final class FrameReader {
  package private(set) var counters = LineCounters()
  /// A description of the bytes before the first frame.
  package private(set) var observation = LineObservation()
  /// The sequence number of the last frame, extended beyond 16 bits; −1 before the first frame.
  package private(set) var extendedSequence = -1
  private var decoder = FrameDecoder()
  private var lastSequence: UInt16?
  private var isInterrupted = false
  private var mayBeCut = false

  package init() {}

  /// Decodes a chunk of bytes; calls `body` for each frame that the chunk completes.
  package func feed(_ bytes: UnsafeRawBufferPointer, at time: UInt64, _ body: (HostFrame) -> Void) {
    for byte in bytes {
      if counters.frames == 0 { observation.add(byte) }
      switch decoder.feed(byte) {
      case .none: break
      case .corrupt: if !countCut() { counters.corrupt += 1 }
      case .overlong: if !countCut() { counters.overlong += 1 }
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

  // MARK: - Interruptions of the line

  /// Starts the counters at zero; the sequence continues.
  package func beginCounting() { counters = LineCounters() }

  /// Call this when an interrupted line is back. The interruption may have cut a frame. Missing and damaged frames
  /// until `endInterruption` belong to the interruption: an adapter may deliver a few old bytes and lose the bytes
  /// after them.
  package func beginInterruption() {
    decoder = FrameDecoder()
    isInterrupted = true
    mayBeCut = true
  }

  /// The device has answered: from now on, missing frames count as lost.
  package func endInterruption() {
    guard isInterrupted else { return }
    isInterrupted = false
    counters.lostInGaps -= min(1, counters.lostInGaps)  // The answer itself was not skipped.
  }

  /// Call this for the first frame of a new boot. The device's sequence numbers started again, so no frame was lost.
  package func forgive(_ frame: HostFrame) {
    forgive(missing: frame.missingBefore ?? 0, isOutOfOrder: frame.missingBefore == nil)
  }

  /// The same from the numbers alone, for replays.
  package func forgive(missing: Int, isOutOfOrder: Bool) {
    if isOutOfOrder { counters.outOfOrder -= min(1, counters.outOfOrder) }
    // Only counted losses can be removed, whatever a file says.
    let missing = max(0, min(missing, counters.lost))
    let fromGaps = min(counters.lostInGaps, missing)
    counters.lostInGaps -= fromGaps
    counters.lost -= missing - fromGaps
  }

  /// Counts a frame that the interruption cut off. It appears as damaged once.
  private func countCut() -> Bool {
    guard mayBeCut else { return false }
    mayBeCut = false
    counters.cut += 1
    return true
  }

  /// - Returns: how many frames are missing before this one, or `nil` when its number is not after that of the last
  ///   frame.
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
      // The gap may have any length: after an interruption no order can be expected. The frame itself was also skipped.
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
