// The question "should the calibration be shown?": asked with a reason, rarely, and answered for as long as one likes.
//
// Core Location asks its application the same before heading events begin and when the compass needs it; nothing is
// shown, and nothing starts, because the device asked (Protocols/calibration/spec.md, section 7).

import Quantities

/// Who asked how often, and what was answered.
public struct CalibrationPrompter: Equatable, Sendable {
  /// Least seconds between two questions.
  public private(set) var intervalSeconds: UInt16 = 600
  /// Questions since boot.
  public private(set) var count: UInt16 = 0
  /// Nobody wants to be asked, until the next hello or until told otherwise.
  public private(set) var isSuppressedForSession = false
  public private(set) var isSuppressedForDevice = false
  private var lastAsked: Instant?

  /// The shortest interval that may be set, in seconds.
  public static var shortestInterval: UInt16 { 10 }

  public init() {}

  /// Whether to ask now. When it says yes, the question counts as asked.
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

  /// Asks no more, or asks again, until the next hello.
  public mutating func suppressForSession(_ isSuppressed: Bool) { isSuppressedForSession = isSuppressed }
  /// Asks no more, or asks again, until the device restarts.
  public mutating func suppressForDevice(_ isSuppressed: Bool) { isSuppressedForDevice = isSuppressed }

  /// A new session begins: what held for the last one is over. The interval still runs.
  public mutating func beginSession() { isSuppressedForSession = false }
}

extension CalibrationReason {
  /// Why a device asks that has a calibration of this grade, 0 for none; `nil` when it is good enough.
  public static func toAsk(grade: UInt8, isCalibrated: Bool) -> CalibrationReason? {
    if !isCalibrated { return CalibrationReason(.uncalibrated, 0, 1) }
    let leastGrade: UInt8 = 2
    return grade < leastGrade
      ? CalibrationReason(.poorGrade, Int32(truncatingIfNeeded: grade), Int32(truncatingIfNeeded: leastGrade)) : nil
  }
}
