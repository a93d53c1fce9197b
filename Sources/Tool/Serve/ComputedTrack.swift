// A recording for pages: the device's code computes it once, and the result is played like a capture.
import DeviceLinks
import Foundation
import Recordings
import TerminalInterface

enum ComputedTrack {
  /// Computes the recording in this process.
  /// - Parameters:
  ///   - path: the table of measurements.
  ///   - options: how it is computed.
  static func of(_ path: String, _ options: StreamOptions, _ arguments: ParsedArguments) throws -> CaptureTrack {
    let columns = try StreamOptions.recording(arguments, path: path)
    var recording = try Recording(path: path, options: columns, where: arguments.rowConditions())
    for remark in UnitCheck.remarks(recording, columns) { arguments.console.remark(remark) }
    try arguments.text(.attitude).map { try RecordedAttitude($0) }?.apply(to: &recording)
    let record = try StreamCommand.recordedModel(recording, arguments)
    let file = NSTemporaryDirectory() + "/binnacle-serve-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let connection = try Connection(LinkOpener.inProcess(name: recording.name), capture: file)
    let report = StreamReport(console: arguments.console, mode: .human, isForeign: true)
    _ = try connection.use {
      try RecordingStream(recording: recording, options: options, record: record)
        .run(on: connection, report: report, console: arguments.console)
    }
    return try CaptureTrack(path: file)
  }
}
