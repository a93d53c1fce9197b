// One word on each heading: valid against which north, how accurate, why not, and whether it is worth telling.
//
// Protocols/heading/spec.md, sections 9 and 11. The service holds settings and the little that must be remembered from
// one sample to the next; what it is told and what it answers are values.

import FieldMonitor
import FixedPoint
import Quantities

/// What is known about one sample when the service is asked.
public struct HeadingEvidence {
  /// When the sample was taken.
  public var time: Instant
  /// What the field monitor makes of the sample. Here no odd padding precedes it, which would be copied byte by byte.
  public var status: FieldStatus
  /// What tilt compensation found, `nil` without a heading.
  public var solution: HeadingSolution?
  /// Body axes, before the pointing axis; `nil` without an accelerometer.
  public var specificForce: Acceleration?
  /// What is known of the calibration at this attitude.
  public var calibration: CalibrationError

  public init(
    time: Instant, solution: HeadingSolution?, specificForce: Acceleration?, calibration: CalibrationError,
    status: FieldStatus
  ) {
    self.time = time
    self.solution = solution
    self.specificForce = specificForce
    self.calibration = calibration
    self.status = status
  }
}

/// Why there is no field to take true north from.
public enum PlaceGap: UInt8, Sendable {
  case position
  case date
  /// The model does not hold for this place and date, or is being evaluated.
  case model
}

/// The heading service of one instrument.
public struct HeadingService: Sendable {
  public var reference = ReferenceChoice.best
  /// How the display is held; `nil`: found from the attitude.
  public var display: DisplayOrientation? = .portrait
  public var card = DeviationCard.none {
    didSet { isCardEmpty = card == .none }
  }
  public var smoother = HeadingSmoother()
  public var filter = EventFilter()
  /// The Earth's field here and now, when it is known.
  public var field: GeomagneticField? { isFieldKnown ? known : nil }
  /// What is missing to know it.
  public private(set) var gap = PlaceGap.position

  private var watch = OrientationWatch()
  private var last: Instant?
  // What a sample needs of the field stands by itself: an optional structure is copied whole for any part of it.
  private var known = GeomagneticField(q8Nanotesla: .zero, horizontalQ8: 0, totalQ8: 0, declination: nil, dip: nil)
  private var isFieldKnown = false
  private var declination: BinaryAngle?
  private var declinationError: UInt16?
  /// Nanotesla; the largest number when it is not known.
  private var modelledHorizontal = UInt32.max
  private var isCardEmpty = true

  public init() {}

  /// The Earth's field at the instrument's place.
  public mutating func know(_ field: borrowing GeomagneticField) {
    known = copy field
    isFieldKnown = true
    declination = field.declination
    modelledHorizontal = field.horizontalQ8 &>> 8
    declinationError = HeadingAccuracy.declinationError(horizontalNanotesla: field.horizontalQ8 &>> 8)
  }

  /// The Earth's field is not known, and why.
  public mutating func lack(_ gap: PlaceGap) {
    isFieldKnown = false
    declination = nil
    modelledHorizontal = UInt32.max
    declinationError = nil
    self.gap = gap
  }

  /// Begins anew: the next heading is the first. Settings stay.
  public mutating func restart() {
    smoother.restart()
    filter.restart()
    watch = OrientationWatch()
    last = nil
  }

