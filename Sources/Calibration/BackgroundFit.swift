// A new fit behind the one in use: made beside the readings, and taken only when it is better on samples of neither.
import Correction
import FixedPoint
import Quantities

/// Samples that a fit was not made of, to try fits on; nanotesla.
struct HeldOutSamples {
  /// A quarter of a reservoir.
  static var capacity: Int32 { 12 }
  /// With fewer nothing is compared.
  static var fewest: Int32 { 8 }
  private(set) var count: Int32 = 0
  private var samples = InlineArray<12, Vector3>(repeating: .zero)

  mutating func keep(_ sample: Vector3) {
    guard count < Self.capacity else { return }
    samples[Int(truncatingIfNeeded: count)] = sample
    count = count &+ 1
  }

  subscript(_ i: Int32) -> Vector3 { mutating get { samples[Int(truncatingIfNeeded: i)] } }
}

/// Where the fit behind the one in use stands.
struct BackgroundFit {
  enum Phase: UInt8 {
    case gathering
    case solving
    case trying
  }

  /// Only when somebody allowed it.
  var isAllowed = false
  var phase = Phase.gathering
  /// The next sample to try both on: first those of old, then those of the new fit.
  var next: Int32 = 0
  /// Sums of the deviations of the one in use and of the candidate, over the old samples and over the new ones; they stay
  /// until the next candidate is tried.
  var inUse: (old: UInt32, new: UInt32) = (0, 0)
  var candidate: (old: UInt32, new: UInt32) = (0, 0)
  /// Of the fit in use: samples that it was not made of.
  var kept = HeldOutSamples()

  /// Directions of 96 and samples that a new fit begins with: more than the reservoir holds back, and half of the sphere.
  static var enoughCells: UInt32 { 48 }
  static var enoughSamples: UInt32 { 320 }

  mutating func begin() {
    phase = .gathering
    next = 0
  }

  /// No candidate was tried.
  mutating func forgetTrial() {
    inUse = (0, 0)
    candidate = (0, 0)
  }
}

extension FitOutcome {
  /// How far S(m − h) is from the radius in length, 1/1000 % of it; at most 100,000.
  fileprivate func deviation(of sample: Vector3) -> UInt32 {
    let d = Vector3(
      x: (sample.x &<< 8) &- centre.x, y: (sample.y &<< 8) &- centre.y, z: (sample.z &<< 8) &- centre.z)
    func square(_ row: Vector3) -> UInt64 {
      let length = Int64(row.x, row.y, row.z, dot: d).word(rightBy: 24)
      return UInt64(bitPattern: Int64(multiplying: length, length))
    }
    let sum = square(softIron.rows.0) &+ square(softIron.rows.1) &+ square(softIron.rows.2)
    let off = Int32(bitPattern: sum.squareRoot) &- radiusQ8
    let share = Int64(multiplying: off < 0 ? 0 &- off : off, 100_000).quotient(by: Int64(widening: radiusQ8))
    return share < 100_000 ? UInt32(bitPattern: share) : 100_000
  }
}

extension CalibrationMachine where Fit: ~Copyable {
  /// Whether a fit goes on behind the one in use.
  public var isRefitting: Bool {
    state == .monitor && background.isAllowed && background.kept.count >= HeldOutSamples.fewest
  }

  /// How the last candidate did against the one in use: the sums of deviations, 1/1000 % of the strength, over the samples
  /// that the one in use was not made of (`old`), or over those of the candidate. `nil` while none was tried.
  public func trial(old: Bool) -> CalibrationReason? {
    guard background.inUse.old > 0, background.phase != .trying else { return nil }
    let (candidate, inUse) =
      old ? (background.candidate.old, background.inUse.old) : (background.candidate.new, background.inUse.new)
    return CalibrationReason(
      old ? .triedOnOld : .triedOnNew, Int32(bitPattern: candidate), Int32(bitPattern: inUse))
  }

  /// Another record came into use than the one that this machine made: there is nothing to compare with any more.
  public mutating func forgetHeldOut() { background.kept = HeldOutSamples() }

  /// A commit: what the fit held back is what candidates will be tried on.
  mutating func keepHeldOut() {
    background.kept = HeldOutSamples()
    guard background.isAllowed else { return }
    // Every fourth first, so that they are spread over the time of the fit.
    var first: Int32 = 0
    while first < 4 {
      var i = first
      while i < Reservoir.capacity {
        if let sample = fit.heldOut(i) { background.kept.keep(sample) }
        i = i &+ 4
      }
      first = first &+ 1
    }
  }

  /// The fit begins from nothing, behind the one in use.
  mutating func beginRefit() {
    guard isRefitting else { return }
    fit.restart()
    background.begin()
  }

  /// A sample for it.
  mutating func takeBehind(_ field: MagneticField, specificForce: Acceleration?, at now: Instant) {
    guard background.phase == .gathering else { return }
    _ = fit.take(field: field.nanotesla, specificForce: specificForce?.microG, at: now)
    guard fit.sampleCount >= BackgroundFit.enoughSamples, fit.coverage.count >= BackgroundFit.enoughCells else {
      return
    }
    fit.beginSolve()
    background.phase = .solving
  }

  /// One slice of it.
  mutating func workBehind(at now: Instant) {
    switch background.phase {
    case .gathering: _ = fit.step()
    case .solving:
      guard fit.step() == .finished else { return }
      let found = fit.outcome
      // One that predicts clearly more is not even tried.
      let isPromising =
        found.accepted && found.model.rawValue >= outcome.model.rawValue
        && found.predictedWorst <= outcome.predictedWorst &+ outcome.predictedWorst &>> 2
      if !isPromising { return beginRefit() }
      background.forgetTrial()
      background.phase = .trying
    case .trying: tryBehind(at: now)
    }
  }

  /// One sample under both fits; after the last, the candidate comes into use if it was nearer on the old ones and on the
  /// new ones.
  private mutating func tryBehind(at now: Instant) {
    let place = background.next
    background.next = place &+ 1
    if place < background.kept.count {
      let sample = background.kept[place]
      background.inUse.old = background.inUse.old &+ outcome.deviation(of: sample)
      background.candidate.old = background.candidate.old &+ fit.outcome.deviation(of: sample)
      return
    }
    if let sample = fit.heldOut(place &- background.kept.count) {
      background.inUse.new = background.inUse.new &+ outcome.deviation(of: sample)
      background.candidate.new = background.candidate.new &+ fit.outcome.deviation(of: sample)
      return
    }
    let isBetter =
      background.candidate.old < background.inUse.old && background.candidate.new < background.inUse.new
    if isBetter { refit(at: now) }
    beginRefit()
  }
}
