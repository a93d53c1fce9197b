// The solver as the state machine uses it, and the directions seen before the first solve.

import Correction
import FixedPoint
import Quantities
import RawMemory

/// The directions of the field as seen from a preliminary centre. Before a solve this is the middle of the box that
/// contains all samples; after a solve, it is the centre that the solve found.
///
/// A direction is computed with the centre known at that time. When the centre moves by more than a quarter of the
/// radius, counting starts again: asking for a direction twice is better than counting one that was not visited.
struct LiveCoverage: Sendable {
  private var isEmpty = true
  private var isSolved = false
  private(set) var seen = DirectionCells()
  /// The box that contains all samples, and the centre for which `seen` was counted; nanotesla.
  private var low = Vector3.zero
  private var high = Vector3.zero
  private var centre = Vector3.zero

  /// - Parameter isCentred: directions are valid from the start, because an accelerometer's offset is small.
  init(isCentred: Bool = false) { isSolved = isCentred }

  /// - Parameter field: within ±2^21.
  mutating func add(_ field: inout Vector3) {
    if isEmpty {
      isEmpty = false
      low = field
      high = field
    }
    var middle = Vector3.zero
    middle.x = Self.stretch(&low.x, &high.x, field.x)
    middle.y = Self.stretch(&low.y, &high.y, field.y)
    middle.z = Self.stretch(&low.z, &high.z, field.z)
    let half = high.largestDifference(from: &low) &>> 1
    if !isSolved { move(to: &middle, radius: half) }
    // Close to a preliminary centre, a direction is not reliable.
    guard field.largestDifference(from: &centre) > half &>> 2 else { return }
    seen.insert(
      DirectionCells.cell(of: Vector3(x: field.x &- centre.x, y: field.y &- centre.y, z: field.z &- centre.z)))
  }

  /// Extends the range to contain a value; returns the middle of the range.
  @inline(never)
  private static func stretch(_ low: inout Int32, _ high: inout Int32, _ value: Int32) -> Int32 {
    if value < low { low = value }
    if value > high { high = value }
    return (low &+ high) &>> 1
  }

  /// Uses the centre and radius that a solve found.
  mutating func settle(_ found: Vector3, radius: UInt32) {
    isSolved = true
    var other = found
    move(to: &other, radius: radius & 0x3fff_ffff)
  }

  @inline(never)
  private mutating func move(to other: inout Vector3, radius: UInt32) {
    guard other.largestDifference(from: &centre) > radius &>> 2 else { return }
    centre = other
    seen = DirectionCells()
  }
}

/// `CalibrationFit` with the directions seen so far.
public struct GuidedFit: CalibrationFitting, ~Copyable {
  public private(set) var fit: CalibrationFit
  private var live = LiveCoverage()

  public init(_ configuration: FitConfiguration) { fit = CalibrationFit(configuration) }

  var isSound: Bool { mutating get { fit.isSound } }

  /// The settings of the fit.
  public var configuration: FitConfiguration { fit.configuration }
  /// What the last solve found.
  public var outcome: FitOutcome { fit.outcome }
  /// How many samples the sums hold.
  public var sampleCount: UInt32 { fit.sampleCount }
  /// The directions that were seen.
  public var coverage: DirectionCells { live.seen }

  /// Forgets all samples.
  public mutating func restart() {
    fit.restart()
    live = LiveCoverage(isCentred: fit.configuration.isGravity)
  }

  /// Sets the centre found by a gyroscope, until a solve finds one. If the centre has moved by an eighth of the radius, the
  /// directions are counted again from zero.
  mutating func settle(onCentre centre: Vector3, radius: UInt32) {
    if fit.outcome.model.rawValue < ModelOrder.sphere.rawValue { live.settle(centre, radius: radius &>> 1) }
  }

  /// Counts the direction of an earlier sample.
  mutating func show(_ field: Vector3) {
    var field = field
    live.add(&field)
  }

  /// Sets the axis of the samples that is vertical while the instrument is level.
  public mutating func setLevel(axis: UInt8) { fit.configuration.levelAxis = axis }

  /// Forgets all samples. The next samples are gravity or the magnetic field.
  public mutating func restart(forGravity isGravity: Bool) {
    fit.configuration.turn(toGravity: isGravity)
    restart()
  }

  /// Gives one sample to the fit.
  public mutating func add(_ sample: inout CalibrationSample) -> SampleOutcome {
    let result = fit.add(&sample)
    if result == .accepted { live.add(&sample.field) }
    return result
  }

  /// A sample that the fit did not use; `nil` when there is none with this number.
  public mutating func heldOut(_ i: Int32) -> Vector3? { fit.heldOut(i) }

  /// How far a sample, corrected with the last outcome, is from the sphere, in thousandths of the radius.
  public mutating func deviation(of sample: inout Vector3) -> UInt32 { fit.outcome.deviation(of: &sample) }

  /// Begins a solve; `step` carries it on.
  public mutating func beginSolve() { fit.beginSolve() }

  /// Does one slice of the solve, at most 25,000 Cortex-M0+ cycles.
  public mutating func step() -> FitProgress {
    let progress = fit.step()
    if progress == .finished, fit.outcome.model.rawValue >= ModelOrder.sphere.rawValue {
      live.settle(fit.outcome.wholeCentre, radius: fit.outcome.radius)
    }
    return progress
  }
}

extension CalibrationMachine where Fit == GuidedFit {
  /// Whether enumerations and places are within their ranges; the memory may have been overwritten.
  public var isSound: Bool {
    mutating get {
      Unchecked.isCase(state, of: 11) && Unchecked.isCase(saving, of: 6) && background.isSound && outcome.isSound
        && fit.isSound
    }
  }
}
