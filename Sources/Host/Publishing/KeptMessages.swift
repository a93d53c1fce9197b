// The messages that a broker has not confirmed yet, with a bound on their age and on their bytes.

/// Messages in the order in which they came. A message leaves only when the broker has confirmed it, or when it is the oldest
/// one and there is no more room.
struct KeptMessages {
  /// The bytes that may wait, whatever their age.
  static let byteLimit = 8 << 20
  /// The messages that are sent without a confirmation of the first of them.
  static let windowLimit = 20

  private struct Message {
    let bytes: [UInt8]
    let time: UInt64
  }

  /// How long a message waits at most, nanoseconds.
  private let longest: UInt64
  /// Messages that were sent and are not confirmed, oldest first.
  private var window: [(identifier: Int32, message: Message, sent: UInt64)] = []
  /// Messages that were not sent, oldest first. Those before `first` have left; they are removed in larger parts.
  private var waiting: [Message?] = []
  private var first = 0
  private var bytes = 0
  /// Messages that were dropped because there was no room, in the whole run.
  private(set) var dropped = 0

  /// - Parameter seconds: how long a message waits at most.
  init(seconds: Double) { longest = UInt64(seconds * 1e9) }

  /// The messages that are not confirmed.
  var count: Int { window.count + waiting.count - first }

  /// Adds a message.
  /// - Parameter now: nanoseconds of the monotonic clock.
  mutating func append(_ message: [UInt8], at now: UInt64) {
    waiting.append(Message(bytes: message, time: now))
    bytes += message.count
    dropOld(at: now)
  }

  /// Drops messages that have waited too long.
  mutating func dropOld(at now: UInt64) {
    while first < waiting.count, let oldest = waiting[first],
      now > oldest.time + longest || bytes > Self.byteLimit
    {
      removeFirst()
      dropped += 1
    }
  }

  /// Whether the first of the messages that were sent has waited this many seconds for its confirmation.
  func hasWaited(_ seconds: Double, at now: UInt64) -> Bool {
    window.first.map { now > $0.sent + UInt64(seconds * 1e9) } ?? false
  }

  /// Sends the messages that may be sent now.
  /// - Parameter send: returns the number under which the message will be confirmed; `nil` if it was not sent.
  mutating func flush(at now: UInt64, _ send: ([UInt8]) -> Int32?) {
    while window.count < Self.windowLimit, first < waiting.count, let next = waiting[first] {
      guard let identifier = send(next.bytes) else { return }
      removeFirst()
      window.append((identifier, next, now))
    }
  }

  /// - Returns: whether the message was one of these.
  mutating func confirm(_ identifier: Int32) -> Bool {
    guard let index = window.firstIndex(where: { $0.identifier == identifier }) else { return false }
    window.remove(at: index)
    return true
  }

  /// Called when the connection has ended: what was not confirmed is sent again.
  mutating func restart() {
    waiting.replaceSubrange(..<first, with: window.map { $0.message })
    first = 0
    bytes += window.reduce(0) { $0 + $1.message.bytes.count }
    window = []
  }

  private mutating func removeFirst() {
    bytes -= waiting[first]?.bytes.count ?? 0
    waiting[first] = nil
    first += 1
    guard first > 1024 || first == waiting.count else { return }
    waiting.removeSubrange(..<first)
    first = 0
  }
}
