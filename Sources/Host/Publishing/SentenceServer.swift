// nmea+tcp: sentences for every chart plotter that connects.

/// `nmea+tcp://[ADDRESS][:PORT]`
package final class SentenceServer: TargetServer, PublishTarget {
  package static let scheme = "nmea+tcp"
  package static let pattern = "nmea+tcp://[ADDRESS][:PORT]"
  package static let explanation =
    "a server for plotters, at port \(usualPort) of this machine alone; with an address of this machine, or 0.0.0.0 for "
    + "all, for others too"
  /// IANA, service "nmea-0183".
  package static let usualPort: UInt16 = 10110

  package let form = PublishedForm.sentences

  package init(_ text: TargetText) throws(TargetTextError) { try super.init(text, usualPort: Self.usualPort) }

  package var announcement: Announcement? {
    guard !listener.isLocal, let port = server.openPort else { return nil }
    return Announcement(type: "_nmea-0183._tcp", port: port)
  }
}
