// Smooths headings on the circle and decides which are delivered, in Double (Protocols/heading/spec.md, section 11).

import Foundation
import Reference

/// A first-order low-pass for directions.
public struct ReferenceSmoother: Sendable {
  public let timeConstant: Double
  private var state: Double?
  private var last: UInt64?

  /// - Parameter seconds: the time constant; 0 switches smoothing off.
  public init(seconds: Double) { timeConstant = seconds }

  /// Adds one heading. `nil` means that none is valid: smoothing then starts anew, as it does when time runs backwards.
  /// - Returns: the smoothed heading, from 0 (included) to 360 (excluded).
  public mutating func add(_ degrees: Double?, microseconds: UInt64) -> Double? {
    defer { last = microseconds }
    guard let degrees else {
      state = nil
      return nil
    }
    guard let before = state, let last, microseconds >= last, timeConstant > 0 else {
      state = degrees
      return degrees
    }
    let gain = -expm1(-Double(microseconds - last) / 1e6 / timeConstant)
    let after = before + gain * ReferenceAngle.shortestDifferenceDegrees(from: before, to: degrees)
    let turned = after - 360 * (after / 360).rounded(.down)
    state = turned == 360 ? 0 : turned
    return state
  }
}

/// One assessment, as the event filter sees it.
public struct ReferenceTelling: Equatable, Sendable {
  public var microseconds: UInt64
  /// 2^−32 turn; `nil` without a usable heading.
  public var heading: UInt32?
  /// Which headings are valid, the grade with the disturbance, and the reference with mode and orientation, in any
  /// comparable form.
  public var validity: String
  public var quality: String
  public var source: String

  public init(microseconds: UInt64, heading: UInt32?, validity: String, quality: String, source: String) {
    self.microseconds = microseconds
    self.heading = heading
    self.validity = validity
    self.quality = quality
    self.source = source
  }
}

/// Decides which assessments are delivered.
public struct ReferenceEventFilter: Sendable {
  /// 2^−32 turn.
  public let minimumChange: UInt32
  /// Microseconds; 0 for none.
  public let heartbeat: UInt32
  private var told: ReferenceTelling?

  public init(minimumChange: UInt32, heartbeat: UInt32) {
    (self.minimumChange, self.heartbeat) = (minimumChange, heartbeat)
  }

  /// The reasons to deliver an assessment, in the order of the bits; if there are none, it is not delivered.
  public mutating func events(for now: ReferenceTelling) -> [String] {
    guard let told else {
      self.told = now
      return ["first"]
    }
    var events: [String] = []
    var hasMoved = minimumChange == 0
    if let heading = now.heading, let before = told.heading {
      let way = ReferenceAngle.shortestDifferenceDegrees(
        from: ReferenceAngle.degrees(binary: before), to: ReferenceAngle.degrees(binary: heading))
      // Differences of 32-bit angles are exact in Double.
      hasMoved = hasMoved || abs(way) >= ReferenceAngle.degrees(binary: minimumChange)
    }
    if hasMoved { events.append("moved") }
    if now.validity != told.validity { events.append("validity") }
    if now.quality != told.quality { events.append("grade") }
    if now.source != told.source { events.append("source") }
    if heartbeat > 0, now.microseconds - told.microseconds >= heartbeat { events.append("heartbeat") }
    if !events.isEmpty { self.told = now }
    return events
  }
}
