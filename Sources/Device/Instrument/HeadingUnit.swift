// The heading service in the instrument: settings, world model, field monitor and meter.

import Correction
import FieldMonitor
import FixedPoint
import Geomagnetism
import Heading
import LinkProtocol
import Quantities
import RawMemory

/// The heading service with its settings, the world model, the field monitor and the meter.
struct HeadingUnit: ~Copyable {
  private let inPlace = InPlace()
  private(set) var service = HeadingService()
  /// Microseconds without a new sample after which there is no heading.
  private(set) var sampleTimeout = SetFilter().sampleTimeout
  /// The date of today, in the form of a record's date.
  private(set) var today: Int32?
  var localField = LocalField()
  private(set) var settings = HeadingSettings()
  var meter = ZeroPointMeter()

  private var monitor = DisturbanceMonitor()
  private var evaluation = WorldModelEvaluation()
  private var isPlaceNew = false
  /// Whether the monitor needs new expectations, because the place or another input has changed.
  private var isExpectationOld = true
  /// The number of the record that the monitor's expectations are from.
  private var recordNumber: UInt8 = 0
  /// What is known of that record's error.
  private var calibrationError = CalibrationError.unknown
  /// Whether the last sample was injected. Injected samples have a time of their own.
  private var isInjected = false

  // MARK: - Settings

  /// Applies the fields of a request that sets something.
  /// - Parameters:
  ///   - place: the place of the fields in the settings.
  ///   - count: the number of bytes.
  @inline(never)
  mutating func set(_ request: borrowing FrameBuffer, at place: Int, count: Int) {
    let pointer = settings.pointer
    let isOther = settings.apply(request, at: place, count: count)
    if place < HeadingSettings.Place.reference {
      if isOther { isPlaceNew = true }
    } else if place == HeadingSettings.Place.filter {
      service.filter.restart()
    }
    if pointer != settings.pointer { service.smoother.restart() }
    applySettings()
  }

  /// Applies all settings at once. A setting that has not changed stays as it is.
  private mutating func applySettings() {
    today = settings.date?.days
    service.reference = settings.reference
    service.display = settings.display
    service.isFlatPortrait = settings.isFlatPortrait
    service.filter.minimumChange = settings.word(HeadingSettings.Place.filter)
    service.filter.heartbeat = settings.word(HeadingSettings.Place.filter &+ 4)
    service.smoother.timeConstant = settings.word(HeadingSettings.Place.filter &+ 8)
    sampleTimeout = settings.word(HeadingSettings.Place.filter &+ 12)
    service.card = settings.card
    monitor.levelTolerance = settings.byte(HeadingSettings.Place.levelTolerance)
  }

  /// Sets the card that was found by swinging.
  mutating func setCard(_ card: DeviationCard) {
    settings.setCard(card)
    service.card = card
  }

  /// Sets the position that a receiver reports.
  mutating func setPosition(_ position: Position) {
    settings.setPosition(position)
    isPlaceNew = true
  }

  // MARK: - The world model

  /// Does one slice: at most 4,000 cycles, and only after place or date have changed.
  mutating func advanceModel() {
    if isPlaceNew {
      isPlaceNew = false
      beginModel()
    } else if localField.state == .computing {
      evaluation.advance()
      guard evaluation.isFinished else { return }
      localField.state = .known
      let field = evaluation.result
      let outside = evaluation.moment.q22YearsOutside
      localField.field = field
      if outside != 0 { localField.markExtrapolated() }
      service.know(field, q22YearsOutside: outside)
      isExpectationOld = true
    }
  }

  /// The last known field stays in use until the new one is known: a receiver may report its position every second, and
  /// meanwhile the position changes only by metres.
  private mutating func beginModel() {
    guard let position = settings.position else { return forgetField(.position, .unknown) }
    guard let day = settings.date else { return forgetField(.date, .unknown) }
    do throws(WorldModelError) {
      try evaluation.begin(
        at: position, moment: WorldMagneticModel.Moment(day), extrapolating: settings.isExtrapolating)
      if service.field == nil { service.lack(.model) }
      localField.error = 0
      localField.state = .computing
    } catch {
      forgetField(.model, .refused)
      localField.error = error.rawValue
    }
  }

  private mutating func forgetField(_ gap: PlaceGap, _ state: LocalFieldState) {
    service.lack(gap)
    localField = LocalField()
    localField.state = state
    isExpectationOld = true
  }

  // MARK: - Readings

  /// Finds the heading of a corrected sample and assesses it.
  /// - Parameters:
  ///   - evidence: as `Pipeline.correct` returns it.
  ///   - isNew: whether the sample was not reported before. The field monitor uses new samples only.
  ///   - assessment: every field is written.
  mutating func assess(
    _ evidence: inout HeadingEvidence, _ pipeline: borrowing Pipeline, isInjected: Bool, isNew: Bool,
    into assessment: inout HeadingAssessment
  ) {
    if isInjected != self.isInjected { begin(isInjected: isInjected) }
    let number = pipeline.recordNumber
    if isExpectationOld || recordNumber != number {
      recordNumber = number
      expect(pipeline.record)
    }
    evidence.calibration = calibrationError
    if pipeline.record.modelOrder == .planar { evidence.addTiltError(levelTolerance: monitor.levelTolerance) }
    service.pointsThroughDisplay = pipeline.pointsThroughDisplay
    evidence.solve(pointer: pipeline.pointer)
    if isNew { monitor.assess(&evidence.observation) }
    service.assess(&evidence, &monitor.status, into: &assessment)
  }

  /// The field turned while the instrument did not, as a gyroscope shows.
  mutating func noteTurn() { monitor.noteTurn() }

  /// Passes the monitor's findings to the watch of the calibration.
  mutating func watch(_ watch: inout CalibrationWatch, at now: Instant) -> RecalibrateEvent? {
    isInjected ? nil : watch.check(monitor, at: now)
  }

  /// Assesses the absence of a sample.
  mutating func assessSilence(_ doubts: HeadingDoubts, at time: Instant, into assessment: inout HeadingAssessment) {
    if isInjected { begin(isInjected: false) }
    service.assessSilence(doubts, mode: HeadingMode.unavailable.rawValue, at: time, into: &assessment)
  }

  /// Samples of the own sensor and injected samples are independent of each other.
  private mutating func begin(isInjected: Bool) {
    self.isInjected = isInjected
    service.restart()
    isExpectationOld = true
  }

  /// The next reading is a first one, so that it shows changes of streams and settings.
  mutating func restartEvents() { service.filter.restart() }

  private mutating func expect(_ record: borrowing CalibrationRecord) {
    isExpectationOld = false
    calibrationError =
      record.predictedTypicalError == UInt16.max
      ? record.predictedError == UInt16.max ? .assumed : .predicted(record.predictedError)
      : .predicted(record.predictedTypicalError)
    guard record.modelOrder != .none else {
      calibrationError = .unknown
      return monitor.expectNothing()
    }
    let isPlaceKnown = localField.state == .known
    var dip = record.dip
    var world = localField.totalQ8
    if record.modelOrder == .planar {
      // Under a planar calibration the corrected field is horizontal, at every place.
      world = localField.horizontalQ8
    } else if isPlaceKnown, let known = localField.dip {
      // The record's dip is that of the place of calibration.
      dip = known
    }
    monitor.expect(
      strengthNanotesla: record.fieldStrength, dip: dip,
      residualNanotesla: UInt32(truncatingIfNeeded: Int(record.residual)),
      worldNanotesla: isPlaceKnown ? (world &+ 128) &>> 8 : 0)
  }
}
