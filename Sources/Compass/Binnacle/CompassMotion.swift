// A gyroscope beside a compass: attitude and heading between the samples of the field, and through disturbances.

import FieldMonitor
import FixedPoint
import Motion
import Quantities
import RawMemory

/// Adds the rates of a gyroscope to a `Compass`. The compass must have an accelerometer.
///
/// Give each rate to `add`, and call `step` after each sample of the compass and a few times between. The heading is that
/// of the forward axis, whatever axis the compass points with.
public struct CompassMotion: ~Copyable {
  private let inPlace = InPlace()
  /// How the gyroscope is mounted: from its axes to the body's.
  public var mounting = AxisRemap.identity
  private var seenField: UInt32 = 0
  private var seenForce: UInt32 = 0
  var filter: MotionFilter

  /// - Parameter settings: the delays of the sensors, and whether the field is used.
  public init(settings: MotionSettings = MotionSettings()) { filter = MotionFilter(settings: settings) }

  /// The delays of the sensors, and whether the field is used.
  public var settings: MotionSettings { filter.settings }

  /// Begins anew with these settings: attitude, bias and everything else that was found is forgotten.
  public mutating func restart(_ settings: MotionSettings) { filter = MotionFilter(settings: settings) }

  /// Takes one rate.
  /// - Parameters:
  ///   - rate: 2^−20 rad/s in the gyroscope's axes, right-handed, as measured.
  ///   - time: when it was measured.
  ///   - isRepeated: the chip delivered nothing new.
  ///   - isSaturated: an axis is beyond the sensor's range.
  public mutating func add(
    _ rate: AngularRate, at time: Instant, isRepeated: Bool = false, isSaturated: Bool = false
  ) {
    filter.add(
      rate: AngularRate(q20: mounting.body(rate.q20)), at: time, isRepeated: isRepeated, isSaturated: isSaturated)
  }

  /// Takes the last samples of the compass, each once, and does one slice of work: at most 15,000 Cortex-M0+ cycles.
  /// - Returns: whether there is more work.
  @discardableResult
  public mutating func step(_ compass: inout Compass) -> Bool {
    if seenForce != compass.forceNumber {
      seenForce = compass.forceNumber
      filter.add(force: compass.bodyForce, at: compass.forceTime, isSaturated: compass.isSaturated)
    }
    if seenField != compass.fieldNumber {
      seenField = compass.fieldNumber
      if !compass.isOverflowed {
        let corrected = compass.record.correctionSums(for: compass.rawField).rounded
        filter.add(
          field: CorrectedField(q8Nanotesla: compass.body(corrected.q8Nanotesla)), at: compass.fieldTime)
      }
    }
    return filter.work()
  }

  /// Compares a reading with the fused heading of the same axis. Where the field turned and the instrument did not, the reading
  /// is marked as disturbed, and the compass's field monitor holds that for three seconds more: strength and dip alone cannot
  /// show such a field. Call it after each `reading(at:)`.
  /// - Parameter watch: what is remembered between readings; begin with `FieldTurnWatch()`.
  public mutating func judge(
    _ reading: inout CompassReading, of compass: inout Compass, with watch: inout FieldTurnWatch
  ) {
    let found = filter.estimate()
    guard found.state == .fused, reading.isSolved, let accuracy = reading.assessment.accuracy,
      let heading = filter.heading(of: compass.pointer.forward)
    else { return watch.forget() }
    watch.compare(
      compass: reading.solution.heading, accuracy: accuracy, fused: heading, bound: found.headingAccuracy,
      turn: found.rateOfTurn, biasDeviation: found.biasDeviation)
    watch.mark(&reading.assessment)
    if watch.isTurned { compass.monitor.noteTurn() }
  }

  /// Whether the gyroscope gave nothing for a quarter of a second: use the readings of the compass.
  public func isDead(at now: Instant) -> Bool { filter.isDead(at: now) }

  /// Attitude, heading, rate of turn, bias and what each is worth, at the last rate.
  public func estimate() -> MotionEstimate { filter.estimate() }

  /// Samples that were not as they should be.
  public var counts: MotionCounts { filter.counts }

  /// The heading of the forward axis, clockwise from magnetic north; `nil` while there is none.
  public func heading() -> BinaryAngle? { estimate().heading }

  /// The same from true north; `nil` also while the compass does not know its place.
  public func trueHeading(_ compass: borrowing Compass) -> BinaryAngle? {
    guard let declination = compass.declination, let magnetic = heading() else { return nil }
    return magnetic + declination
  }
}