  /// Judges one sample.
  /// - Parameters:
  ///   - evidence: of samples in the order of time; one from before the last begins anew and says so.
  ///   - mode: how the heading came about, any number up to 7; a change of it is an event.
  public mutating func judge(_ evidence: HeadingEvidence, mode: UInt8) -> HeadingJudgement {
    var judgement = HeadingJudgement()
    var doubts = Self.doubts(evidence)
    if let last, evidence.time < last {
      restart()
      doubts.insert(.clockBackwards)
    }
    last = evidence.time
    // Where the display's orientation is set, nobody asks the watch; it knows after one sample.
    if display == nil, let force = evidence.specificForce, !evidence.status.reasons.contains(.forceUntrusted) {
      watch.note(force)
    }
    judgement.orientation = display ?? watch.orientation
    judgement.disturbance = evidence.status.state
    judgement.cause = evidence.status.cause

    if let solution = evidence.solution {
      let zone = zone(solution.horizontalNanotesla)
      judgement.zone = zone
      if zone == .caution { doubts.insert(.weakHorizontalField) }
      if zone == .blackout { doubts.insert(.nearPole) }
      let accuracy = HeadingAccuracy.of(
        solution, evidence.status, calibration: evidence.calibration, declination: declinationError,
        isLevel: evidence.specificForce == nil)
      if accuracy.isStated, zone != .blackout {
        tell(solution.heading, accuracy, &judgement, at: evidence.time)
        judgement.grade = accuracy.grade
      }
    } else {
      judgement.zone = modelledZone
    }
    if judgement.magnetic == nil { smoother.restart() }
    if judgement.trueNorth == nil, !isFieldKnown { doubts.insert(missing) }
    judgement.doubts = doubts
    judgement.event = filter.event(for: judgement, mode: mode, at: evidence.time)
    return judgement
  }

  /// Judges the absence of samples.
  /// - Parameter doubts: what is known about the reason.
  public mutating func judgeSilence(_ doubts: HeadingDoubts, mode: UInt8, at time: Instant) -> HeadingJudgement {
    var judgement = HeadingJudgement()
    judgement.doubts = doubts
    if !isFieldKnown { judgement.doubts.insert(missing) }
    judgement.orientation = display ?? watch.orientation
    judgement.zone = modelledZone
    smoother.restart()
    judgement.event = filter.event(for: judgement, mode: mode, at: time)
    return judgement
  }

  // MARK: - Parts

  /// Fills in the valid heading or headings. The order is the order of causes: card, smoothing, declination, display.
  @inline(__always)
  private mutating func tell(
    _ compass: BinaryAngle, _ accuracy: HeadingAccuracy, _ judgement: inout HeadingJudgement, at time: Instant
  ) {
    let magnetic = smoother.take(isCardEmpty ? compass : card.magnetic(compass: compass), at: time)
    let offset = judgement.orientation.offset
    judgement.magnetic = magnetic + offset
    if let declination { judgement.trueNorth = magnetic + declination + offset }
    judgement.reference =
      switch reference {
      case .magnetic: .magnetic
      case .best: judgement.trueNorth == nil ? .magnetic : .trueNorth
      case .trueNorth: judgement.trueNorth == nil ? .none : .trueNorth
      }
    let ofTrueNorth = judgement.reference == .trueNorth ? accuracy.trueHundredths : nil
    judgement.accuracy = ofTrueNorth ?? accuracy.hundredths
  }

  /// The worse of what the model says and what is measured.
  private func zone(_ measured: UInt32) -> GeomagneticField.Zone {
    let horizontal = measured < modelledHorizontal ? measured : modelledHorizontal
    if horizontal < 2000 { return .blackout }
    return horizontal < 6000 ? .caution : .normal
  }

  private var modelledZone: GeomagneticField.Zone? { isFieldKnown ? zone(UInt32.max) : nil }

  private var missing: HeadingDoubts {
    switch gap {
    case .position: .positionUnknown
    case .date: .dateUnknown
    case .model: .modelUnavailable
    }
  }

  @inline(__always)
  private static func doubts(_ evidence: HeadingEvidence) -> HeadingDoubts {
    var doubts = HeadingDoubts.none
    let reasons = evidence.status.reasons
    if evidence.calibration == .unknown { doubts.insert(.uncalibrated) }
    if evidence.specificForce == nil {
      doubts.insert(.tiltUnknown)
    } else if reasons.contains(.freeFall) {
      doubts.insert(.freeFall)
    } else if reasons.contains(.forceUntrusted) {
      doubts.insert(.accelerated)
    }
    if evidence.status.state != .clear { doubts.insert(.disturbed) }
    if reasons.contains(.dip) { doubts.insert(.dipDeviates) }
    if reasons.contains(.saturated) { doubts.insert(.saturated) }
    if reasons.contains(.stuck) { doubts.insert(.stuck) }
    if reasons.contains(.noField) { doubts.insert(.noField) }
    return doubts
  }
}
