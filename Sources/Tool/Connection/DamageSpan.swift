// Counts how many frames a device must have damaged on request.

/// With `Provocation.wire` the device damages every frame whose sequence number is divisible by 16. It starts with the
/// acknowledgement of that request and ends with the request to stop.
package struct DamageSpan {
  private var before: Int?
  private var last: Int?

  package init(before: Int? = nil, last: Int? = nil) {
    (self.before, self.last) = (before, last)
  }

  /// Call it just before the request is sent; `sequence` is the last frame before it.
  package mutating func begin(after sequence: Int) {
    if before == nil { before = sequence }
  }

  /// Call it just before the request to stop is sent, when everything queued has come.
  package mutating func end(at sequence: Int) { last = sequence }

  /// `nil` if no damage was requested, or its end was not seen.
  package var expectedFrames: Int? {
    guard let before, let last else { return nil }
    return (max(0, last) >> 4) - (max(-1, before) >> 4)
  }
}
