// What a stream notes in its capture, so that a replay can judge it.

extension LiveStream {
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
    capture.noteEnd(readings: report.readings, isReal: connection.link.isReal, failure: line.failure)
  }
}
