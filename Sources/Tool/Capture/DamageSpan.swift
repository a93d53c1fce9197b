// How many frames a device had to damage while it was told to.

/// With `Provocation.wire` the device damages every frame whose sequence number is divisible by 16, from the
/// acknowledgement of that request on, until it is told to stop.
struct DamageSpan {
  private var before: Int?
  private var last: Int?

  /// The request is about to be sent; `sequence` is the last frame before it.
  mutating func begin(after sequence: Int) {
    if before == nil { before = sequence }
  }

  /// The request to stop is about to be sent, and everything queued has come.
  mutating func end(at sequence: Int) { last = sequence }

  /// `nil` when no damage was asked for, or its end was not seen.
  var expectedFrames: Int? {
    guard let before, let last else { return nil }
    return (max(0, last) >> 4) - (max(-1, before) >> 4)
  }
}
