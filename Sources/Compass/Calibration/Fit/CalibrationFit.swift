// The calibration fit: samples in, one at a time; a judged model out, in bounded slices of work.

import Correction
import FixedPoint
import Quantities
import RawMemory

/// Collects samples in constant memory and fits h and S to them.
///
/// The equations are in docs/calibration.md. `take` costs at most 4,000 cycles of a Cortex-M0+, `step` at most 25,000.
/// A sample taken between `beginSolve` and the last `step` ends that solve.
public struct CalibrationFit: ~Copyable {
  // Small members first: Thumb-1 reaches them without computing an address. Nothing leaves a gap, which would be lost.
  var stage = Stage.idle
  /// A row or column within a stage.
  var row: Int8 = 0
  var isSearching = false
  /// Whether the reservoir is in the sums, and whether they were made of it alone.
  var isAbsorbed = false
  var isRebuilt = false
  /// Whether the samples lie so flat that a plane may do.
  var isFlattish = false
  var reasons = FitReasons.none
  /// What outliers are told by.
  var gate = RobustSphere()
  /// The seconds that samples came in.
  var periods = SamplePeriods()
  /// Limits of this run.
  public internal(set) var configuration: FitConfiguration
  /// What the last finished solve found.
  public internal(set) var outcome = FitOutcome()
  /// The search for the next gate while `isSearching`, and the way lately; then what a solve works with.
  var scratch = Scratch()
  var moments = Moments()
  /// Samples at or beyond the sensor's range; no more are counted, which is a third of all that a fit takes.
  var saturatedCount: UInt16 = 0
  var roughness = Roughness()
  /// Of the normal equations the Cholesky factor and its inverse; of a fit what its samples tell, and what they leave open;
  /// of pairs their sums.
  var triangle = Triangle()
  var reservoir = Reservoir()
  private let inPlace = InPlace()

  enum Stage: UInt8 {
    case idle, absorb, centre, begin, solve, shape, look, factor, invert, square, predict, align, done
  }

  public init(_ configuration: FitConfiguration) {
    self.configuration = configuration
    scratch.recent = RecentSamples()
  }

  /// Samples that go into the sums at most: what they are wide enough for.
  public static var mostSamples: Int32 { 1 &<< 17 }

  /// Samples that count.
  public var sampleCount: UInt32 {
    @inline(never)
    get {
      let held = UInt32(bitPattern: reservoir.count)
      let summed = UInt32(bitPattern: moments.count)
      // What came since the reservoir was absorbed may be in it alone.
      return !isAbsorbed ? summed &+ held : summed < held ? held : summed
    }
  }

  /// Where the solve stands.
  public var progress: FitProgress { stage == .idle ? .idle : stage == .done ? .finished : .working }

  /// Which part of the work `step` does next, for progress and measurements: 0 none, then in the order of `Stage`.
  public var stageNumber: UInt8 { stage.rawValue }

  // MARK: - Samples

  /// Takes one sample.
  ///
  /// Unless the fit is plain, call `step` after it: the search for the sphere that tells outliers apart goes on there.
  /// - Parameters:
  ///   - field: sensor axes, within ±2^21.
  ///   - specificForce: same axes, the body at rest or nearly; tells tilt and dip. `nil` when there is none.
  public mutating func add(field: Vector3, specificForce: Vector3?, at time: Instant) -> SampleVerdict {
    var sample = CalibrationSample(field: field, specificForce: specificForce, at: time.low)
    return configuration.isPlain ? addPlainly(&sample) : add(&sample)
  }

  /// Takes one sample of a plain fit: it counts, whatever it is. An image that has no plain fits is free of it.
  private mutating func addPlainly(_ sample: inout CalibrationSample) -> SampleVerdict {
    let verdict = admit(&sample)
    if verdict != .accepted { return verdict }
    // Here the size is not known: 2^10 coordinates are about 1/16 of a radius.
    if Self.isApart(&sample.field, &scratch.recent.lastOffered, moments.shift &+ 10) { _ = offer(&sample) }
    isAbsorbed = true
    periods.note(sample.time)
    let before = moments.shift
    sum(&sample, isHeldOut: false)
    // What was seen at a finer spacing counts for less.
    if moments.shift > before { reservoir.discount(by: moments.shift &- before) }
    return .accepted
  }

