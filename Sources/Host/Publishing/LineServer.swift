// json+tcp: the JSON lines of `binnacle stream --json` for every program that connects.

/// `json+tcp://[ADDRESS][:PORT]`
package final class LineServer: TargetServer, PublishTarget {
  package static let scheme = "json+tcp"
  package static let pattern = "json+tcp://[ADDRESS][:PORT]"
  package static let explanation = "a server for programs, likewise, at port \(usualPort): the lines of stream --json"
  /// This port is not assigned to any service. The page of `binnacle serve` uses the port before it.
  package static let usualPort: UInt16 = 8463

  package let form = PublishedForm.json

  package init(_ text: TargetText) throws(TargetTextError) { try super.init(text, usualPort: Self.usualPort) }
}
