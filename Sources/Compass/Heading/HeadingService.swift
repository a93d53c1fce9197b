// The assessment of each heading: which north it refers to, how accurate it is, why there is none, and whether to
// report it.
//
// Protocols/heading/spec.md, sections 9 and 11. The service stores settings and a few values from one sample to the
// next.

import FieldMonitor
import FixedPoint
import Quantities
import RawMemory

/// Why the Earth's field is not known, so that there is no true north.
public enum PlaceGap: UInt8, Sendable {
  case position
  case date
  /// The model is not valid for this place and date, or is being evaluated.
  case model
}

/// The heading service of one instrument.
public struct HeadingService: Sendable {
  // Bytes come first, then words, and rarely used members last: a Cortex-M0 addresses only the first 31 bytes and the
  // first 31 words directly.
  /// The reference north that the host chose.
  public var reference = ReferenceChoice.best
  /// How the display is held; `nil`: it is found from the attitude.
  public var display: DisplayOrientation? = .portrait
  /// Why the Earth's field is not known.
  public private(set) var gap = PlaceGap.position
  /// The orientation of a flat display if it is found from the attitude. `true`: face up or face down, which are
  /// treated as portrait. `false`: the last orientation before the display lay flat.
  public var isFlatPortrait = false
  /// Whether the pointing axis goes through the display: then a rotation of the display about that axis does not change
  /// its heading.
  public var pointsThroughDisplay = false
  private var watch = OrientationWatch()
  private var isRunning = false
  private var isFieldKnown = false
  private var isDeclinationKnown = false
  private var isCardEmpty = true
  /// When the last sample was measured.
  public private(set) var last = Instant(microseconds: 0)
  /// Horizontal field of the world model, nanotesla; the largest number if the field is unknown.
  private var modelledHorizontal = UInt32.max
  // The parts of the field that every sample needs are members of their own: embedded-swift.md, "Copies".
  private var declination = BinaryAngle.zero
  /// `HeadingAccuracy.variance` of the declination's uncertainty.
  private var declinationVariance: UInt32 = 0
  /// Smooths headings on the circle.
  public var smoother = HeadingSmoother()
  /// Decides which headings are worth reporting.
  public var filter = EventFilter()
  /// The deviation card that is applied to each heading.
  public var card = DeviationCard.none {
    didSet { isCardEmpty = card == .none }
  }
  private var known = GeomagneticField(q8Nanotesla: .zero, horizontalQ8: 0, totalQ8: 0, declination: nil, dip: nil)

  /// The Earth's field at this place and date, if it is known.
  public var field: GeomagneticField? { isFieldKnown ? known : nil }
  /// The angle from true to magnetic north, east positive, if it is known.
  public var knownDeclination: BinaryAngle? { isDeclinationKnown ? declination : nil }
  /// How the display is held: as set, or as found from the last sample.
  public var orientation: DisplayOrientation { display ?? (isFlatPortrait ? watch.flat ?? watch.edge : watch.edge) }

  public init() {}

  /// Whether its choices are valid cases: the memory may have been overwritten.
  public var isSound: Bool {
    mutating get {
      Unchecked.isCase(reference, of: 3) && Unchecked.isCase(display, of: 8) && Unchecked.isCase(gap, of: 3)
        && watch.isSound
    }
  }

  /// Sets the Earth's field at the instrument's place.
  /// - Parameter q22YearsOutside: how far the date is outside the model's dates, in 2^−22 years; at most ten years. The
  ///   declination is then less certain.
  public mutating func setField(_ field: borrowing GeomagneticField, q22YearsOutside: UInt32 = 0) {
    known = copy field
    isFieldKnown = true
    isDeclinationKnown = field.declination != nil
    declination = field.declination ?? .zero
    modelledHorizontal = field.horizontalQ8 &>> 8
    let error = HeadingAccuracy.declinationError(
      horizontalNanotesla: field.horizontalQ8 &>> 8, q22YearsOutside: q22YearsOutside)
    declinationVariance = HeadingAccuracy.variance(error)
  }

  /// Clears the Earth's field, and stores why it is unknown.
  public mutating func clearField(_ gap: PlaceGap) {
    isFieldKnown = false
    isDeclinationKnown = false
    modelledHorizontal = UInt32.max
    self.gap = gap
  }

