// The interface of objects that take part in a live stream.
import HostSession
import TerminalInterface

/// Something that takes part in a live stream, on its thread.
package protocol StreamAttendant: AnyObject {
  /// Called before readings come: at the beginning, and after each gap.
  func streamBegan(_ stream: LiveStream) throws(SessionError)
  /// Called at least ten times a second while the device is connected.
  func turn(_ stream: LiveStream) throws(SessionError)
  /// Called when the device is lost; the stream waits for it.
  func streamLost(_ reason: String)
}

extension LiveStream {
  /// Changes place, reference, filter and the instrument's settings while the stream runs.
  /// - Throws: the same errors as a stream with these options at its beginning. Some options may then already be set.
  package func arrange(_ heading: HeadingOptions, console: Console) throws {
    try heading.check(connection.hello, name: session.stream.name, console: console)
    if heading.locationText != options.heading.locationText {
      let other = try heading.openFeed(remark: report.remark)
      feed?.close()
      feed = other
    }
    options.heading = heading
    arrangement = DeviceArrangement(heading, on: session)
    try arrangement.mount()
    if feed == nil { try session.setLocation(nil) }
    if let remark = try arrangement.tune(feed) { report.remark(remark) }
  }
}
