// A new fit behind the one in use: made beside the readings, and taken only when it is better on samples of neither.

import Correction
import FixedPoint
import Quantities
import RawMemory

/// Samples that a fit was not made of, to try fits on; nanotesla.
struct HeldOutSamples: ~Copyable {
  private let inPlace = InPlace()
  /// Nearly a third of a reservoir.
  static var capacity: Int32 { 12 }
  /// With fewer nothing is compared.
  static var fewest: Int32 { 8 }
  var count: Int32 = 0
  private var samples = InlineArray<12, Vector3>(repeating: .zero)

  mutating func keep(_ sample: Vector3) {
    guard count < Self.capacity else { return }
    samples[unchecked: Int(truncatingIfNeeded: count)] = sample
    count = count &+ 1
  }

  subscript(_ i: Int32) -> Vector3 { mutating get { samples[unchecked: Int(truncatingIfNeeded: i)] } }
}

/// Where the fit behind the one in use stands.
struct BackgroundFit: ~Copyable {
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

  /// No candidate was tried.
  mutating func forgetTrial() {
    inUse = (0, 0)
    candidate = (0, 0)
  }
}

extension FitOutcome {
  /// How far S(m − h) is from the radius in length, 1/1000 % of it; at most 100,000.
  @inline(never)
  public mutating func deviation(of sample: inout Vector3) -> UInt32 {
    let v = corrected(
      Vector3(
        x: (sample.x &<< 8) &- centre.x, y: (sample.y &<< 8) &- centre.y, z: (sample.z &<< 8) &- centre.z))
    let length = Int64(v.x, v.y, v.z, dot: v)
    let off = Int32(bitPattern: UInt64(bitPattern: length).approximateSquareRoot) &- radiusQ8
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
  public mutating func forgetHeldOut() { background.kept.count = 0 }

  /// A commit: what the fit held back is what candidates will be tried on.
  mutating func keepHeldOut() {
    background.kept.count = 0
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
  @inline(never)
  mutating func beginRefit() {
    guard isRefitting else { return }
    fit.restart()
    background.phase = .gathering
    background.next = 0
  }

  /// A sample for it.
  mutating func addInBackground(_ sample: inout CalibrationSample) {
    guard isRefitting, background.phase == .gathering else { return }
    _ = fit.add(&sample)
    guard fit.sampleCount >= BackgroundFit.enoughSamples, fit.coverage.count >= BackgroundFit.enoughCells else {
      return
    }
    fit.beginSolve()
    background.phase = .solving
  }

  /// One slice of it.
  mutating func workBehind() {
    if background.phase == .trying { return tryBehind() }
    guard fit.step() == .finished, background.phase == .solving else { return }
    // Two fits of the same field win against each other by turns: one that promises nothing is not even tried.
    let isPromising =
      fit.outcome.accepted && fit.outcome.model.rawValue >= outcome.model.rawValue
      && fit.outcome.predictedWorst <= outcome.predictedWorst &- outcome.predictedWorst &>> 3
    if !isPromising { return beginRefit() }
    background.forgetTrial()
    background.phase = .trying
  }

  /// One sample under both fits; after the last, the candidate comes into use if it was nearer on the old ones and on the
  /// new ones.
  private mutating func tryBehind() {
    let place = background.next
    background.next = place &+ 1
    let isOld = place < background.kept.count
    if var sample = isOld ? background.kept[place] : fit.heldOut(place &- background.kept.count) {
      let was = outcome.deviation(of: &sample)
      let becomes = fit.deviation(of: &sample)
      if isOld {
        background.inUse.old = background.inUse.old &+ was
        background.candidate.old = background.candidate.old &+ becomes
      } else {
        background.inUse.new = background.inUse.new &+ was
        background.candidate.new = background.candidate.new &+ becomes
      }
      return
    }
    if background.candidate.old < background.inUse.old, background.candidate.new < background.inUse.new {
      takeOutcome()
      fire(.refitted)
    }
    beginRefit()
  }
}
