// The last known settings of a device, and the requests for those that must change.
import Heading
import HostSession
import LinkProtocol
import Quantities

/// The settings of a device's heading service. They are sent only if they change.
///
/// Each setting is recorded before it is sent. If an answer is lost, it is unknown whether the device carried out the
/// request; restoring the old value is harmless.
struct SettingsInForce {
  private let session: DeviceSession
  private(set) var told: HeadingSettingsReport
  private(set) var hasPlace: Bool

  /// Requests the settings from the device.
  init(_ session: DeviceSession) throws(SessionError) {
    self.session = session
    told = try session.headingSettings()
    hasPlace = told.location.position != nil
  }

  /// Forgets the settings after a restart, when the device has lost them.
  mutating func forget() { told = HeadingSettingsReport() }

  mutating func setHasPlace() { hasPlace = true }

  /// Sets display, axis, card and levelness where they differ from `wanted`.
  mutating func turn(to wanted: HeadingSettingsReport) throws(SessionError) {
    if told.orientation != wanted.orientation {
      told.orientation = wanted.orientation
      try session.setOrientation(wanted.orientation)
    }
    if told.card != wanted.card {
      told.card = wanted.card
      try session.setDeviation(wanted.card)
    }
    if told.levelTolerance != wanted.levelTolerance {
      told.levelTolerance = wanted.levelTolerance
      try session.setLevelTolerance(tenths: wanted.levelTolerance)
    }
  }

  /// Sets filter and reference in the same way.
  mutating func choose(_ filter: SetFilter, _ reference: ReferenceChoice) throws(SessionError) {
    if told.filter != filter {
      told.filter = filter
      try session.setFilter(filter)
    }
    if told.reference != reference {
      told.reference = reference
      try session.setReference(reference)
    }
  }

  mutating func forgetPlace() throws(SessionError) {
    guard hasPlace else { return }
    try session.setLocation(nil)
    hasPlace = false
  }

  /// Removes the settings that belong to one stream: filter, smoothing, reference and place.
  mutating func endStream() throws(SessionError) {
    let plain = HeadingSettingsReport()
    try choose(plain.filter, plain.reference)
    try forgetPlace()
  }
}
