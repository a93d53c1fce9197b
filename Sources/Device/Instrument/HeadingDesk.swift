// What the instrument keeps for its heading service: place and date, the world model's slices, monitor and meter.

import Correction
import FieldMonitor
import FixedPoint
import Geomagnetism
import Heading
import LinkProtocol
import Quantities

/// The heading service with what it lives on.
struct HeadingDesk: ~Copyable {
  private let inPlace = InPlace()
  private(set) var service = HeadingService()
  /// Microseconds without a new sample after which there is no heading.
  private(set) var sampleTimeout = SetFilter().sampleTimeout
  /// What day it is, as a record tells it.
  private(set) var today: Int32?
  var localField = LocalField()
  private(set) var settings = HeadingSettings()
  var meter = ZeroPointMeter()

  private var monitor = DisturbanceMonitor()
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

  /// Takes the fields of a request that sets something.
  /// - Parameters:
  ///   - place: where the settings have them.
  ///   - count: bytes of them.
  @inline(never)
  mutating func set(_ request: borrowing FrameBuffer, at place: Int, count: Int) {
    let pointer = settings.pointer
    let isOther = settings.take(request, at: place, count: count)
    if place < HeadingSettings.Place.reference {
      if isOther { isPlaceNew = true }
    } else if place == HeadingSettings.Place.filter {
      service.filter.restart()
    }
    if pointer != settings.pointer { service.smoother.restart() }
    applySettings()
  }

  /// All at once: what has not changed is none the worse.
  private mutating func applySettings() {
    today = settings.date?.days
    service.reference = settings.reference
    service.display = settings.display
    service.filter.minimumChange = settings.word(HeadingSettings.Place.filter)
    service.filter.heartbeat = settings.word(HeadingSettings.Place.filter &+ 4)
    service.smoother.timeConstant = settings.word(HeadingSettings.Place.filter &+ 8)
    sampleTimeout = settings.word(HeadingSettings.Place.filter &+ 12)
    service.card = settings.card
    monitor.levelTolerance = settings.byte(HeadingSettings.Place.levelTolerance)
  }

  /// The card that was found by swinging.
  mutating func setCard(_ card: DeviationCard) {
    settings.setCard(card)
    service.card = card
  }

  /// Where a receiver says that we are.
  mutating func setPosition(_ position: Position) {
    settings.setPosition(position)
    isPlaceNew = true
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
      let field = evaluation.result
      let outside = evaluation.moment.q22YearsOutside
      localField.field = field
      if outside != 0 { localField.markExtrapolated() }
      service.know(field, q22YearsOutside: outside)
      isExpectationOld = true
    }
  }

  /// The field that was known stays in use until the new one is: a receiver that tells its place every second moves it
  /// by metres.
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

  /// A planar calibration has no vertical field that a tilt could be compensated with: the heading is off by up to the tilt
  /// times the tangent of the dip, taken as 2. Half of that is one deviation.
  /// - Parameter level: how level an instrument without accelerometer is kept, one deviation, 1/10 degree.
  private static func lean(_ evidence: inout HeadingEvidence, level: UInt8) {
    // 3.18 of a tilt that is not known: as much as it counts where the vertical field is.
    var error = UInt32(level) &* 32
    // 5730 hundredths of a degree in 1e6 µg.
    if let force = evidence.observation.specificForce {
      error = ((force.microG.x.magnitude &+ force.microG.y.magnitude) &>> 9) &* 3
    }
    if case .predicted(let known) = evidence.calibration { error = error &+ UInt32(known) }
    evidence.calibration = .predicted(error < 18_000 ? UInt16(truncatingIfNeeded: error) : 18_000)
  }

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
    if pipeline.record.modelOrder == .planar { Self.lean(&evidence, level: monitor.levelTolerance) }
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
    var world = localField.totalQ8
    if pipeline.record.modelOrder == .planar {
      // What it leaves of the field is horizontal, here as elsewhere.
      world = localField.horizontalQ8
    } else if isPlaceKnown, let known = localField.dip {
      // The record's is that of the place of calibration.
      dip = known
    }
    monitor.expect(
      strengthNanotesla: pipeline.record.fieldStrength, dip: dip,
      residualNanotesla: UInt32(truncatingIfNeeded: Int(pipeline.record.residual)),
      worldNanotesla: isPlaceKnown ? (world &+ 128) &>> 8 : 0)
  }
}
