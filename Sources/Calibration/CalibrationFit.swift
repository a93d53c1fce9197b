// The calibration fit: samples in, one at a time; a judged model out, in bounded slices of work.
import Correction
import FixedPoint
import Quantities

/// Collects samples in constant memory and fits h and S to them.
///
/// The equations are in docs/calibration.md. `take` costs at most 4,000 cycles of a Cortex-M0+, `step` at most 25,000.
/// A sample taken between `beginSolve` and the last `step` ends that solve.
public struct CalibrationFit: ~Copyable {
  // Small members first: Thumb-1 reaches them without computing an address.
  private let inPlace = InPlace()
  /// Where the solve stands.
  public internal(set) var progress = FitProgress.idle
  var stage = Stage.idle
  /// A row or column within a stage.
  var row: Int8 = 0
  var isSearching = false
  /// Whether the reservoir is in the sums, and whether they were made of it alone.
  var isAbsorbed = false
  var isRebuilt = false
  /// Which models were tried, bit by bit, and the best of them so far.
  var tried: UInt8 = 0
  var best = ModelOrder.none
  /// The predicted worst of the best, 20,000 when it is not accepted; why the models tried were not good enough.
  var leastWorst: UInt16 = 0
  /// The ellipsoid's predicted worst error; 65535: there was none.
  var ellipsoidError: UInt16 = 65535
  var reasons = FitReasons.none
  /// The number of samples at which the next search starts.
  var nextSearch: UInt32 = 48
  /// The share of samples outside the gate among the last 32 or so, Q16.
  var outsideShare: UInt32 = 0
  /// Samples at or beyond the sensor's range.
  var saturatedCount: UInt32 = 0
  /// σ for each direction cell, Q15.
  var sigma: Int32 = 0
  /// Mean square of the deviations over R², Q30, and what of it is left when white noise has averaged out in each cell.
  var scatter: Int32 = 0
  var settled: Int32 = 0
  /// Mean square over R² of what is white on each axis, Q30.
  var noise: Int32 = 0
  /// Mean variance of the heading from what the samples leave open, (1/100 degree)² times cos² of the dip; that cosine, Q12.
  var fitVariance: UInt32 = 0
  var horizontal: Int32 = 0
  /// The largest eigenvalue of S, Q24.
  var largest: Int32 = 0
  /// The last sample taken, and the last that the reservoir was offered.
  var lastKept = Vector3.zero
  var lastOffered = Vector3.zero
  /// What outliers are told by, and the search for the next one.
  var gate = RobustSphere()
  var search = RobustSphere()
  /// Limits of this run.
  public internal(set) var configuration: FitConfiguration
  /// What the last finished solve found.
  public internal(set) var outcome = FitOutcome()
  var roughness = Roughness()
  var prediction = Prediction()
  var reservoir = Reservoir()
  var solver = ModelSolver()
  var moments = Moments()

  enum Stage: UInt8 {
    case idle, absorb, centre, begin, solve, shape, look, factor, invert, square, predict, align, done
  }

  public init(_ configuration: FitConfiguration) { self.configuration = configuration }

  /// Samples that count.
  public var sampleCount: UInt32 {
    let held = UInt32(bitPattern: reservoir.count)
    let summed = UInt32(bitPattern: moments.count)
    if configuration.isPlain { return summed }
    // What came since the reservoir was absorbed may be in it alone.
    return !isAbsorbed ? summed &+ held : summed < held ? held : summed
  }

  /// Which part of the work `step` does next, for progress and measurements: 0 none, then in the order of `Stage`.
  public var stageNumber: UInt8 { stage.rawValue }

  // MARK: - Samples

