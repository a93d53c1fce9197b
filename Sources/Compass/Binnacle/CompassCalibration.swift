// The calibration of a compass: guided by a person, refitted in the background, watched while it is in use.

import Calibration
import Correction
import FieldMonitor
import FixedPoint
import Heading
import Quantities
import RawMemory

/// Calibrates a `Compass` while it is turned by hand, and watches the calibration in use.
///
/// `start` it, and call `step` after each sample and in each turn of the main loop; `advice` and `percent` say what to
/// show. In the state `.review` read `outcome` and `reported`, then `commit` or `discard`. When `step` returns `true`, a
/// new record is in use and waits to be stored: store its bytes, and call `saved`. A value takes 1.6 KB, so make it a global of
/// `main.swift`.
///
/// ```swift
/// var calibration = CompassCalibration()
/// // At a press of a button; a second press ends the run.
/// do { try calibration.start(delayMilliseconds: 2_000, at: now) } catch { try? calibration.cancel(at: now) }
///
/// // In each turn of the main loop.
/// if calibration.step(&compass, at: now) {
///   calibration.saved(store(compass.recordBytes()), at: now)
/// }
/// switch calibration.state {
/// case .collecting where calibration.advice == .enough: try? calibration.finish(at: now)
/// case .review where calibration.outcome.grade >= 2: try? calibration.commit(at: now)
/// case .review: try? calibration.discard(at: now)
/// default: break
/// }
/// ```
public struct CompassCalibration: ~Copyable {
  private let inPlace = InPlace()
  /// The number of the last sample that was added, and of the last sample that the watch has seen.
  private var seen: UInt32 = 0
  private var watched: UInt32 = 0
  /// The numbers of the records for which `watch` was restarted, and with which the background fit was last compared.
  private var watchedRecord: UInt8 = 0
  private var checkedRecord: UInt8 = 0
  /// Whether records are stored. If so, `saved` must be called within five seconds of a new record; if it is not, the
  /// record is in use, and `reason` says that it was not stored.
  public var hasStore = true
  /// Whether the samples are those of the compass's own sensor: a record then says which chip that is.
  public var usesOwnSensor = true
  /// When to ask a person for a calibration.
  public var questions = CalibrationPrompter()
  private var watch = CalibrationWatch()
  var machine = CalibrationMachine<GuidedFit>()

  /// A calibration that has not started.
  public init() {}

  /// Whether enumerations and places are within their ranges; the memory may have been overwritten.
  public var isSound: Bool { mutating get { machine.isSound } }

  // MARK: - Commands

  /// Which sensor is calibrated.
  public enum Sensor: UInt8, Sendable {
    case magnetometer = 0
    /// Six poses at rest, each side up once.
    case accelerometer = 1
  }

  /// Starts a calibration, from `idle`, `monitor` or `failed`. The calibration in use stays until a commit.
  /// - Parameters:
  ///   - delayMilliseconds: before it waits for the instrument to move.
  ///   - refits: whether a fit may continue in the background after a commit, and replace the result by a better one.
  public mutating func start(
    _ sensor: Sensor = .magnetometer, delayMilliseconds: UInt16 = 0, refits: Bool = false, at now: Instant
  ) throws(IllegalCalibrationEvent) {
    try machine.start(
      delayMilliseconds: delayMilliseconds, refits: refits, ofGravity: sensor == .accelerometer, at: now)
  }

  /// Carries out a command of a person: finish, cancel, commit, discard or dismiss.
  ///
  /// ```swift
  /// // A command that came over a line.
  /// do { try calibration.handle(.finish, at: now) } catch { print("not now") }  // not now
  /// ```
  public mutating func handle(_ event: CalibrationEvent, at now: Instant) throws(IllegalCalibrationEvent) {
    try machine.handle(event, at: now)
  }

  /// Ends the movement: the calibration solves with the samples so far.
  public mutating func finish(at now: Instant) throws(IllegalCalibrationEvent) { try machine.handle(.finish, at: now) }

  /// Ends the run. The calibration in use stays.
  public mutating func cancel(at now: Instant) throws(IllegalCalibrationEvent) { try machine.handle(.cancel, at: now) }

  /// Accepts the result, in `review`. The next `step` puts it into use.
  public mutating func commit(at now: Instant) throws(IllegalCalibrationEvent) { try machine.handle(.commit, at: now) }

