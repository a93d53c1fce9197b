// What the instrument keeps beside the calibration's own state: who is told what, and what was answered.

import Calibration
import FieldMonitor
import LinkProtocol
import Quantities

/// The calibration's telemetry, the last command and its answer.
struct CalibrationDesk {
  /// Samples come by `injectSample`, and their time is the calibration's.
  var isInjected = false
  /// The first of them is still to come; the calibration begins with its time.
  var awaitsFirst = false
  /// Time of the last injected sample.
  var injectedTime = Instant(microseconds: 0)
  /// Watches the record in use, and which it is.
  var watch = CalibrationWatch()
  var watchedRecord: UInt8 = 0
  /// Which record the fit behind it was compared with last.
  var checkedRecord: UInt8 = 0
  private var toldState = CalibrationState.idle
  private var nextTelling = Instant(microseconds: 0)
  private(set) var lastCommand = LastCommand()

  /// Microseconds between two progress messages while a calibration runs.
  private static var interval: UInt32 { 200_000 }
  /// For so long a request that comes again is a repetition: three tries of a second each, and a second for the line.
  private static var repetitionTime: UInt32 { 4_000_000 }

  /// Whether progress is due: at every change of state, and regularly while a calibration runs.
  mutating func isProgressDue(_ state: CalibrationState, at now: Instant) -> Bool {
    guard state != toldState || (state.isRunning && now >= nextTelling) else { return false }
    toldState = state
    nextTelling = now.advanced(by: Self.interval)
    return true
  }

  /// A request that was carried out before, and how it was answered.
  struct LastCommand {
    var kind: UInt8 = 0
    var token: UInt8 = 0
    var payload: UInt32 = 0
    var at = Instant(microseconds: 0)
    /// `nil`: it was acknowledged.
    var refused: IllegalCalibrationEvent?
  }

  /// Whether this is the last command, asked again because its answer was lost.
  mutating func isRepetition(_ header: FrameHeader, payload: UInt32, at now: Instant) -> Bool {
    header.token != 0 && header.kind == lastCommand.kind && header.token == lastCommand.token
      && payload == lastCommand.payload && now.elapsed(since: lastCommand.at) < Self.repetitionTime
  }

  mutating func note(_ header: FrameHeader, payload: UInt32, refused: IllegalCalibrationEvent?, at now: Instant) {
    lastCommand.kind = header.kind
    lastCommand.token = header.token
    lastCommand.payload = payload
    lastCommand.at = now
    lastCommand.refused = refused
  }
}
