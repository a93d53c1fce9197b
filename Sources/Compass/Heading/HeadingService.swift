// One word on each heading: valid against which north, how accurate, why not, and whether it is worth telling.
//
// Protocols/heading/spec.md, sections 9 and 11. The service holds settings and the little that must be remembered from
// one sample to the next; what it is told and what it answers are values.

import FieldMonitor
import FixedPoint
import Quantities

/// Why there is no field to take true north from.
public enum PlaceGap: UInt8, Sendable {
  case position
  case date
  /// The model does not hold for this place and date, or is being evaluated.
  case model
}

/// The heading service of one instrument.
public struct HeadingService: Sendable {
  // Bytes first, then words, and last what is rarely wanted: a Cortex-M0 reaches no further than 31 bytes and 31 words.
  /// Which north is wanted.
  public var reference = ReferenceChoice.best
  /// How the display is held; `nil`: found from the attitude.
  public var display: DisplayOrientation? = .portrait
  /// What is missing to know the Earth's field.
  public private(set) var gap = PlaceGap.position
  /// Where the orientation is found from the attitude: a flat display is face up or face down, which count as portrait,
  /// instead of what it was last.
  public var isFlatPortrait = false
  /// The axis that points looks through the display: how the display is turned about it is nothing to its heading.
  public var pointsThroughDisplay = false
  private var watch = OrientationWatch()
  private var isRunning = false
  private var isFieldKnown = false
  private var isDeclinationKnown = false
  private var isCardEmpty = true
  private var last = Instant(microseconds: 0)
  /// Nanotesla; the largest number when it is not known.
  private var modelledHorizontal = UInt32.max
  // What a sample needs of the field stands by itself: an optional structure is copied whole for any part of it.
  private var declination = BinaryAngle.zero
  /// `HeadingAccuracy.variance` of the declination's uncertainty.
  private var declinationVariance: UInt32 = 0
  /// Smooths headings on the circle.
  public var smoother = HeadingSmoother()
  /// Decides which readings are worth telling.
  public var filter = EventFilter()
  /// The deviation card that is taken off each heading.
  public var card = DeviationCard.none {
    didSet { isCardEmpty = card == .none }
  }
  private var known = GeomagneticField(q8Nanotesla: .zero, horizontalQ8: 0, totalQ8: 0, declination: nil, dip: nil)

  /// The Earth's field here and now, when it is known.
  public var field: GeomagneticField? { isFieldKnown ? known : nil }

  public init() {}

  /// The Earth's field at the instrument's place.
  /// - Parameter q22YearsOutside: how far the date is outside the model's, years in 2^−22, at most ten: the declination
  ///   is the less certain.
  public mutating func know(_ field: borrowing GeomagneticField, q22YearsOutside: UInt32 = 0) {
    known = copy field
    isFieldKnown = true
    isDeclinationKnown = field.declination != nil
    declination = field.declination ?? .zero
    modelledHorizontal = field.horizontalQ8 &>> 8
    let error = HeadingAccuracy.declinationError(
      horizontalNanotesla: field.horizontalQ8 &>> 8, q22YearsOutside: q22YearsOutside)
    declinationVariance = HeadingAccuracy.variance(error)
  }

  /// The Earth's field is not known, and why.
  public mutating func lack(_ gap: PlaceGap) {
    isFieldKnown = false
    isDeclinationKnown = false
    modelledHorizontal = UInt32.max
    self.gap = gap
  }

  /// Begins anew: the next heading is the first. Settings stay.
  public mutating func restart() {
    smoother.restart()
    filter.restart()
    watch = OrientationWatch()
    isRunning = false
  }

  /// Assesses one sample.
  /// - Parameters:
  ///   - evidence: of samples in the order of time; one from before the last begins anew and says so.
  ///   - status: what the field monitor makes of the sample.
  ///   - assessment: every field is written.
  @export(interface)
  public mutating func assess(
    _ evidence: inout HeadingEvidence, _ status: inout FieldStatus, into assessment: inout HeadingAssessment
  ) {
    let time = evidence.observation.time
    let hasForce = evidence.observation.specificForce != nil
    var doubts = Self.doubts(
      status.reasons, status.state, isCalibrated: evidence.calibration != .unknown, hasForce: hasForce)
    // `elapsed(since:)` and the comparison in one subtraction.
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
    // Where the display's orientation is set, nobody asks the watch; it knows after one sample.
    if display == nil, !status.reasons.contains(.forceUntrusted) { watchOrientation(&evidence) }
    begin(&assessment)
    assessment.disturbance = status.state
    assessment.cause = status.cause

    if evidence.isSolved {
      let zone = Self.zone(evidence.solution.horizontalNanotesla, modelledHorizontal)
      assessment.zone = zone
      if zone == .caution { doubts.insert(.weakHorizontalField) }
      if zone == .blackout { doubts.insert(.nearPole) }
      let (accuracy, _, _) = HeadingAccuracy.found(
        evidence.solution.gains, evidence.solution.horizontalNanotesla, status, evidence.calibration,
        declination: declinationVariance)
      if accuracy.isStated, zone != .blackout {
        tell(evidence.solution.heading, accuracy, &assessment, after: elapsed)
        assessment.grade = accuracy.grade
      }
    }
    assessment.doubts = doubts
    finish(&assessment, mode: evidence.mode, at: time)
  }

  /// Assesses the absence of samples.
  /// - Parameter doubts: what is known about the reason.
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
    finish(&assessment, mode: mode, at: time)
  }

  // MARK: - Parts

  /// No heading yet: what is known without one. Mutating, although nothing changes: the compiler would copy the service.
  @inline(never)
  private mutating func begin(_ assessment: inout HeadingAssessment) {
    assessment = HeadingAssessment()
    if let display {
      assessment.orientation = display
    } else {
      assessment.isDisplayFlat = watch.flat != nil
      assessment.orientation = isFlatPortrait ? watch.flat ?? watch.edge : watch.edge
    }
    if isFieldKnown { assessment.zone = Self.zone(UInt32.max, modelledHorizontal) }
  }

  /// What is the same with and without a heading.
  @inline(never)
  private mutating func finish(_ assessment: inout HeadingAssessment, mode: UInt8, at time: Instant) {
    if assessment.magnetic == nil { smoother.restart() }
    if assessment.trueNorth == nil, !isFieldKnown { assessment.doubts.insert(missing) }
    filter.assess(&assessment, mode: mode, at: time)
  }

  // Not in place: the force would be fetched for each sample.
  @inline(never)
  private mutating func watchOrientation(_ evidence: inout HeadingEvidence) {
    if let force = evidence.observation.specificForce { watch.note(force) }
  }

  /// Fills in the valid heading or headings. The order is the order of causes: card, smoothing, declination, display.
  @inline(__always)
  private mutating func tell(
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
    // A root is found only for the one that is told.
    assessment.accuracy = assessment.reference == .trueNorth ? accuracy.trueHundredths : accuracy.hundredths
  }

  /// The worse of what the model says and what is measured.
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
    // The monitor's reasons have the bits of doubts; these are its own business.
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
