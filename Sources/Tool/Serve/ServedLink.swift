// The state of a link for the pages, and their requests. It is used by the server's thread and the link's thread.
import Foundation
import SerialLink
import TerminalInterface
import WebServer

/// A command of a page that waits for the link's thread.
struct PageCommand: Sendable {
  let name: String
  let body: CommandBody
  let reply: @Sendable (CommandAnswer) -> Void
}

/// The state of a served link, and the commands that wait for it.
final class ServedLink: WebSite, @unchecked Sendable {
  /// The commands of a live device.
  static let liveCommands = [
    "startCalibration", "finishCalibration", "commitCalibration", "abortCalibration", "setPlace", "setDestination",
    "setFix", "setHeading", "zeroPoint", "selfTest", "calibrationRecord",
  ]
  /// The command of a capture.
  static let seekCommand = "seek"
  /// The largest number of waiting commands. A person does not send more at once.
  private static let queueLimit = 16

  enum State: String, Sendable {
    /// The device answers, but no reading has come.
    case waiting
    case connected
    case lost
  }

  /// Whether pages show the compass's own heading. It is set before the server begins.
  var isCompassAlone = false

  private let lock = NSLock()
  private let linkText: String
  private let version: String
  private let relay: FrameRelay
  private let now: @Sendable () -> UInt64
  private var state = State.waiting
  private var since: UInt64
  private var message: String?
  /// The time after which the message is no longer shown; `nil` while it describes the state.
  private var messageEnd: UInt64?
  /// A page that is opened later still gets the message to the user for this time.
  private static let newsNanoseconds: UInt64 = 60_000_000_000
  private var commands: [PageCommand] = []
  private var hasEnded = false
  /// The state of a capture that is played; `nil` for a device.
  private var capture: JSONObject?
  private var seek: (@Sendable (CommandBody) -> CommandAnswer)?

  /// - Parameter now: nanoseconds of a clock that does not jump.
  init(
    _ linkText: String, relay: FrameRelay, version: String,
    now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds() }
  ) {
    (self.linkText, self.relay, self.version, self.now) = (linkText, relay, version, now)
    since = now()
  }

  // MARK: - The link's thread

  /// Sets the link's new state.
  /// - Parameter message: what the user should know; `nil` keeps the last message.
  func become(_ state: State, _ message: String? = nil) {
    lock.withLock {
      if self.state != state { since = now() }
      self.state = state
      if let message {
        (self.message, messageEnd) = (message, nil)
      } else if state == .connected, messageEnd == nil {
        self.message = nil
      }
    }
  }

  /// Passes a message for the user to the pages, for a minute.
  func announce(_ message: String) {
    lock.withLock { (self.message, messageEnd) = (message, now() + Self.newsNanoseconds) }
  }

  /// Reports that a reading has come.
  func reportReading() {
    let isNew = lock.withLock { state == .waiting }
    if isNew { become(.connected) }
  }

  /// Removes and returns the commands that came, in their order.
  func removeCommands() -> [PageCommand] {
    lock.withLock {
      if commands.isEmpty { return [] }
      defer { commands = [] }
      return commands
    }
  }

  /// Makes this link a capture that is played.
  func play(_ seek: @escaping @Sendable (CommandBody) -> CommandAnswer) { lock.withLock { self.seek = seek } }

  /// Sets the state of the player.
  func set(capture: JSONObject) { lock.withLock { self.capture = capture } }

  /// Ends the link: no command is carried out any more, and waiting commands get an answer.
  func end() {
    let left = lock.withLock {
      hasEnded = true
      defer { commands = [] }
      return commands
    }
    for command in left { command.reply(.error("The program ends. Start `binnacle serve` again.", status: 503)) }
  }

  // MARK: - The server's thread

  func status(isReadOnly: Bool) -> String {
    let counters = relay.counters
    let pages = relay.pageCount
    return lock.withLock {
      if let messageEnd, now() >= messageEnd { (message, self.messageEnd) = (nil, nil) }
      var object: JSONObject = [
        "link": .string(linkText), "state": .string(state.rawValue),
        "since": .fixed(Double(now() - since) / 1e9, decimals: 1), "message": .optional(message) { .string($0) },
        "readOnly": .bool(isReadOnly), "compassAlone": .bool(isCompassAlone),
      ]
      if let capture { object["capture"] = .object(capture) }
      object["pages"] = .integer(pages)
      object["frames"] = .integer(counters.frames)
      object["corrupt"] = .integer(counters.corrupt + counters.overlong)
      object["dropped"] = .integer(counters.dropped)
      object["version"] = .string(version)
      return object.line
    }
  }

  func perform(_ name: String, body: [UInt8], reply: @escaping @Sendable (CommandAnswer) -> Void) {
    guard Self.liveCommands.contains(name) || name == Self.seekCommand else {
      return reply(.error("There is no command of this name. Reload the page.", status: 404))
    }
    let fields: CommandBody
    do { fields = try CommandBody(body) } catch { return reply(.error(error.description, status: 400)) }
    let seek = lock.withLock { self.seek }
    if let seek {
      guard name == Self.seekCommand else {
        return reply(.error("This is a capture: nothing can be sent to its device. Serve the device itself."))
      }
      return reply(seek(fields))
    }
    guard name != Self.seekCommand else {
      return reply(.error("This is a live device; only a capture has a position."))
    }
    let refusal: CommandAnswer? = lock.withLock {
      if hasEnded { return .error("The program ends. Start `binnacle serve` again.", status: 503) }
      if state == .lost {
        return .error("The link is lost. Check the cable; it is found again by itself.", status: 503)
      }
      guard commands.count < Self.queueLimit else {
        return .error("Too many commands wait for the device. Wait, and try again.", status: 429)
      }
      commands.append(PageCommand(name: name, body: fields, reply: reply))
      return nil
    }
    if let refusal { reply(refusal) }
  }
}
