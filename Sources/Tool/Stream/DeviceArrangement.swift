// Sets up a device as the command line of a stream requires.
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// The settings that a stream changes on a device.
///
/// Filter, smoothing, reference and place belong to one stream. A stream starts without those of a host that was
/// killed, and removes its own at its end. Mounting, orientation, axis, level and card belong to the instrument. If the
/// command line names one of them, it stays until it is replaced or the device restarts. If not, it does not change.
package final class DeviceArrangement {
  private let options: HeadingOptions
  private let session: DeviceSession
  private var mountingBefore: AxisRemap?
  /// The settings before this command.
  private var before = HeadingSettingsReport()
  /// The settings that must be in force during the stream, also after a restart of the device.
  private var wanted = HeadingSettingsReport()
  /// `nil` for firmware without a heading service.
  private var settings: SettingsInForce?
  /// The world model's field at the device's place, if it is known by now.
  package private(set) var localField: GeomagneticField?
  /// The levelness of a world that is known to be level, 1/10 degree; `nil` if it is not known.
  var knownLevel: UInt8?

  package init(_ options: HeadingOptions, on session: DeviceSession) {
    self.options = options
    self.session = session
  }

  /// Sets how the instrument is mounted and held. It comes before any question about the device's model.
  package func mount() throws(SessionError) {
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

  /// The levelness that is set on the device, 1/10 degree: the user's value, otherwise the known one.
  package var levelTolerance: UInt8? { options.instrument.levelTolerance ?? knownLevel }

  /// A remark about settings of an earlier command that stay in force and that this one does not name; `nil` if there
  /// are none.
  var keptRemark: String? { options.instrument.keptRemark(before) }

  /// Sets filter, reference and place.
  /// - Returns: what the user should know about the place, or nil.
  /// - Throws: `CommandError` if the world model is not valid there.
  func tune(_ feed: LocationFeed?) throws -> String? {
    guard settings != nil else { return nil }
    try settings?.choose(options.filter ?? SetFilter(), options.isTrue ? .trueNorth : .best)
    guard let feed else {
      try settings?.forgetPlace()
      return nil
    }
    try sendPlace(of: feed)
    let field = try session.settledLocalField()
    let day = modelDay(feed.place?.date ?? Place.today)
    if field.state == .refused {
      throw CommandError(.usage, day.refusal(field.error, isExtrapolating: session.isExtrapolating))
    }
    if field.state == .known { localField = field.field }
    return day.remark(isExtrapolating: session.isExtrapolating)
  }

  /// Sends the device what a source has reported by now.
  /// - Returns: what the user should know about the device's result for a new day, or for the first place.
  package func follow(_ feed: LocationFeed) throws(SessionError) -> String? {
    guard let date = try feed.poll(session) else { return nil }
    let field = try session.settledLocalField()
    if field.state == .known { localField = field.field }
    return modelDay(date).words(field, session)
  }

  private func modelDay(_ date: CalendarDay) -> ModelDay { ModelDay(date: date, source: options.locationText) }

  private func sendPlace(of feed: LocationFeed) throws(SessionError) {
    session.isExtrapolating = options.isExtrapolating
    // If a receiver has no place yet, the device also has none, and does not use the place of an earlier host.
    if feed.place == nil { try settings?.forgetPlace() }
    settings?.setHasPlace()
    try feed.poll(session, isAnew: true)
  }

  /// Called after a restart: restores everything that the device has forgotten, except the mounting, which is restored
  /// with the record.
  func restore(_ feed: LocationFeed?) throws(SessionError) {
    guard settings != nil else { return }
    settings?.forget()
    try settings?.turn(to: wanted)
    try settings?.choose(options.filter ?? SetFilter(), options.isTrue ? .trueNorth : .best)
    if let feed { try sendPlace(of: feed) }
  }

  /// Removes the settings that belong only to this stream.
  package func finish() throws(SessionError) {
    try settings?.endStream()
    // The levelness was set only because the world is known to be level.
    guard options.instrument.levelTolerance == nil, knownLevel != nil else { return }
    var kept = wanted
    kept.levelTolerance = before.levelTolerance
    try settings?.turn(to: kept)
  }

  /// Restores the device to its former state, however much was changed.
  func undo() throws(SessionError) {
    try settings?.endStream()
    try settings?.turn(to: before)
    if let mountingBefore { try session.setMounting(mountingBefore) }
  }
}
