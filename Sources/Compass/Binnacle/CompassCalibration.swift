// The guided calibration of a compass: samples come from the compass, and the record goes into it.

import Calibration
import Correction
import FixedPoint
import Quantities
import RawMemory

/// Calibrates a `Compass` while it is turned by hand.
///
/// `start` it, and call `step` after each sample and in each turn of the main loop; `advice` and `percent` say what to
/// show. In the state `.review` read `outcome` and `reported`, then `commit` or `discard`. When `step` returns `true`, a
/// new record is in use and waits to be stored. A value takes 1.5 KB, so make it a global of `main.swift`.
public struct CompassCalibration: ~Copyable {
  private let inPlace = InPlace()
  /// The number of the last sample that was taken from the compass.
  private var seen: UInt32 = 0
  /// Whether records are stored. If so, `saved` must be called within five seconds of a new record; if it is not, the
  /// record is in use, and `reason` says that it was not stored.
  public var hasStore = true
  var machine = CalibrationMachine()

  /// A calibration that has not started.
  public init() {}

  // MARK: - Commands

  /// Which sensor is calibrated.
  public enum Sensor: UInt8, Sendable {
    case magnetometer = 0
    /// Six poses at rest, each side up once.
    case accelerometer = 1
  }

  /// Starts a calibration, from `idle`, `monitor` or `failed`. The calibration in use stays until a commit.
  /// - Parameter delayMilliseconds: before it waits for the instrument to move.
  public mutating func start(
    _ sensor: Sensor = .magnetometer, delayMilliseconds: UInt16 = 0, at now: Instant
  ) throws(IllegalCalibrationEvent) {
    try machine.start(delayMilliseconds: delayMilliseconds, ofGravity: sensor == .accelerometer, at: now)
  }

  /// Says that no more movement will come: it solves with the samples so far.
  public mutating func finish(at now: Instant) throws(IllegalCalibrationEvent) { try machine.handle(.finish, at: now) }

  /// Ends the run; the calibration in use stays.
  public mutating func cancel(at now: Instant) throws(IllegalCalibrationEvent) { try machine.handle(.cancel, at: now) }

  /// Accepts the result, in `review`. The next `step` puts it into use.
  public mutating func commit(at now: Instant) throws(IllegalCalibrationEvent) { try machine.handle(.commit, at: now) }

  /// Drops the result, in `review`.
  public mutating func discard(at now: Instant) throws(IllegalCalibrationEvent) {
    try machine.handle(.discard, at: now)
  }

  /// Tells whether the new record was stored. It ends the run.
  /// - Returns: whether a record was waiting for it.
  @discardableResult
  public mutating func saved(_ isStored: Bool, at now: Instant) -> Bool {
    machine.handle(saving: .begun, at: now) && machine.handle(saving: isStored ? .succeeded : .failed, at: now)
  }

  // MARK: - Work

  /// Takes the last sample of the compass, once, and does one slice of work: at most 25,000 Cortex-M0+ cycles. A solve
  /// takes some 80 slices, and leaves out the samples that come meanwhile.
  /// - Returns: whether the compass has a new record now: store its bytes, and call `saved`.
  public mutating func step(_ compass: inout Compass, at now: Instant) -> Bool {
    let isInUse = compass.isCalibrated
    // A commit of the accelerometer's calibration does not calibrate the compass; its result is reported first.
    if machine.isCalibrated != isInUse, machine.state != .committed { machine.setCalibrated(isInUse, at: now) }
    if seen != compass.fieldNumber {
      seen = compass.fieldNumber
      machine.add(
        compass.rawField, isOverflowed: compass.isOverflowed, specificForce: force(of: &compass), at: now)
    }
    machine.advance(to: now)
    machine.work(at: now)
    guard let outcome = machine.takeCandidate() else { return false }
    if machine.isGravity {
      compass.record.setAccelerometer(from: outcome)
    } else {
      compass.record.setMagnetometer(from: outcome)
      compass.record.coverage = machine.coverage
      compass.record.date = compass.date?.days
    }
    compass.isExpectationOld = true
    if !hasStore { machine.handle(saving: .unavailable, at: now) }
    return true
  }

  /// The force in the magnetometer's axes: as measured for a calibration of the accelerometer, else corrected.
  private func force(of compass: inout Compass) -> Acceleration? {
    guard compass.hasTilt else { return nil }
    let measured = compass.mounting.sensor(compass.rawForce.microG)
    return Acceleration(microG: machine.isGravity ? measured : compass.record.correctedForce(measured))
  }

  // MARK: - Progress

  /// Where the calibration is.
  public var state: CalibrationState { machine.state }
  /// 0…99 while it runs, 100 after a commit.
  public var percent: UInt8 { machine.percent }
  /// What a person can do next.
  public var advice: CalibrationAdvice { mutating get { machine.advice } }
  /// Samples that count, and samples left out.
  public var sampleCount: UInt32 { machine.sampleCount }
  public var rejectedCount: UInt32 { machine.rejected }
  /// The directions of the field seen so far.
  public var coverage: DirectionCells { machine.coverage }

  /// Microseconds until the time of this state is over; 0 for a state without end.
  public mutating func timeLeft(at now: Instant) -> UInt32 { machine.timeLeft(at: now) }

  // MARK: - Results

  /// Why it failed, timed out or was not stored.
  public var reason: CalibrationReason? { machine.reason }
  /// What the last solve found: whether it is accepted, its model, grade, residuals and predicted error.
  public var outcome: FitOutcome { machine.outcome }
  /// The number of places for `reported`.
  public static var reportedCount: UInt16 { CalibrationMachine<GuidedFit>.reportedCount }
  /// One of the reasons that hold, by its place; `nil` for a place without one.
  public mutating func reported(_ place: UInt16) -> CalibrationReason? {
    place < Self.reportedCount ? machine.reported(place) : nil
  }
  /// How reliable the prediction of the error is, 0…100.
  public var confidence: UInt8 { mutating get { machine.confidence } }
}
