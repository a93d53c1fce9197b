// nmea+udp: each sentence is a datagram to one machine or to all machines of a network.

/// `nmea+udp://HOST:PORT`
package final class SentenceDatagrams: TargetDatagrams, PublishTarget {
  package static let scheme = "nmea+udp"
  package static let pattern = "nmea+udp://HOST:PORT"
  package static let explanation =
    "a datagram for each sentence; a broadcast address, such as 192.168.1.255, reaches every machine of a network"

  package let form = PublishedForm.sentences

  package init(_ text: TargetText) throws(TargetTextError) {
    try super.init(text, usualPort: SentenceServer.usualPort, listener: "the plotter")
  }
}
