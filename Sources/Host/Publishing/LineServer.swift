// json+tcp: the JSON lines of `binnacle stream --json` for every program that connects.
import Foundation

/// `json+tcp://[ADDRESS][:PORT]`
package final class LineServer: PublishTarget {
  package static let scheme = "json+tcp"
  package static let pattern = "json+tcp://[ADDRESS][:PORT]"
  package static let explanation = "a server for programs, likewise, at port \(usualPort): the lines of stream --json"
  /// Not assigned to any service; the page of `binnacle serve` has the number before.
  package static let usualPort: UInt16 = 8463

  package let name: String
  package let form = PublishedForm.json
  private let listener: ServerPlace
  private let server: ClientServer

  package init(_ text: TargetText) throws(TargetTextError) {
    listener = try ServerPlace(text, usualPort: Self.usualPort)
    name = listener.name
    server = listener.server
  }

  package var place: String { server.openPort.map(listener.name) ?? name }
  package var counters: TargetCounters { server.counters }
  package func open() throws(TargetFault) { try server.open() }
  package var watched: [pollfd] { server.watched }
  package func attend(_ ready: [pollfd]) throws(TargetFault) -> String? { server.attend(ready) }
  package func send(_ message: [UInt8]) throws(TargetFault) { server.send(message) }
  package func close() { server.close() }
}
