// The calibration in the instrument. It receives samples and slices of time; it puts the candidate into use, and sends
// progress and questions.

import Calibration
import Correction
import FieldMonitor
import FixedPoint
import LinkProtocol
import Quantities
import RecordStore
import SensorDrivers

extension CompassInstrument where Way: ~Copyable, Gyro: ~Copyable {
  // MARK: - Samples and time

  /// Passes a sample of the instrument's own sensor to the calibration.
  mutating func calibrate(with sample: FieldSample) {
    if !calibrationSession.isInjected { calibrate(with: sample, accelerometer.tilt(at: sample.time).force) }
  }

  /// The time that the calibration uses.
  var calibrationTime: Instant { calibrationSession.isInjected ? calibrationSession.injectedTime : now }

  /// Adds gravity in the sensor's axes, as the fit needs it: as measured for a calibration of the accelerometer, else
  /// corrected.
  private mutating func calibrate(with sample: FieldSample, _ specificForce: Acceleration?) {
    var force: Acceleration?
    if let body = specificForce {
      force = Acceleration(
        microG: calibrator.isGravity ? pipeline.mounting.sensor(body.microG) : pipeline.sensorForce(body.microG))
    }
    if Gyro.fuses { guard Gyro.guide(sample, &force, in: &self) else { return } }
    calibrator.add(sample.field, isOverflowed: sample.isOverflowed, specificForce: force, at: calibrationTime)
  }

  /// Passes an injected sample to a calibration that was started for injected samples.
  mutating func calibrate(injected sample: inout FieldSample, specificForce: Acceleration?) {
    guard calibrationSession.isInjected, calibrator.state.isRunning else { return }
    calibrationSession.injectedTime = sample.time
    if calibrationSession.awaitsFirst {
      calibrationSession.awaitsFirst = false
      calibrator.rebase(to: sample.time)
    }
    calibrator.advance(to: sample.time)
    calibrate(with: sample, specificForce)
  }

  /// Advances the time, does one slice of work, and sends what is due.
  mutating func runCalibration() {
    let time = calibrationTime
    if !calibrationSession.isInjected { calibrator.advance(to: now) }
    calibrator.work(at: time)
    if let candidate = calibrator.takeCandidate() { adopt(candidate) }
    if calibrator.isRefitting { checkRecordInUse() }
    Gyro.align(in: &self)
    if calibrator.saving == .waiting, storage.ask(.save, for: .calibration) {
      calibrator.handle(saving: .begun, at: time)
    }
    // The host or the store may also put a record into use or take it away.
    let isInUse = pipeline.record.modelOrder != .none
    // A commit of the accelerometer's calibration does not calibrate the compass. Its result is reported first.
    if calibrator.isCalibrated != isInUse, calibrator.state != .committed {
      calibrator.setCalibrated(isInUse, at: time)
    }
    if calibrationSession.isInjected, !calibrator.state.isRunning { calibrationSession.isInjected = false }
    guard telemetry.streams.contains(.calibration) else { return }
    if calibrationSession.isProgressDue(calibrator.state, at: now) {
      transmitter.begin(.periodicCalibration)
      appendCalibrationProgress()
      transmitter.commit()
    }
    askWhenNeeded()
  }

  // MARK: - The candidate

  private mutating func adopt(_ outcome: FitOutcome) {
    if calibrator.isGravity { pipeline.setAccelerometer(from: outcome) } else { takeRecord(of: outcome) }
    if !capabilities.contains(.storage) { calibrator.handle(saving: .unavailable, at: calibrationTime) }
  }

  /// Puts the record of a result into use. The accelerometer's part stays.
  @inline(never)
  private mutating func takeRecord(of outcome: borrowing FitOutcome) {
    pipeline.record.setMagnetometer(from: outcome)
    pipeline.record.coverage = calibrator.coverage
    pipeline.record.sensorChip = calibrationSession.isInjected ? 0 : sensor.identity.chip.rawValue
    pipeline.record.temperatureEighths = sensor.temperatureEighths
    pipeline.record.date = heading.today
    pipeline.noteChange()
  }

  // MARK: - Is the one in use still right?

  /// A background fit compares new samples with the record that it made. The host may have set another record.
  private mutating func checkRecordInUse() {
    guard calibrationSession.checkedRecord != pipeline.recordNumber else { return }
    calibrationSession.checkedRecord = pipeline.recordNumber
    let outcome = calibrator.outcome
    if pipeline.record.hardIron != outcome.centre || pipeline.record.softIron != outcome.correction {
      calibrator.forgetHeldOut()
    }
  }

  /// Compares strength, dip, residual, age and temperature with the calibration in use, after a reading.
  mutating func watchCalibration() {
    guard calibrator.state == .monitor else {
      // A run forgets why the calibration in use should be renewed. If the run changed nothing, the watch finds it
      // again.
      calibrationSession.watchedRecord = pipeline.recordNumber &- 1
      return
    }
    if calibrationSession.watchedRecord != pipeline.recordNumber {
      calibrationSession.watchedRecord = pipeline.recordNumber
      calibrationSession.watch.restart()
      calibrator.reportDeviation(nil, at: now)
    }
    var found = heading.watch(&calibrationSession.watch, at: now)
    if found == nil {
      found = calibrationSession.watch.compare(calibrated: pipeline.record.date, today: heading.today)
    }
    if found == nil {
      found = calibrationSession.watch.compare(
        calibrated: pipeline.record.temperatureEighths, now: sensor.temperatureEighths)
    }
    guard let found else { return }
    // The codes of reasons 1…6 follow after those of the other questions.
    let code = CalibrationReason.Code(rawValue: CalibrationReason.Code.poorGrade.rawValue &+ found.reason.rawValue)
    calibrator.reportDeviation(CalibrationReason(code, found.value, found.limit), at: now)
  }

