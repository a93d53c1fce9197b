// The calibration in the instrument: samples and slices in, the candidate into use, progress and questions out.

import Calibration
import Correction
import FieldMonitor
import FixedPoint
import Quantities
import RecordStore
import SensorDrivers
import Wire

extension Instrument where Way: ~Copyable {
  // MARK: - Samples and time

  /// A sample of the instrument's own sensor, for the calibration.
  mutating func calibrate(with sample: FieldSample, at now: Instant) {
    guard !calibrationDesk.isInjected else { return }
    calibrate(with: sample, specificForce, at: now)
  }

  /// The fit wants gravity in the sensor's axes: as it was measured for the accelerometer's own, else corrected.
  private mutating func calibrate(with sample: FieldSample, _ specificForce: Acceleration?, at now: Instant) {
    var force: Acceleration?
    if let body = specificForce {
      force = Acceleration(
        microG: calibrator.isGravity ? pipeline.mounting.sensor(body.microG) : pipeline.sensorForce(body.microG))
    }
    calibrator.take(sample.field, isOverflowed: sample.isOverflowed, specificForce: force, at: now)
  }

  /// An injected sample, for a calibration that was started for such.
  mutating func calibrate(injected sample: FieldSample, specificForce: Acceleration?) {
    guard calibrationDesk.isInjected, calibrator.state.isRunning else { return }
    calibrationDesk.injectedTime = sample.time
    if calibrationDesk.awaitsFirst {
      calibrationDesk.awaitsFirst = false
      calibrator.rebase(to: sample.time)
    }
    calibrator.advance(to: sample.time)
    calibrate(with: sample, specificForce, at: sample.time)
  }

  /// Time and one slice of work; then what there is to tell.
  mutating func runCalibration(at now: Instant) {
    let time = calibrationDesk.isInjected ? calibrationDesk.injectedTime : now
    if !calibrationDesk.isInjected { calibrator.advance(to: now) }
    calibrator.work(at: time)
    if let candidate = calibrator.takeCandidate() { adopt(candidate, at: time) }
    if calibrator.isRefitting { checkRecordInUse() }
    followStore(at: time)
    // A record may also come into use by the host, from the store, or be taken away again.
    let isInUse = pipeline.calibration.modelOrder != .none
    // A commit of the accelerometer's does not make a compass calibrated; it is told first what became of it.
    if calibrator.isCalibrated != isInUse, calibrator.state != .committed { calibrator.setCalibrated(isInUse, at: time) }
    if calibrationDesk.isInjected, !calibrator.state.isRunning { calibrationDesk.isInjected = false }
    guard telemetry.streams.contains(.calibration) else { return }
    if calibrationDesk.isProgressDue(calibrator.state, at: now) {
      transmitter.send(calibrationProgress(at: now), as: .periodicCalibration)
    }
    askWhenNeeded(at: now)
  }

  // MARK: - The candidate

  private mutating func adopt(_ outcome: FitOutcome, at time: Instant) {
    if calibrator.isGravity { pipeline.takeAccelerometer(outcome) } else { pipeline.calibration = record(of: outcome) }
    calibrationDesk.isStored = false
    calibrationDesk.isSaveDue = identity.capabilities.contains(.storage)
    if !calibrationDesk.isSaveDue { conclude(.notStored, at: time) }
  }

  /// Hands a commit's record to the store, and tells the calibration what became of it.
  private mutating func followStore(at time: Instant) {
    if calibrationDesk.isSaveDue, storeCalibration() { calibrationDesk.isSaveDue = false }
    guard let outcome = storage.takeCalibrationOutcome() else { return }
    calibrationDesk.isStored = !outcome.isFailure
    // When the answer comes after its deadline, the machine has already told that there was none.
    if calibrator.state == .committed { conclude(outcome.isFailure ? .notStored : .stored, at: time) }
  }

  private mutating func conclude(_ event: CalibrationEvent, at time: Instant) {
    do throws(IllegalCalibrationEvent) { try calibrator.handle(event, at: time) } catch {}
  }

