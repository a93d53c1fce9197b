// The command-line options for the heading service.
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import TerminalInterface
import ToolCommandLine

extension Capabilities {
  /// The capabilities by their names in --require and --prefer.
  package static let names: [(name: String, value: Capabilities)] = [
    ("magnetometer", .magnetometer), ("accelerometer", .accelerometer), ("injection", .injection),
    ("provocation", .provocation), ("watchdog", .watchdog), ("storage", .storage), ("true-heading", .worldModel),
    ("navigation", .navigation),
  ]
  static var nameList: String { names.map(\.name).joined(separator: ", ") }
}

/// Place, reference, filter, the orientation of the instrument, and the capabilities that the device must have.
package struct HeadingOptions {
  package var location: LocationSource?
  /// The location as the user wrote it.
  package var locationText: String?
  package var isTrue: Bool
  package var filter: SetFilter?
  package var instrument: InstrumentOptions
  package var form: OutputForm
  /// Whether the world model may be used up to ten years outside its valid period.
  package var isExtrapolating: Bool
  /// Determines which locations count.
  package let movement: MovementOptions
  private var required: [String]
  private var preferred: [String]

  /// - Parameter isCaptured: whether the stream comes from a capture. The device was then told its place, if at all,
  ///   during the capture.
  package init(_ arguments: ParsedArguments, isCaptured: Bool = false) throws {
    location = try arguments.text(.location).map { try LocationSource($0) }
    locationText = arguments.text(.location)
    isTrue = arguments.flag(.trueNorth)
    form = try OutputForm(arguments)
    instrument = try InstrumentOptions(arguments)
    movement = try MovementOptions(arguments)
    required = try arguments.choices(.require)
    preferred = try arguments.choices(.prefer)
    isExtrapolating = arguments.flag(.extrapolate)
    guard !isExtrapolating || location != nil else {
      throw UsageError("--extrapolate needs a place, and there is none.\nAdd --location, or leave it out.")
    }
    try requirePlace()
    guard !isTrue || location != nil || isCaptured else {
      throw UsageError("True north needs a place.\nAdd --location LAT,LON, --location nmea:FILE or --location gpsd.")
    }
    guard form != .sentences || instrument.display == nil else {
      throw UsageError(
        "--orientation turns the heading for whoever looks at a display, and sentences are for other instruments.\n"
          + "Leave out --orientation or --nmea.")
    }
    let change = try arguments.number(.filter, in: 0...180)
    let heartbeat = try arguments.seconds(.heartbeat, upTo: 3600)
    guard heartbeat == nil || (change ?? 0) > 0 else {
      throw UsageError(
        "--heartbeat repeats a heading that has not moved, and without --filter every heading is given anyway.\n"
          + "Add --filter DEGREES, such as --filter 1, or leave out --heartbeat.")
    }
    let smoothing = try arguments.seconds(.smooth, upTo: 60)
    if change != nil || heartbeat != nil || smoothing != nil {
      var filter = SetFilter()
      filter.minimumChange = UInt32((change ?? 0) / 360 * 4_294_967_296)
      filter.heartbeat = UInt32((heartbeat ?? 0) * 1e6)
      filter.timeConstant = UInt32((smoothing ?? 0) * 1e6)
      self.filter = filter
    }
  }

  /// Whether filter, reference or place are requested.
  var isTuned: Bool { location != nil || isTrue || filter != nil }

  /// Refuses a device that lacks a required capability; reports which preferred ones it lacks.
  package func check(_ hello: Hello, name: String, console: Console) throws {
    func lacks(_ wanted: [String]) -> String? {
      let missing = wanted.filter { Self.value($0).map { !hello.capabilities.contains($0) } ?? false }
      return missing.isEmpty ? nil : missing.map { "no \($0)" }.joined(separator: " and ")
    }
    if let missing = lacks(required) {
      throw CommandError(
        .usage, "\(name) has \(missing), which --require asks for.\nLeave it out, or use another board.")
    }
    if let missing = lacks(preferred) { console.remark("binnacle: \(name) has \(missing); going on without it") }
    if location != nil, !hello.capabilities.contains(.worldModel) {
      throw CommandError(
        .usage, "\(name) carries no world model, so that its place does not give it true north.\nLeave out --location.")
    }
    try instrument.check(hello, name: name)
  }

  // MARK: - The place

  /// The names that --require and --prefer accept in addition to capabilities: a place, and a receiver that gives it.
  private static let placeNames = ["location", "gps"]
  /// What --require and --prefer accept.
  static let requirements = Capabilities.names.map(\.name) + placeNames

  /// Refuses a command line without the place that it requires.
  private func requirePlace() throws {
    if required.contains("location"), location == nil {
      throw UsageError("--require location asks for a place, and there is none.\nAdd --location, or leave it out.")
    }
    guard required.contains("gps") else { return }
    switch location {
    case .daemon?: return
    case .sentences(let path, _, _)? where !LocationSource.isFile(path): return
    default:
      throw UsageError(
        "--require gps asks for a receiver.\nAdd --location gpsd or --location nmea:DEVICE, or leave it out.")
    }
  }

  /// Opens the source of locations, if one is requested. Without gpsd only the true heading is missing, unless the
  /// receiver or the place was required.
  /// - Throws: `CommandError` if a required place does not come, and errors of the source.
  func openFeed(remark: @escaping (String) -> Void) throws -> LocationFeed? {
    guard let location else {
      let lacking = preferred.filter(Self.placeNames.contains)
      if !lacking.isEmpty { remark("there is no \(lacking.joined(separator: " and no ")); going on without it") }
      return nil
    }
    let isRequired = required.contains { Self.placeNames.contains($0) }
    let feed: LocationFeed
    do {
      feed = try LocationFeed(location, named: locationText, movement: movement, remark: remark)
    } catch let error as LinkError {
      guard case .daemon = location, !isTrue, !isRequired else { throw error }
      remark("\(error)\nThe magnetic heading goes on; until gpsd is there, there is no true heading, speed or course.")
      return try LocationFeed(location, named: locationText, movement: movement, isAway: true, remark: remark)
    }
    guard isRequired else { return feed }
    feed.waitForPlace()
    guard feed.place != nil else {
      feed.close()
      throw CommandError(
        .linkLost, "\(location.name) gave no valid location, which --require asks for.\nGive it a view of the sky.")
    }
    return feed
  }

  /// Whether a device without a magnetometer is acceptable: the stream runs without headings.
  var goesOnWithoutMagnetometer: Bool { preferred.contains("magnetometer") && !required.contains("magnetometer") }

  private static func value(_ name: String) -> Capabilities? { Capabilities.names.first { $0.name == name }?.value }
}
