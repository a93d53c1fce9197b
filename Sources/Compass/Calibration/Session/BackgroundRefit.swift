// A new fit in the background, while the fit in use stays. The new fit replaces it only if it is better on samples that
// neither fit has used.

import Correction
import FixedPoint
import Quantities
import RawMemory

/// Samples that a fit did not use, in nanotesla. Two fits are compared on them.
struct HeldOutSamples: ~Copyable {
  private let inPlace = InPlace()
  /// Nearly a third of the reservoir.
  static var capacity: Int32 { 12 }
  /// With fewer samples, fits are not compared.
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

/// The state of the background fit.
struct BackgroundRefit: ~Copyable {
  enum Phase: UInt8 {
    case gathering
    case solving
    case trying
  }

  /// Whether the background fit is allowed.
  var isAllowed = false
  var phase = Phase.gathering
  /// The next sample of the comparison: first those that the fit in use left out, then those that the candidate left
  /// out.
  var next: Int32 = 0
  /// The sum of the deviations of the fit in use, and that of the candidate, over the old samples and over the new
  /// ones. They stay until the next candidate is compared.
  var inUse: (old: UInt32, new: UInt32) = (0, 0)
  var candidate: (old: UInt32, new: UInt32) = (0, 0)
  /// Samples that the fit in use did not use.
  var kept = HeldOutSamples()

  /// The number of directions (of 96) and of samples that the first solve needs: half of the sphere, and more samples
  /// than the reservoir keeps.
  static var enoughCells: UInt32 { 48 }
  static var enoughSamples: UInt32 { 320 }

  var isSound: Bool {
    Unchecked.isCase(phase, of: 3) && kept.count >= 0 && kept.count <= HeldOutSamples.capacity && next >= 0
      && next <= kept.count &+ Reservoir.capacity
  }

  /// Forgets the comparison of the last candidate.
  mutating func forgetTrial() {
    inUse = (0, 0)
    candidate = (0, 0)
  }
}

extension FitOutcome {
  /// The difference between |S(m − h)| and the radius, 1/1000 % of the radius; at most 100,000.
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
  /// Whether a background fit runs.
  public var isRefitting: Bool {
    state == .monitor && background.isAllowed && background.kept.count >= HeldOutSamples.fewest
  }

  /// How the last candidate compared with the fit in use: the sum of the deviations of each, 1/1000 % of the strength,
  /// over the samples that the fit in use left out (`old`), or over those that the candidate left out. `nil` if no
  /// candidate was compared.
  public func trial(old: Bool) -> CalibrationReason? {
    guard background.inUse.old > 0, background.phase != .trying else { return nil }
    let (candidate, inUse) =
      old ? (background.candidate.old, background.inUse.old) : (background.candidate.new, background.inUse.new)
    return CalibrationReason(
      old ? .triedOnOld : .triedOnNew, Int32(bitPattern: candidate), Int32(bitPattern: inUse))
  }

  /// Call this when a record from elsewhere came into use: there are no samples to compare with.
  public mutating func forgetHeldOut() { background.kept.count = 0 }

  /// After a commit: later candidates are compared on the samples that this fit held out.
  mutating func keepHeldOut() {
    background.kept.count = 0
    guard background.isAllowed else { return }
    // Takes every fourth sample in each of four passes, so that the samples come from the whole time of the fit.
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

  /// Starts an empty fit in the background.
  @inline(never)
  mutating func beginRefit() {
    guard isRefitting else { return }
    fit.restart()
    background.phase = .gathering
    background.next = 0
  }

  /// Adds a sample to the background fit.
  mutating func addInBackground(_ sample: inout CalibrationSample) {
    guard isRefitting, background.phase == .gathering else { return }
    _ = fit.add(&sample)
    guard fit.sampleCount >= BackgroundRefit.enoughSamples, fit.coverage.count >= BackgroundRefit.enoughCells else {
      return
    }
    fit.beginSolve()
    background.phase = .solving
  }

  /// Does one slice of the background fit.
  mutating func workBehind() {
    if background.phase == .trying { return tryBehind() }
    guard fit.step() == .finished, background.phase == .solving else { return }
    // Two equally good fits of the same field would replace each other by chance. Therefore a candidate whose
    // prediction is not better is not compared.
    let isPromising =
      fit.outcome.accepted && fit.outcome.model.rawValue >= outcome.model.rawValue
      && fit.outcome.predictedWorst <= outcome.predictedWorst &- outcome.predictedWorst &>> 3
    if !isPromising { return beginRefit() }
    background.forgetTrial()
    background.phase = .trying
  }

  /// Compares both fits on one sample. After the last, the candidate comes into use if it was better on the old samples
  /// and on the new ones.
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
      copyOutcome()
      fire(.refitted)
    }
    beginRefit()
  }
}
