// Differences and times in the formats of the calibration's state machine.

import FixedPoint
import Quantities

extension Vector3 {
  /// The largest difference of a component.
  @inline(never)
  mutating func largestDifference(from other: inout Vector3) -> UInt32 {
    var largest = (x &- other.x).magnitude
    let next = (y &- other.y).magnitude
    if next > largest { largest = next }
    let last = (z &- other.z).magnitude
    return last > largest ? last : largest
  }
}

extension Instant {
  /// Modulo 2^32.
  var low: UInt32 { UInt32(truncatingIfNeeded: microseconds) }
}
