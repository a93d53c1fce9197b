// The settings of a device's heading service, and whether it can give a heading at all.

import Heading
import LinkProtocol
import Quantities
import SerialLink

extension DeviceSession {
  /// Tells the device its position; `nil` deletes it.
  package func setLocation(_ position: Position?) throws(SessionError) {
    if let position { tellPlace(position) }
    _ = try request(.setLocation) { frame in SetLocation(position: position).append(to: &frame) }
  }

  /// Tells the device the date; `nil` deletes it. `isExtrapolating` is sent with it.
  package func setDate(_ date: CalendarDay?) throws(SessionError) {
    toldDate = date
    if let toldPosition { willPlace?(toldPosition, date) }
    _ = try request(.setDate) { frame in SetDate(date: date, isExtrapolating: isExtrapolating).append(to: &frame) }
  }

  /// Chooses the north to which headings refer.
  package func setReference(_ choice: ReferenceChoice) throws(SessionError) {
    _ = try request(.setReference) { frame in frame.append(choice.rawValue) }
  }

  /// Sets smoothing, event filter, heartbeat and patience.
  package func setFilter(_ filter: SetFilter) throws(SessionError) {
    _ = try request(.setFilter) { frame in filter.append(to: &frame) }
  }

  /// Sets how the display is held and which axis the heading refers to.
  package func setOrientation(_ orientation: SetOrientation) throws(SessionError) {
    _ = try request(.setOrientation) { frame in orientation.append(to: &frame) }
  }

  /// Sets the deviation card.
  package func setDeviation(_ card: DeviationCard) throws(SessionError) {
    _ = try request(.setDeviation) { frame in card.append(to: &frame) }
  }

  /// Sets the tilt up to which the instrument counts as level.
  /// - Parameter tenths: 1/10 degree, 1 to 150.
  package func setLevelTolerance(tenths: UInt8) throws(SessionError) {
    _ = try request(.setLevelTolerance) { frame in frame.append(tenths) }
  }

  /// The settings of the heading service.
  package func headingSettings() throws(SessionError) -> HeadingSettingsReport {
    try request(.getHeadingSettings, expecting: HeadingSettingsReport.self)
  }

  /// Sets everything that the readings of another device depend on, besides its calibration and its mounting, as it is
  /// there. The other device keeps its settings.
  package func takeSettings(of other: DeviceSession) throws(SessionError) {
    let settings: HeadingSettingsReport
    do throws(SessionError) { settings = try other.headingSettings() } catch {
      // Firmware without a heading service has no such settings.
      guard case .refused = error else { throw error }
      return
    }
    try setLocation(settings.location.position)
    _ = try request(.setDate) { frame in settings.date.append(to: &frame) }
    try setReference(settings.reference)
    try setOrientation(settings.orientation)
    try setFilter(settings.filter)
    try setDeviation(settings.card)
    try setLevelTolerance(tenths: settings.levelTolerance)
    // Both evaluate the world model in small steps.
    for one in [other, self] { _ = try one.settledLocalField() }
  }

  /// Uses the mean of the next `samples` as the zero point of the meter; 0 deletes the zero point.
  package func setZeroPoint(samples: UInt16) throws(SessionError) {
    _ = try request(.setZeroPoint) { frame in frame.append(samples) }
  }

  /// The Earth's field at the device's place.
  package func localField() throws(SessionError) -> LocalField {
    try request(.getLocalField, expecting: LocalField.self)
  }

  /// Waits until the device has evaluated its world model, which it does in small steps, and returns the local field.
  /// - Parameter patience: seconds for a real board.
  package func settledLocalField(patience: Double = 2) throws(SessionError) -> LocalField {
    let deadline = stream.deadline(seconds: patience)
    var field = try localField()
    while field.state == .computing, !deadline.hasPassed { field = try localField() }
    return field
  }
}

/// Whether a device can give a heading. Programs ask before they start anything.
package enum HeadingAvailability: Equatable, Sendable {
  case available
  /// The magnetometer is starting, or failed and is starting again: continue to ask.
  case notYet
  /// The board has no magnetometer: continue without heading.
  case never
}

extension Hello {
  /// Whether the device can give a heading: now, not yet, or never.
  package var headingAvailability: HeadingAvailability {
    if !capabilities.contains(.magnetometer) { return .never }
    return sensorState == .ready ? .available : .notYet
  }
}

/// Whether a problem with headings is permanent.
package enum HeadingTrouble: Equatable, Sendable {
  /// There will be no heading: stop asking.
  case fatal
  /// The heading could not be determined this time: keep going.
  case transient
}

extension Reading {
  /// Whether a missing or invalid heading may come back; `nil` for a valid one.
  ///
  /// It may come back whenever the instrument can turn, move or wait. Fatal is only a pointing axis through the display
  /// of an instrument without an accelerometer: it is taken to be level, so that this axis is always vertical.
  package var trouble: HeadingTrouble? {
    if mode != .unavailable { return assessment.magnetic == nil ? .transient : nil }
    let hasAccelerometer =
      flags.contains(.specificForce) || assessment.doubts.contains(.forceFault)
      || assessment.doubts.contains(.forceOutdated)
    return reason == .pointsVertically && !hasAccelerometer ? .fatal : .transient
  }

  /// Why there is no heading: the code in `ReasonTable.unavailable`. In free fall any axis may seem vertical.
  package var mainReasonCode: UInt8 {
    reason == .pointsVertically && assessment.doubts.contains(.freeFall)
      ? UnavailableReason.noSpecificForce.rawValue : reasonCode
  }
}

extension SessionError {
  /// It is fatal if the link is denied or absent, or speaks another language. A silent or lost line may come back.
  package var trouble: HeadingTrouble {
    switch self {
    case .link(let error): error.exitStatus == 5 ? .fatal : .transient
    case .noAnswer, .protocolMismatch, .malformed, .unusableReadings: .fatal
    case .refused, .silent, .noReadings, .restarted, .restartedWhileComputing: .transient
    }
  }
}
