// n2k+udp: each frame of NMEA 2000 is a datagram, in the form RAW of the gateways by Yacht Devices.

/// `n2k+udp://HOST:PORT`
package final class FrameDatagrams: TargetDatagrams, PublishTarget {
  package static let scheme = "n2k+udp"
  package static let pattern = "n2k+udp://HOST:PORT"
  package static let explanation = "a datagram for each frame"

  package let form = PublishedForm.frames

  package init(_ text: TargetText) throws(TargetTextError) {
    try super.init(text, usualPort: FrameServer.usualPort, listener: "the program")
  }
}
