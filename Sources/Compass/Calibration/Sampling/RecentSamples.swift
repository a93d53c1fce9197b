// The most recent samples, which are compared with the next one.

import FixedPoint
import Quantities

/// The state that describes the most recent samples. It is lost when a solve begins, because the motion during the
/// solve is not known.
struct RecentSamples {
  /// The last sample that counted, and the last that was offered to the reservoir. The initial value is far from every
  /// sample, because no sample is beyond 2^21.
  var lastKept = Vector3(x: 1 &<< 30, y: 0, z: 0)
  var lastOffered = Vector3(x: 1 &<< 30, y: 0, z: 0)
  var differences = Roughness.Differences()
  /// The random number that decides which samples the reservoir keeps.
  var chance = Chance()
  /// The share of samples outside the gate among the last 32 or so, Q16.
  var outsideShare: UInt32 = 0
  /// The number of samples at which the next search starts.
  var nextSearch: UInt32
  /// The decaying sum of about the last 32 steps from one sample to the next.
  private var steps: UInt32 = 0
  /// Whether the last step was a jump.
  private var hasJumped = false

  init(nextSearch: UInt32 = RecentSamples.firstSearch) { self.nextSearch = nextSearch }

  /// The number of samples at which there are enough for the first search: a full reservoir.
  static var firstSearch: UInt32 { 40 }

  /// Whether a step belongs to the motion. A jump is a step that is longer than four usual steps and longer than
  /// `size`. A jump counts as motion only if the next sample stays there, not if it jumps back.
  @inline(__always)
  mutating func follows(_ step: UInt32, size: UInt32) -> Bool {
    // The first sample has no predecessor.
    if step &>> 24 != 0 { return true }
    if steps == 0 { steps = step &<< 5 }
    let jump = steps &>> 3 &+ size
    let hadJumped = hasJumped
    hasJumped = step > jump
    // In the sum, a jump counts as the smallest size of a jump.
    steps = steps &- steps &>> 5 &+ (hasJumped ? jump : step)
    return hadJumped || !hasJumped
  }
}
