// signalk+tcp: deltas of Signal K for every program that connects.

/// `signalk+tcp://[ADDRESS][:PORT]`
package final class DeltaServer: TargetServer, PublishTarget {
  package static let scheme = "signalk+tcp"
  package static let pattern = "signalk+tcp://[ADDRESS][:PORT]"
  package static let explanation =
    "a server, likewise, at port \(usualPort): Signal K's deltas, one a line, which a Signal K server reads over TCP"
  /// The port at which Signal K's servers send deltas over TCP (signalk-server, `tcpstreamport`). Ours stands in for one.
  package static let usualPort: UInt16 = 8375

  package let form = PublishedForm.signalK

  package init(_ text: TargetText) throws(TargetTextError) { try super.init(text, usualPort: Self.usualPort) }
}