  /// Starts again: the next heading counts as the first. Settings stay.
  public mutating func restart() {
    smoother.restart()
    filter.restart()
    watch = OrientationWatch()
    isRunning = false
  }

  /// Assesses one sample without additional doubts.
  /// - Parameters: as those of `weigh`.
  public mutating func assess(
    _ evidence: inout HeadingEvidence, _ status: inout FieldStatus, into assessment: inout HeadingAssessment
  ) {
    weigh(&evidence, &status, into: &assessment)
    judge(&assessment, mode: evidence.mode, at: evidence.observation.time)
  }

  /// Computes headings, accuracy and doubts of one sample. `judge` completes the assessment after others have added
  /// their doubts.
  /// - Parameters:
  ///   - evidence: of one sample. Samples come in the order of time. If a sample is earlier than the last one, the
  ///     service starts again, and the doubt `clockBackwards` says so.
  ///   - status: the field monitor's findings for the sample.
  ///   - assessment: every field except the event is written.
  @export(interface)
  public mutating func weigh(
    _ evidence: inout HeadingEvidence, _ status: inout FieldStatus, into assessment: inout HeadingAssessment
  ) {
    let time = evidence.observation.time
    let hasForce = evidence.observation.specificForce != nil
    var doubts = Self.doubts(
      status.reasons, status.state, isCalibrated: evidence.calibration != .unknown, hasForce: hasForce)
    // One subtraction serves `elapsed(since:)` and the comparison.
    let difference = time.microseconds &- last.microseconds
    var elapsed = difference.lowHalf
    if difference.highHalf != 0 {
      elapsed = UInt32.max
      if isRunning, time < last {
        restart()
        doubts.insert(.clockBackwards)
      }
    }
    isRunning = true
    last = time
    // If the display's orientation is set, the watch is not used. One sample is enough for it to find the orientation.
    if display == nil, !status.reasons.contains(.forceUntrusted) { watchOrientation(&evidence) }
    begin(&assessment)
    assessment.disturbance = status.state
    assessment.cause = status.cause

    if evidence.isSolved {
      // Below 1 µT, far below what a building leaves of the Earth's field: such a field has no direction that counts.
      let isWeak = status.strengthSquared != 0 && status.strengthSquared < 62_500
      let zone = Self.zone(isWeak ? UInt32.max : evidence.solution.horizontalNanotesla, modelledHorizontal)
      assessment.zone = zone
      // Above 134 µT, twice the strongest on Earth. Without a calibration the field contains the hard iron.
      if isWeak || status.strengthSquared > 1_122_250_000 && evidence.calibration != .unknown {
        doubts.insert(.notEarths)
      }
      if zone == .caution { doubts.insert(.weakHorizontalField) }
      if zone == .blackout { doubts.insert(.nearPole) }
      let (accuracy, _, _) = HeadingAccuracy.found(
        evidence.solution.gains, evidence.solution.horizontalNanotesla, status, evidence.calibration,
        declination: declinationVariance)
      if accuracy.isStated, !isWeak, zone != .blackout {
        setHeadings(evidence.solution.heading, accuracy, &assessment, after: elapsed)
        assessment.grade = accuracy.grade
      }
    }
    assessment.doubts = doubts
  }

  /// Replaces heading and accuracy that `weigh` wrote by others. Call it before `judge`.
  /// - Parameters:
  ///   - compass: clockwise from magnetic north, before the deviation card.
  ///   - square: of the bound of its error (95 %), Q20 rad².
  ///   - elapsed: microseconds since the last sample.
  @inline(never)
  public mutating func replace(
    _ compass: BinaryAngle, square: UInt32, into assessment: inout HeadingAssessment, after elapsed: UInt32
  ) {
    let accuracy = HeadingAccuracy.bounded(square, assessment.disturbance, declination: declinationVariance)
    setHeadings(compass, accuracy, &assessment, after: elapsed)
    assessment.grade = accuracy.grade
  }

  /// Assesses a time without samples.
  /// - Parameter doubts: the known reasons.
  public mutating func assessSilence(_ doubts: HeadingDoubts, mode: UInt8, at time: Instant) -> HeadingAssessment {
    var assessment = HeadingAssessment()
    assessSilence(doubts, mode: mode, at: time, into: &assessment)
    return assessment
  }

