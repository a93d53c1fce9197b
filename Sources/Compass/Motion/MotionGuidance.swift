// The filter's output for a calibration: the rotation, down, and whether the instrument is at rest.

import FixedPoint
import Quantities

extension MotionFilter {
  /// Rotates body axes at the last rate into a frame that is constant, apart from the drift by the gyroscope's residual
  /// bias. North and down of the frame are arbitrary. They change when `counts.restarts` changes.
  public var frame: Quaternion { strapdown.attitude }

  /// `frame` at the time of a field sample, at most 20 ms from the last rate. It includes the field's delay: the
  /// setting plus the estimated correction.
  public func frame(at time: Instant) -> Quaternion {
    let (later, earlier) = (time.elapsed(since: watch.time), watch.time.elapsed(since: time))
    guard later < 1_000_000, earlier < 1_000_000 else { return strapdown.attitude }
    let delay = settings.fieldDelay &+ Int32(truncatingIfNeeded: appliedDelay) &- settings.rateDelay
    let ahead = Int32(bitPattern: later &- earlier) &- delay
    let limited = ahead > 20_000 ? 20_000 : ahead < -20_000 ? -20_000 : ahead
    // Half of 2^−20 rad/s · 10^−6 s in Q30: 512/10^6 is 33,554/2^26.
    func half(_ rate: Int32) -> Int32 {
      Int32(truncatingIfNeeded: Int64(halves: rate, limited &* 33_554) &>> 26)
    }
    let rate = strapdown.rate
    return strapdown.attitude * Quaternion(halfTurn: Vector3(x: half(rate.x), y: half(rate.y), z: half(rate.z)))
  }

  /// Whether the rotation is reliable: the gyroscope delivers changing samples.
  public func isFollowing(at time: Instant) -> Bool {
    blocks.word != 0 && !watch.isStuck && !watch.isDead(at: time)
  }

  /// Whether the instrument is at rest, by its rate and force.
  public var isAtRest: Bool { rest.isAtRest }

  /// Down in body axes, with the length 1,000,000; `nil` while the bias is not known to 0.2 °/s, because a wrong bias
  /// tilts it.
  @inline(never)
  public func down() -> Vector3? {
    guard bias.largestVariance < Constants.biasOfDown else { return nil }
    return (CompactNumber(1_000_000, exponent: 0) * (upright * strapdown.attitude).row(2)).whole(unit: 0)
  }
}