  /// Takes one sample of a fit that is not plain.
  @inline(never)
  public mutating func add(_ sample: inout CalibrationSample) -> SampleVerdict {
    var verdict = admit(&sample)
    var isHeldOut = false
    if verdict == .accepted { verdict = sift(&sample, &isHeldOut) }
    if verdict == .accepted {
      periods.note(sample.time)
      if gate.isKnown { sum(&sample, isHeldOut: isHeldOut) }
    }
    // Of the motion meanwhile nothing is known.
    if verdict == .outlier || verdict == .saturated { roughness.interrupt() }
    return verdict
  }

  /// Whether a sample is one at all. It ends a solve.
  @inline(__always)
  private mutating func admit(_ sample: inout CalibrationSample) -> SampleVerdict {
    if stage != .idle {
      stage = .idle
      scratch.search = RobustSphere()
      // Where a solve was, nothing is left of the way before it.
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
    // One that is held out too: across a gap the motion would pass for noise.
    roughness.follow(&sample.field, &scratch.recent.differences)
  }

  /// Tells a sample that counts from others, and keeps some aside, which do not belong in the sums.
  @inline(__always)
  private mutating func sift(_ sample: inout CalibrationSample, _ isHeldOut: inout Bool) -> SampleVerdict {
    // Half as far apart where the size is known; before, anything that is not the same again.
    let isGated = gate.isKnown
    let spacing = isGated ? gate.spacingExponent &+ reservoir.shift : 0
    let size = (1 as UInt32) &<< UInt32(bitPattern: spacing)
    let step = sample.field.largestDifference(from: &scratch.recent.lastKept)
    if step <= (size &- 1) &>> 8 { return .repeated }
    // Of those that are not the same again: read five times each, they would never be a quarter.
    scratch.recent.outsideShare = scratch.recent.outsideShare &- scratch.recent.outsideShare &>> 5
    // Poses at rest are few, and none is a stray: gravity is as long as it is.
    let isJudged = !configuration.isGravity
    if isJudged, !scratch.recent.follows(step, size: isGated ? size &>> 2 : 0) { return .outlier }
    scratch.recent.lastKept = sample.field
    let isInside = !isJudged || !isGated || gate.holds(reservoir.coordinates(of: &sample.field))
    if !isInside {
      scratch.recent.outsideShare = scratch.recent.outsideShare &+ 1 &<< 11
      // A stray one among many inside: wild. Where many are outside, it is the gate that is wrong.
      if scratch.recent.outsideShare < 1 &<< 14 { return .outlier }
      // Long at rest, and now it moves: what was seen tells nothing of the way ahead.
      if reservoir.seen >= 384 { reservoir.discount(by: 3) }
      // Soon the way ahead is an eighth and more of what the reservoir holds.
      let soon = reservoir.seen &+ 16
      if scratch.recent.nextSearch > soon { scratch.recent.nextSearch = soon }
    }
    let before = reservoir.shift
    // The reservoir is fair to the way covered: 1/16 of a radius apart. A step that far is enough.
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

  /// Whether a sample of the reservoir is none of the sphere's.
  @inline(never)
  mutating func isWild(_ i: Int32) -> Bool {
    gate.isKnown && !configuration.isGravity && !gate.holds(reservoir[i])
  }

  /// Whether a component differs by 2^`exponent`/256 or more.
  @inline(never)
  private static func isApart(_ a: inout Vector3, _ b: inout Vector3, _ exponent: Int32) -> Bool {
    let limit = (1 as UInt32) &<< UInt32(bitPattern: exponent <= 8 ? 0 : exponent &- 8)
    let below = limit &- 1
    let width = below &+ below
    // The first axis to tell ends it.
    if UInt32(bitPattern: a.x &- b.x) &+ below > width { return true }
    if UInt32(bitPattern: a.y &- b.y) &+ below > width { return true }
    return UInt32(bitPattern: a.z &- b.z) &+ below > width
  }

  /// Forgets everything but the configuration. Part by part: a whole fit does not belong on a small stack.
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

  /// Forgets the sums but not what outliers are told by: the way covered a second time is judged from its first sample on.
  public mutating func refine() {
    moments = Moments()
    isAbsorbed = false
    roughness = Roughness()
    periods = SamplePeriods()
    stage = .idle
    scratch.recent = RecentSamples(nextSearch: .max)
  }

  /// Sample `i` of the reservoir; `nil` where the sums are made of it, and after the last.
  mutating func heldOut(_ i: Int32) -> Vector3? {
    i < reservoir.count && (!isAbsorbed || reservoir.isNew(i)) ? reservoir.sample(i) : nil
  }

  // MARK: - Solving

  /// Starts a solve on what has been taken. Then call `step` until it says `finished`: the result is in `outcome`.
  public mutating func beginSolve() {
    attempt(.none)
    reasons = .none
    isRebuilt = false
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
