// How the simulated instrument is turned and tilted over time.

import Foundation

/// Which way the instrument points, in degrees.
public struct Attitude: Equatable, Sendable {
  /// Clockwise from magnetic north, 0 to 360 excluded.
  public var headingDegrees: Double
  /// Nose up positive.
  public var pitchDegrees: Double
  /// Right side down positive.
  public var rollDegrees: Double

  public init(headingDegrees: Double, pitchDegrees: Double = 0, rollDegrees: Double = 0) {
    let turned = headingDegrees - 360 * (headingDegrees / 360).rounded(.down)
    // A tiny negative heading plus 360 rounds to 360 itself.
    self.headingDegrees = turned == 360 ? 0 : turned
    self.pitchDegrees = pitchDegrees
    self.rollDegrees = rollDegrees
  }
}

/// A swing about a mean: mean + amplitude · sin(2π·(t + delay)/period).
public struct Oscillation: Equatable, Sendable {
  public var meanDegrees: Double
  public var amplitudeDegrees: Double
  /// Seconds a full swing takes; positive.
  public var period: Double
  /// Seconds by which the swing runs ahead.
  public var delay: Double

  public init(meanDegrees: Double = 0, amplitudeDegrees: Double = 0, period: Double = 1, delay: Double = 0) {
    self.meanDegrees = meanDegrees
    self.amplitudeDegrees = amplitudeDegrees
    self.period = period
    self.delay = delay
  }

  /// Always `degrees`.
  public static func constant(_ degrees: Double) -> Oscillation { Oscillation(meanDegrees: degrees) }

  func degrees(at seconds: Double) -> Double {
    amplitudeDegrees == 0
      ? meanDegrees : meanDegrees + amplitudeDegrees * sin(2 * Double.pi * (seconds + delay) / period)
  }
}

/// A turn at constant rate, with roll and pitch swinging. A function of time only.
public struct AttitudePath: Equatable, Sendable {
  /// Heading at time 0.
  public var startDegrees: Double
  /// Degrees per second, clockwise positive.
  public var turnRate: Double
  /// Seconds after which the heading stays where it is; infinite for a turn without end.
  public var turnEnd: Double
  public var pitch: Oscillation
  public var roll: Oscillation

  public init(
    startDegrees: Double = 0, turnRate: Double = 0, turnEnd: Double = .infinity,
    pitch: Oscillation = .constant(0), roll: Oscillation = .constant(0)
  ) {
    self.startDegrees = startDegrees
    self.turnRate = turnRate
    self.turnEnd = turnEnd
    self.pitch = pitch
    self.roll = roll
  }

  /// Keeps its heading.
  public static func still(headingDegrees: Double) -> AttitudePath { AttitudePath(startDegrees: headingDegrees) }

  /// `count` full circles clockwise, each in `seconds`, then still; `nil` turns without end.
  public static func circles(_ count: Double? = nil, each seconds: Double, startDegrees: Double = 0) -> AttitudePath {
    AttitudePath(
      startDegrees: startDegrees, turnRate: 360 / seconds, turnEnd: count.map { $0 * seconds } ?? .infinity)
  }

  /// Where the instrument points at `seconds`; before 0 it is where it starts.
  public func attitude(at seconds: Double) -> Attitude {
    Attitude(
      headingDegrees: startDegrees + turnRate * min(max(seconds, 0), turnEnd),
      pitchDegrees: pitch.degrees(at: seconds), rollDegrees: roll.degrees(at: seconds))
  }
}
