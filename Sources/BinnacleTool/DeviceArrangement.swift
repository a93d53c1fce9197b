// A device set up as the command line asks, and put back afterwards.
import HostSession
import Quantities
import Terminal
import Wire

/// What a stream changes about a device; each change is undone at its end.
///
/// A stream begins with the settings of after boot, whatever a former host left that was killed: filter, smoothing,
/// reference, place, orientation, axis and level are of one host and one stream. Mounting and deviation card are the
/// instrument's, and stay unless others are given; then the former come back.
final class DeviceArrangement {
  private let options: HeadingOptions
  private let session: HostSession
  private var mountingBefore: AxisRemap?
  private var cardBefore = DeviationCard.none
  /// What the device was told last, by anybody; `nil` for firmware without a heading service.
  private var settings: HeadingSettingsReport?
  private var hasPlace = false
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
    do throws(SessionError) {
      settings = try session.headingSettings()
    } catch {
      guard case .refused = error, !asksForSettings else { throw error }
      return
    }
    cardBefore = settings?.card ?? .none
    hasPlace = settings?.location.position != nil
    try hold()
  }

  private var asksForSettings: Bool {
    let instrument = options.instrument
    return options.isTuned || instrument.display != nil || instrument.pointer != nil || instrument.card != nil
      || levelTolerance != nil
  }

  /// What the device is told, 1/10 degree: the user's word before what is known.
  var levelTolerance: UInt8? { options.instrument.levelTolerance ?? knownLevel }

  /// Display, axis, card and how level it is all kept.
  private func hold() throws(SessionError) {
    let instrument = options.instrument
    var wanted = HeadingSettingsReport()
    if let pointer = instrument.pointer { wanted.orientation.pointer = pointer }
    switch instrument.display {
    case .held(let display): wanted.orientation.display = display
    case .automatic: wanted.orientation.display = nil
    case nil: break
    }
    wanted.card = instrument.card ?? settings?.card ?? .none
    if let levelTolerance { wanted.levelTolerance = levelTolerance }
    try turn(to: wanted)
  }

  /// Sets what differs. It counts as set before it is: whether a request whose answer was lost was carried out is not
  /// known, and undoing is harmless.
  private func turn(to wanted: HeadingSettingsReport) throws(SessionError) {
    if settings?.orientation != wanted.orientation {
      settings?.orientation = wanted.orientation
      try session.setOrientation(wanted.orientation)
    }
    if settings?.card != wanted.card {
      settings?.card = wanted.card
      try session.setDeviation(wanted.card)
    }
    if settings?.levelTolerance != wanted.levelTolerance {
      settings?.levelTolerance = wanted.levelTolerance
      try session.setLevelTolerance(tenths: wanted.levelTolerance)
    }
  }

  /// Filter and reference, likewise.
  private func choose(_ filter: SetFilter, _ reference: ReferenceChoice) throws(SessionError) {
    if settings?.filter != filter {
      settings?.filter = filter
      try session.setFilter(filter)
    }
    if settings?.reference != reference {
      settings?.reference = reference
      try session.setReference(reference)
    }
  }

  private func forgetPlace() throws(SessionError) {
    guard hasPlace else { return }
    try session.setLocation(nil)
    hasPlace = false
  }

  /// Filter, reference and place.
  /// - Returns: what the user should know of the place, or nothing.
  /// - Throws: `CommandError` where the world model does not hold.
  func tune(_ feed: LocationFeed?) throws -> String? {
    guard settings != nil else { return nil }
    try choose(options.filter ?? SetFilter(), options.isTrue ? .trueNorth : .best)
    guard let feed else {
      try forgetPlace()
      return nil
    }
    try tell(feed)
    let field = try session.settledLocalField()
    let day = ModelDay(date: feed.place?.date ?? Place.today, source: options.locationText)
    if field.state == .refused {
      throw CommandError(.usage, day.refusal(field.error, isExtrapolating: session.isExtrapolating))
    }
    return day.remark(isExtrapolating: session.isExtrapolating)
  }

  private func tell(_ feed: LocationFeed) throws(SessionError) {
    session.isExtrapolating = options.isExtrapolating
    // A receiver that has none yet: until then there is none, and not a former host's.
    if feed.place == nil { try forgetPlace() }
    hasPlace = true
    try feed.poll(session, isAnew: true)
  }

  /// After a restart: everything that the device has forgotten but the mounting, which stands with the record.
  func restore(_ feed: LocationFeed?) throws(SessionError) {
    guard settings != nil else { return }
    settings = HeadingSettingsReport()
    try hold()
    try choose(options.filter ?? SetFilter(), options.isTrue ? .trueNorth : .best)
    if let feed { try tell(feed) }
  }

  /// Puts the device back, however much of it was done.
  func undo() throws(SessionError) {
    if settings != nil {
      var plain = HeadingSettingsReport()
      plain.card = cardBefore
      try choose(plain.filter, plain.reference)
      try forgetPlace()
      try turn(to: plain)
    }
    if let mountingBefore { try session.setMounting(mountingBefore) }
  }
}
