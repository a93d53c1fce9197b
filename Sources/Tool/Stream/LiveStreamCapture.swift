// What goes with the readings of a live stream: movement, the device's questions, and the notes for a replay.

import HostSession
import LinkProtocol

extension LiveStream {
  /// How the instrument moves; `nil` where nobody tells: without a location, and at a fixed one.
  var movement: Movement? {
    switch options.heading.location {
    case nil, .fixed: nil
    case .sentences, .daemon: feed?.movement ?? Movement()
    }
  }

  /// With `--no-questions` the device asks nobody whether it should be calibrated, until another host connects.
  func silenceQuestions() throws(SessionError) {
    if options.hasNoQuestions { try session.answerPrompt(PromptAnswer(.suppress, for: .session)) }
  }

  /// Tells a replay that the device was not given the calibration that its world calls for.
  static let ownCalibrationNote = "own calibration"

  func noteForReplay(_ line: StreamReport.Line) {
    guard let capture = connection.capture else { return }
    for estimate in clock.estimates {
      capture.note(
        "clock offset \(estimate.offsetNanoseconds) uncertainty \(estimate.uncertaintyNanoseconds) device "
          + "\(estimate.device.microseconds)")
    }
    if connection.link.bench != nil, !options.isChecked { capture.note(Self.ownCalibrationNote) }
    capture.noteEnd(
      readings: report.readings, isReal: connection.link.isReal, failure: line.failure, trouble: line.trouble)
  }
}
