// The calibration as the host commands it over the link: the source of its samples, and the answer to the last command.

import Calibration
import LinkProtocol
import Quantities

/// The source of a calibration's samples, the times of its progress messages, and the answer to its last command.
struct CalibrationSession {
  /// Whether samples come from `injectSample`. The calibration then uses their time.
  var isInjected = false
  /// Whether the first injected sample has not come yet. The calibration begins at its time.
  var awaitsFirst = false
  /// Time of the last injected sample.
  var injectedTime = Instant(microseconds: 0)
  /// The state in the last progress message, and when the next message is due.
  private var reportedState = CalibrationState.idle
  private var nextReport = Instant(microseconds: 0)
  private(set) var lastCommand = LastCommand()

  /// Microseconds between two progress messages while a calibration runs.
  private static var interval: UInt32 { 200_000 }
  /// The time in microseconds in which the same request counts as a repetition: three attempts of one second each, and
  /// one second for the line.
  private static var repetitionTime: UInt32 { 4_000_000 }

  /// Whether progress is due: at every change of state, and regularly while a calibration runs.
  mutating func isProgressDue(_ state: CalibrationState, at now: Instant) -> Bool {
    guard state != reportedState || (state.isRunning && now >= nextReport) else { return false }
    reportedState = state
    nextReport = now.advanced(by: Self.interval)
    return true
  }

  /// The time that the calibration uses.
  func time(at now: Instant) -> Instant { isInjected ? injectedTime : now }

  /// A request that was carried out, and its answer.
  struct LastCommand {
    var kind: UInt8 = 0
    var token: UInt8 = 0
    var payload: UInt32 = 0
    var at = Instant(microseconds: 0)
    /// `nil`: it was acknowledged.
    var refused: IllegalCalibrationEvent?
  }

  /// Whether the host repeats the last command, because its answer was lost.
  mutating func isRepetition(_ header: FrameHeader, payload: UInt32, at now: Instant) -> Bool {
    header.token != 0 && header.kind == lastCommand.kind && header.token == lastCommand.token
      && payload == lastCommand.payload && now.elapsed(since: lastCommand.at) < Self.repetitionTime
  }

  /// Stores a command and its answer, in case the host repeats it.
  mutating func recordCommand(
    _ header: FrameHeader, payload: UInt32, refused: IllegalCalibrationEvent?, at now: Instant
  ) {
    lastCommand.kind = header.kind
    lastCommand.token = header.token
    lastCommand.payload = payload
    lastCommand.at = now
    lastCommand.refused = refused
  }
}
