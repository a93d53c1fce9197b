// The simple motions of the simulated instrument: turned level, tumbled, or held in a pose.

import Foundation

extension AttitudePath {
  /// The instrument goes through all attitudes: it rolls over again and again while the nose moves up, down and around.
  ///
  /// A person who moves an instrument in figures of eight covers no more attitudes. In half a minute the world's down
  /// axis passes through nine of ten directions of the instrument; directions count as different when they are 22.5°
  /// apart.
  package static func tumbling() -> AttitudePath {
    AttitudePath(
      turnRate: 360 / 11, pitch: Oscillation(amplitudeDegrees: 88, period: 23),
      roll: Oscillation(amplitudeDegrees: 180, period: 5.3))
  }

  /// The same, while a small boat's hull rolls by 15° in 5.3 s and pitches by 7° in 3.7 s.
  package var inWaves: AttitudePath {
    var path = self
    path.roll = Oscillation(amplitudeDegrees: 15, period: 5.3)
    path.pitch = Oscillation(amplitudeDegrees: 7, period: 3.7)
    return path
  }

  /// The same, about another attitude. A pitch beyond ±90° is the same attitude with the nose on the other side and
  /// turned over: 100° up is 80° up, after half a turn and half a roll.
  package func held(pitchDegrees: Double, rollDegrees: Double) -> AttitudePath {
    var path = self
    let isPast = abs(pitchDegrees) > 90
    path.pitch.meanDegrees += isPast ? (pitchDegrees < 0 ? -180 : 180) - pitchDegrees : pitchDegrees
    path.roll.meanDegrees += isPast ? rollDegrees + 180 : rollDegrees
    path.startDegrees += isPast ? 180 : 0
    return path
  }

  /// The attitude never changes.
  package static func held(_ attitude: Attitude) -> AttitudePath {
    AttitudePath(
      startDegrees: attitude.headingDegrees, pitch: .constant(attitude.pitchDegrees),
      roll: .constant(attitude.rollDegrees))
  }
}

/// A path that one thread can replace while others follow it. Safe to use from any thread.
package final class PathSwitch: @unchecked Sendable {
  private let lock = NSLock()
  private var current: AttitudePath
  private var errors = AccelerometerErrors.none

  package init(_ path: AttitudePath) { current = path }

  /// The path in force.
  package var path: AttitudePath {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }

  /// The errors of an accelerometer whose chip is emulated and exact.
  package var accelerometer: AccelerometerErrors {
    get { lock.withLock { errors } }
    set { lock.withLock { errors = newValue } }
  }
}