  /// The same in place; every field is written.
  public mutating func assessSilence(
    _ doubts: HeadingDoubts, mode: UInt8, at time: Instant, into assessment: inout HeadingAssessment
  ) {
    begin(&assessment)
    assessment.doubts = doubts
    judge(&assessment, mode: mode, at: time)
  }

  // MARK: - Parts

  /// Sets the assessment of a reading without a heading. `mutating`: embedded-swift.md, "Copies".
  @inline(never)
  private mutating func begin(_ assessment: inout HeadingAssessment) {
    assessment = HeadingAssessment()
    assessment.orientation = orientation
    assessment.isDisplayFlat = display == nil && watch.flat != nil
    if isFieldKnown { assessment.zone = Self.zone(UInt32.max, modelledHorizontal) }
  }

  /// Completes an assessment when all doubts are known: sets why there is no true north, and whether it is an event.
  /// Call it once.
  /// - Parameters:
  ///   - assessment: as `weigh` wrote it.
  ///   - mode: the mode of the evidence.
  ///   - time: the time of the sample.
  @inline(never)
  public mutating func judge(_ assessment: inout HeadingAssessment, mode: UInt8, at time: Instant) {
    if assessment.magnetic == nil { smoother.restart() }
    if assessment.trueNorth == nil, !isFieldKnown { assessment.doubts.insert(missing) }
    filter.assess(&assessment, mode: mode, at: time)
  }

  // A separate function, because otherwise the force would be loaded for each sample: embedded-swift.md, "Calls".
  @inline(never)
  private mutating func watchOrientation(_ evidence: inout HeadingEvidence) {
    if let force = evidence.observation.specificForce { watch.add(force) }
  }

  /// Sets the valid headings. The corrections are applied in this order: deviation card, smoothing, declination,
  /// display.
  @inline(__always)
  private mutating func setHeadings(
    _ compass: BinaryAngle, _ accuracy: HeadingAccuracy, _ assessment: inout HeadingAssessment, after elapsed: UInt32
  ) {
    let magnetic = smoother.smooth(isCardEmpty ? compass : card.magnetic(compass: compass), after: elapsed)
    let offset = pointsThroughDisplay ? BinaryAngle.zero : assessment.orientation.offset
    assessment.magnetic = magnetic + offset
    if isDeclinationKnown { assessment.trueNorth = magnetic + declination + offset }
    assessment.reference =
      switch reference {
      case .magnetic: .magnetic
      case .best: isDeclinationKnown ? .trueNorth : .magnetic
      case .trueNorth: isDeclinationKnown ? .trueNorth : .none
      }
    // The root is computed only for the accuracy that is reported.
    assessment.accuracy = assessment.reference == .trueNorth ? accuracy.trueHundredths : accuracy.hundredths
  }

  /// The worse of the zone of the model's field and the zone of the measured field.
  private static func zone(_ measured: UInt32, _ modelled: UInt32) -> GeomagneticField.Zone {
    let horizontal = measured < modelled ? measured : modelled
    if horizontal < 2000 { return .blackout }
    return horizontal < 6000 ? .caution : .normal
  }

  private var missing: HeadingDoubts {
    switch gap {
    case .position: .positionUnknown
    case .date: .dateUnknown
    case .model: .modelUnavailable
    }
  }

  @inline(__always)
  private static func doubts(
    _ reasons: FieldReasons, _ state: DisturbanceState, isCalibrated: Bool, hasForce: Bool
  ) -> HeadingDoubts {
    // The monitor's reasons have the same bits as the doubts, except these three, which concern only the monitor.
    let own = FieldReasons.strength.union(.noExpectation).union(.clockReversed)
    var doubts = HeadingDoubts(rawValue: UInt32(reasons.rawValue & ~own.rawValue))
    if !hasForce {
      doubts.subtract(.accelerated.union(.freeFall))
      doubts.insert(.tiltUnknown)
    } else if doubts.contains(.freeFall) {
      doubts.subtract(.accelerated)
    }
    if !isCalibrated { doubts.insert(.uncalibrated) }
    if state != .clear { doubts.insert(.disturbed) }
    return doubts
  }
}
