// How the simulated instrument is turned and tilted over time.

import Foundation

/// Which way the instrument points, in degrees.
package struct Attitude: Equatable, Sendable {
  /// Clockwise from magnetic north, 0 to 360 excluded.
  package var headingDegrees: Double
  /// Nose up positive.
  package var pitchDegrees: Double
  /// Right side down positive.
  package var rollDegrees: Double

  package init(headingDegrees: Double, pitchDegrees: Double = 0, rollDegrees: Double = 0) {
    let turned = headingDegrees - 360 * (headingDegrees / 360).rounded(.down)
    // A tiny negative heading plus 360 rounds to 360 itself.
    self.headingDegrees = turned == 360 ? 0 : turned
    self.pitchDegrees = pitchDegrees
    self.rollDegrees = rollDegrees
  }
}

/// An oscillation about a mean value: mean + amplitude · sin(2π·(t + delay)/period).
package struct Oscillation: Equatable, Sendable {
  package var meanDegrees: Double
  package var amplitudeDegrees: Double
  /// Seconds that one full oscillation takes; positive.
  package var period: Double
  /// Seconds by which the oscillation runs ahead.
  package var delay: Double

  package init(meanDegrees: Double = 0, amplitudeDegrees: Double = 0, period: Double = 1, delay: Double = 0) {
    self.meanDegrees = meanDegrees
    self.amplitudeDegrees = amplitudeDegrees
    self.period = period
    self.delay = delay
  }

  /// An oscillation without amplitude: it always gives `degrees`.
  package static func constant(_ degrees: Double) -> Oscillation { Oscillation(meanDegrees: degrees) }

  func degrees(at seconds: Double) -> Double {
    amplitudeDegrees == 0
      ? meanDegrees : meanDegrees + amplitudeDegrees * sin(2 * Double.pi * (seconds + delay) / period)
  }
}

/// A turn at a constant rate, while roll and pitch oscillate. It depends on time only.
package struct AttitudePath: Equatable, Sendable {
  /// Heading at time 0.
  package var startDegrees: Double
  /// Degrees per second, clockwise positive.
  package var turnRate: Double
  /// Seconds after which the heading no longer changes. Infinity means that the turn never ends.
  package var turnEnd: Double
  package var pitch: Oscillation
  package var roll: Oscillation

  package init(
    startDegrees: Double = 0, turnRate: Double = 0, turnEnd: Double = .infinity,
    pitch: Oscillation = .constant(0), roll: Oscillation = .constant(0)
  ) {
    self.startDegrees = startDegrees
    self.turnRate = turnRate
    self.turnEnd = turnEnd
    self.pitch = pitch
    self.roll = roll
  }

  /// The heading never changes.
  package static func still(headingDegrees: Double) -> AttitudePath { AttitudePath(startDegrees: headingDegrees) }

  /// Turns `count` full circles clockwise, each in `seconds`, and then stands still; with `nil` it turns without end.
  package static func circles(_ count: Double? = nil, each seconds: Double, startDegrees: Double = 0) -> AttitudePath {
    AttitudePath(
      startDegrees: startDegrees, turnRate: 360 / seconds, turnEnd: count.map { $0 * seconds } ?? .infinity)
  }

  /// The attitude at the time `seconds`. Before time 0 it is the attitude at the start.
  package func attitude(at seconds: Double) -> Attitude {
    Attitude(
      headingDegrees: startDegrees + turnRate * min(max(seconds, 0), turnEnd),
      pitchDegrees: pitch.degrees(at: seconds), rollDegrees: roll.degrees(at: seconds))
  }
}
