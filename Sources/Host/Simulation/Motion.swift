// What is done with the simulated instrument, one thing at a time: turned level, tumbled, or held in a pose.

import Foundation

extension AttitudePath {
  /// Tumbled through all attitudes: rolled over again and again while the nose goes up and down and round.
  ///
  /// Somebody who waves an instrument in figures of eight does no more. In half a minute the down axis of the world
  /// has been in nine of ten directions of the instrument, 22.5° apart.
  public static func tumbling() -> AttitudePath {
    AttitudePath(
      turnRate: 360 / 11, pitch: Oscillation(amplitudeDegrees: 88, period: 23),
      roll: Oscillation(amplitudeDegrees: 180, period: 5.3))
  }

  /// Held still.
  public static func held(_ attitude: Attitude) -> AttitudePath {
    AttitudePath(
      startDegrees: attitude.headingDegrees, pitch: .constant(attitude.pitchDegrees),
      roll: .constant(attitude.rollDegrees))
  }
}

/// A path that can be exchanged while others follow it. Safe to use from any thread.
public final class PathSwitch: @unchecked Sendable {
  private let lock = NSLock()
  private var current: AttitudePath

  public init(_ path: AttitudePath) { current = path }

  /// The attitude over time that the motion means.
  public var path: AttitudePath {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }
}
