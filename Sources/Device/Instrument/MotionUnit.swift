// Motion in the instrument: rates, forces and fields go to the filter; its estimate becomes a message. Modules compute.

import Correction
import FieldMonitor
import FixedPoint
import Heading
import LinkProtocol
import Motion
import Quantities
import RawMemory
import SensorDrivers

/// How old the quantities of a board's samples are, as the data sheets of its chips and the settings of its drivers say.
public struct MotionDelays: Equatable, Sendable {
  /// Microseconds: of the field and of the specific force −30,000…30,000, of the rate 0…30,000. 600 is the usual delay of a
  /// field, which is estimated from there while the instrument turns.
  public var field: Int16
  public var force: Int16
  public var rate: UInt16

  public init(field: Int16, force: Int16, rate: UInt16) {
    self.field = field
    self.force = force
    self.rate = rate
  }
}

/// The gyroscope as the instrument uses it.
struct GyroscopeWatch {
  var isFitted = false
  /// The board is still looking whether it has one.
  var isSought = false
  private var isLost = false
  private var hasSample = false
  var identity = SensorIdentity.absent
  private(set) var instance: UInt8 = 0
  /// Counts the new samples since boot.
  private(set) var number: UInt32 = 0

  var state: SensorState {
    if isLost { return .unavailable }
    if hasSample { return .ready }
    return isFitted || isSought ? .starting : .none
  }

  mutating func add(_ sample: RateSample) {
    if !sample.isStale { number &+= 1 }
    instance = sample.origin.instance
    hasSample = true
    isLost = false
  }

  mutating func lose() {
    hasSample = false
    isLost = true
  }
}

/// Passes samples to the filter, and says what heading is fused or why none is.
public struct MotionUnit: MotionPart, ~Copyable {
  private let inPlace = InPlace()
  var watch = GyroscopeWatch()
  /// Whether the samples are injected: they have a time of their own.
  private(set) var isInjected = false
  /// When the last rate was injected, in the board's time.
  var injectedAt = Instant(microseconds: 0)
  /// How the display is held, as the compass found it last.
  private var orientation = DisplayOrientation.portrait
  private(set) var settings = SetMotion()
  /// What the board has said last.
  var assumedDelays = MotionDelays(field: 600, force: 0, rate: 0)
  /// As of the last message: whether the heading was fused, of which axis, and the rate of turn.
  private var isFused = false
  private var pointer = AxisRemap.SignedAxis.plusX
  private var turn: Int32 = 0
  private var turns = FieldTurnWatch()
  /// The time of the last sample, and of the last specific force.
  private var latest = Instant(microseconds: 0)
  private var lastForce = Instant(microseconds: 0)
  private var hasForce = false
  var filter = MotionFilter()
  var guidance = CalibrationGuide()

  public init() {}

  /// `.motion`.
  public static var capabilities: Capabilities { .motion }
  /// Yes.
  public static var fuses: Bool { true }

  /// Hello calls the gyroscope *starting* until the first round of looking for it is over.
  public mutating func seek() { watch.isSought = true }

  // MARK: - Settings

  /// Applies settings that are within their ranges.
  mutating func set(_ request: SetMotion) {
    var other = settings
    other.flags = SetMotion.Flags(rawValue: other.flags.rawValue ^ SetMotion.Flags.streams.rawValue)
    let isOther = request != settings && request != other
    settings = request
    if isOther { restart() }
  }

  /// Begins anew: attitude, bias and everything that was found is forgotten.
  @inline(never)
  private mutating func restart() {
    hasForce = false
    filter = MotionFilter(
      settings: MotionSettings(
        fieldDelay: Int32(truncatingIfNeeded: Int(settings.fieldDelay)),
        forceDelay: Int32(truncatingIfNeeded: Int(settings.forceDelay)),
        rateDelay: Int32(truncatingIfNeeded: Int(settings.rateDelay))))
  }

  // MARK: - Samples

  /// Takes one rate in body axes.
  mutating func add(
    rate: AngularRate, at time: Instant, isRepeated: Bool, isSaturated: Bool, isInjected injected: Bool
  ) {
    if injected != isInjected {
      isInjected = injected
      restart()
    }
    guard settings.flags.contains(.usesGyroscope) else { return }
    latest = time
    filter.add(rate: rate, at: time, isRepeated: isRepeated, isSaturated: isSaturated)
    // Injected samples have no turns of a main loop between them: with all work at once every board finds the same bits.
    if injected { while filter.work() {} }
  }

  /// Takes a field in body axes, after the record.
  public mutating func add(field: CorrectedField, at time: Instant, isInjected injected: Bool) {
    guard injected == isInjected, settings.flags.contains(.usesGyroscope) else { return }
    if time > latest { latest = time }
    filter.add(field: field, at: time)
  }

