// signalk+udp: each delta of Signal K is a datagram.

/// `signalk+udp://HOST:PORT`
package final class DeltaDatagrams: TargetDatagrams, PublishTarget {
  package static let scheme = "signalk+udp"
  package static let pattern = "signalk+udp://HOST:PORT"
  package static let explanation = "a datagram for each delta"

  package let form = PublishedForm.signalK

  package init(_ text: TargetText) throws(TargetTextError) {
    try super.init(text, usualPort: DeltaServer.usualPort, listener: "the Signal K server")
  }
}