  /// The record that a result makes; the accelerometer's part stays.
  private mutating func record(of outcome: FitOutcome) -> CalibrationRecord {
    var record = pipeline.calibration
    record.forgetCovariance()
    record.sensorChip = calibrationDesk.isInjected ? 0 : sensor.identity.chip.rawValue
    record.modelOrder = outcome.model
    record.grade = outcome.grade
    record.temperatureEighths = sensor.temperatureEighths
    record.date = heading.date.date?.days
    record.sampleCount = outcome.sampleCount < 65535 ? UInt16(truncatingIfNeeded: outcome.sampleCount) : 65535
    record.hardIron = outcome.centre
    record.softIron = outcome.correction
    record.dip = outcome.dipAngle
    record.fieldStrength = outcome.radius
    record.predictedError = outcome.predictedWorst
    record.predictedTypicalError = outcome.predictedTypical
    record.residual = Self.nanotesla(outcome.residual, of: outcome.radius)
    record.tiltSeen = outcome.tiltSeen < 90 ? outcome.tiltSeen : 90
    record.coverage = calibrator.coverage
    return record
  }

  /// Thousandths of a per cent of a strength, in nanotesla.
  private static func nanotesla(_ share: UInt32, of strength: UInt32) -> UInt16 {
    // Below 2^17 · 2^17 for a strength within 131 µT; a share beyond 100 % is no residual any more.
    let limited = share < 100_000 ? share : 100_000
    let product = UInt64(product: limited, strength)
    // 1/100,000 as 2^33 / 85,899: within 2e-6 of it, and without a 64-bit division.
    let value = (product &* 85_899) &>> 33
    return value < 65535 ? UInt16(truncatingIfNeeded: value) : 65534
  }

  // MARK: - Is the one in use still right?

  /// A fit behind the one in use compares with what it made itself; the host may have set another record.
  private mutating func checkRecordInUse() {
    guard calibrationDesk.checkedRecord != pipeline.recordNumber else { return }
    calibrationDesk.checkedRecord = pipeline.recordNumber
    let outcome = calibrator.outcome
    if pipeline.calibration.hardIron != outcome.centre || pipeline.calibration.softIron != outcome.correction {
      calibrator.forgetHeldOut()
    }
  }

  /// After a reading: strength, dip, residual, age and temperature against the calibration in use.
  mutating func watchCalibration(at now: Instant) {
    guard calibrator.state == .monitor else { return }
    if calibrationDesk.watchedRecord != pipeline.recordNumber {
      calibrationDesk.watchedRecord = pipeline.recordNumber
      calibrationDesk.watch.restart()
      calibrator.deviate(nil, at: now)
    }
    var found = heading.watch(&calibrationDesk.watch, at: now)
    if found == nil {
      found = calibrationDesk.watch.compare(calibrated: pipeline.calibration.date, today: heading.date.date?.days)
    }
    if found == nil {
      found = calibrationDesk.watch.compare(
        calibrated: pipeline.calibration.temperatureEighths, now: sensor.temperatureEighths)
    }
    guard let found else { return }
    // Reasons 1…6 follow upon the codes of the other questions.
    let code = CalibrationReason.Code(rawValue: CalibrationReason.Code.poorGrade.rawValue &+ found.reason.rawValue)
    calibrator.deviate(CalibrationReason(code, found.value, found.limit), at: now)
  }

  // MARK: - Questions

  private mutating func askWhenNeeded(at now: Instant) {
    let state = calibrator.state
    guard state == .idle || state == .monitor else { return }
    let isMonitored = state == .monitor
    let deviation = isMonitored ? calibrator.reason : nil
    guard
      let why = deviation?.isQuestion == true
        ? deviation
        : CalibrationReason.toAsk(grade: pipeline.calibration.grade, isCalibrated: calibrator.isCalibrated),
      prompter.ask(at: now)
    else { return }
    var prompt = CalibrationPrompt()
    prompt.time = now
    prompt.reason = why.code.rawValue
    prompt.state = state.rawValue
    prompt.count = prompter.count
    prompt.measured = why.measured
    prompt.limit = why.limit
    transmitter.send(prompt, as: .calibrationPrompt)
  }

  // MARK: - Messages

