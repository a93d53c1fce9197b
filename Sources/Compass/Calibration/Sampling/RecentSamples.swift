// What the samples right before tell of the next one.

import FixedPoint
import Quantities

/// What is told by the samples right before, and lost where a solve begins: the motion meanwhile is not known.
struct RecentSamples {
  /// The last sample taken, and the last that the reservoir was offered. None is beyond 2^21, from where every other is
  /// apart.
  var lastKept = Vector3(x: 1 &<< 30, y: 0, z: 0)
  var lastOffered = Vector3(x: 1 &<< 30, y: 0, z: 0)
  var differences = Roughness.Differences()
  /// What decides which samples the reservoir keeps: of no meaning, but that the next number differs from the last.
  var chance = Chance()
  /// The share of samples outside the gate among the last 32 or so, Q16.
  var outsideShare: UInt32 = 0
  /// The number of samples at which the next search starts.
  var nextSearch: UInt32
  /// The sum of the last 32 steps or so from one sample to the next.
  private var steps: UInt32 = 0
  /// Whether the last step was a jump.
  private var hasJumped = false

  init(nextSearch: UInt32 = RecentSamples.firstSearch) { self.nextSearch = nextSearch }

  /// The number of samples at which there are enough for the first search: a full reservoir.
  static var firstSearch: UInt32 { 40 }

  /// Whether a step is one of the motion. What comes and goes from one sample to the next is none: a jump has to last.
  /// It is further than four usual steps and `size`.
  @inline(__always)
  mutating func follows(_ step: UInt32, size: UInt32) -> Bool {
    // The first sample follows none.
    if step &>> 24 != 0 { return true }
    if steps == 0 { steps = step &<< 5 }
    let jump = steps &>> 3 &+ size
    let hadJumped = hasJumped
    hasJumped = step > jump
    // A jump counts as no more than it must be.
    steps = steps &- steps &>> 5 &+ (hasJumped ? jump : step)
    return hadJumped || !hasJumped
  }
}
