// The calibration fit. Samples go in one at a time. Bounded slices of work produce a model that has passed its gates.

import Correction
import FixedPoint
import Quantities
import RawMemory

/// Collects samples in constant memory and fits h and S to them.
///
/// The equations are in docs/notebook/calibration.md. `add` costs at most 4,000 cycles of a Cortex-M0+, `step` at most
/// 25,000. A sample that is added between `beginSolve` and the last `step` ends that solve.
public struct CalibrationFit: ~Copyable {
  // Small members come first: Thumb-1 reaches them without computing an address. The order leaves no gaps, which would
  // waste memory.
  var stage = Stage.idle
  /// A row or column within a stage.
  var row: Int8 = 0
  var isSearching = false
  /// Whether the sums contain the reservoir.
  var isAbsorbed = false
  /// How often outliers of the reservoir were left out and the rest of it fitted alone.
  var trims: Int8 = 0
  /// Whether the samples are flat enough to allow a planar model.
  var isFlattish = false
  var reasons = FitReasons.none
  /// The sphere by which outliers are recognised.
  var gate = RobustSphere()
  /// In how many seconds samples came.
  var periods = SamplePeriods()
  /// The limits of this run.
  public internal(set) var configuration: FitConfiguration
  /// What the last finished solve found.
  public internal(set) var outcome = FitOutcome()
  /// While samples come, this memory holds the recent samples and, while `isSearching`, the search for the next gate.
  /// During a solve, it is the memory of the solve's stages.
  var scratch = Scratch()
  var moments = Moments()
  /// Samples at or beyond the sensor's range. The count stops at 65,535, half of the samples that a fit can hold.
  var saturatedCount: UInt16 = 0
  var roughness = Roughness()
  /// Memory for three things, one after the other: the Cholesky factor of the normal equations and its inverse; the
  /// information matrix of the samples and its covariance; the sums of the alignment.
  var triangle = Triangle()
  var reservoir = Reservoir()
  private let inPlace = InPlace()

  enum Stage: UInt8 {
    case idle, absorb, centre, begin, solve, shape, evaluate, factor, invert, square, predict, align, done
  }

  /// Whether enumerations and indices are within their ranges: the memory may have been overwritten.
  var isSound: Bool {
    mutating get {
      guard Unchecked.isCase(stage, of: 13), outcome.isSound, gate.isSound, reservoir.isSound, row >= 0 else {
        return false
      }
      if isSearching, !scratch.search.isSound { return false }
      switch stage {
      case .solve, .shape: return scratch.solver.isSound
      case .evaluate: return row == 0 ? scratch.solver.isSound : scratch.prediction.isSound
      case .centre: return row < 3
      case .factor, .invert, .square: return row < Prediction.unknowns && scratch.prediction.isSound
      case .predict: return scratch.prediction.isSound
      default: return true
      }
    }
  }

  public init(_ configuration: FitConfiguration) {
    self.configuration = configuration
    scratch.recent = RecentSamples()
  }

  /// The largest number of samples for which the sums are wide enough.
  public static var mostSamples: Int32 { 1 &<< 17 }

  /// The number of samples that count.
  public var sampleCount: UInt32 {
    @inline(never)
    get {
      let held = UInt32(bitPattern: reservoir.count)
      let summed = UInt32(bitPattern: moments.count)
      // Samples that came after the reservoir was added to the sums may be only in the reservoir.
      return !isAbsorbed ? summed &+ held : summed < held ? held : summed
    }
  }

  /// The state of the solve.
  public var progress: FitProgress { stage == .idle ? .idle : stage == .done ? .finished : .working }

  /// Which stage `step` works on next, for progress and measurements: 0 none, then in the order of `Stage`.
  public var stageNumber: UInt8 { stage.rawValue }

  // MARK: - Samples

  /// Adds one sample.
  ///
  /// Call `step` afterwards, except in a plain fit: `step` continues the search for the sphere that separates outliers.
  /// - Parameters:
  ///   - field: sensor axes, within ±2^21.
  ///   - specificForce: in the same axes, with the body at rest or nearly; gives tilt and dip. `nil` without an
  ///     accelerometer.
  public mutating func add(field: Vector3, specificForce: Vector3?, at time: Instant) -> SampleOutcome {
    var sample = CalibrationSample(field: field, specificForce: specificForce, at: time.low)
    return configuration.isPlain ? addPlainly(&sample) : add(&sample)
  }

