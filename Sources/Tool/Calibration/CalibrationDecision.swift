// The end of a calibration: the user accepts or rejects it, or something else ends it. An accepted one is committed,
// dated and read back.
import Calibration
import Correction
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import TerminalInterface
import ToolConnection
import ToolStream

extension Calibrator {
  func isAgreed(_ report: CalibrationReport) -> Bool {
    if agrees { return report.flags.contains(.accepted) }
    // A late Enter was to end the turning early.
    return Question.isYes("Use this calibration?", console: console, takesEnter: false)
  }

  /// Tells the device the decision.
  /// - Returns: false if nothing is left to decide: ten minutes have passed, or another host has decided.
  func decide(_ command: CalibrationCommand) throws -> Bool {
    if command == .commit { (left.isCommitted, left.isStored) = (nil, nil) }
    do throws(SessionError) {
      try session.command(command)
      return true
    } catch {
      guard case .refused(_, _, let refusal) = error, refusal.reason == RefusalReason.illegalEvent.rawValue else {
        throw error
      }
    }
    return try endedElsewhere()
  }

  /// Reports what ended the calibration. Unless it was the time limit, only the device knows which calibration is now
  /// in use.
  /// - Returns: false.
  private func endedElsewhere() throws -> Bool {
    (left.isCommitted, left.isStored) = (false, false)
    lastProgress = try session.calibrationProgress()
    if lastProgress.reason != CalibrationReason.Code.reviewExpired.rawValue {
      left.old = "`binnacle calibration show` shows what is in use now"
    }
    reportEnd()
    return false
  }

  /// Waits until the device has stored the record and read it back, and then reads it back here as well.
  /// - Returns: false if the device restarted meanwhile; it may then use the old record.
  func followCommit() throws -> Bool {
    let deadline = session.stream.deadline(seconds: 10)
    var progress = try session.calibrationProgress()
    while CalibrationState(rawValue: progress.state) == .committed, !deadline.hasPassed {
      _ = try session.receive(deadline: .after(seconds: 0.05))
      progress = try session.calibrationProgress()
    }
    let report = try session.calibrationReport()
    guard report.flags.contains(.adopted) else { return try endedElsewhere() }
    // The date in the record belongs to the calibration of the compass.
    if guide == nil { try connection.dateRecord() }
    let device = try DeviceRecord(connection)
    let stored = report.flags.contains(.stored) && device.isStoredOneInUse
    (left.isCommitted, left.isStored) = (true, stored)
    emit(
      "committed",
      [
        "percent": .integer(progress.percent), "stored": .bool(stored), "storage": .string(device.storage),
        "readBack": .bool(device.isStoredOneInUse),
        "calibration": .object(
          CalibrationJSON.object(device.record, bytes: device.bytes, hello: connection.hello)),
      ])
    if mode == .human {
      let text = stored ? "saved and read back: \(device.storage)" : "in use, but not saved: \(device.storage)"
      console.line((stored ? Colour.good : Colour.warning).paint(text, for: console.results))
    }
    return true
  }

  /// Reports why the calibration ended if neither this program nor the samples caused it: another host, or a restart.
  func reportEnd() {
    let reason = CalibrationText.text(lastProgress.reason, measured: lastProgress.measured, limit: lastProgress.limit)
    console.remark(
      "binnacle: \(session.stream.name) has ended the calibration "
        + "(\(lastProgress.reason == 0 ? "another program ended it, or it restarted" : reason)).\nStart again.")
  }
}
