// The question "should the calibration be shown?": asked rarely and with a reason; an answer can hold for a session or
// until a restart.
//
// Core Location asks its application the same question before heading events begin and when the compass needs
// calibration. The question alone shows nothing and starts nothing (Protocols/calibration/spec.md, section 7).

import Quantities

/// How often the device asked, and how the host answered.
public struct CalibrationPrompter: Equatable, Sendable {
  /// Shortest time between two questions, in seconds.
  public private(set) var intervalSeconds: UInt16 = 600
  /// Questions since boot.
  public private(set) var count: UInt16 = 0
  /// Whether the host does not want to be asked until the next hello, or until it changes this setting.
  public private(set) var isSuppressedForSession = false
  public private(set) var isSuppressedForDevice = false
  private var lastAsked: Instant?

  /// The shortest interval that may be set, in seconds.
  public static var shortestInterval: UInt16 { 10 }

  public init() {}

  /// Whether to ask now. When this returns true, the question counts as asked.
  public mutating func ask(at now: Instant) -> Bool {
    guard !isSuppressedForSession, !isSuppressedForDevice else { return false }
    if let lastAsked, now.elapsed(since: lastAsked) < UInt32(intervalSeconds) &* 1_000_000 { return false }
    lastAsked = now
    count &+= 1
    return true
  }

  /// Sets the seconds between two questions.
  public mutating func setInterval(seconds: UInt16) {
    intervalSeconds = seconds < Self.shortestInterval ? Self.shortestInterval : seconds
  }

  /// Stops asking, or asks again, until the next hello.
  public mutating func suppressForSession(_ isSuppressed: Bool) { isSuppressedForSession = isSuppressed }
  /// Stops asking, or asks again, until the device restarts.
  public mutating func suppressForDevice(_ isSuppressed: Bool) { isSuppressedForDevice = isSuppressed }

  /// Begins a new session, which ends the settings of the last one. The time since the last question continues.
  public mutating func beginSession() { isSuppressedForSession = false }
}

extension CalibrationReason {
  /// Why a device with a calibration of this grade (0: none) asks; `nil` if the grade is good enough.
  public static func toAsk(grade: UInt8, isCalibrated: Bool) -> CalibrationReason? {
    if !isCalibrated { return CalibrationReason(.uncalibrated, 0, 1) }
    let leastGrade: UInt8 = 2
    return grade < leastGrade
      ? CalibrationReason(.poorGrade, Int32(truncatingIfNeeded: grade), Int32(truncatingIfNeeded: leastGrade)) : nil
  }
}