  /// Adds one sample of a plain fit: every sample counts. An image without plain fits does not contain this function.
  private mutating func addPlainly(_ sample: inout CalibrationSample) -> SampleOutcome {
    let result = admit(&sample)
    if result != .accepted { return result }
    // The size of the sphere is not known here. The spacing of 2^10 coordinates is about 1/16 of a radius.
    if Self.isApart(&sample.field, &scratch.recent.lastOffered, moments.shift &+ 10) { _ = offer(&sample) }
    isAbsorbed = true
    periods.add(sample.time)
    let before = moments.shift
    sum(&sample, isHeldOut: false)
    // Samples taken at a finer spacing get less weight.
    if moments.shift > before { reservoir.discount(by: moments.shift &- before) }
    return .accepted
  }

  /// Adds one sample of a fit that is not plain.
  @inline(never)
  public mutating func add(_ sample: inout CalibrationSample) -> SampleOutcome {
    var result = admit(&sample)
    var isHeldOut = false
    if result == .accepted { result = classify(&sample, &isHeldOut) }
    if result == .accepted {
      periods.add(sample.time)
      if gate.isKnown { sum(&sample, isHeldOut: isHeldOut) }
    }
    // The motion during the left-out sample is not known.
    if result == .outlier || result == .saturated { roughness.interrupt() }
    return result
  }

  /// Whether a sample can be used at all. A sample that comes during a solve ends the solve.
  @inline(__always)
  private mutating func admit(_ sample: inout CalibrationSample) -> SampleOutcome {
    if stage != .idle {
      stage = .idle
      scratch.search = RobustSphere()
      // The solve has overwritten the recent samples.
      scratch.recent = RecentSamples(
        nextSearch: gate.isKnown ? reservoir.seen &+ reservoir.seen : RecentSamples.firstSearch)
      roughness.interrupt()
    }
    guard sample.field.isWithin(UInt32(bitPattern: configuration.sensorRange &- 1)) else {
      if saturatedCount < .max { saturatedCount = saturatedCount &+ 1 }
      return .saturated
    }
    return moments.count < Self.mostSamples ? .accepted : .full
  }

  @inline(__always)
  private mutating func sum(_ sample: inout CalibrationSample, isHeldOut: Bool) {
    if !isHeldOut { moments.add(sample.field) }
    // Held-out samples are included here: across a gap, motion would look like noise.
    roughness.follow(&sample.field, &scratch.recent.differences)
  }

  /// Decides whether a sample counts. Some samples are kept in the reservoir instead of the sums (held out).
  @inline(__always)
  private mutating func classify(_ sample: inout CalibrationSample, _ isHeldOut: inout Bool) -> SampleOutcome {
    // If the size of the sphere is known, samples must be at least half a spacing apart. Before that, every sample that
    // differs from the last one counts.
    let isGated = gate.isKnown
    let spacing = isGated ? gate.spacingExponent &+ reservoir.shift : 0
    let size = (1 as UInt32) &<< UInt32(bitPattern: spacing)
    let step = sample.field.largestDifference(from: &scratch.recent.lastKept)
    if step <= (size &- 1) &>> 8 { return .repeated }
    // Repetitions are not counted here. If every sample were read five times and the repetitions counted, the share
    // outside could never reach a quarter.
    scratch.recent.outsideShare = scratch.recent.outsideShare &- scratch.recent.outsideShare &>> 5
    // Poses at rest are few, and none of them is an outlier: gravity always has the same strength.
    let isJudged = !configuration.isGravity
    if isJudged, !scratch.recent.follows(step, size: isGated ? size &>> 2 : 0) { return .outlier }
    scratch.recent.lastKept = sample.field
    let isInside = !isJudged || !isGated || gate.holds(reservoir.coordinates(of: &sample.field))
    if !isInside {
      scratch.recent.outsideShare = scratch.recent.outsideShare &+ 1 &<< 11
      // A single sample outside among many inside is an outlier. When many are outside, the gate is wrong.
      if scratch.recent.outsideShare < 1 &<< 14 { return .outlier }
      // The instrument was at rest for a long time and now moves: the earlier samples do not represent the samples to
      // come.
      if reservoir.seen >= 384 { reservoir.discount(by: 3) }
      // With this, new samples soon make up an eighth or more of the reservoir.
      let soon = reservoir.seen &+ 16
      if scratch.recent.nextSearch > soon { scratch.recent.nextSearch = soon }
    }
    let before = reservoir.shift
    // The reservoir takes samples that are 1/16 of a radius apart, so that it represents the path and not the time. A
    // single step of that size also qualifies.
    if !isGated || step >= size &>> 5 || Self.isApart(&sample.field, &scratch.recent.lastOffered, spacing &+ 3) {
      isHeldOut = offer(&sample)
    }
    let isDue = reservoir.seen == scratch.recent.nextSearch && !isSearching
    if isDue { isSearching = true }
    if reservoir.shift != before {
      gate.coarsen(by: reservoir.shift &- before)
      scratch.search = RobustSphere()
    } else if isDue {
      scratch.search = RobustSphere()
    }
    return isInside ? .accepted : .outlier
  }

