// What the line carries, as device time passes.

import Quantities

/// An account of bytes: it fills by baud / 10 a second (8N1 spends ten bits a byte) and every frame is drawn from it.
///
/// A frame may leave while the account is not overdrawn, so that over time exactly what the line carries leaves, and
/// never more than one frame ahead of it. A pause of the main loop is made up for by at most one frame of the largest
/// size; more than that a UART would not have sent meanwhile either.
struct LineBudget {
  /// In millionths of a byte, so that microseconds need no division. 267 bytes, the longest frame, either way.
  private static var limit: Int32 { 267_000_000 }

  /// 0: the line has no rate, and nothing is held back.
  private let bytesPerSecond: UInt32
  /// Microseconds in which an account that is overdrawn to the limit fills up.
  private let longest: UInt32
  private var balance: Int32
  private var last = Instant(microseconds: 0)

  init(baud: UInt32) {
    bytesPerSecond = baud / 10
    longest = bytesPerSecond == 0 ? 0 : 2 &* 267_000_000 / bytesPerSecond
    balance = 0
  }

  var admits: Bool { balance >= 0 || bytesPerSecond == 0 }

  mutating func advance(to now: Instant) {
    let elapsed = now.elapsed(since: last)
    last = now
    // At most 534,000,000, so the sum stays below 2^31.
    let earned = (elapsed < longest ? elapsed : longest) &* bytesPerSecond
    let sum = balance &+ Int32(bitPattern: earned)
    balance = sum < Self.limit ? sum : Self.limit
  }

  /// A frame leaves. Replies leave overdrawn too, down to one frame, and the streams wait for that.
  mutating func spend(_ bytes: Int) {
    let rest = balance &- Int32(truncatingIfNeeded: bytes) &* 1_000_000
    balance = rest > -Self.limit ? rest : -Self.limit
  }
}
