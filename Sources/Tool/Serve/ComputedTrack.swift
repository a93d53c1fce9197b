// A recording as a capture: the device's code computes it once, for pages and reports.
import Correction
import DeviceLinks
import Foundation
import Recordings
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolStream

/// The readings of a recording, computed before they are served.
package enum ComputedTrack {
  /// Computes the recording in this process.
  /// - Parameters:
  ///   - path: the table of measurements.
  ///   - options: the options for the computation.
  package static func of(_ path: String, _ options: StreamOptions, _ arguments: ParsedArguments) throws -> CaptureTrack
  {
    let input = try RecordingInput(path: path, arguments)
    var recording = try input.recording()
    if let counted = try CountedStream(input, arguments) {
      recording = counted.recording
      arguments.console.remark(counted.remark)
    }
    for remark in input.remarks(recording.passed) + RecordingStream.remarks(recording, input.options) {
      arguments.console.remark(remark)
    }
    try arguments.text(.attitude).map { try RecordedAttitude($0) }?.apply(to: &recording)
    let record = try RecordingSource.model(recording, arguments)
    return try capture(recording, record, options, arguments.console) { try CaptureTrack(path: $0) }
  }

  /// Computes the rows in this process into a capture, which exists while `body` runs.
  /// - Parameters:
  ///   - record: the calibration to compute with; `nil` for none.
  ///   - body: receives the capture's path.
  package static func capture<Result>(
    _ recording: Recording, _ record: CalibrationRecord?, _ options: StreamOptions, _ console: Console,
    _ body: (String) throws -> Result
  ) throws -> Result {
    let file = NSTemporaryDirectory() + "/binnacle-computed-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let connection = try Connection(LinkOpener.inProcess(name: recording.name), capture: file)
    let report = StreamReport(console: console, mode: .human, isForeign: true)
    _ = try connection.use {
      try RecordingStream(recording: recording, options: options, record: record)
        .run(on: connection, report: report, console: console)
    }
    return try body(file)
  }
}
