// Attitude from rate, specific force and field. Samples come in one at a time; the work of a block is done in slices.

import FixedPoint
import Quantities
import RawMemory

/// A filter for nine axes, or for six if the settings say that no field is used.
///
/// Each sensor's sample has its own time. The caller adds every sample, in body axes and after calibration. It calls
/// `work()` until that returns `false`, at least a few times between two samples: a block ends every 105 ms and needs 8
/// slices. If slices remain when the next block ends, they are done at once.
public struct MotionFilter: ~Copyable {
  public let settings: MotionSettings
  public internal(set) var counts = MotionCounts()

  var strapdown = Strapdown()
  var sums = BlockSums()
  var watch = RateWatch()
  var rest = RestDetector()

  /// The block that is being worked on.
  var means = BlockMeans()
  var blockSeconds = CompactNumber.zero
  var lost = CompactNumber.zero
  var stage: Int8 = 0
  /// The axis that is updated in this block: 0…5.
  var turnOfAxes: Int8 = 5
  var hasForce = false
  var hasField = false
  /// Whether the mean of all blocks replaces the low-pass filter, because the filter has not settled yet.
  var isSettling = true
  /// For how many consecutive blocks the field has confirmed that the instrument does not turn; at most 4.
  var confirmedBlocks: Int8 = 4
  /// For how many consecutive blocks the gyroscope seems to have an offset above 2 °/s.
  var offsetBlocks: Int8 = 0
  /// The present correction of the field's delay, microseconds.
  var appliedDelay: Int16 = 0

  var lowPass = LowPass()
  /// The mean square of the difference between the force and the low-passed force, g².
  var agitation = CompactNumber.zero
  /// The factor of the low-pass filter's times: small while the bias is unknown.
  var haste = CompactNumber.one
  /// The temporary noise of the tilt rate, and the mean square of the hard iron's innovations, µT².
  var tiltNoise = InnovationNoise()
  var ironSquare = CompactNumber.zero
  /// The number of blocks since the start, and their length in seconds.
  var blocks = CompactNumber.zero
  var seconds = CompactNumber.zero

  /// Rotates the gyroscope's own frame upright.
  var upright = Quaternion.identity
  /// The level part of down, by the low-passed force in the upright frame before this block's correction.
  var downX = CompactNumber.zero
  var downY = CompactNumber.zero
  /// Bias (rad/s) and scale error.
  var bias: FourStateFilter
  /// Hard iron (µT) and the difference of the field's delay from its setting (seconds).
  var iron = FourStateFilter(vector: Constants.ironVariance, fourth: Constants.delayVariance)
  var heading = HeadingFilter()

  private let inPlace = InPlace()

  public init(settings: MotionSettings = MotionSettings()) {
    self.settings = settings
    bias = FourStateFilter(vector: settings.biasVariance, fourth: Constants.scaleVariance)
  }

  // MARK: - Samples

  /// Adds one rate.
  /// - Parameters:
  ///   - rate: body axes, as measured.
  ///   - time: when it was measured. The filter treats the rate as the mean since the previous rate.
  ///   - isRepeated: whether the chip delivered nothing new.
  ///   - isSaturated: whether an axis is beyond the range.
  public mutating func add(rate: AngularRate, at time: Instant, isRepeated: Bool = false, isSaturated: Bool = false) {
    switch watch.receive(rate.q20, at: time, isRepeated: isRepeated, counts: &counts) {
    case .ignored: return
    case .first: begin()
    case .turn(let microseconds, let unmeasured):
      if sums.time &+ watch.period &>> 1 >= 104_100 { closeBlock() }
      let measured = rate.q20.limited(to: 1 &<< 26)
      if isSaturated { MotionCounts.add(1, to: &counts.saturated) }
      turn(measured, microseconds)
      rest.see(rate: measured)
      sums.unmeasured = sums.unmeasured &+ (isSaturated ? microseconds : unmeasured)
    }
  }

  /// Adds one specific force.
  /// - Parameters:
  ///   - force: body axes, calibrated; up to 16 g.
  ///   - time: when it was measured.
  ///   - isSaturated: whether an axis is beyond the range; then the sample is left out.
  public mutating func add(force: Acceleration, at time: Instant, isSaturated: Bool = false) {
    guard let age = age(of: time, delay: settings.forceDelay), !isSaturated else { return }
    let v = force.microG
    let small = Vector3(x: Self.force(v.x), y: Self.force(v.y), z: Self.force(v.z)).limited(to: 1 &<< 17)
    rest.see(force: small)
    strapdown.add(force: small, age: age, to: &sums)
    if !settings.usesField { addRotation() }
  }

  /// Adds one field.
  /// - Parameters:
  ///   - field: body axes, calibrated. A sample beyond 131 µT is not the Earth's field and gives no direction.
  ///   - time: when it was measured.
  public mutating func add(field: CorrectedField, at time: Instant) {
    let v = field.q8Nanotesla
    guard settings.usesField, let age = age(of: time, delay: settings.fieldDelay) else { return }
    // An uncalibrated field can exceed this limit. Add the rotation anyway: tilt and rest detection need it.
    guard v.isWithin(33_500_000) else { return addRotation() }
    let small = Vector3(x: (v.x &+ 512) &>> 10, y: (v.y &+ 512) &>> 10, z: (v.z &+ 512) &>> 10)
    strapdown.add(field: small, age: age &+ Int32(truncatingIfNeeded: appliedDelay), to: &sums)
    addRotation()
  }

