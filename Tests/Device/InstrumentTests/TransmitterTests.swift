// What becomes of a frame that has half left when the ring overflows.

import LinkProtocol
import Testing

@testable import Instrument

/// A transmitter on a line without a rate, and what its other end makes of the bytes.
private struct Line: ~Copyable {
  var transmitter = Transmitter(baud: 0)
  var decoder = FrameDecoder()
  private(set) var sequences: [UInt16] = []
  private(set) var tokens: [UInt8] = []
  /// Frames whose payload is not what was queued under their token and length.
  private(set) var strange = 0
  private var queued: UInt8 = 0

  /// Frames that the other end could not read, or that are not as they were queued.
  var damaged: Int { Int(decoder.corrupt) + Int(decoder.overlong) + strange }
  var sent: Int { Int(transmitter.sent) }
  var dropped: Int { Int(transmitter.dropped) }
  var isEmpty: Bool { transmitter.isEmpty }

  /// Queues a frame; each has a payload of its own.
  mutating func queue(token: UInt8, payload count: Int) {
    transmitter.begin(.ping, token: token)
    transmitter.frame.append(queued)
    for i in 1..<count { transmitter.frame.append(queued &+ UInt8(truncatingIfNeeded: i)) }
    transmitter.commit()
    queued &+= 1
  }

  /// Lets at most so many bytes leave.
  mutating func drain(_ count: Int = .max) {
    var left = count
    while left > 0, let byte = transmitter.nextByte() {
      left -= 1
      guard decoder.feed(byte) == .frame else { continue }
      let header = decoder.frame.header
      sequences.append(header.sequence)
      if header.token != 0 { tokens.append(header.token) }
      // The first byte counts the frames, as their numbers do.
      for i in 0..<decoder.frame.payloadLength
      where decoder.frame.payloadByte(i) != UInt8(truncatingIfNeeded: header.sequence) &+ UInt8(truncatingIfNeeded: i) {
        strange += 1
        break
      }
    }
  }
}

/// 0: between two frames; 1: of the first only its code byte; 61: all but the delimiter.
@Test(arguments: [0, 1, 2, 3, 7, 20, 33, 48, 60, 61], [false, true])
func transmitter_overflowingWhileAFrameLeaves_damagesNone(gone: Int, firstIsReply: Bool) {
  var line = Line()
  // With payload, header, checksum, code byte and delimiter 62 bytes each, and two more in the ring: sixteen fill it.
  var replies: [UInt8] = []
  func answer(_ line: inout Line) {
    replies.append(UInt8(replies.count + 1))
    line.queue(token: replies[replies.count - 1], payload: 52)
  }
  if firstIsReply { answer(&line) } else { line.queue(token: 0, payload: 52) }
  line.queue(token: 0, payload: 52)
  line.drain(gone)
  // A few replies among so many of the streams, some of another length.
  for round in 0..<30 {
    if round % 5 == 3 { answer(&line) }
    line.queue(token: 0, payload: round % 4 == 1 ? 21 : 52)
  }
  // What half left is whole; then replies push out what the streams still have.
  line.drain(gone / 2)
  for _ in 0..<5 { answer(&line) }
  line.drain()
  let (damaged, sent, dropped, isEmpty) = (line.damaged, line.sent, line.dropped, line.isEmpty)
  let (tokens, sequences) = (line.tokens, line.sequences)
  #expect(isEmpty)
  #expect(damaged == 0)
  #expect(tokens == replies, "\(tokens)")
  #expect(sequences == sequences.sorted() && Set(sequences).count == sequences.count)
  // The one that had begun to leave is not the one that is dropped.
  if gone > 0 { #expect(sequences.first == 0) }
  #expect(dropped > 10)
  #expect(sequences.count + dropped == 32 + replies.count - (firstIsReply ? 1 : 0))
  #expect(sent == sequences.count)
}

/// Where only replies wait, the oldest goes before a newer one, but not the one that has begun to leave.
@Test(arguments: [1, 5, 40, 61]) func transmitter_fullOfReplies_keepsTheOneThatLeaves(gone: Int) {
  var line = Line()
  line.queue(token: 1, payload: 52)
  line.drain(gone)
  for token in 2...20 as ClosedRange<UInt8> { line.queue(token: token, payload: 52) }
  line.queue(token: 0, payload: 52)
  line.drain()
  let (damaged, tokens, sequences) = (line.damaged, line.tokens, line.sequences)
  #expect(damaged == 0)
  #expect(tokens.first == 1 && tokens.last == 20)
  #expect(tokens == tokens.sorted() && tokens.count == sequences.count)
}
