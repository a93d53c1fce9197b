// What a device was told last, by anybody, and how it is told what differs.
import HostSession
import LinkProtocol
import Quantities

/// The settings of a device's heading service, sent only where they change.
///
/// Each counts as set before it is: whether a request whose answer was lost was carried out is not known, and undoing is
/// harmless.
struct SettingsInForce {
  private let session: DeviceSession
  private(set) var told: HeadingSettingsReport
  private(set) var hasPlace: Bool

  /// Asks the device.
  init(_ session: DeviceSession) throws(SessionError) {
    self.session = session
    told = try session.headingSettings()
    hasPlace = told.location.position != nil
  }

  /// After a restart, when the device has forgotten them.
  mutating func forget() { told = HeadingSettingsReport() }

  mutating func noteAPlace() { hasPlace = true }

  /// Display, axis, card and how level it is all kept.
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

  /// Filter and reference, likewise.
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

  /// Takes away what is of one stream: filter, smoothing, reference and place.
  mutating func endStream() throws(SessionError) {
    let plain = HeadingSettingsReport()
    try choose(plain.filter, plain.reference)
    try forgetPlace()
  }
}
