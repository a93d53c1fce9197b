// Follows a calibration that continues: candidates next to the calibration in use, and their comparison.
import Calibration
import DeviceLinks
import HostSession
import LinkProtocol
import SerialLink
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// A comparison of a candidate with the calibration in use, on samples from which neither was made.
struct RefitTrial: Equatable {
  /// The deviation of the candidate divided by that of the calibration in use: below 1 the candidate is better.
  var onOld: Double
  var onNew: Double

  /// - Returns: nil for a report without a comparison.
  init?(_ report: CalibrationReport) {
    func share(_ code: CalibrationReason.Code) -> Double? {
      (0..<Int(report.reasonCount)).map(report.reason).first { $0.code == code.rawValue }
        .map { Double($0.measured) / Double(max(1, $0.limit)) }
    }
    guard let old = share(.triedOnOld), let new = share(.triedOnNew) else { return nil }
    (onOld, onNew) = (old, new)
  }

  var isBetter: Bool { onOld < 1 && onNew < 1 }

  var text: String {
    func words(_ share: Double) -> String {
      let percent = Digits.fixed(abs(1 - share) * 100, 0)
      return share < 1 ? "\(percent) % nearer" : "\(percent) % further off"
    }
    return "a later fit lies \(words(onOld)) on the samples kept from the one in use, \(words(onNew)) on its own: "
      + (isBetter ? "it replaces the other" : "the one in use stays")
  }
}

/// Watches the continuing fit of the device for some time.
struct RefitWatch {
  let session: DeviceSession
  /// The device's world. It may forget the fields that no one will ask for.
  let bench: (any Bench)?
  /// Seconds of the device's time.
  let seconds: Double
  /// Called for each comparison. `isReplaced`: whether its candidate is now in use.
  let report: (RefitTrial, _ isReplaced: Bool) throws -> Void

  /// The longest time for storing; no store takes this long.
  private static let storingSeconds = 10.0

  /// - Returns: the number of candidates that were seen in comparisons.
  func run() throws -> Int {
    let first = try session.calibrationReport()
    var (last, trial) = (first, RefitTrial(first))
    var count = 0
    while !Interrupt.isRequested {
      let answer = try session.calibrationReport()
      guard answer.flags.contains(.present) else {
        throw CommandError(
          .linkLost,
          "The board on \(session.stream.name) restarted and has stopped fitting; it uses what it has stored.\n"
            + "Look at it with `binnacle calibration show`, or calibrate again.")
      }
      // The record of a successful candidate is stored first.
      let isStoring = CalibrationState(rawValue: answer.state) == .committed
      if !isStoring, let found = RefitTrial(answer), found != trial {
        trial = found
        count += 1
        try report(found, answer.hardIron != last.hardIron || answer.softIron != last.softIron)
        last = answer
      }
      // A board that never finishes storing must not make the user wait.
      if answer.time.seconds(since: first.time) >= seconds + (isStoring ? Self.storingSeconds : 0) { break }
      bench?.forget(before: answer.time)
      _ = try session.receive(deadline: .after(seconds: 0.05))
    }
    return count
  }
}

extension Calibrator {
  /// After a commit: lets the device continue, and reports the results.
  func improve(for seconds: Double) throws {
    printLine("It goes on for \(Digits.duration(seconds: seconds)); Ctrl-C ends the watch, not the calibration.")
    let watch = RefitWatch(
      session: session, bench: connection.capture == nil ? connection.link.bench : nil, seconds: seconds
    ) { trial, isReplaced in
      if isReplaced { try self.connection.dateRecord() }
      self.emit(
        "refit",
        [
          "replaced": .bool(isReplaced), "oldSamplesRatio": .fixed(trial.onOld, decimals: 3),
          "newSamplesRatio": .fixed(trial.onNew, decimals: 3),
        ])
      self.printLine(trial.text)
    }
    if try watch.run() == 0 {
      printLine(
        "no later fit was tried: that needs 320 samples in half of the directions, and a prediction that is as good")
    }
    printLine("The device goes on fitting until its next calibration or restart.")
  }
}
