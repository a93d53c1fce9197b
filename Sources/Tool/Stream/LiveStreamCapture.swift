// The additional data of a live stream: movement, the device's questions, and the notes for a replay.

import HostSession
import LinkProtocol

extension LiveStream {
  /// The movement of the instrument; `nil` without a location, and at a fixed one.
  var movement: Movement? {
    switch options.heading.location {
    case nil, .fixed: nil
    case .sentences, .daemon: feed?.movement ?? Movement()
    }
  }

  /// With `--no-questions` the device does not ask for a calibration until another host connects.
  func silenceQuestions() throws(SessionError) {
    if options.hasNoQuestions { try session.answerPrompt(PromptAnswer(.suppress, for: .session)) }
  }

  /// Tells a replay that the device did not receive the calibration that its world requires.
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