  // MARK: - Questions

  private mutating func askWhenNeeded() {
    let state = calibrator.state
    guard state == .idle || state == .monitor else { return }
    let isMonitored = state == .monitor
    let deviation = isMonitored ? calibrator.reason : nil
    guard
      let why = deviation?.isQuestion == true
        ? deviation
        : CalibrationReason.toAsk(grade: pipeline.record.grade, isCalibrated: calibrator.isCalibrated),
      prompter.ask(at: now)
    else { return }
    var prompt = CalibrationPrompt()
    prompt.time = now
    prompt.reason = why.code.rawValue
    prompt.state = state.rawValue
    prompt.count = prompter.count
    prompt.measured = why.measured
    prompt.limit = why.limit
    transmitter.send(image: &prompt, as: .calibrationPrompt)
  }

  // MARK: - Messages

  @inline(never)
  mutating func appendCalibrationProgress() {
    var progress = CalibrationProgress()
    fill(&progress)
    transmitter.frame.append(image: &progress)
  }

  // Filled through a pointer: the compiler would first collect the fields of a local variable in registers.
  @inline(never)
  private mutating func fill(_ progress: inout CalibrationProgress) {
    progress.time = now
    progress.state = calibrator.state.rawValue
    progress.percent = calibrator.percent
    if let reason = calibrator.reason {
      progress.reason = reason.code.rawValue
      progress.measured = reason.measured
      progress.limit = reason.limit
    }
    progress.advice = calibrator.advice.rawValue
    progress.samples = calibrator.sampleCount
    progress.rejected = calibrator.rejected
    progress.coverage = calibrator.coverage
    progress.secondsLeft = UInt16(
      truncatingIfNeeded: (calibrator.timeLeft(at: calibrationTime) &+ 999_999) / 1_000_000)
    progress.isAccelerometer = calibrator.isGravity
    Self.fill(&progress, calibrator.outcome)
  }

  @inline(never)
  private static func fill(_ progress: inout CalibrationProgress, _ outcome: borrowing FitOutcome) {
    progress.tilt = centidegrees(outcome)
    progress.modelOrder = outcome.model.rawValue
    progress.grade = outcome.grade
    progress.predictedError = outcome.predictedWorst
  }

  @inline(never)
  mutating func appendCalibrationReport() {
    var report = CalibrationReport()
    fill(&report)
    transmitter.frame.append(image: &report)
    appendReasons()
  }

  @inline(never)
  private mutating func fill(_ report: inout CalibrationReport) {
    report.time = now
    report.state = calibrator.state.rawValue
    if calibrator.outcome.accepted { report.flags.insert(.accepted) }
    if calibrator.hasCommitted {
      report.flags.insert(.adopted)
      if calibrator.saving == .stored { report.flags.insert(.stored) }
    }
    if capabilities.contains(.storage) { report.flags.insert(.hasStore) }
    if calibrator.isGravity { report.flags.insert(.accelerometer) }
    if calibrator.outcome.sampleCount > 0 || calibrator.reason != nil { report.flags.insert(.present) }
    report.confidence = calibrator.confidence
    report.rejected = calibrator.rejected
    report.milliseconds = calibrator.duration
    report.coverage = calibrator.coverage
    Self.fill(&report, calibrator.outcome)
  }

  // A function of its own, so that the fields it reads are near its pointer.
  @inline(never)
  private static func fill(_ report: inout CalibrationReport, _ outcome: borrowing FitOutcome) {
    report.modelOrder = outcome.model.rawValue
    report.grade = outcome.grade
    report.predictedTypical = outcome.predictedTypical
    report.predictedWorst = outcome.predictedWorst
    report.residual = hundredths(outcome.residual)
    report.heldOutResidual = hundredths(outcome.heldOutResidual)
    report.tilt = centidegrees(outcome)
    report.dip = outcome.dip
    report.dipSpread = outcome.dipSpread
    report.axisRatio = outcome.axisRatio
    report.middleRatio = outcome.middleRatio
    report.fieldStrength = outcome.radius
    report.samples = outcome.sampleCount
    report.hardIron = outcome.centre
    report.softIron = outcome.correction.rows
  }

  /// Appends the reasons to the report and sets their number. The order is: why the machine is in its state, what the
  /// fit found, and how the last candidate of the background fit did.
  private mutating func appendReasons() {
    var count: UInt8 = 0
    var index: UInt16 = 0
    while index < CalibrationMachine<GuidedFit>.reportedCount {
      if let found = calibrator.reported(index) {
        var weight = ReportedReason.Weight.note
        if index == 0 {
          if calibrator.state == .failed { weight = .refused }
        } else if index <= FitReasons.count {
          weight = calibrator.outcome.accepted ? .lowered : .refused
        }
        append(found, weight)
        count &+= 1
      }
      index &+= 1
    }
    count &+= Gyro.appendReasons(in: &self)
    transmitter.frame.setReasonCount(count)
  }

  @inline(never)
  private mutating func append(_ reason: CalibrationReason, _ weight: ReportedReason.Weight) {
    ReportedReason(code: reason.code.rawValue, weight: weight, measured: reason.measured, limit: reason.limit)
      .append(to: &transmitter.frame)
  }

  /// Converts thousandths of a per cent to hundredths.
  @inline(never)
  private static func hundredths(_ share: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(share) &+ 5) / 10)
  }

  private static func centidegrees(_ outcome: borrowing FitOutcome) -> UInt16 {
    outcome.sampleCount == 0 ? CalibrationProgress.unknownAngle : UInt16(outcome.tiltSeen) &* 100
  }
}