  /// Discards the result, in `review`.
  public mutating func discard(at now: Instant) throws(IllegalCalibrationEvent) {
    try machine.handle(.discard, at: now)
  }

  /// Moves the start of a run to another time, for samples that have a time of their own.
  ///
  /// ```swift
  /// try calibration.start(at: now)
  /// calibration.rebase(to: Instant(microseconds: 0))  // the samples of a file begin at 0
  /// ```
  public mutating func rebase(to time: Instant) { machine.rebase(to: time) }

  // MARK: - Storage

  /// Whether a new record is in use and waits to be stored.
  public var waitsForStore: Bool { machine.saving == .waiting }

  /// Whether the last record that was committed is stored.
  public var isStored: Bool { machine.saving == .stored }

  /// Reports that the store has begun to write the new record.
  ///
  /// ```swift
  /// // A flash memory that takes some turns of the main loop.
  /// if calibration.waitsForStore { calibration.savingBegan(at: now) }
  /// ```
  public mutating func savingBegan(at now: Instant) { machine.handle(saving: .begun, at: now) }

  /// Reports whether the new record was stored, and ends the run.
  /// - Returns: whether a record was waiting to be stored.
  @discardableResult
  public mutating func saved(_ isStored: Bool, at now: Instant) -> Bool {
    machine.handle(saving: .begun, at: now)
    return machine.handle(saving: isStored ? .succeeded : .failed, at: now)
  }

  // MARK: - Work

  /// Adds the last sample of the compass, if it is new, does one slice of work, at most 25,000 Cortex-M0+ cycles, and watches
  /// the calibration in use. A solve takes some 80 slices, and some hundred where the sensors are turned far against each
  /// other. Samples that come during a solve are left out.
  /// - Returns: whether the compass has a new record now: store its bytes, and call `saved`.
  public mutating func step(_ compass: inout Compass, at now: Instant) -> Bool {
    if seen != compass.samples.fieldNumber {
      seen = compass.samples.fieldNumber
      addSample(of: &compass, at: now)
    }
    machine.advance(to: now)
    let hasRecord = work(&compass, at: now)
    if watched != compass.samples.fieldNumber, !compass.samples.isNew {
      watched = compass.samples.fieldNumber
      watch(&compass, at: now)
    }
    return hasRecord
  }

  /// Records that the sample with this number has been added.
  mutating func markAdded(_ number: UInt32) { seen = number }

  /// Adds the last sample of the compass. `step` calls it, too.
  public mutating func addSample(of compass: inout Compass, at now: Instant) {
    addSample(of: &compass, force: force(of: &compass), at: now)
  }

  /// Adds the last sample with another specific force, in the magnetometer's axes.
  mutating func addSample(of compass: inout Compass, force: Acceleration?, at now: Instant) {
    machine.setLevel(axis: compass.mounting.down.axis)
    machine.add(compass.samples.field, isOverflowed: compass.samples.isOverflowed, specificForce: force, at: now)
  }

  /// The force in the magnetometer's axes: as measured for a calibration of the accelerometer, else corrected.
  mutating func force(of compass: inout Compass) -> Acceleration? {
    guard compass.samples.hasTilt else { return nil }
    return machine.isGravity ? compass.samples.force : compass.sensorForce
  }

  /// Advances the time, on which the limits of a run depend.
  public mutating func advance(to now: Instant) { machine.advance(to: now) }

  /// Does one slice of work.
  ///
  /// ```swift
  /// // `step`, one part after the other, for a loop that has something else to do between them.
  /// calibration.addSample(of: &compass, at: now)
  /// calibration.advance(to: now)
  /// if calibration.work(&compass, at: now) { calibration.saved(store(compass.recordBytes()), at: now) }
  /// calibration.watch(&compass, at: now)
  /// ```
  /// - Returns: whether the compass has a new record now.
  @inline(never)
  public mutating func work(_ compass: inout Compass, at now: Instant) -> Bool {
    machine.work(at: now)
    var hasRecord = false
    if let outcome = machine.consumeCandidate() {
      adopt(outcome, into: &compass)
      hasRecord = true
      if !hasStore { machine.handle(saving: .unavailable, at: now) }
    }
    if machine.isRefitting { checkRecord(of: &compass) }
    let isInUse = compass.isCalibrated
    // A commit of the accelerometer's calibration does not calibrate the compass. Its result is reported first.
    if machine.isCalibrated != isInUse, machine.state != .committed { machine.setCalibrated(isInUse, at: now) }
    return hasRecord
  }

