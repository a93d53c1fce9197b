// A device set up as the command line of a stream asks.
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface

/// What a stream changes about a device.
///
/// Filter, smoothing, reference and place are of one stream: it begins without those of a host that was killed, and takes
/// its own away at its end. How the instrument sits and is held (mounting, orientation, axis, level, card) is the
/// instrument's: what the command line names stays until it is replaced or the device restarts, and what it does not name
/// is left alone.
final class DeviceArrangement {
  private let options: HeadingOptions
  private let session: DeviceSession
  private var mountingBefore: AxisRemap?
  /// What was in force before this command.
  private var before = HeadingSettingsReport()
  /// What is to be in force while the stream lasts, also after a restart of the device.
  private var wanted = HeadingSettingsReport()
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
    before = settings?.told ?? before
    wanted = options.instrument.applied(to: before)
    if let levelTolerance { wanted.levelTolerance = levelTolerance }
    try settings?.turn(to: wanted)
  }

  private var asksForSettings: Bool {
    let instrument = options.instrument
    return options.isTuned || instrument.display != nil || instrument.pointer != nil || instrument.card != nil
      || levelTolerance != nil
  }

  /// What the device is told, 1/10 degree: the user's word before what is known.
  var levelTolerance: UInt8? { options.instrument.levelTolerance ?? knownLevel }

  /// What an earlier command left in force that this one does not name; `nil` for nothing.
  var keptRemark: String? { options.instrument.keptRemark(before) }

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
    try settings?.turn(to: wanted)
    try settings?.choose(options.filter ?? SetFilter(), options.isTrue ? .trueNorth : .best)
    if let feed { try tell(feed) }
  }

  /// Takes away what is of this stream only.
  func finish() throws(SessionError) {
    try settings?.endStream()
    // What was lent because the world is known to be so.
    guard options.instrument.levelTolerance == nil, knownLevel != nil else { return }
    var kept = wanted
    kept.levelTolerance = before.levelTolerance
    try settings?.turn(to: kept)
  }

  /// Puts the device back as it was found, however much of it was done.
  func undo() throws(SessionError) {
    try settings?.endStream()
    try settings?.turn(to: before)
    if let mountingBefore { try session.setMounting(mountingBefore) }
  }
}
