// What the instrument keeps for its heading service: place and date, the world model's slices, monitor and meter.

import Correction
import FieldMonitor
import FixedPoint
import Geomagnetism
import Heading
import Quantities
import Wire

/// The heading service with what it lives on.
struct HeadingDesk: ~Copyable {
  private let inPlace = InPlace()
  private(set) var service = HeadingService()
  var location = SetLocation(position: nil)
  var date = SetDate(date: nil)
  /// Microseconds without a new sample after which there is no heading.
  private(set) var sampleTimeout = SetFilter().sampleTimeout
  private(set) var pointer = AxisRemap.SignedAxis.plusX
  private(set) var localField = LocalField()
  var meter = ZeroPointMeter()

  private var monitor = FieldMonitor()
  private var evaluation = WorldModelEvaluation()
  private var isPlaceNew = false
  /// The monitor has to be told what to expect: another place.
  private var isExpectationOld = true
  /// The record that it was told about.
  private var recordNumber: UInt8 = 0
  /// What is known of it.
  private var calibrationError = CalibrationError.unknown
  /// Injected samples have a time of their own.
  private var isInjected = false

  // MARK: - Settings

  mutating func setReference(_ choice: ReferenceChoice) { service.reference = choice }

  /// Takes the fields of a setFilter.
  mutating func setFilter(_ request: borrowing FrameBuffer) {
    service.filter.minimumChange = request.payloadWord(0)
    service.filter.heartbeat = request.payloadWord(4)
    service.smoother.timeConstant = request.payloadWord(8)
    sampleTimeout = request.payloadWord(12)
    service.filter.restart()
  }

  mutating func setOrientation(_ orientation: SetOrientation) {
    service.display = orientation.display
    guard pointer != orientation.pointer else { return }
    pointer = orientation.pointer
    service.smoother.restart()
  }

  var levelTolerance: UInt8 {
    get { monitor.levelTolerance }
    set { monitor.levelTolerance = newValue }
  }

  mutating func setCard(_ card: DeviationCard) { service.card = card }

  /// Takes the fields of a setDeviation.
  mutating func setCard(_ request: borrowing FrameBuffer) {
    service.card = DeviationCard(
      a: Int32(bitPattern: request.payloadWord(0)), b: Int32(bitPattern: request.payloadWord(4)),
      c: Int32(bitPattern: request.payloadWord(8)), d: Int32(bitPattern: request.payloadWord(12)),
      e: Int32(bitPattern: request.payloadWord(16)))
  }

  /// Place or date may have changed.
  mutating func placeChanged() { isPlaceNew = true }

  /// Appends everything as a host can set it: a `HeadingSettingsReport`.
  mutating func appendSettings(to frame: inout FrameBuffer) {
    location.append(to: &frame)
    date.append(to: &frame)
    frame.append(service.reference.rawValue)
    SetOrientation(display: service.display, pointer: pointer).append(to: &frame)
    frame.append(service.filter.minimumChange)
    frame.append(service.filter.heartbeat)
    frame.append(service.smoother.timeConstant)
    frame.append(sampleTimeout)
    service.card.append(to: &frame)
    frame.append(levelTolerance)
  }

  // MARK: - The world model

  /// One slice: at most 4,000 cycles, only after place or date have changed.
  mutating func advanceModel() {
    if isPlaceNew {
      isPlaceNew = false
      beginModel()
    } else if localField.state == .computing {
      evaluation.advance()
      guard evaluation.isFinished else { return }
      localField.state = .known
      localField.field = evaluation.result
      service.know(localField.field)
      isExpectationOld = true
    }
  }

  /// The field that was known stays in use until the new one is: a receiver that tells its place every second moves it
  /// by metres.
  private mutating func beginModel() {
    guard let position = location.position else { return forgetField(.position, .unknown) }
    guard let day = date.date else { return forgetField(.date, .unknown) }
    do throws(WorldModelError) {
      try evaluation.begin(
        at: position, moment: WorldMagneticModel.Moment(day), extrapolating: date.isExtrapolating)
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

  /// Adds heading and judgement to the reading that the pipeline has begun; roll and pitch only where it will be told.
  mutating func judge(_ reading: inout Reading, _ pipeline: borrowing Pipeline) {
    let isInjected = reading.flags.contains(.injected)
    if isInjected != self.isInjected { begin(isInjected: isInjected) }
    let number = pipeline.recordNumber
    if isExpectationOld || recordNumber != number {
      recordNumber = number
      expect(pipeline)
    }
    var evidence = HeadingEvidence(
      FieldObservation(
        time: reading.time, field: reading.correctedField,
        specificForce: reading.flags.contains(.specificForce) ? reading.specificForce : nil, dip: nil,
        isOverflowed: reading.flags.contains(.overflow)),
      calibration: calibrationError)
    pipeline.solve(&reading, &evidence)
    evidence.mode = reading.mode.rawValue
    if !reading.flags.contains(.stale) { monitor.judge(&evidence.observation) }
    service.judge(&evidence, &monitor.status, into: &reading.verdict)
    reading.isJudged = true
    guard evidence.isSolved, isInjected || reading.verdict.event != .none else { return }
    reading.pitch = evidence.solution.pitch
    if let roll = evidence.solution.roll {
      reading.roll = roll
      reading.flags.insert(.roll)
    }
  }

  /// Lets the calibration's watch look at what the monitor found.
  mutating func watch(_ watch: inout CalibrationWatch, at now: Instant) -> RecalibrateEvent? {
    isInjected ? nil : watch.take(monitor, at: now)
  }

  /// Judges a reading without a sample.
  mutating func judgeSilence(_ reading: inout Reading, _ doubts: HeadingDoubts) {
    if isInjected { begin(isInjected: false) }
    service.judgeSilence(doubts, mode: 0, at: reading.time, into: &reading.verdict)
    reading.isJudged = true
  }

  /// Own samples and injected ones have nothing to do with each other.
  private mutating func begin(isInjected: Bool) {
    self.isInjected = isInjected
    service.restart()
    isExpectationOld = true
  }

  /// A first reading tells what changed of streams and settings.
  mutating func restartEvents() { service.filter.restart() }

  private mutating func expect(_ pipeline: borrowing Pipeline) {
    isExpectationOld = false
    calibrationError =
      pipeline.record.predictedTypicalError == UInt16.max
      ? pipeline.record.predictedError == UInt16.max ? .assumed : .predicted(pipeline.record.predictedError)
      : .predicted(pipeline.record.predictedTypicalError)
    guard pipeline.record.modelOrder != .none else {
      calibrationError = .unknown
      return monitor.expectNothing()
    }
    let isPlaceKnown = localField.state == .known
    var dip = pipeline.record.dip
    // The record's is that of the place of calibration.
    if isPlaceKnown, let known = localField.field.dip { dip = known }
    monitor.expect(
      strengthNanotesla: pipeline.record.fieldStrength, dip: dip,
      residualNanotesla: UInt32(truncatingIfNeeded: Int(pipeline.record.residual)),
      worldNanotesla: isPlaceKnown ? (localField.field.totalQ8 &+ 128) &>> 8 : 0)
  }
}
