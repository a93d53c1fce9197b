// A device set up as the command line asks, and put back afterwards.
import HostSession
import Quantities
import Terminal
import Wire

/// What a stream changes about a device; each change is undone at its end.
final class DeviceArrangement {
  private let options: HeadingOptions
  private let session: HostSession
  private var mountingBefore: AxisRemap?
  private var settingsBefore: HeadingSettingsReport?
  /// How level a world is that is known to be level, 1/10 degree; `nil` for one that is not known.
  var knownLevel: UInt8?

  init(_ options: HeadingOptions, on session: HostSession) {
    self.options = options
    self.session = session
  }

  /// How the instrument sits and is held: before anybody asks the device what it computes with.
  func mount() throws(SessionError) {
    if let mounting = options.instrument.mounting {
      mountingBefore = try session.mounting()
      try session.setMounting(mounting)
    }
    guard asksForSettings else { return }
    settingsBefore = try session.headingSettings()
    try hold()
  }

  private var asksForSettings: Bool {
    let instrument = options.instrument
    return instrument.display != nil || instrument.pointer != nil || instrument.card != nil || levelTolerance != nil
  }

  /// What the device is told, 1/10 degree: the user's word before what is known.
  var levelTolerance: UInt8? { options.instrument.levelTolerance ?? knownLevel }

  /// Display, axis, card and how level it is all kept.
  private func hold() throws(SessionError) {
    let instrument = options.instrument
    if instrument.display != nil || instrument.pointer != nil {
      var orientation = settingsBefore?.orientation ?? SetOrientation()
      if let pointer = instrument.pointer { orientation.pointer = pointer }
      switch instrument.display {
      case .held(let display): orientation.display = display
      case .automatic: orientation.display = nil
      case nil: break
      }
      try session.setOrientation(orientation)
    }
    if let card = instrument.card { try session.setDeviation(card) }
    if let levelTolerance { try session.setLevelTolerance(tenths: levelTolerance) }
  }

  /// Filter, reference and place.
  func tune(_ feed: LocationFeed?) throws {
    guard options.isTuned else { return }
    try session.setFilter(options.filter ?? SetFilter())
    try session.setReference(options.isTrue ? .trueNorth : .best)
    guard let feed else { return }
    try feed.poll(session, isAnew: true)
    let field = try session.settledLocalField()
    guard field.state == .refused else { return }
    throw CommandError(.usage, "The world model does not hold there and then: \(HeadingOptions.words(field.error)).")
  }

  /// After a restart: everything that the device has forgotten but the mounting, which stands with the record.
  func restore(_ feed: LocationFeed?) throws(SessionError) {
    if asksForSettings { try hold() }
    if let filter = options.filter { try session.setFilter(filter) }
    if options.isTrue { try session.setReference(.trueNorth) }
    try feed?.poll(session, isAnew: true)
  }

  /// Puts the device back.
  func undo() throws(SessionError) {
    if options.isTuned {
      try session.setFilter(SetFilter())
      try session.setReference(.best)
      if options.location != nil { try session.setLocation(nil) }
    }
    if let settingsBefore {
      try session.setOrientation(settingsBefore.orientation)
      try session.setDeviation(settingsBefore.card)
      if levelTolerance != nil { try session.setLevelTolerance(tenths: settingsBefore.levelTolerance) }
    }
    if let mountingBefore { try session.setMounting(mountingBefore) }
  }
}