  mutating func calibrationProgress(at now: Instant) -> CalibrationProgress {
    var progress = CalibrationProgress()
    progress.time = now
    progress.state = calibrator.state.rawValue
    progress.percent = calibrator.percent
    progress.reason = calibrator.reason?.code.rawValue ?? 0
    progress.measured = calibrator.reason?.measured ?? 0
    progress.limit = calibrator.reason?.limit ?? 0
    progress.advice = calibrator.advice.rawValue
    progress.samples = calibrator.sampleCount
    progress.rejected = calibrator.rejected
    let cells = calibrator.coverage
    progress.coverage = CoverageMask(cells.words.0, cells.words.1, cells.words.2)
    progress.tilt = Self.centidegrees(calibrator.outcome)
    let time = calibrationDesk.isInjected ? calibrationDesk.injectedTime : now
    progress.secondsLeft = UInt16(truncatingIfNeeded: (calibrator.timeLeft(at: time) &+ 999_999) / 1_000_000)
    progress.modelOrder = calibrator.outcome.model.rawValue
    progress.grade = calibrator.outcome.grade
    progress.predictedError = calibrator.outcome.predictedWorst
    progress.isAccelerometer = calibrator.isGravity
    return progress
  }

  mutating func calibrationReport(at now: Instant) -> CalibrationReport {
    let outcome = calibrator.outcome
    var report = CalibrationReport()
    report.time = now
    report.state = calibrator.state.rawValue
    if outcome.accepted { report.flags.insert(.accepted) }
    if calibrator.hasCommitted {
      report.flags.insert(.adopted)
      if calibrationDesk.isStored { report.flags.insert(.stored) }
    }
    if identity.capabilities.contains(.storage) { report.flags.insert(.hasStore) }
    if calibrator.isGravity { report.flags.insert(.accelerometer) }
    if outcome.sampleCount > 0 || calibrator.reason != nil { report.flags.insert(.present) }
    report.modelOrder = outcome.model.rawValue
    report.grade = outcome.grade
    report.confidence = calibrator.confidence
    report.predictedTypical = outcome.predictedTypical
    report.predictedWorst = outcome.predictedWorst
    report.residual = Self.hundredths(outcome.residual)
    report.heldOutResidual = Self.hundredths(outcome.heldOutResidual)
    report.tilt = Self.centidegrees(outcome)
    report.dip = outcome.dip
    report.dipSpread = outcome.dipSpread
    report.axisRatio = outcome.axisRatio
    report.middleRatio = outcome.middleRatio
    report.fieldStrength = outcome.radius
    report.samples = outcome.sampleCount
    report.rejected = calibrator.rejected
    report.milliseconds = calibrator.duration
    let cells = calibrator.coverage
    report.coverage = CoverageMask(cells.words.0, cells.words.1, cells.words.2)
    report.hardIron = outcome.centre
    report.softIron = outcome.correction.rows
    addReasons(of: outcome, to: &report)
    return report
  }

  private mutating func addReasons(of outcome: FitOutcome, to report: inout CalibrationReport) {
    if let reason = calibrator.reason, reason.code.rawValue > UInt8(truncatingIfNeeded: FitReasons.count) {
      report.add(
        ReportedReason(
          code: reason.code.rawValue, weight: calibrator.state == .failed ? .refused : .note,
          measured: reason.measured, limit: reason.limit))
    }
    var bit: UInt16 = 0
    while bit < FitReasons.count {
      if let reason = calibrator.reason(bit: bit) {
        report.add(
          ReportedReason(
            code: reason.code.rawValue, weight: outcome.accepted ? .lowered : .refused, measured: reason.measured,
            limit: reason.limit))
      }
      bit &+= 1
    }
  }

  /// Thousandths of a per cent as hundredths.
  private static func hundredths(_ share: UInt32) -> UInt16 {
    let value = (share &+ 5) / 10
    return value < 65535 ? UInt16(truncatingIfNeeded: value) : 65534
  }

  private static func centidegrees(_ outcome: FitOutcome) -> UInt16 {
    outcome.sampleCount == 0 ? CalibrationProgress.unknownAngle : UInt16(outcome.tiltSeen) &* 100
  }
}