  /// Converts µg to 2^−13 g, 0.02 % too large. That does no harm: the filter uses only the direction of the force and
  /// its changes.
  @inline(__always)
  private static func force(_ value: Int32) -> Int32 {
    ((value &>> 3) &* 537 &+ 0x1000) &>> 13
  }

  /// The age of a sample at the time of the last rate; `nil` if the sample cannot be used.
  private mutating func age(of time: Instant, delay: Int32) -> Int32? {
    if watch.period == 0 { return nil }
    let relative = delay &- settings.rateDelay
    if time < watch.time {
      let age = watch.time.elapsed(since: time)
      if age <= 100_000 { return Int32(bitPattern: age) &+ relative }
      MotionCounts.add(1, to: &counts.late)
      return nil
    }
    // The sample is newer than the last rate, or the gyroscope gives no rates.
    let ahead = time.elapsed(since: watch.time)
    return ahead <= 50_000 ? relative &- Int32(bitPattern: ahead) : nil
  }

  private mutating func addRotation() {
    sums.rotation.add(strapdown.matrix)
    sums.rotations = sums.rotations &+ 1
  }

  /// Adds a rotation. A long rotation is added in parts of 40 ms, for which the series are accurate.
  private mutating func turn(_ measured: Vector3, _ microseconds: UInt32) {
    var left = microseconds
    while left > 40_960 {
      strapdown.turn(measured, microseconds: 40_960)
      left = left &- 40_960
    }
    strapdown.turn(measured, microseconds: left)
    sums.rate.add(strapdown.turnedRate)
    sums.rawRate.add(measured.shifted(rightBy: 4))
    sums.rates = sums.rates &+ 1
    sums.time = sums.time &+ microseconds
  }

  /// Starts a new attitude. The estimates of bias, scale, hard iron and delay stay.
  mutating func begin() {
    strapdown.attitude = .identity
    strapdown.matrix = .identity
    sums = BlockSums()
    stage = 0
    turnOfAxes = 5
    lowPass = LowPass()
    agitation = .zero
    (blocks, seconds) = (.zero, .zero)
    upright = .identity
    bias.withHeading = .zero
    heading = HeadingFilter()
    confirmedBlocks = 4
    offsetBlocks = 0
  }

  // MARK: - Blocks

  /// Ends the block: stores its means for the slices, and clears the sums.
  private mutating func closeBlock() {
    while work() {}
    turnOfAxes = turnOfAxes == 5 ? 0 : turnOfAxes &+ 1
    blockSeconds = CompactNumber(Int32(bitPattern: sums.time), exponent: 0) * Constants.microsecond
    lost = CompactNumber(Int32(bitPattern: sums.unmeasured), exponent: 0) * Constants.microsecond
    hasForce = sums.forces != 0 && sums.rotations != 0
    hasField = sums.fields != 0
    let rates = CompactNumber(sums.rates, exponent: 0).reciprocal
    let forces = sums.forces == sums.rates ? rates : Self.inverse(sums.forces)
    let fields = sums.fields == sums.rates ? rates : Self.inverse(sums.fields)
    let rotations = sums.rotations == sums.fields ? fields : Self.inverse(sums.rotations)
    means.vectors[0] = CompactVector(sums.force, exponent: -18, times: forces)
    means.vectors[1] = CompactVector(sums.rotation.x, exponent: -13, times: rotations)
    means.vectors[2] = CompactVector(sums.rotation.y, exponent: -13, times: rotations)
    means.vectors[3] = CompactVector(sums.rotation.z, exponent: -13, times: rotations)
    means.vectors[4] = CompactVector(sums.field, exponent: 0, times: fields * Constants.fieldUnit)
    means.vectors[5] = CompactVector(sums.delayEffect, exponent: 0, times: fields * Constants.delayUnit)
    means.vectors[6] = CompactVector(sums.rate, exponent: -16, times: rates)
    rest.endBlock(
      rate: CompactVector(sums.rawRate, exponent: -16, times: rates),
      force: hasForce ? CompactVector(sums.rawForce, exponent: 0, times: forces) : nil,
      microseconds: sums.time, isWhole: sums.unmeasured == 0,
      offset: strapdown.bias.isWithin(36_700) ? .zero : strapdown.bias)
    watch.judge(isMoving: !rest.isAtRest)
    sums = BlockSums()
    stage = 1
  }

  private static func inverse(_ count: Int32) -> CompactNumber {
    count == 0 ? .zero : CompactNumber(count, exponent: 0).reciprocal
  }

  /// Does one slice of the last block's work.
  /// - Returns: whether there is more work.
  public mutating func work() -> Bool {
    if stage == 0 { return false }
    let now = Int32(truncatingIfNeeded: stage)
    stage = now == 8 ? 0 : stage &+ 1
    switch now {
    case 1: prepare()
    case 2: filterMeans()
    case 3: turnUpright()
    case 4: updateBias()
    case 5: updateIron()
    case 6: apply()
    case 7: growHeading()
    default: updateHeading()
    }
    return stage != 0
  }
}

extension CompactNumber {
  /// Converts seconds to microseconds.
  var inMicroseconds: Int32 { (self * CompactNumber(1_000_000, exponent: 0)).whole(unit: 0) }
}

extension CompactVector {
  /// Converts integers in units of `unit` · 2^`exponent`.
  @inline(never)
  init(_ v: Vector3, exponent: Int32, times unit: CompactNumber) {
    self =
      unit
      * CompactVector(
        CompactNumber(v.x, exponent: exponent), CompactNumber(v.y, exponent: exponent),
        CompactNumber(v.z, exponent: exponent))
  }
}
