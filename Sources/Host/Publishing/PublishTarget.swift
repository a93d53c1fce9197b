// Where readings go: what every target of `binnacle publish` can do. A new kind is one file and a line in `PublishTargets`.
import Foundation

/// What a target sends.
package enum PublishedForm: Sendable, Hashable {
  /// NMEA 0183 sentences.
  case sentences
  /// JSON lines.
  case json
}

/// Something that readings are sent to.
///
/// One thread of its own opens it, feeds it and closes it (`TargetRunner`). No call waits for another program, except `open`
/// for a name to be looked up.
package protocol PublishTarget: AnyObject {
  /// What a target of this kind is called, such as "nmea+tcp".
  static var scheme: String { get }
  /// How it is written, for the help.
  static var pattern: String { get }
  /// What it is, in one clause.
  static var explanation: String { get }

  /// - Throws: `TargetTextError` if the user's text does not name a target of this kind.
  init(_ text: TargetText) throws(TargetTextError)

  /// The target as the user may write it.
  var name: String { get }
  var form: PublishedForm { get }
  /// Bytes a second that its line carries; `nil` where there is no such limit.
  var bytesPerSecond: Int? { get }
  /// Its name, once it is open: with the port that the system chose.
  var place: String { get }
  /// What others need to find it, once it is open; `nil` for a target that nobody looks for.
  var announcement: Announcement? { get }
  var counters: TargetCounters { get }

  /// Opens what it writes to.
  func open() throws(TargetFault)
  /// What it waits for, beside the next message.
  var watched: [pollfd] { get }
  /// Something that it waits for has happened, or a second has passed.
  /// - Returns: what the user must know; `nil` for nothing.
  func attend(_ ready: [pollfd]) throws(TargetFault) -> String?
  /// Sends the lines of one reading.
  func send(_ message: [UInt8]) throws(TargetFault)
  /// Closes everything. It may be opened again.
  func close()
}

extension PublishTarget {
  package var bytesPerSecond: Int? { nil }
  package var place: String { name }
  package var announcement: Announcement? { nil }
  package var watched: [pollfd] { [] }
  package func attend(_ ready: [pollfd]) throws(TargetFault) -> String? { nil }
}

/// A server that may be announced in the local network.
package struct Announcement: Equatable, Sendable {
  /// The type of the service in DNS-SD, such as "_nmea-0183._tcp".
  package let type: String
  package let port: UInt16
}

/// What a target has done so far.
package struct TargetCounters: Equatable, Sendable {
  /// Readings that left.
  package var sent = 0
  /// Readings that did not: the target was closed, its line too slow, or a client did not take them.
  package var skipped = 0
  /// Clients that are connected now, and those of the whole run; 0 for a target without.
  package var clients = 0
  package var clientsEver = 0
  /// Clients that were disconnected because they read nothing.
  package var cutOff = 0

  package init() {}
}

/// A target cannot be used now; it is tried again.
package struct TargetFault: Error, Equatable, CustomStringConvertible, Sendable {
  /// What happened, and in a second line what to do.
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// All kinds of targets, in the order of the help.
package enum PublishTargets {
  package static var kinds: [any PublishTarget.Type] {
    [SentenceServer.self, SentenceDatagrams.self, SentencePort.self, LineServer.self]
  }

  /// The target that the user's text names.
  package static func target(_ text: String) throws(TargetTextError) -> any PublishTarget {
    let parsed = try TargetText(text)
    guard let kind = kinds.first(where: { $0.scheme == parsed.scheme }) else { throw .unknown(text) }
    return try kind.init(parsed)
  }
}