  /// Takes a specific force in body axes, after the record.
  public mutating func add(force: Acceleration, at time: Instant, isInjected injected: Bool) {
    guard injected == isInjected, settings.flags.contains(.usesGyroscope) else { return }
    lastForce = time
    hasForce = true
    filter.add(force: force, at: time)
    guidance.add(force: force, attitude: filter.frame)
  }

  /// Receives the compass's heading and its assessment: how the display is held, and whether the compass turned while the
  /// gyroscope did not, which the assessment then says.
  public mutating func receive(_ evidence: inout HeadingEvidence, _ assessment: inout HeadingAssessment) {
    orientation = assessment.orientation
    guard isFused, evidence.isSolved, let accuracy = assessment.accuracy, let heading = filter.heading(of: pointer)
    else { return turns.forget() }
    turns.compare(
      compass: evidence.solution.heading, accuracy: accuracy, fused: heading, bound: filter.headingAccuracy, turn: turn,
      biasDeviation: filter.biasDeviation)
    turns.mark(&assessment)
  }

  /// Whether the field turned and the instrument did not, as of the last reading.
  public var isFieldTurned: Bool { turns.isTurned }

  /// Does one slice of a block's work, if there is one.
  public mutating func work() { _ = filter.work() }

  // MARK: - What is told

  /// Writes what is known of the gyroscope.
  public func describe(_ hello: inout Hello) {
    hello.gyroscope = FittedSensor(watch.identity, state: watch.state, instance: watch.instance)
  }

  /// Why the heading is not fused, as far as the sensors say; `none` where they give one.
  /// - Parameter now: in the time of the samples.
  private func lack(_ state: MotionState, isCalibrated: Bool, at now: Instant) -> UnfusedReason {
    if !watch.isFitted && !isInjected { return .noGyroscope }
    if !settings.flags.contains(.usesGyroscope) { return .off }
    if filter.isDead(at: now) || watch.state == .unavailable && !isInjected { return .silent }
    if !hasForce || now.elapsed(since: lastForce) > 1_000_000 { return .noForce }
    switch state {
    case .stuck: return .stuck
    case .none, .starting: return .starting
    case .fused: return isCalibrated ? .none : .uncalibrated
    }
  }

  /// Writes the message, but for the headings.
  /// - Returns: the fused heading of the body axis `pointer` and its bound in hundredths of a degree, by the filter alone.
  @inline(never)
  mutating func fill(
    _ report: inout FusionReport, pointer: AxisRemap.SignedAxis, isCalibrated: Bool, at now: Instant
  ) -> (heading: BinaryAngle, bound: UInt32)? {
    let found = filter.estimate()
    report.reason = lack(found.state, isCalibrated: isCalibrated, at: isInjected ? latest : now)
    report.stateCode = found.state.rawValue
    report.time = found.time
    if found.state != .none {
      report.attitudeW = found.attitude.w
      report.attitude = Vector3(x: found.attitude.x, y: found.attitude.y, z: found.attitude.z)
    }
    report.rateOfTurn = found.rateOfTurn
    (isFused, self.pointer, turn) = (report.reason == UnfusedReason.none, pointer, found.rateOfTurn)
    if turns.isTurned { report.flags.insert(.fieldTurned) }
    report.bias = found.bias
    report.biasDeviation = found.biasDeviation
    report.scaleError = found.scale
    report.scaleDeviation = found.scaleDeviation
    report.foundDelay = found.fieldDelay
    report.foundDelayDeviation = found.fieldDelayDeviation
    report.hardIron = found.hardIron
    fillFlags(&report, isAtRest: found.isAtRest)
    guard report.reason == UnfusedReason.none || report.reason == .uncalibrated else { return nil }
    guard let heading = filter.heading(of: pointer) else {
      report.reason = .pointsVertically
      return nil
    }
    return (heading, (UInt64(product: found.headingAccuracy, 36_000) &>> 32).lowHalf &+ 1)
  }

  private func fillFlags(_ report: inout FusionReport, isAtRest: Bool) {
    if isAtRest { report.flags.insert(.atRest) }
    if settings.flags.contains(.usesGyroscope) { report.flags.insert(.usesGyroscope) }
    if settings.flags.contains(.streams) { report.flags.insert(.streams) }
    if isInjected { report.flags.insert(.injected) }
    let counts = filter.counts
    report.missing = counts.missing
    report.repeated = counts.repeated
    report.outOfOrder = counts.outOfOrder
    report.late = counts.late
    report.saturated = counts.saturated
    report.restarts = counts.restarts
    report.fieldDelay = settings.fieldDelay
    report.forceDelay = settings.forceDelay
    report.rateDelay = settings.rateDelay
  }

  /// By how much the display's way of being held turns the heading.
  var displayOffset: BinaryAngle { orientation.offset }
}
