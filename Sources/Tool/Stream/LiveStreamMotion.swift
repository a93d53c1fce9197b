// The messages about motion in a live stream.
import HostSession
import LinkProtocol

extension LiveStream {
  /// Where the device has a gyroscope, a message about motion comes before each reading.
  func startMotion() throws(SessionError) {
    let needed = Capabilities.motion.union(.gyroscope)
    guard options.usesGyroscope, !report.isCoreLocation, connection.hello.capabilities.contains(needed) else { return }
    try session.streamMotion(true)
    streamsMotion = true
  }

  func stopMotion() throws(SessionError) {
    if streamsMotion { try session.streamMotion(false) }
    streamsMotion = false
  }
}
