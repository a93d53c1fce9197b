// json+tcp: the JSON lines of `binnacle stream --json` for every program that connects.

/// `json+tcp://[ADDRESS][:PORT]`
package final class LineServer: TargetServer, PublishTarget {
  package static let scheme = "json+tcp"
  package static let pattern = "json+tcp://[ADDRESS][:PORT]"
  package static let explanation = "a server for programs, likewise, at port \(usualPort): the lines of stream --json"
  /// Not assigned to any service; the page of `binnacle serve` has the number before.
  package static let usualPort: UInt16 = 8463

  package let form = PublishedForm.json

  package init(_ text: TargetText) throws(TargetTextError) { try super.init(text, usualPort: Self.usualPort) }
}
