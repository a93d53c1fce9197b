// What the heading service is asked for on the command line.
import Geomagnetism
import HostSession
import Quantities
import Terminal
import Wire

extension Capabilities {
  /// Capabilities by the names that --require and --prefer take.
  static let names: [(name: String, value: Capabilities)] = [
    ("magnetometer", .magnetometer), ("accelerometer", .accelerometer), ("injection", .injection),
    ("provocation", .provocation), ("watchdog", .watchdog), ("storage", .storage), ("true-heading", .worldModel),
    ("navigation", .navigation),
  ]
  static var nameList: String { names.map(\.name).joined(separator: ", ") }
}

/// Place, reference, filter, and what the device must be able to do.
struct HeadingOptions {
  var location: LocationSource?
  var isTrue: Bool
  var filter: SetFilter?
  var isSentences: Bool
  private var required: String?
  private var preferred: String?

  init(_ arguments: ParsedArguments) throws {
    location = try arguments.text(.location).map { try LocationSource($0) }
    isTrue = arguments.flag(.trueNorth)
    isSentences = arguments.flag(.nmea)
    let words = Capabilities.names.map(\.name)
    required = try arguments.choice(.require, among: words)
    preferred = try arguments.choice(.prefer, among: words)
    guard !isTrue || location != nil else {
      throw UsageError("True north needs a place.\nAdd --location LAT,LON, --location nmea:FILE or --location gpsd.")
    }
    guard !isSentences || !arguments.flag(.json) else {
      throw UsageError("--nmea and --json are two forms of the same output.\nChoose one.")
    }
    let change = try arguments.number(.filter, in: 0...180)
    let heartbeat = try arguments.seconds(.heartbeat, upTo: 3600)
    let smoothing = try arguments.seconds(.smooth, upTo: 60)
    if change != nil || heartbeat != nil || smoothing != nil {
      var filter = SetFilter()
      filter.minimumChange = UInt32((change ?? 0) / 360 * 4_294_967_296)
      filter.heartbeat = UInt32((heartbeat ?? 0) * 1e6)
      filter.timeConstant = UInt32((smoothing ?? 0) * 1e6)
      self.filter = filter
    }
  }

  /// Whether the device is asked for anything that older firmware lacks.
  private var isPlain: Bool { location == nil && !isTrue && filter == nil }

  /// Refuses a device that cannot do what is required; says what it lacks of what is preferred.
  func check(_ hello: Hello, name: String, console: Console) throws {
    if let required, let value = Self.value(required), !hello.capabilities.contains(value) {
      throw CommandError(
        .usage, "\(name) has no \(required), which --require asks for.\nLeave it out, or use another board.")
    }
    if let preferred, let value = Self.value(preferred), !hello.capabilities.contains(value) {
      console.remark("binnacle: \(name) has no \(preferred); going on without it")
    }
    if location != nil, !hello.capabilities.contains(.worldModel) {
      throw CommandError(
        .usage, "\(name) carries no world model, so that its place does not give it true north.\nLeave out --location.")
    }
  }

  /// Sets the device up; its settings of before are replaced.
  /// - Returns: the feed that goes on telling the place.
  func apply(to session: HostSession, _ feed: LocationFeed?) throws {
    guard !isPlain else { return }
    try session.setFilter(filter ?? SetFilter())
    try session.setReference(isTrue ? .trueNorth : .best)
    guard let feed else { return }
    try feed.poll(session, isAnew: true)
    let field = try session.settledLocalField()
    guard field.state == .refused else { return }
    throw CommandError(.usage, "The world model does not hold there and then: \(Self.words(field.error)).")
  }

  /// Puts the device back to what it is after boot.
  func undo(on session: HostSession) throws(SessionError) {
    guard !isPlain else { return }
    try session.setFilter(SetFilter())
    try session.setReference(.best)
    if location != nil { try session.setLocation(nil) }
  }

  private static func value(_ name: String) -> Capabilities? { Capabilities.names.first { $0.name == name }?.value }

  private static func words(_ error: UInt8) -> String {
    WorldModelError(rawValue: error).map { "\($0.reason)" } ?? "error \(error)"
  }
}
