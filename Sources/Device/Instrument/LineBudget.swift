// The number of bytes that the line can carry, as device time passes.

import Quantities

/// A budget of bytes. It grows by baud / 10 per second (8N1 needs ten bits per byte), and every frame is subtracted
/// from it.
///
/// A frame may be sent while the budget is not negative. So, over time, as many bytes are sent as the line carries, and
/// at most one frame in advance. After a pause of the main loop, at most one frame of the largest size is sent in
/// addition: a UART would not have sent more in that time.
struct LineBudget {
  /// In millionths of a byte, so that microseconds need no division. The limit is 267 bytes, the longest frame, above
  /// and below zero.
  private static var limit: Int32 { 267_000_000 }

  /// 0: the line has no rate, and no frame has to wait.
  private let bytesPerSecond: UInt32
  /// Whether the line has this rate now. A board with two lines may use one without a rate, such as USB.
  var isInForce = true
  /// Microseconds in which the budget grows from its negative to its positive limit.
  private let longest: UInt32
  private var balance: Int32
  private var last = Instant(microseconds: 0)

  init(baud: UInt32) {
    bytesPerSecond = baud / 10
    longest = bytesPerSecond == 0 ? 0 : 2 &* 267_000_000 / bytesPerSecond
    balance = 0
  }

  var admits: Bool { balance >= 0 || bytesPerSecond == 0 || !isInForce }

  mutating func advance(to now: Instant) {
    let elapsed = now.elapsed(since: last)
    last = now
    // At most 534,000,000, so the sum stays below 2^31.
    let earned = (elapsed < longest ? elapsed : longest) &* bytesPerSecond
    let sum = balance &+ Int32(bitPattern: earned)
    balance = sum < Self.limit ? sum : Self.limit
  }

  /// Subtracts a frame that is sent. Replies are sent even if the budget is negative, down to one frame; streams then
  /// wait.
  mutating func spend(_ bytes: Int) {
    let rest = balance &- Int32(truncatingIfNeeded: bytes) &* 1_000_000
    balance = rest > -Self.limit ? rest : -Self.limit
  }
}
