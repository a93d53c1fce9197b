// n2k+tcp: frames of NMEA 2000 for every program that connects, as a gateway by Yacht Devices sends them.

/// `n2k+tcp://[ADDRESS][:PORT]`
package final class FrameServer: TargetServer, PublishTarget {
  package static let scheme = "n2k+tcp"
  package static let pattern = "n2k+tcp://[ADDRESS][:PORT]"
  package static let explanation =
    "a server, likewise, at port \(usualPort): frames of NMEA 2000 as text, like the RAW form of a gateway by Yacht Devices"
  /// The port of the first server of these gateways (user manual of the YDWG-02).
  package static let usualPort: UInt16 = 1457

  package let form = PublishedForm.frames

  package init(_ text: TargetText) throws(TargetTextError) { try super.init(text, usualPort: Self.usualPort) }
}