  /// Puts the record of a result into use. The other sensor's part stays.
  @inline(never)
  private mutating func adopt(_ outcome: borrowing FitOutcome, into compass: inout Compass) {
    if machine.isGravity {
      compass.record.setAccelerometer(from: outcome)
    } else {
      compass.record.setMagnetometer(from: outcome)
      compass.record.coverage = machine.coverage
      compass.record.sensorChip = usesOwnSensor ? compass.chip : 0
      compass.record.temperatureEighths = compass.temperatureEighths
      compass.record.date = compass.date?.days
    }
    compass.recordChanged()
  }

  /// A background fit compares new samples with the record that it made. Somebody may have set another record.
  private mutating func checkRecord(of compass: inout Compass) {
    guard checkedRecord != compass.recordNumber else { return }
    checkedRecord = compass.recordNumber
    if compass.record.hardIron != machine.outcome.centre || compass.record.softIron != machine.outcome.correction {
      machine.forgetHeldOut()
    }
  }

  // MARK: - The calibration in use

  /// Compares strength, dip, residual, age and temperature with the calibration in use. Call it after each reading; `step` does.
  @inline(never)
  public mutating func watch(_ compass: inout Compass, at now: Instant) {
    guard machine.state == .monitor else {
      // A run clears the reason to renew the calibration in use. If the run changes nothing, the watch finds the reason
      // again.
      watchedRecord = compass.recordNumber &- 1
      return
    }
    if watchedRecord != compass.recordNumber {
      watchedRecord = compass.recordNumber
      watch.restart()
      machine.reportDeviation(nil, at: now)
    }
    var found = usesOwnSensor ? watch.check(compass.monitor, at: now) : nil
    if found == nil { found = watch.compare(calibrated: compass.record.date, today: compass.date?.days) }
    if found == nil {
      found = watch.compare(calibrated: compass.record.temperatureEighths, now: compass.temperatureEighths)
    }
    guard let found else { return }
    // The codes of reasons 1…6 follow after those of the other questions.
    let code = CalibrationReason.Code(rawValue: CalibrationReason.Code.poorGrade.rawValue &+ found.reason.rawValue)
    machine.reportDeviation(CalibrationReason(code, found.value, found.limit), at: now)
  }

  /// Why a person should be asked for a calibration, now; `nil` for no question. A question that is returned counts as asked.
  ///
  /// ```swift
  /// calibration.questions.setInterval(seconds: 3_600)
  /// if let reason = calibration.question(about: &compass, at: now) {
  ///   print("please calibrate: reason", reason.code.rawValue)  // please calibrate: reason 65
  /// }
  /// ```
  public mutating func question(about compass: inout Compass, at now: Instant) -> CalibrationReason? {
    let state = machine.state
    guard state == .idle || state == .monitor else { return nil }
    var why = state == .monitor ? machine.reason : nil
    if why?.isQuestion != true {
      why = CalibrationReason.toAsk(grade: compass.record.grade, isCalibrated: machine.isCalibrated)
    }
    guard let why, questions.ask(at: now) else { return nil }
    return why
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
  /// Whether the run is the accelerometer's.
  public var isOfAccelerometer: Bool { machine.isGravity }
  /// Whether the result of this run came into use.
  public var hasCommitted: Bool { machine.hasCommitted }
  /// Milliseconds from the start to the last solve.
  public var duration: UInt32 { machine.duration }

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
  ///
  /// ```swift
  /// print(calibration.timeLeft(at: now), "microseconds left")  // 0 microseconds left
  /// for place in 0..<CompassCalibration.reportedCount {
  ///   if calibration.weight(place) == .refused, let reason = calibration.reported(place) {
  ///     print("refused: reason", reason.code.rawValue, reason.measured, reason.limit)
  ///   }
  /// }
  /// ```
  public mutating func reported(_ place: UInt16) -> CalibrationReason? {
    place < Self.reportedCount ? machine.reported(place) : nil
  }

  /// What the reason at a place did.
  public func weight(_ place: UInt16) -> ReasonWeight {
    if place == 0 { return machine.state == .failed ? .refused : .note }
    return place > FitReasons.count ? .note : machine.outcome.accepted ? .lowered : .refused
  }

  /// How reliable the prediction of the error is, 0…100.
  public var confidence: UInt8 { mutating get { machine.confidence } }
}
