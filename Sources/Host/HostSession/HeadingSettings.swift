// The settings of a device's heading service, and whether it can give a heading at all.

import LinkProtocol
import Quantities
import SerialLink

extension DeviceSession {
  /// Tells the device where it is; `nil` lets it forget.
  public func setLocation(_ position: Position?) throws(SessionError) {
    _ = try request(.setLocation) { frame in SetLocation(position: position).append(to: &frame) }
  }

  /// Tells the device which day it is; `nil` lets it forget. `isExtrapolating` goes with it.
  public func setDate(_ date: CalendarDay?) throws(SessionError) {
    _ = try request(.setDate) { frame in SetDate(date: date, isExtrapolating: isExtrapolating).append(to: &frame) }
  }

  /// Chooses the north that headings are told against.
  public func setReference(_ choice: ReferenceChoice) throws(SessionError) {
    _ = try request(.setReference) { frame in frame.append(choice.rawValue) }
  }

  /// Sets smoothing, event filter, heartbeat and patience.
  public func setFilter(_ filter: SetFilter) throws(SessionError) {
    _ = try request(.setFilter) { frame in filter.append(to: &frame) }
  }

  /// Says how the display is held and which axis points.
  public func setOrientation(_ orientation: SetOrientation) throws(SessionError) {
    _ = try request(.setOrientation) { frame in orientation.append(to: &frame) }
  }

  /// Sets the deviation card.
  public func setDeviation(_ card: DeviationCard) throws(SessionError) {
    _ = try request(.setDeviation) { frame in card.append(to: &frame) }
  }

  /// - Parameter tenths: 1/10 degree, 1 to 150.
  public func setLevelTolerance(tenths: UInt8) throws(SessionError) {
    _ = try request(.setLevelTolerance) { frame in frame.append(tenths) }
  }

  /// The settings of the heading service.
  public func headingSettings() throws(SessionError) -> HeadingSettingsReport {
    try request(.getHeadingSettings, expecting: HeadingSettingsReport.self)
  }

  /// Takes the mean of the next `samples` as the zero point of the meter; 0 forgets it.
  public func setZeroPoint(samples: UInt16) throws(SessionError) {
    _ = try request(.setZeroPoint) { frame in frame.append(samples) }
  }

  /// The Earth's field at the device's place.
  public func localField() throws(SessionError) -> LocalField {
    try request(.getLocalField, expecting: LocalField.self)
  }

  /// `localField`, as soon as the device has evaluated its world model: it does so in slices.
  public func settledLocalField(patience: Double = 2) throws(SessionError) -> LocalField {
    let deadline = Deadline.after(seconds: patience)
    var field = try localField()
    while field.state == .computing, !deadline.hasPassed { field = try localField() }
    return field
  }
}

/// Whether a device can give a heading: asked before anything is started.
public enum HeadingAvailability: Equatable, Sendable {
  case available
  /// The magnetometer is being started, or is out of order and being started again: keep going.
  case notYet
  /// The board has no magnetometer: go on without heading.
  case never
}

extension Hello {
  /// Whether the device can give a heading: now, not yet, or never.
  public var headingAvailability: HeadingAvailability {
    if !capabilities.contains(.magnetometer) { return .never }
    return sensorState == .ready ? .available : .notYet
  }
}

/// The two classes of trouble with headings.
public enum HeadingTrouble: Equatable, Sendable {
  /// There will be no heading: stop asking.
  case fatal
  /// The heading could not be determined this time: keep going.
  case transient
}

extension UnavailableReason {
  /// A device goes on trying; only an axis without a heading stays without one until another one is to point.
  public var trouble: HeadingTrouble? {
    switch self {
    case .none: nil
    case .pointsVertically: .fatal
    default: .transient
    }
  }
}

extension SessionError {
  /// Denied, absent or of another language is fatal; a line that is silent or was lost may come back.
  public var trouble: HeadingTrouble {
    switch self {
    case .link(let error): error.exitStatus == 5 ? .fatal : .transient
    case .noAnswer, .protocolMismatch, .olderFirmware, .malformed, .unusableReadings: .fatal
    case .refused, .silent, .noReadings, .restarted, .restartedWhileComputing: .transient
    }
  }
}
