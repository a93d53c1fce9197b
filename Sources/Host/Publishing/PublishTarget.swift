// The interface of every target of `binnacle publish`. A new kind is one file and a line in `PublishTargets`.
import Foundation

/// The form in which a target sends readings.
package enum PublishedForm: Sendable, Hashable {
  /// NMEA 0183 sentences.
  case sentences
  /// JSON lines.
  case json
  /// Deltas of Signal K.
  case signalK
  /// Frames of NMEA 2000.
  case frames
  /// One JSON document for each reading, with what a home needs.
  case documents

  /// What a target of this form gets, for people.
  package var words: String {
    switch self {
    case .sentences: "NMEA 0183"
    case .json: "JSON lines"
    case .signalK: "Signal K deltas"
    case .frames: "NMEA 2000 frames"
    case .documents: "JSON documents"
    }
  }

  /// Readings per second, unless the user or the line demands another rate. A home needs no more than one.
  package var usualRate: Double { self == .documents ? 1 : 10 }

  /// Whether a heading that may be too far off is left out. JSON lines are those of `binnacle stream --json`, whatever
  /// they say.
  package var leavesOutHeadings: Bool { self != .json }
}

/// A target that readings are sent to.
///
/// One thread (`TargetRunner`) opens it, sends to it and closes it. No call waits for another program, except that
/// `open` may wait for a name lookup.
package protocol PublishTarget: AnyObject {
  /// The name of this kind of target, such as "nmea+tcp".
  static var scheme: String { get }
  /// How the user writes it, for the help.
  static var pattern: String { get }
  /// An explanation in one clause.
  static var explanation: String { get }

  /// - Throws: `TargetTextError` if the user's text does not name a target of this kind.
  init(_ text: TargetText) throws(TargetTextError)

  /// The target as the user may write it.
  var name: String { get }
  var form: PublishedForm { get }
  /// The number of bytes per second that its line carries; `nil` if there is no such limit.
  var bytesPerSecond: Int? { get }
  /// Its name when it is open, with the port that the system chose.
  var place: String { get }
  /// What other programs need to find it when it is open; `nil` for a target that is not announced.
  var announcement: Announcement? { get }
  var counters: TargetCounters { get }

  /// Opens the file, port or socket that it writes to.
  func open() throws(TargetFault)
  /// The descriptors on which it waits, in addition to the next message.
  var watched: [pollfd] { get }
  /// Called when one of these descriptors is ready, or a second has passed.
  /// - Returns: what the user must know; `nil` if there is nothing.
  func attend(_ ready: [pollfd]) throws(TargetFault) -> String?
  /// Sends the lines of one reading.
  func send(_ message: [UInt8]) throws(TargetFault)
  /// Called instead of `send` while the target is not open.
  /// - Returns: whether the target keeps the message until it is open again; otherwise it counts as left out.
  func keep(_ message: [UInt8]) -> Bool
  /// The number of messages that may wait for the target's thread; the oldest are dropped first.
  var waitingLimit: Int { get }
  /// Closes everything. It may be opened again.
  func close()
  /// Closes everything at the end of the run: what it still keeps then counts as left out.
  func end()
}

extension PublishTarget {
  package var bytesPerSecond: Int? { nil }
  package var place: String { name }
  package var announcement: Announcement? { nil }
  package var watched: [pollfd] { [] }
  package func attend(_ ready: [pollfd]) throws(TargetFault) -> String? { nil }
  package func keep(_ message: [UInt8]) -> Bool { false }
  package func end() { close() }
  /// A target sends without waiting, so rarely two messages wait.
  package var waitingLimit: Int { 64 }
}

/// A server that may be announced in the local network.
package struct Announcement: Equatable, Sendable {
  /// The type of the service in DNS-SD, such as "_nmea-0183._tcp".
  package let type: String
  package let port: UInt16
}

/// What a target has done so far.
package struct TargetCounters: Equatable, Sendable {
  /// Readings that were sent.
  package var sent = 0
  /// Readings that were not sent: the target was closed, its line was too slow, or a client did not accept them.
  package var skipped = 0
  /// The number of clients now, and in the whole run; 0 for a target without clients.
  package var clients = 0
  package var clientsEver = 0
  /// Clients that were disconnected because they read nothing.
  package var cutOff = 0

  package init() {}
}

/// A target cannot be used now. It is tried again later.
package struct TargetFault: Error, Equatable, CustomStringConvertible, Sendable {
  /// What happened, and in a second line what to do next.
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// All kinds of targets, in the order of the help.
package enum PublishTargets {
  package static var kinds: [any PublishTarget.Type] {
    [
      SentenceServer.self, SentenceDatagrams.self, SentencePort.self, LineServer.self, DeltaServer.self,
      DeltaDatagrams.self, FrameServer.self, FrameDatagrams.self, BrokerTarget.self, SecureBrokerTarget.self,
    ]
  }

  /// The target that the user's text names.
  package static func target(_ text: String) throws(TargetTextError) -> any PublishTarget {
    let parsed = try TargetText(text)
    guard let kind = kinds.first(where: { $0.scheme == parsed.scheme }) else { throw .unknown(text) }
    return try kind.init(parsed)
  }
}