  /// Takes one sample.
  ///
  /// Unless the fit is plain, call `step` after it: the search for the sphere that tells outliers apart goes on there.
  /// - Parameters:
  ///   - field: sensor axes, within ±2^21.
  ///   - specificForce: same axes, the body at rest or nearly; tells tilt and dip. `nil` when there is none.
  public mutating func take(field: Vector3, specificForce: Vector3?, at time: Instant) -> SampleVerdict {
    if progress != .idle {
      progress = .idle
      stage = .idle
      search = RobustSphere()
    }
    guard field.isWithin(UInt32(bitPattern: configuration.sensorRange &- 1)) else {
      saturatedCount = saturatedCount &+ 1
      return .saturated
    }
    guard moments.count < 1 &<< 17 else { return .full }
    if configuration.isPlain {
      // Here the size is not known: 2^10 coordinates are about 1/16 of a radius.
      if moments.count == 0 || isApart(field, lastOffered, moments.shift &+ 10) {
        lastOffered = field
        _ = reservoir.offer(field, specificForce: specificForce)
      }
      sum(field)
      return .accepted
    }
    let isFirst = reservoir.count == 0
    // Half as far apart where the size is known; before, anything that is not the same again.
    let spacing = gate.isKnown ? gate.spacingExponent &+ reservoir.shift : 0
    if !isFirst, !isApart(field, lastKept, spacing) {
      outsideShare = outsideShare &- outsideShare &>> 5
      return .repeated
    }
    let isInside = !gate.isKnown || gate.holds(reservoir.coordinates(of: field))
    outsideShare = outsideShare &- outsideShare &>> 5 &+ (isInside ? 0 : 1 &<< 11)
    if !isInside, outsideShare < 1 &<< 14 {
      // A stray one among many inside: wild. Where many are outside, it is the gate that is wrong.
      return .outlier
    }
    lastKept = field
    // Long at rest, and now it moves: what was seen tells nothing of the way ahead.
    if !isInside, reservoir.seen >= 384 {
      reservoir.discount(by: 3)
      nextSearch = reservoir.seen &+ 48
    }
    let before = reservoir.shift
    var isHeldOut = false
    // The reservoir is fair to the way covered: 1/16 of a radius apart.
    if isFirst || !gate.isKnown || isApart(field, lastOffered, spacing &+ 3) {
      lastOffered = field
      isHeldOut = reservoir.offer(field, specificForce: specificForce)
    }
    if reservoir.shift != before {
      gate.coarsen(by: reservoir.shift &- before)
      search = RobustSphere()
    }
    if reservoir.seen == nextSearch, !isSearching {
      search = RobustSphere()
      isSearching = true
    }
    guard gate.isKnown else { return .accepted }
    guard isInside else { return .outlier }
    if !isHeldOut { sum(field) }
    return .accepted
  }

  private mutating func sum(_ field: Vector3) {
    let before = moments.shift
    moments.add(field)
    roughness.follow(field, before, moments.shift)
  }

  /// Whether a component differs by 2^`exponent`/256 or more.
  private func isApart(_ a: Vector3, _ b: Vector3, _ exponent: Int32) -> Bool {
    let change = (a.x &- b.x).magnitude | (a.y &- b.y).magnitude | (a.z &- b.z).magnitude
    return exponent <= 8 ? change != 0 : change &>> UInt32(bitPattern: exponent &- 8) != 0
  }

  /// Forgets everything but the configuration. Part by part: a whole fit does not belong on a small stack.
  public mutating func restart() {
    outcome = FitOutcome()
    progress = .idle
    moments = Moments()
    solver = ModelSolver()
    reservoir = Reservoir()
    roughness = Roughness()
    lastKept = Vector3.zero
    lastOffered = Vector3.zero
    prediction = Prediction()
    sigma = 0
    stage = .idle
    gate = RobustSphere()
    search = RobustSphere()
    isSearching = false
    outsideShare = 0
    nextSearch = 48
    isAbsorbed = false
    isRebuilt = false
    row = 0
    saturatedCount = 0
  }

  /// Forgets the sums but not what outliers are told by: the way covered a second time is judged from its first sample on.
  public mutating func refine() {
    moments = Moments()
    isAbsorbed = false
    roughness = Roughness()
    progress = .idle
    stage = .idle
    nextSearch = UInt32.max
  }

  /// Sample `i` of the reservoir, where the sums are not made of it; `nil` after the last.
  mutating func heldOut(_ i: Int32) -> Vector3? {
    i < reservoir.count && !isAbsorbed ? reservoir.sample(i) : nil
  }

  // MARK: - Solving

  /// Starts a solve on what has been taken.
  public mutating func beginSolve() {
    outcome = FitOutcome()
    outcome.sampleCount = sampleCount
    reasons = .none
    tried = 0
    best = .none
    leastWorst = 20_000
    progress = .working
    isRebuilt = false
    ellipsoidError = 65535
    row = 0
    stage = .centre
    if configuration.isPlain { return }
    if reservoir.count < configuration.fewestSamples {
      outcome.reasons = .tooFewSamples
      progress = .finished
      return
    }
    search = RobustSphere()
    isSearching = true
  }
}
