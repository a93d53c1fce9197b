// The calibration on the device: it gets slices of time, and sends progress, questions and reports.

import Binnacle
import Calibration
import LinkProtocol
import Quantities

extension CompassInstrument where Navigation: ~Copyable, Motion: ~Copyable {
  /// Passes the injected samples that the compass holds to a calibration that was started for injected samples.
  mutating func calibrateInjected(at now: Instant) {
    guard session.isInjected, calibration.state.isRunning else { return }
    session.injectedTime = now
    if session.awaitsFirst {
      session.awaitsFirst = false
      calibration.rebase(to: now)
    }
    calibration.advance(to: now)
    motion.calibrate(&calibration, with: &compass, isInjected: true, at: now)
  }

  /// Advances the time, does one slice of work, and sends what is due.
  mutating func runCalibration(at now: Instant) {
    let time = session.time(at: now)
    if !session.isInjected { calibration.advance(to: now) }
    calibration.usesOwnSensor = !session.isInjected
    _ = calibration.work(&compass, at: time)
    motion.align(&calibration, of: &compass)
    if calibration.waitsForStore, storage.ask(.save, for: .calibration) { calibration.savingBegan(at: time) }
    if session.isInjected, !calibration.state.isRunning { session.isInjected = false }
    guard telemetry.streams.contains(.calibration) else { return }
    if session.isProgressDue(calibration.state, at: now) {
      line.begin(.periodicCalibration)
      appendCalibrationProgress(at: now)
      line.commit()
    }
    if let why = calibration.question(about: &compass, at: now) { ask(why, at: now) }
  }

  private mutating func ask(_ why: CalibrationReason, at now: Instant) {
    var prompt = CalibrationPrompt()
    prompt.time = now
    prompt.reason = why.code.rawValue
    prompt.state = calibration.state.rawValue
    prompt.count = calibration.questions.count
    prompt.measured = why.measured
    prompt.limit = why.limit
    line.send(image: &prompt, as: .calibrationPrompt)
  }

  // MARK: - Messages

  @inline(never)
  mutating func appendCalibrationProgress(at now: Instant) {
    var progress = CalibrationProgress()
    fill(&progress, at: now)
    line.frame.append(image: &progress)
  }

  // Filled through a pointer: with a local variable, the compiler would first collect the fields in registers.
  @inline(never)
  private mutating func fill(_ progress: inout CalibrationProgress, at now: Instant) {
    progress.time = now
    progress.state = calibration.state.rawValue
    progress.percent = calibration.percent
    if let reason = calibration.reason {
      progress.reason = reason.code.rawValue
      progress.measured = reason.measured
      progress.limit = reason.limit
    }
    progress.advice = calibration.advice.rawValue
    progress.samples = calibration.sampleCount
    progress.rejected = calibration.rejectedCount
    progress.coverage = calibration.coverage
    progress.secondsLeft = UInt16(
      truncatingIfNeeded: (calibration.timeLeft(at: session.time(at: now)) &+ 999_999) / 1_000_000)
    progress.isAccelerometer = calibration.isOfAccelerometer
    Self.fill(&progress, calibration.outcome)
  }

  @inline(never)
  private static func fill(_ progress: inout CalibrationProgress, _ outcome: borrowing FitOutcome) {
    progress.tilt = centidegrees(outcome)
    progress.modelOrder = outcome.model.rawValue
    progress.grade = outcome.grade
    progress.predictedError = outcome.predictedWorst
  }

  @inline(never)
  mutating func appendCalibrationReport(at now: Instant) {
    var report = CalibrationReport()
    fill(&report, at: now)
    line.frame.append(image: &report)
    appendReasons()
  }

  @inline(never)
  private mutating func fill(_ report: inout CalibrationReport, at now: Instant) {
    report.time = now
    report.state = calibration.state.rawValue
    if calibration.outcome.accepted { report.flags.insert(.accepted) }
    if calibration.hasCommitted {
      report.flags.insert(.adopted)
      if calibration.isStored { report.flags.insert(.stored) }
    }
    if calibration.hasStore { report.flags.insert(.hasStore) }
    if calibration.isOfAccelerometer { report.flags.insert(.accelerometer) }
    if calibration.outcome.sampleCount > 0 || calibration.reason != nil { report.flags.insert(.present) }
    report.confidence = calibration.confidence
    report.rejected = calibration.rejectedCount
    report.milliseconds = calibration.duration
    report.coverage = calibration.coverage
    Self.fill(&report, calibration.outcome)
  }

  // A separate function, so that the fields it reads are near its pointer.
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

  /// Appends the reasons to the report and sets their number. The order is: why the calibration is in its state, what
  /// the fit found, the comparison of the last background fit, and what the gyroscope found about the axes.
  private mutating func appendReasons() {
    var count: UInt8 = 0
    var place: UInt16 = 0
    while place < CompassCalibration.reportedCount {
      if let found = calibration.reported(place) {
        line.frame.append(found, calibration.weight(place))
        count &+= 1
      }
      place &+= 1
    }
    count &+= motion.appendReasons(to: &line.frame)
    line.frame.setReasonCount(count)
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

extension FrameBuffer {
  /// Appends a reason to a report.
  @inline(never)
  mutating func append(_ reason: CalibrationReason, _ weight: ReasonWeight) {
    ReportedReason(code: reason.code.rawValue, weight: weight, measured: reason.measured, limit: reason.limit)
      .append(to: &self)
  }
}
