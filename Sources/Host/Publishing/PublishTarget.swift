// Where readings go: what every target of `binnacle publish` can do. A new kind is one file and a line in `PublishTargets`.
import Foundation

/// What a target sends.
public enum PublishedForm: Sendable, Hashable {
  /// NMEA 0183 sentences.
  case sentences
  /// JSON lines.
  case json
}

/// Something that readings are sent to.
///
/// One thread of its own opens it, feeds it and closes it (`TargetRunner`). No call waits for another program, except `open`
/// for a name to be looked up.
public protocol PublishTarget: AnyObject {
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
  public var bytesPerSecond: Int? { nil }
  public var place: String { name }
  public var announcement: Announcement? { nil }
  public var watched: [pollfd] { [] }
  public func attend(_ ready: [pollfd]) throws(TargetFault) -> String? { nil }
}

/// A server that may be announced in the local network.
public struct Announcement: Equatable, Sendable {
  /// The type of the service in DNS-SD, such as "_nmea-0183._tcp".
  public let type: String
  public let port: UInt16
}

/// What a target has done so far.
public struct TargetCounters: Equatable, Sendable {
  /// Readings that left.
  public var sent = 0
  /// Readings that did not: the target was closed, its line too slow, or a client did not take them.
  public var skipped = 0
  /// Clients that are connected now, and those of the whole run; 0 for a target without.
  public var clients = 0
  public var clientsEver = 0
  /// Clients that were disconnected because they read nothing.
  public var cutOff = 0

  public init() {}
}

/// A target cannot be used now; it is tried again.
public struct TargetFault: Error, Equatable, CustomStringConvertible, Sendable {
  /// What happened, and in a second line what to do.
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// All kinds of targets, in the order of the help.
public enum PublishTargets {
  public static var kinds: [any PublishTarget.Type] {
    [SentenceServer.self, SentenceDatagrams.self, SentencePort.self, LineServer.self]
  }

  /// The target that the user's text names.
  public static func target(_ text: String) throws(TargetTextError) -> any PublishTarget {
    let parsed = try TargetText(text)
    guard let kind = kinds.first(where: { $0.scheme == parsed.scheme }) else { throw .unknown(text) }
    return try kind.init(parsed)
  }
}
