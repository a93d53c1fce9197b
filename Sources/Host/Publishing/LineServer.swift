// json+tcp: the JSON lines of `binnacle stream --json` for every program that connects.
import Foundation

/// `json+tcp://[ADDRESS][:PORT]`
public final class LineServer: PublishTarget {
  public static let scheme = "json+tcp"
  public static let pattern = "json+tcp://[ADDRESS][:PORT]"
  public static let explanation = "a server for programs, likewise, at port \(usualPort): the lines of stream --json"
  /// Not assigned to any service; the page of `binnacle serve` has the number before.
  public static let usualPort: UInt16 = 8463

  public let name: String
  public let form = PublishedForm.json
  private let listener: ServerPlace
  private let server: ClientServer

  public init(_ text: TargetText) throws(TargetTextError) {
    listener = try ServerPlace(text, usualPort: Self.usualPort)
    name = listener.name
    server = listener.server
  }

  public var place: String { server.openPort.map(listener.name) ?? name }
  public var counters: TargetCounters { server.counters }
  public func open() throws(TargetFault) { try server.open() }
  public var watched: [pollfd] { server.watched }
  public func attend(_ ready: [pollfd]) throws(TargetFault) -> String? { server.attend(ready) }
  public func send(_ message: [UInt8]) throws(TargetFault) { server.send(message) }
  public func close() { server.close() }
}
