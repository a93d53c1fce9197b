// A device set up as the command line asks, and put back afterwards.
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface

/// What a stream changes about a device; each change is undone at its end.
///
/// A stream begins with the settings of after boot, whatever a former host left that was killed: filter, smoothing,
/// reference, place, orientation, axis and level are of one host and one stream. Mounting and deviation card are the
/// instrument's, and stay unless others are given; then the former come back.
final class DeviceArrangement {
  private let options: HeadingOptions
  private let session: DeviceSession
  private var mountingBefore: AxisRemap?
  private var cardBefore = DeviationCard.none
  /// `nil` for firmware without a heading service.
  private var settings: SettingsInForce?
  /// The device's world model at its place, as far as it has one by now.
  private(set) var localField: GeomagneticField?
  /// How level a world is that is known to be level, 1/10 degree; `nil` for one that is not known.
  var knownLevel: UInt8?

  init(_ options: HeadingOptions, on session: DeviceSession) {
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
      settings = try SettingsInForce(session)
    } catch {
      guard case .refused = error, !asksForSettings else { throw error }
      return
    }
    cardBefore = settings?.told.card ?? .none
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
    switch instrument.pointer {
    case .axis(let axis): wanted.orientation.pointer = axis
    case .mostLevel: wanted.orientation.pointer = nil
    case nil: break
    }
    switch instrument.display {
    case .held(let display): wanted.orientation.display = display
    case .automatic:
      wanted.orientation.display = nil
      wanted.orientation.isFlatPortrait = instrument.isFlatPortrait
    case nil: break
    }
    wanted.card = instrument.card ?? settings?.told.card ?? .none
    if let levelTolerance { wanted.levelTolerance = levelTolerance }
    try settings?.turn(to: wanted)
  }

  /// Filter, reference and place.
  /// - Returns: what the user should know of the place, or nothing.
  /// - Throws: `CommandError` where the world model does not hold.
  func tune(_ feed: LocationFeed?) throws -> String? {
    guard settings != nil else { return nil }
    try settings?.choose(options.filter ?? SetFilter(), options.isTrue ? .trueNorth : .best)
    guard let feed else {
      try settings?.forgetPlace()
      return nil
    }
    try tell(feed)
    let field = try session.settledLocalField()
    let day = modelDay(feed.place?.date ?? Place.today)
    if field.state == .refused {
      throw CommandError(.usage, day.refusal(field.error, isExtrapolating: session.isExtrapolating))
    }
    if field.state == .known { localField = field.field }
    return day.remark(isExtrapolating: session.isExtrapolating)
  }

  /// Hands on what a source has told by now.
  /// - Returns: what the user should know of what the device makes of another day, or of the first place.
  func follow(_ feed: LocationFeed) throws(SessionError) -> String? {
    guard let date = try feed.poll(session) else { return nil }
    let field = try session.settledLocalField()
    if field.state == .known { localField = field.field }
    return modelDay(date).words(field, session)
  }

  private func modelDay(_ date: CalendarDay) -> ModelDay { ModelDay(date: date, source: options.locationText) }

  private func tell(_ feed: LocationFeed) throws(SessionError) {
    session.isExtrapolating = options.isExtrapolating
    // A receiver that has none yet: until then there is none, and not a former host's.
    if feed.place == nil { try settings?.forgetPlace() }
    settings?.noteAPlace()
    try feed.poll(session, isAnew: true)
  }

  /// After a restart: everything that the device has forgotten but the mounting, which stands with the record.
  func restore(_ feed: LocationFeed?) throws(SessionError) {
    guard settings != nil else { return }
    settings?.forget()
    try hold()
    try settings?.choose(options.filter ?? SetFilter(), options.isTrue ? .trueNorth : .best)
    if let feed { try tell(feed) }
  }

  /// Puts the device back, however much of it was done.
  func undo() throws(SessionError) {
    try settings?.clear(card: cardBefore)
    if let mountingBefore { try session.setMounting(mountingBefore) }
  }
}