  /// Offers a sample to the reservoir. Returns whether it was kept.
  private mutating func offer(_ sample: inout CalibrationSample) -> Bool {
    scratch.recent.lastOffered = sample.field
    return reservoir.offer(&sample, &scratch.recent.chance)
  }

  /// Whether sample `i` of the reservoir is outside the gate.
  @inline(never)
  mutating func isWild(_ i: Int32) -> Bool {
    gate.isKnown && !configuration.isGravity && !gate.holds(reservoir[i]) || trims > 0 && reservoir.isNew(i)
  }

  /// Whether the two vectors differ in at least one component by 2^`exponent`/256 or more.
  @inline(never)
  private static func isApart(_ a: inout Vector3, _ b: inout Vector3, _ exponent: Int32) -> Bool {
    let limit = (1 as UInt32) &<< UInt32(bitPattern: exponent <= 8 ? 0 : exponent &- 8)
    let below = limit &- 1
    let width = below &+ below
    // The first component that differs decides.
    if UInt32(bitPattern: a.x &- b.x) &+ below > width { return true }
    if UInt32(bitPattern: a.y &- b.y) &+ below > width { return true }
    return UInt32(bitPattern: a.z &- b.z) &+ below > width
  }

  /// Forgets everything except the configuration. Each part is cleared by itself, because a whole fit is too large for
  /// a small stack.
  public mutating func restart() {
    outcome.clear()
    refine()
    reservoir = Reservoir()
    gate = RobustSphere()
    scratch.search = RobustSphere()
    scratch.recent = RecentSamples()
    isSearching = false
    saturatedCount = 0
  }

  /// Forgets the sums but keeps the gate: when the same motion is repeated, outliers are recognised from its first
  /// sample on.
  public mutating func refine() {
    moments = Moments()
    isAbsorbed = false
    roughness = Roughness()
    periods = SamplePeriods()
    stage = .idle
    scratch.recent = RecentSamples(nextSearch: .max)
  }

  /// Sample `i` of the reservoir; `nil` if the sums contain it, and after the last sample.
  mutating func heldOut(_ i: Int32) -> Vector3? {
    i < reservoir.count && trims == 0 && (!isAbsorbed || reservoir.isNew(i)) ? reservoir.sample(i) : nil
  }

  // MARK: - Solving

  /// Starts a solve with the samples so far. Then call `step` until it returns `finished`: the result is in `outcome`.
  public mutating func beginSolve() {
    startModel(.none)
    reasons = .none
    trims = 0
    outcome.largestError = 65535
    advance(to: .centre)
    if configuration.isPlain { return }
    if reservoir.count < configuration.fewestSamples {
      outcome.reasons = .tooFewSamples
      stage = .done
      return
    }
    scratch.search = RobustSphere()
    isSearching = true
  }
}
